//! Dice without players.

use std::io::Write;

use phase_core::Seat;

use super::menu::Menu;
use crate::double_battle::game::Game;
use crate::double_battle::play::{Host, PlayError, Reply};

/// Casts the dice that a battle asks for, and shows how they fall.
#[derive(Debug)]
pub struct Croupier;

impl Host for Croupier {
    fn answer(&mut self, game: &mut Game, _: bool, out: &mut dyn Write) -> Result<Reply, PlayError> {
        let question = game.phases.question();
        let player = question.filter(|question| !question.seats(&game.battle).contains(&Seat::Chance));
        match player {
            Some(question) => Err(PlayError::NobodyPlays(question.name())),
            None => cast(game, out),
        }
    }
}

/// Casts the die that is asked for, shows it, and gives it to the battle.
pub(super) fn cast(game: &mut Game, out: &mut dyn Write) -> Result<Reply, PlayError> {
    let Game { battle, phases, .. } = game;
    let Some(question) = phases.question() else { return Ok(Reply::Moved) };
    let count = question.count(Seat::Chance, battle).unwrap_or_default();
    // The dice are those of the battle, so that a seed is the same battle however they are cast.
    let index = battle.dice.below(u32::try_from(count).unwrap_or(u32::MAX));
    let Some(roll) = question.pick(Seat::Chance, battle, index as usize) else { return Ok(Reply::Moved) };
    Menu::of(&question, Seat::Chance, battle).write_outcome(&roll, out)?;
    Ok(Reply::Answered(phases.answer_any(battle, Seat::Chance, roll)?))
}
