//! The search against players that do not look ahead.

use std::path::Path;

use phase_core::BoxError;
use phase_core::prelude::*;
use rand_pcg::Pcg32;
use rand_pcg::rand_core::SeedableRng;

use super::tic_tac_toe::{Board, new_game};
use crate::double_battle::battle::{Asked, Battle};
use crate::double_battle::battler::Side;
use crate::double_battle::dice::Dice;
use crate::double_battle::fault::Fault;
use crate::double_battle::game::Game;
use crate::double_battle::scenario::Scenario;
use crate::searcher::{Searchable, Searcher, below};

/// How a game ended for the searcher.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// The searcher won.
    Won,
    /// The other won.
    Lost,
    /// Nobody won.
    Drawn,
}

/// The battle that is fought: both teams are the same but for their names.
///
/// # Errors
///
/// If the scenario is not good, which a test rules out.
pub fn arena() -> Result<Battle, Fault> {
    Ok(Scenario::parse(Path::new("arena.toml"), include_str!("arena.toml"))?.battle)
}

/// Plays a battle against a player that takes the first option of each question, and tells how it ended for the searcher.
///
/// # Errors
///
/// If a phase fails.
pub fn fight(arena: &Battle, side: Side, seed: u64, searcher: &mut Searcher) -> Result<Verdict, BoxError> {
    let asked = Asked { players: true, dice: false };
    let Game { mut battle, mut phases, .. } =
        Game::new(Battle { dice: Dice::new(seed), asked, is_muted: true, ..arena.clone() });
    against(&mut phases, &mut battle, side.seat(), searcher, |_| 0)
}

/// Plays tic-tac-toe against a player that leaves it to chance, and tells how it ended for the searcher.
///
/// # Errors
///
/// If a phase fails.
pub fn tic_tac_toe(seat: Seat, seed: u64, searcher: &mut Searcher) -> Result<Verdict, BoxError> {
    let mut random = Pcg32::seed_from_u64(seed);
    let mut board = Board::default();
    against(&mut new_game(), &mut board, seat, searcher, |count| below(count, &mut random))
}

/// Plays a game in which the searcher answers for one seat, and another player for all others, by the number of an option
/// out of so many.
fn against<W: Searchable>(
    phases: &mut PhaseManager<W>,
    world: &mut W,
    seat: Seat,
    searcher: &mut Searcher,
    mut other: impl FnMut(usize) -> usize,
) -> Result<Verdict, BoxError> {
    while phases.run(world)? == RunStatus::Asking {
        // Where both are asked at once, the searcher comes first, and can't know what the other answers.
        if let Some(answer) = searcher.choose(phases, world, seat)? {
            phases.answer_any(world, seat, answer)?;
            continue;
        }
        let picked = phases.question().and_then(|question| {
            let seat = *question.seats(world).first()?;
            let number = other(question.count(seat, world)?);
            Some((seat, question.pick(seat, world, number)?))
        });
        let (seat, answer) = picked.ok_or("a question without options")?;
        phases.answer_any(world, seat, answer)?;
    }
    Ok(match world.score(seat) {
        0 => Verdict::Lost,
        1 => Verdict::Drawn,
        _ => Verdict::Won,
    })
}
