//! The games, and how each of them is explored.

use phase_core::prelude::*;
use phase_testing::{Progress, Report, explore};

use crate::card_stack;
use crate::double_battle::battle::{Asked, Battle};
use crate::double_battle::dice::Dice;
use crate::double_battle::fault::Fault;
use crate::double_battle::game::Game;
use crate::search::contest::arena;
use crate::search::tic_tac_toe::{Board, new_game};

/// Where the searches stop.
#[derive(Debug, Clone, Copy)]
pub struct Bounds {
    /// After how many answers that of the double battle does.
    pub battle: usize,
    /// After how many answers that of the duel with cards does.
    pub cards: usize,
}

/// Told from time to time how far a search has come.
pub type Tell<'a> = &'a mut dyn FnMut(&Progress);

/// Every position of tic-tac-toe.
pub fn tic_tac_toe(tell: Tell<'_>) -> Report {
    explore(&new_game(), &Board::default())
        .same_when(|board| board.cells)
        .invariant("nobody is a move ahead", |board, _| {
            let taken = |player| board.cells.iter().filter(|&&cell| cell == Some(player)).count();
            (taken(1)..=taken(1) + 1).contains(&taken(0))
        })
        .on_progress(tell)
        .run()
}

/// The double battle of the search, with the dice of its seed; each command and target is asked for.
///
/// # Errors
///
/// If the scenario is not good, which a test rules out.
pub fn double_battle(depth: usize, tell: Tell<'_>) -> Result<Report, Fault> {
    let asked = Asked { players: true, dice: false };
    let Game { battle, phases, .. } = Game::new(Battle { asked, is_muted: true, ..arena()? });
    let report = explore(&phases, &battle)
        .depth(depth)
        .invariant("hp are in bounds", |battle, _| {
            battle.teams.iter().flat_map(|team| &team.creatures).all(|one| (0..=one.max_hp).contains(&one.hp))
        })
        .on_progress(tell)
        .run();
    Ok(report)
}

/// The duel with cards, from the first hands on; what is drawn later is asked for.
///
/// # Errors
///
/// If a phase fails before that.
pub fn card_stack(depth: usize, tell: Tell<'_>) -> Result<Report, AnswerError<AnyAnswer>> {
    let card_stack::game::Game { mut duel, mut phases, .. } = card_stack::game::Game::new(1);
    duel.is_muted = true;
    let mut dice = Dice::new(1);
    phases.play(&mut duel, |question, seat, duel| {
        let count = question.count(seat, duel).filter(|_| seat == Seat::Chance)?;
        question.pick(seat, duel, dice.below(u32::try_from(count).ok()?) as usize)
    })?;
    Ok(explore(&phases, &duel).depth(depth).on_progress(tell).run())
}
