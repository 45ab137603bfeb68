//! The battle under inspection.

use std::io;

use phase_core::AnyAnswer;
use phase_core::prelude::*;
use phase_tools::Inspector;

use super::ai;
use super::battle::Battle;
use super::battler::Side;
use super::dice::Dice;
use super::game::Game;
use super::text::Line;

/// How much of the past is kept.
const MEMORY: usize = 64 << 20;

/// An inspector of a battle. What it writes is a recording as `--record` writes one, that holds the battle as it is now.
#[must_use]
pub fn inspector(game: Game, playouts: u64) -> Inspector<Battle> {
    let save = serde_json::to_string(&game);
    let inspector = watched(game, playouts).version(env!("CARGO_PKG_VERSION"));
    match save {
        Ok(save) => inspector.save(save),
        // There is as much to see in a battle that can't be saved.
        Err(_) => inspector,
    }
}

fn watched(game: Game, playouts: u64) -> Inspector<Battle> {
    let Game { battle, phases, person, .. } = game;
    let person = person.map(Side::seat);
    Inspector::new(phases, battle)
        .remember(MEMORY)
        .output(|battle| battle.lines.drain(..).map(Line::into_text).collect())
        .player(move |phases, seat, battle| {
            if seat == Seat::Chance {
                return cast(phases, battle);
            }
            if Some(seat) == person {
                return None;
            }
            ai::choose_for(phases, battle, seat, playouts).ok()?
        })
}

/// Shows a battle in the terminal until whoever looks at it quits.
///
/// # Errors
///
/// If there is no terminal, or it fails.
pub fn inspect(game: Game, playouts: u64) -> io::Result<()> {
    inspector(game, playouts).run().map(drop)
}

/// A die, the same for the same question; those of the battle can't be cast by somebody who only looks at it.
fn cast(phases: &PhaseManager<Battle>, battle: &Battle) -> Option<AnyAnswer> {
    let question = phases.question()?;
    let count = u32::try_from(question.count(Seat::Chance, battle)?).ok()?;
    let index = Dice::new(question.number()).below(count);
    question.pick(Seat::Chance, battle, index as usize)
}
