//! What it takes to answer a question, against the calls of the game's own methods that are part of it.

use std::hint::black_box;
use std::time::Instant;

use phase_core::prelude::*;

use crate::samples::medians;
use crate::table::{Bar, Row};

/// Answers in one sample.
const ANSWERS: u32 = 10_000;
const ROUNDS: usize = 200;

#[derive(Default)]
struct Game {
    sum: u64,
}

/// Asks one player again and again.
#[phase(world = Game, asks)]
#[derive(Debug)]
struct AskPhase {
    seat: Seat,
}

impl Asks for AskPhase {
    type Answer = u32;

    fn seats(&self, _: &Game) -> Vec<Seat> {
        vec![self.seat]
    }

    fn options(&self, _: Seat, game: &Game) -> Option<Vec<u32>> {
        Some(vec![1, 2, u32::try_from(game.sum & 7).unwrap_or_default() + 3])
    }

    fn check(&self, _: Seat, answer: &u32, _: &Game) -> Result<(), BoxError> {
        if *answer == 0 { Err("nothing".into()) } else { Ok(()) }
    }

    fn answer(&mut self, _: Seat, answer: u32, guard: EndGuard<'_, Self>) -> Flow<Self> {
        take(guard.world, answer);
        guard.ask()
    }
}

fn take(game: &mut Game, answer: u32) {
    game.sum = game.sum.wrapping_mul(3).wrapping_add(u64::from(answer));
}

pub(crate) fn rows() -> Vec<Row> {
    let (mut phases, mut game) = asking();
    let (mut asks, mut by_hand) = (AskPhase { seat: Seat::Player(0) }, Game::default());
    let work: [&mut dyn FnMut(); 2] = [
        &mut || {
            for number in 0..ANSWERS {
                answer(&mut phases, &mut game, 1 + number % 2);
            }
        },
        &mut || {
            for number in 0..ANSWERS {
                call(&mut asks, &mut by_hand, 1 + number % 2);
            }
        },
    ];
    let [ours, theirs] = medians(ROUNDS, work);
    assert_eq!(game.sum, by_hand.sum);
    let nanoseconds = |seconds: f64| seconds * 1e9 / f64::from(ANSWERS);
    let detail = format!("{:.1} : {:.1} ns", nanoseconds(ours), nanoseconds(theirs));
    vec![
        Row::with_bar("an answer", "the game's own methods", Bar::ratio(1.5), Ok((ours / theirs, detail))),
        Row::without_bar(
            "1,000,000 managers, made, asked, answered in turn, dropped",
            "",
            Ok(answer_managers()),
        ),
    ]
}

fn asking() -> (PhaseManager<Game>, Game) {
    let (mut phases, mut game) = (PhaseManager::new(), Game::default());
    phases.push(AskPhase { seat: Seat::Player(0) });
    match phases.run(&mut game) {
        Ok(RunStatus::Asking) => (phases, game),
        other => panic!("it does not ask: {other:?}"),
    }
}

fn answer(phases: &mut PhaseManager<Game>, game: &mut Game, answer: u32) {
    let answered = black_box(phases).answer::<AskPhase>(game, Seat::Player(0), answer);
    assert!(answered.is_ok(), "it is one of the options");
}

/// The same by hand: who is asked, what there is to choose from, whether it will do, and who is asked next. The lists are
/// made, as they are where the game is not known as a whole.
fn call(asks: &mut AskPhase, game: &mut Game, answer: u32) {
    let (asks, seat) = (black_box(asks), Seat::Player(0));
    assert!(black_box(asks.seats(game)).contains(&seat));
    assert!(black_box(asks.options(seat, game)).is_none_or(|options| options.contains(&answer)));
    assert!(black_box(asks.check(seat, &answer, game)).is_ok());
    take(game, answer);
    assert!(!black_box(asks.seats(game)).is_empty());
}

/// All of them are there at once.
fn answer_managers() -> String {
    const MANAGERS: u32 = 1_000_000;
    let start = Instant::now();
    let mut games: Vec<_> = (0..MANAGERS).map(|_| asking()).collect();
    let made = start.elapsed();
    let start = Instant::now();
    for (phases, game) in &mut games {
        answer(phases, game, 1);
    }
    let answered = start.elapsed();
    let start = Instant::now();
    drop(black_box(games));
    let each = |seconds: f64| seconds * 1e9 / f64::from(MANAGERS);
    let [made, answered, dropped] = [made, answered, start.elapsed()].map(|took| each(took.as_secs_f64()));
    format!("{made:.0} ns made, {answered:.0} ns answered, {dropped:.0} ns dropped, each")
}
