//! Goes a way again that the search has found, to tell it in words.

use phase_core::{ForkError, PhaseManager};

use super::advance::{Guide, Patience};
use super::choices::choices;
use super::expand::Game;
use super::finding::Given;
use super::flow::{Flow, Seen};
use crate::panics::catch;

/// The answers along a way of choices, from the beginning.
///
/// A game that does not go the same way twice, since it does not only depend on world, phases and answers, may break off.
pub(super) fn retrace<W: Clone + 'static>(
    phases: &PhaseManager<W>,
    world: &W,
    way: &[u32],
    patience: Patience,
    flow: &Flow,
) -> Result<Vec<Given>, ForkError> {
    let mut game = Game::copy_of(phases, world)?;
    let given = go(&mut game, way, Guide::new(patience, Seen::nothing_of(flow)));
    // What is left of the game may panic, which has been told where it was found.
    let _ = catch(|| drop(game));
    Ok(given)
}

fn go<W: 'static>(Game { phases, world }: &mut Game<W>, way: &[u32], mut guide: Guide<'_>) -> Vec<Given> {
    let mut news = Vec::new();
    let mut given = Vec::with_capacity(way.len());
    let mut choice = None;
    for &number in way {
        if guide.go_on(phases, world, choice.take(), &mut news).is_err() {
            break;
        }
        let found = catch(|| choices(phases, world)).map(|found| found.all).unwrap_or_default();
        let (Some(picked), Some(question)) = (found.into_iter().nth(number as usize), phases.question())
        else {
            break;
        };
        given.push(Given {
            phase: format!("{:?}", question.phase()),
            seat: picked.seat,
            answer: picked.answer.clone(),
            option: picked.option,
        });
        choice = Some(picked);
    }
    given
}
