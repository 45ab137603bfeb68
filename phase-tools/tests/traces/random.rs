//! Games that do anything at any time, the same for each seed.

use std::sync::{Arc, Mutex};

use phase_core::PhaseManager;
use phase_tools::Trace;

use crate::play::{Act, Game, Tickets, act};

/// Numbers by xorshift.
#[derive(Clone)]
pub(crate) struct Dice(Arc<Mutex<u64>>);

impl Dice {
    pub(crate) fn new(seed: u64) -> Self {
        Self(Arc::new(Mutex::new(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)))
    }

    pub(crate) fn below(&self, sides: u64) -> u64 {
        let mut state = self.0.lock().unwrap();
        *state ^= *state << 13;
        *state ^= *state >> 7;
        *state ^= *state << 17;
        (*state >> 11) % sides
    }
}

const NAMES: [&str; 6] = ["turn", "move", "hit", "faint", "heal", "end"];

/// A phase that does something else each time it is called.
fn anything(dice: &Dice, depth: u64) -> Act {
    let (name, dice) = (NAMES[usize::try_from(dice.below(6)).unwrap()], dice.clone());
    act(name, move |mut guard| {
        for _ in 0..dice.below(4).saturating_sub(depth / 3) {
            let next = || anything(&dice, depth + 1);
            match dice.below(12) {
                0..=4 => guard.unshift(next()),
                5..=6 => guard.defer(next()),
                7 if depth < 3 => guard.push(next()),
                8 => {
                    guard.queue.insert_before::<Act>(next());
                }
                9 => drop(guard.queue.replace(|_: &Act| true, next())),
                10 => {
                    if let Some(mut scope) = guard.queue.within::<Act>() {
                        scope.defer(next());
                    }
                }
                11 if dice.below(6) == 0 => {
                    if let Some(mut scope) = guard.queue.within::<Act>() {
                        scope.skip();
                    }
                }
                _ => {}
            }
        }
        match dice.below(12) {
            0 => guard.wait(),
            1 => guard.suspend(Vec::push),
            2 if dice.below(3) == 0 => guard.fail("bad luck"),
            3 if dice.below(8) == 0 => std::panic::resume_unwind(Box::new("worse luck")),
            _ => guard.end(),
        }
    })
}

/// A game that was played for so many calls of its host. Some are heard by a trace twice, the second time from the middle on.
pub(crate) fn played(trace: Trace, seed: u64, calls: usize) -> Game {
    let game = played_by(Game::traced(trace, []), seed, calls / 2, |_| {});
    let late = game.trace.clone();
    played_by(game, seed + 1, calls - calls / 2, |phases| {
        if seed % 4 == 0 {
            late.attach(phases);
        }
    })
}

/// A game that was played on for so many calls, and observed from here.
pub(crate) fn played_by(
    mut game: Game,
    seed: u64,
    calls: usize,
    observe: impl Fn(&mut PhaseManager<Tickets>),
) -> Game {
    observe(&mut game.phases);
    let dice = Dice::new(seed);
    for _ in 0..calls {
        let next = anything(&dice, 0);
        match dice.below(14) {
            0..=3 => game.phases.push(next),
            4 => game.phases.unshift(next),
            5 => game.phases.defer(next),
            6 => game.phases.interrupt(next),
            7 => drop(game.tickets.pop()),
            8 => {
                if let Some(ticket) = game.tickets.pop() {
                    ticket.end().ok();
                }
            }
            9 => {
                game.phases.cancel(&mut game.tickets);
            }
            10 if dice.below(4) == 0 => game.phases.clear(&mut game.tickets),
            11 if dice.below(3) == 0 => {
                game.phases.cancel_tree(&mut game.tickets);
            }
            12 if dice.below(9) == 0 => {
                game.phases.cancel_all(&mut game.tickets);
            }
            _ => {}
        }
        game.run();
    }
    game
}
