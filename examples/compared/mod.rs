//! A small duel, written twice: by an enum of steps, and by phases.

pub mod by_enum;
pub mod by_phases;
pub mod duel;

use phase_core::prelude::*;

use by_enum::Steps;
use by_phases::TurnPhase;
use duel::{Action, Duel};

/// What happens in the duel by hand, if the players answer so. An answer that is refused is passed over.
#[must_use]
pub fn played_by_enum(answers: &[Action]) -> Vec<String> {
    let (mut duel, mut steps) = (Duel::new(), Steps::begin());
    for answer in answers {
        let Some(player) = steps.run(&mut duel) else { break };
        if !steps.answer(player, *answer, &mut duel) {
            duel.say(format!("{player} may not"));
        }
    }
    steps.run(&mut duel);
    duel.log
}

/// The same in the duel by phases.
///
/// # Errors
///
/// None of its phases fails.
pub fn played_by_phases(answers: &[Action]) -> Result<Vec<String>, RunError> {
    let (mut duel, mut phases) = (Duel::new(), PhaseManager::new());
    phases.push(TurnPhase { player: 0 });
    for answer in answers {
        phases.run(&mut duel)?;
        let Some(question) = phases.question() else { break };
        let Some(Seat::Player(player)) = question.seats(&duel).first().copied() else { break };
        if phases.answer::<TurnPhase>(&mut duel, Seat::Player(player), *answer).is_err() {
            duel.say(format!("{player} may not"));
        }
    }
    phases.run(&mut duel)?;
    Ok(duel.log)
}

/// How many lines of code a file has: without blank ones, and those that are nothing but a comment.
#[must_use]
pub fn lines_of_code(source: &str) -> usize {
    let lines = source.lines().map(str::trim);
    lines.filter(|line| !line.is_empty() && !line.starts_with("//")).count()
}

/// The source of the duel by hand.
pub const BY_ENUM: &str = include_str!("by_enum.rs");
/// The source of the duel by phases.
pub const BY_PHASES: &str = include_str!("by_phases.rs");
