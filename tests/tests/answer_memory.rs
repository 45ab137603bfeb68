//! What an answer takes in memory, taken or refused: no allocation that the game does not make.

use std::sync::atomic::{AtomicU64, Ordering};

use allocation_counter::measure;
use phase_core::prelude::*;

/// How many allocations the game has made: each list is one.
#[derive(Default)]
struct Game {
    made: AtomicU64,
    left: u32,
    /// Whether the answers are listed.
    lists: bool,
}

impl Game {
    /// What the game allocates is told, for a list of one.
    fn list<T>(&self, item: T) -> Vec<T> {
        self.made.fetch_add(1, Ordering::Relaxed);
        vec![item]
    }
}

/// Asks until it has been answered often enough.
#[phase(world = Game, asks)]
#[derive(Debug)]
struct AskPhase;

impl Asks for AskPhase {
    type Answer = u32;

    fn seats(&self, game: &Game) -> Vec<Seat> {
        game.list(Seat::Player(0))
    }

    fn options(&self, _: Seat, game: &Game) -> Option<Vec<u32>> {
        game.lists.then(|| game.list(7))
    }

    fn check(&self, _: Seat, answer: &u32, _: &Game) -> Result<(), BoxError> {
        #[derive(Debug)]
        struct Odd;

        impl std::fmt::Display for Odd {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("an even number")
            }
        }

        impl std::error::Error for Odd {}

        // A box of nothing takes no memory.
        if answer % 2 == 0 { Err(Odd.into()) } else { Ok(()) }
    }

    fn answer(&mut self, _: Seat, _: u32, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.world.left -= 1;
        if guard.world.left == 0 { guard.end() } else { guard.ask() }
    }
}

/// Asks for the same, and never is what asks.
#[phase(world = Game, asks)]
#[derive(Debug)]
struct OtherPhase;

impl Asks for OtherPhase {
    type Answer = u32;

    fn answer(&mut self, _: Seat, _: u32, _: EndGuard<'_, Self>) -> Flow<Self> {
        unreachable!("it is never asked")
    }
}

fn asking(lists: bool) -> (PhaseManager<Game>, Game) {
    let (mut phases, mut game) = (PhaseManager::new(), Game { left: 1_000, lists, ..Game::default() });
    phases.push(AskPhase);
    assert!(matches!(phases.run(&mut game), Ok(RunStatus::Asking)));
    (phases, game)
}

/// Does this a hundred times, and counts the allocations for which the game has nothing to do.
#[track_caller]
fn allocates_what_the_game_does(
    lists: bool,
    mut answer: impl FnMut(&mut PhaseManager<Game>, &mut Game) -> bool,
) {
    let (mut phases, mut game) = asking(lists);
    let made = game.made.load(Ordering::Relaxed);
    let allocated = measure(|| {
        for _ in 0..100 {
            assert!(answer(&mut phases, &mut game));
        }
    });
    let made = game.made.load(Ordering::Relaxed) - made;
    assert_eq!(allocated.count_total, made, "allocations for 100 answers, and those that the game has made");
}

const SEAT: Seat = Seat::Player(0);

#[test]
fn an_answer_that_is_taken() {
    for lists in [false, true] {
        allocates_what_the_game_does(lists, |phases, game| {
            matches!(phases.answer::<AskPhase>(game, SEAT, 7), Ok(Step::Asking("AskPhase")))
        });
    }
}

#[test]
fn an_answer_that_is_none_of_the_options() {
    allocates_what_the_game_does(true, |phases, game| {
        matches!(phases.answer::<AskPhase>(game, SEAT, 9), Err(AnswerError::Refused { answer: 9, .. }))
    });
}

#[test]
fn an_answer_that_does_not_pass_the_check() {
    allocates_what_the_game_does(false, |phases, game| {
        matches!(phases.answer::<AskPhase>(game, SEAT, 8), Err(AnswerError::Refused { answer: 8, .. }))
    });
}

#[test]
fn an_answer_of_a_stranger_and_one_to_another_phase() {
    allocates_what_the_game_does(true, |phases, game| {
        matches!(
            phases.answer::<AskPhase>(game, Seat::Chance, 7),
            Err(AnswerError::NotThisSeat { seat: Seat::Chance, answer: 7, .. })
        )
    });
    allocates_what_the_game_does(true, |phases, game| {
        matches!(phases.answer::<OtherPhase>(game, SEAT, 7), Err(AnswerError::NotAsked { answer: 7, .. }))
    });
}

/// But for the box that the answer comes in, which is made before.
#[test]
fn an_answer_of_any_type() {
    let mut boxes: Vec<_> = (0..100).map(|_| AnyAnswer::new(7_u32)).collect();
    allocates_what_the_game_does(true, |phases, game| {
        phases.answer_any(game, SEAT, boxes.pop().expect("there is one for each")).is_ok()
    });
    let mut boxes: Vec<_> = (0..100).map(|_| AnyAnswer::new(9_u32)).collect();
    allocates_what_the_game_does(true, |phases, game| {
        phases.answer_any(game, SEAT, boxes.pop().expect("there is one for each")).is_err()
    });
}

/// One box, and not one for each option.
#[test]
fn an_option_that_is_picked() {
    let (phases, game) = asking(true);
    let question = phases.question().expect("it asks");
    let picked = measure(|| assert!(question.pick(SEAT, &game, 0).is_some()));
    assert_eq!(picked.count_total, 2, "the list, and a box");
    let counted = measure(|| assert_eq!(question.count(SEAT, &game), Some(1)));
    assert_eq!(counted.count_total, 1, "the list");
}

#[test]
fn a_question_that_stands_through_many_runs() {
    allocates_what_the_game_does(true, |phases, game| matches!(phases.run(game), Ok(RunStatus::Asking)));
    allocates_what_the_game_does(true, |phases, game| {
        matches!(phases.step(game), Ok(Step::Asking("AskPhase")))
    });
}

/// Phases that ask are kept in memory that is used again, as others are.
#[test]
fn phases_that_ask_one_after_the_other() {
    let play = |phases: &mut PhaseManager<Game>, game: &mut Game| {
        game.left = 1;
        phases.push(AskPhase);
        matches!(phases.run(game), Ok(RunStatus::Asking)) && phases.answer::<AskPhase>(game, SEAT, 7).is_ok()
    };
    let (mut phases, mut game) = (PhaseManager::new(), Game::default());
    for _ in 0..200 {
        assert!(play(&mut phases, &mut game));
    }
    let made = game.made.load(Ordering::Relaxed);
    let allocated = measure(|| {
        for _ in 0..100 {
            assert!(play(&mut phases, &mut game));
        }
    });
    assert_eq!(allocated.count_total, game.made.load(Ordering::Relaxed) - made);
}
