//! What the AI may know, and that it plays better than chance.

use phase_core::AnyAnswer;
use phase_core::prelude::*;
use phase_examples::card_stack::ai::choose;
use phase_examples::card_stack::cards::Card;
use phase_examples::card_stack::duel::Outcome;
use phase_examples::card_stack::game::Game;
use phase_examples::card_stack::player::Player::{self, Alder, Wren};
use phase_examples::double_battle::dice::Dice;
use phase_examples::searcher::Searcher;

use crate::scene::{ALDER, Scene};

/// Alder may answer Wren's Bonfire, and both hold more.
fn alder_is_asked() -> Scene {
    let mut scene = Scene::new(
        &[Card::Bonfire, Card::Mourner],
        &[Card::SnuffOut, Card::Ward, Card::Spark, Card::Hailstorm],
    )
    .with(Wren, Card::Briarback)
    .with(Alder, Card::Mourner);
    scene.plays_on(Wren, Card::Bonfire, ALDER);
    assert_eq!(scene.asked().unwrap().0, Alder.seat());
    scene
}

#[test]
fn the_duel_is_as_if_nobody_had_looked_ahead() {
    let scene = alder_is_asked();
    let before = serde_json::to_string(&scene.game).unwrap();
    choose(&scene.game, Alder.seat(), 30).unwrap().unwrap();
    assert_eq!(serde_json::to_string(&scene.game).unwrap(), before);
}

#[test]
fn it_answers_only_for_a_seat_that_is_asked() {
    let scene = alder_is_asked();
    assert_eq!(choose(&scene.game, Wren.seat(), 30).unwrap(), None);
    assert_eq!(choose(&scene.game, Seat::Chance, 30).unwrap(), None);
}

#[test]
fn choice_does_not_depend_on_what_is_hidden() {
    let choices = |game: &Game| {
        let of_seed =
            |seed| Searcher::new(40, seed).choose(&game.phases, &game.duel, Alder.seat()).unwrap().unwrap();
        (0..10).map(of_seed).collect::<Vec<AnyAnswer>>()
    };
    let mut scene = alder_is_asked();
    let chosen = choices(&scene.game);
    scene.duel().dice = Dice::new(99);
    assert_eq!(choices(&scene.game), chosen);
    let wren = &mut scene.duel()[Wren];
    let held = std::mem::replace(&mut wren.hand, vec![wren.deck.remove(0)]);
    wren.deck.extend(held);
    assert_eq!(choices(&scene.game), chosen);
}

#[test]
fn whether_the_other_one_keeps_the_hand_makes_no_difference() {
    let chosen = |first: Option<bool>| {
        let mut game = Game::new(3);
        let Game { phases, duel, .. } = &mut game;
        phases
            .play(duel, |question, seat, duel| match seat {
                Seat::Chance => question.pick(seat, duel, 5),
                Seat::Player(_) => None,
            })
            .unwrap();
        if let Some(keeps) = first {
            phases.answer_any(duel, Wren.seat(), AnyAnswer::new(keeps)).unwrap();
        }
        choose(&game, Alder.seat(), 10).unwrap().unwrap()
    };
    assert_eq!(chosen(Some(true)), chosen(None));
    assert_eq!(chosen(Some(false)), chosen(None));
}

#[test]
fn it_plays_better_than_chance_on_either_seat() {
    let mut won = 0;
    for seed in 0..8 {
        let player = Player::BOTH[usize::from(seed % 2 == 0)];
        let (mut game, mut dice) = (Game::new(seed), Dice::new(seed));
        while game.run().unwrap() == RunStatus::Asking {
            let question = game.phases.question().unwrap();
            let seat = question.seats(&game.duel)[0];
            let answer = if seat == player.seat() {
                choose(&game, seat, 20).unwrap().unwrap()
            } else {
                let count = question.count(seat, &game.duel).unwrap();
                question.pick(seat, &game.duel, dice.below(u32::try_from(count).unwrap()) as usize).unwrap()
            };
            game.phases.answer_any(&mut game.duel, seat, answer).unwrap();
        }
        won += u32::from(game.duel.outcome == Some(Outcome::Win(player)));
    }
    assert!(won >= 7, "it has won {won} of 8");
}
