//! The drive loop: one phase at a time, and after each what it said.

use std::io::{self, Write};

use phase_core::prelude::*;

use super::battle::Battle;
use super::phases::{SwitchInPhase, TurnStartPhase};
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

/// The phases of a battle that has not begun: the first creatures enter, and from then on turn follows turn.
#[must_use]
pub fn new_game(battle: &Battle) -> PhaseManager<Battle> {
    let mut phases = PhaseManager::new().when_empty(|_: &mut Battle| TurnStartPhase);
    phases.push(SwitchInPhase(battle.reinforcements()));
    phases
}

/// Plays a battle to its end, and shows the level tree after each start if asked to.
///
/// # Errors
///
/// If the output fails, or a phase does.
pub fn play(battle: &mut Battle, show_levels: bool, out: &mut impl Write) -> Result<(), PlayError> {
    let mut phases = new_game(battle);
    loop {
        let next = Upcoming::of(&phases);
        let step = phases.step(battle)?;
        for line in battle.lines.drain(..) {
            line.write(next.level, out)?;
        }
        let Step::Ended(name) = step else { return Ok(out.flush()?) };
        if show_levels {
            write_levels(&phases, next.phase.as_deref().unwrap_or(name), out)?;
        }
    }
}

/// The phase that starts next, as it prints, and its level. A phase that `when_empty` will supply is still unknown.
struct Upcoming {
    phase: Option<String>,
    level: usize,
}

impl Upcoming {
    fn of(phases: &PhaseManager<Battle>) -> Self {
        match phases.levels().last() {
            Some((level, mut phases)) => {
                Self { phase: phases.next().map(|phase| format!("{phase:?}")), level }
            }
            None => Self { phase: None, level: 0 },
        }
    }
}

/// Two columns, what has started and the levels that it left: they show the depth, so nothing is set in by it.
fn write_levels(phases: &PhaseManager<Battle>, started: &str, out: &mut impl Write) -> io::Result<()> {
    const WIDTH: usize = 44;
    let tree = phases.levels().to_string();
    let mut left = format!("{started} has started");
    for row in if tree.is_empty() { "nothing is queued" } else { &tree }.lines() {
        Line::new(Tone::Quiet, format!("┊ {left:WIDTH$} {row}")).write(0, out)?;
        left.clear();
    }
    Ok(())
}
