//! Whole games, played by chance: that they end, and that they can be saved and undone wherever somebody is asked.

use phase_core::AnyAnswer;
use phase_core::prelude::*;
use phase_examples::card_stack::cards::Card;
use phase_examples::card_stack::duel::Duel;
use phase_examples::card_stack::game::Game;
use phase_examples::card_stack::phases::ResolvePhase;
use phase_examples::card_stack::player::Player;
use phase_examples::double_battle::dice::Dice;
use phase_testing::{Cut, explore};

/// Answers by chance, for all seats and the cards that are drawn as well.
fn any_answer(dice: &mut Dice) -> impl FnMut(&Question<'_, Duel>, Seat, &Duel) -> Option<AnyAnswer> + '_ {
    |question, seat, duel| {
        let count = question.count(seat, duel).expect("all options are listed");
        assert!(count > 0, "{} has something to answer", question.name());
        question.pick(seat, duel, dice.below(u32::try_from(count).unwrap()) as usize)
    }
}

/// Gives one answer by chance, and goes on to the next question.
fn go_on(game: &mut Game, dice: &mut Dice) -> RunStatus {
    let Game { duel, phases, .. } = game;
    if let Some(question) = phases.question() {
        let seats = question.seats(duel);
        let seat = seats[dice.below(u32::try_from(seats.len()).unwrap()) as usize];
        let answer = any_answer(dice)(&question, seat, duel).unwrap();
        phases.answer_any(duel, seat, answer).unwrap();
    }
    phases.run(duel).unwrap()
}

/// All that there is to a game, as text.
fn all_of(game: &Game) -> String {
    let levels = game.phases.levels();
    let question = game.phases.question().map(|question| (question.number(), question.name()));
    format!("{} {levels} {question:?} {:?}", serde_json::to_string(&game.duel).unwrap(), game.duel.said)
}

/// Whether no card is lost, and none comes from nowhere.
fn has_all_cards(duel: &Duel, phases: &PhaseManager<Duel>) -> bool {
    Player::BOTH.into_iter().all(|player| {
        let duelist = &duel[player];
        let allies = duel.allies_of(player).map(|ally| ally.card);
        let queued = phases.find_all::<ResolvePhase>().map(|queued| queued.0);
        let stack = queued.filter(|action| action.by == player && !action.is_copy);
        let held = [&duelist.hand, &duelist.deck, &duelist.pile].into_iter().flatten().copied();
        let mut cards: Vec<Card> =
            held.chain(allies).chain(stack.filter_map(|action| action.card())).collect();
        cards.sort_unstable();
        cards == Card::deck()
    })
}

#[test]
fn every_game_ends_whatever_is_answered() {
    const GAMES: usize = 1000;
    let mut game = Game::new(0);
    game.duel.is_muted = true;
    let report = explore(&game.phases, &game.duel)
        .random(0, GAMES)
        // What is on the stack as the duel ends is dropped with it.
        .invariant("no card is lost", |duel, phases| {
            phases.question().is_none() || has_all_cards(duel, phases)
        })
        .invariant("levels come from answers to answers, and not from how long a game is", |_, phases| {
            phases.current_level() < 60
        })
        .invariant("who is not asked has an outcome", |duel, phases| {
            phases.question().is_some() || (duel.outcome.is_some() && phases.is_empty())
        })
        .run();
    assert!(report.findings.is_empty(), "{report}");
    assert_eq!((report.finished, &report.cut[..]), (GAMES, &[Cut::Random(GAMES)][..]));
}

#[test]
fn saved_at_any_question_a_game_goes_on_as_if_it_had_not_been() {
    for seed in 0..300 {
        let (mut game, mut dice) = (Game::new(0), Dice::new(seed));
        let cut = dice.below(250);
        for _ in 0..cut {
            if go_on(&mut game, &mut dice) != RunStatus::Asking {
                break;
            }
        }
        game.duel.said.clear();
        let text = serde_json::to_string(&game).unwrap();
        let mut loaded: Game = serde_json::from_str(&text).unwrap();
        assert_eq!(all_of(&loaded), all_of(&game));
        assert_eq!(serde_json::to_string(&loaded).unwrap(), text);
        let mut same_dice = dice.clone();
        loop {
            let status = go_on(&mut game, &mut dice);
            assert_eq!(go_on(&mut loaded, &mut same_dice), status);
            if status != RunStatus::Asking {
                break;
            }
        }
        assert_eq!(all_of(&loaded), all_of(&game), "saved at question {cut} by seed {seed}");
    }
}

#[test]
fn undo_leads_back_through_every_question_and_redo_forth() {
    for seed in 0..20 {
        let (mut game, mut dice) = (Game::new(0), Dice::new(seed));
        let mut history = History::new(usize::MAX);
        let mut states = vec![];
        while go_on(&mut game, &mut dice) == RunStatus::Asking {
            history.checkpoint(&game.phases, &game.duel).unwrap();
            states.push(all_of(&game));
        }
        let end = all_of(&game);
        for state in states.iter().rev() {
            assert!(history.undo(&mut game.phases, &mut game.duel));
            assert!(all_of(&game) == *state, "{state}");
        }
        assert!(!history.undo(&mut game.phases, &mut game.duel));
        for state in states.iter().skip(1).chain([&end]) {
            assert!(history.redo(&mut game.phases, &mut game.duel));
            assert!(all_of(&game) == *state, "{state}");
        }
    }
}

#[test]
fn after_an_undo_a_game_goes_on_as_it_would_have() {
    for seed in 0..20 {
        let (mut game, mut dice) = (Game::new(0), Dice::new(seed));
        let mut history = History::new(1);
        for _ in 0..60 {
            go_on(&mut game, &mut dice);
        }
        history.checkpoint(&game.phases, &game.duel).unwrap();
        let told = |game: &mut Game, mut dice: Dice| {
            while go_on(game, &mut dice) == RunStatus::Asking {}
            (game.duel.outcome, game.duel.said.clone(), format!("{:?}", game.duel.duelists))
        };
        let first = told(&mut game, dice.clone());
        history.undo(&mut game.phases, &mut game.duel);
        assert_eq!(told(&mut game, dice), first);
    }
}

#[test]
fn who_never_answers_in_time_loses_nothing_but_the_duel() {
    let mut game = Game::new(7);
    let draw = |question: &Question<'_, Duel>, seat, duel: &Duel| match seat {
        Seat::Chance => any_answer(&mut Dice::new(1))(question, seat, duel),
        Seat::Player(_) => None,
    };
    while game.phases.play(&mut game.duel, draw).unwrap() == RunStatus::Asking {
        let asked = game.phases.question().unwrap().seats(&game.duel);
        assert_eq!(game.phases.time_out(&mut game.duel).unwrap(), asked, "everything has a fallback");
    }
    let last = game.duel.said.iter().rev().nth(1).unwrap();
    assert!(last.text.ends_with("has no card left to draw."), "{}", last.text);
}
