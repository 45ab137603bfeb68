//! What the AI may know.

use phase_core::AnyAnswer;
use phase_core::prelude::*;
use phase_examples::double_battle::ai::choose;
use phase_examples::double_battle::battle::{Asked, Battle};
use phase_examples::double_battle::battler::{Battler, Side};
use phase_examples::double_battle::dice::Dice;
use phase_examples::double_battle::game::Game;
use phase_examples::double_battle::phases::MovePhase;
use phase_examples::search::contest::arena;
use phase_examples::searcher::Searcher;

use crate::questions::answer_all;

const AWAY: Seat = Seat::Player(1);

/// The arena in its first turn: the home side has chosen, and the away side is asked.
fn home_has_chosen() -> Game {
    let asked = Asked { players: true, dice: false };
    let mut game = Game::new(Battle { asked, ..arena().unwrap() });
    game.run().unwrap();
    while game.phases.question().unwrap().seats(&game.battle) != [AWAY] {
        answer_all(&mut game, 0);
    }
    assert_eq!(game.phases.find_all::<MovePhase>().count(), 2);
    game
}

#[test]
fn the_battle_is_as_if_nobody_had_looked_ahead() {
    let game = home_has_chosen();
    let before = serde_json::to_string(&game).unwrap();
    choose(&game, AWAY, 30).unwrap().unwrap();
    assert_eq!(serde_json::to_string(&game).unwrap(), before);
}

#[test]
fn it_answers_only_for_a_seat_that_is_asked() {
    let mut game = home_has_chosen();
    assert_eq!(choose(&game, Seat::Player(0), 30).unwrap(), None);
    assert_eq!(choose(&game, Seat::Chance, 30).unwrap(), None);
    game.battle.asked.players = false;
    while game.phases.question().is_some() {
        answer_all(&mut game, 0);
    }
    assert_eq!(choose(&game, AWAY, 30).unwrap(), None);
}

#[test]
fn a_choice_does_not_depend_on_what_is_hidden() {
    let mut game = home_has_chosen();
    let choices = |game: &Game| {
        let of_seed =
            |seed| Searcher::new(20, seed).choose(&game.phases, &game.battle, AWAY).unwrap().unwrap();
        (0..10).map(of_seed).collect::<Vec<AnyAnswer>>()
    };
    let chosen = choices(&game);
    for seed in 100..104 {
        game.battle.dice = Dice::new(seed);
        assert_eq!(choices(&game), chosen);
    }
    let foes: Vec<Battler> = game.battle.standing_on(Side::Home).collect();
    for foe in foes {
        let other = game.battle.options(foe).last().unwrap();
        let queued = game.phases.find_mut::<MovePhase>(|queued| queued.order.user == foe).unwrap();
        assert_ne!(queued.order, other, "else this tests nothing");
        queued.order = other;
    }
    assert_eq!(choices(&game), chosen);
}
