//! Dice without players.

use std::io::Write;

use phase_core::Seat;

use super::menu::Menu;
use crate::double_battle::in_play::InPlay;
use crate::double_battle::play::{Host, PlayError, Reply};

/// Casts the dice that a battle asks for, and shows how they fall.
#[derive(Debug)]
pub struct Croupier;

impl Host for Croupier {
    fn answer(&mut self, game: &mut dyn InPlay, _: bool, out: &mut dyn Write) -> Result<Reply, PlayError> {
        let question = game.phases().question();
        let player = question.filter(|question| !question.seats(game.battle()).contains(&Seat::Chance));
        match player {
            Some(question) => Err(PlayError::NobodyPlays(question.name())),
            None => cast(game, out),
        }
    }
}

/// Casts the die that is asked for, shows it, and gives it to the battle.
pub(super) fn cast(game: &mut dyn InPlay, out: &mut dyn Write) -> Result<Reply, PlayError> {
    let Some(question) = game.phases().question() else { return Ok(Reply::Moved) };
    let count = question.count(Seat::Chance, game.battle()).unwrap_or_default();
    let index = game.cast(u32::try_from(count).unwrap_or(u32::MAX));
    let Some(question) = game.phases().question() else { return Ok(Reply::Moved) };
    let Some(roll) = question.pick(Seat::Chance, game.battle(), index as usize) else {
        return Ok(Reply::Moved);
    };
    Menu::of(&question, Seat::Chance, game.battle()).write_outcome(&roll, out)?;
    Ok(Reply::Answered(game.answer(Seat::Chance, roll)?))
}
