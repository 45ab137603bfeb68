//! A game out of what was kept of it.

use super::fault::{Fault, guarded};
use super::table::{Refusal, Table, Taken};
use crate::store::{Given, Recording, Stored, Verdict};

/// A game as it was after the last answer that was kept: from its last save, by the answers since.
///
/// # Errors
///
/// If what was kept does not fit together, or the game fails. A panic in it is caught.
pub fn go_on(stored: &Stored) -> Result<(Table, Option<Verdict>), Fault> {
    guarded(|| {
        let mut table = Table::load(&stored.save)?;
        let mut verdict = None;
        if let (Some(began), 0) = (stored.header.began, stored.after) {
            verdict = table.begin(began)?.verdict;
        }
        for given in &stored.answers {
            verdict = again(&mut table, given)?.verdict;
        }
        Ok((table, verdict))
    })
}

/// Plays a recording from the first state to its last answer, and tells after each what `after` is told.
///
/// # Errors
///
/// If an answer is not taken this time, or the game fails as it did when it was recorded.
pub fn play_again(recording: &Recording, mut after: impl FnMut(&Table)) -> Result<Option<Verdict>, Fault> {
    guarded(|| {
        let mut table = Table::load(&recording.first)?;
        let Some(began) = recording.header.began else { return Ok(None) };
        let mut verdict = table.begin(began)?.verdict;
        after(&table);
        for given in &recording.answers {
            verdict = again(&mut table, given)?.verdict;
            after(&table);
        }
        Ok(verdict)
    })
}

fn again(table: &mut Table, given: &Given) -> Result<Taken, Fault> {
    let number = table.given(given.seat) + 1;
    table.answer(given.seat, number, given.answer.get(), given.at).map_err(|refusal| match refusal {
        Refusal::Broken(fault) => fault,
        refused => {
            Fault::new(format!("answer {number} of seat {} was taken, and is not now: {refused}", given.seat))
        }
    })
}
