//! The duel under inspection.

use std::io;

use phase_core::AnyAnswer;
use phase_core::prelude::*;
use phase_tools::Inspector;

use super::ai;
use super::duel::Duel;
use super::game::Game;
use super::player::Player;
use super::said::Said;
use crate::double_battle::dice::Dice;

/// How much of the past is kept.
const MEMORY: usize = 64 << 20;

/// An inspector of a duel.
#[must_use]
pub fn inspector(game: Game, playouts: u64) -> Inspector<Duel> {
    let Game { duel, phases, persons } = game;
    Inspector::new(phases, duel)
        .remember(MEMORY)
        .output(|duel| duel.said.drain(..).map(text).collect())
        .player(move |phases, seat, duel| match Player::of(seat) {
            None => draw(phases, duel),
            Some(player) if persons.contains(&player) => None,
            Some(_) => ai::choose_for(phases, duel, seat, playouts).ok()?,
        })
}

/// Shows a duel in the terminal until whoever looks at it quits.
///
/// # Errors
///
/// If there is no terminal, or it fails.
pub fn inspect(game: Game, playouts: u64) -> io::Result<()> {
    inspector(game, playouts).run().map(drop)
}

/// The words for whoever may know more, set in as deep as answers answer each other.
fn text(said: Said) -> String {
    let text = said.private.map_or(said.text, |(_, text)| text);
    format!("{}{text}", "  ".repeat(said.depth))
}

/// What chance brings, the same for the same question.
fn draw(phases: &PhaseManager<Duel>, duel: &Duel) -> Option<AnyAnswer> {
    let question = phases.question()?;
    let count = u32::try_from(question.count(Seat::Chance, duel)?).ok()?;
    let index = Dice::new(question.number()).below(count);
    question.pick(Seat::Chance, duel, index as usize)
}
