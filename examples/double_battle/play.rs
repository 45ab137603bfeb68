//! The drive loop: one phase at a time, and after each what it said.

use std::io::{self, Write};

use phase_core::prelude::*;

use super::battle::Battle;
use super::game::Game;
use super::text::{Line, Tone};

/// Why a battle was not played to its end.
#[derive(Debug)]
pub enum PlayError {
    /// The output could not be written.
    Output(io::Error),
    /// A phase went wrong.
    Run(RunError),
}

impl From<io::Error> for PlayError {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}

impl From<RunError> for PlayError {
    fn from(error: RunError) -> Self {
        Self::Run(error)
    }
}

/// Plays a game until it is over, or until so many phases have started, and tells how many have.
///
/// Shows the level tree after each start if asked to.
///
/// # Errors
///
/// If the output fails, or a phase does.
pub fn play(game: &mut Game, most: u64, show_levels: bool, out: &mut impl Write) -> Result<u64, PlayError> {
    let mut started = 0;
    while started < most {
        let next = Upcoming::of(game);
        let step = game.step()?;
        for line in game.battle.lines.drain(..) {
            line.write(next.level, out)?;
        }
        let Step::Ended(name) = step else { break };
        started += 1;
        if show_levels {
            write_levels(&game.phases, next.phase.as_deref().unwrap_or(name), out)?;
        }
    }
    out.flush()?;
    Ok(started)
}

/// The phase that starts next, as it prints, and its level. A phase that `when_empty` will supply is still unknown.
struct Upcoming {
    phase: Option<String>,
    level: usize,
}

impl Upcoming {
    fn of(game: &Game) -> Self {
        let Some((level, mut phases)) = game.phases.levels().last() else {
            return Self { phase: None, level: 0 };
        };
        let front = || phases.next().map(|phase| format!("{phase:?}"));
        let phase = game.next_move().map(|next| format!("{next:?}")).or_else(front);
        Self { phase, level }
    }
}

/// Two columns, what has started and the levels that it left: they show the depth, so nothing is set in by it.
fn write_levels(phases: &PhaseManager<Battle>, started: &str, out: &mut impl Write) -> io::Result<()> {
    const HAS_STARTED: &str = " has started";
    const WIDTH: usize = 44;
    const LONGEST: usize = WIDTH - HAS_STARTED.len();
    let tree = phases.levels().to_string();
    let mut started = started.to_owned();
    if started.chars().count() > LONGEST {
        started = started.chars().take(LONGEST - 1).chain(['…']).collect();
    }
    let mut left = started + HAS_STARTED;
    for row in if tree.is_empty() { "nothing is queued" } else { &tree }.lines() {
        Line::new(Tone::Quiet, format!("┊ {left:WIDTH$} {row}")).write(0, out)?;
        left.clear();
    }
    Ok(())
}
