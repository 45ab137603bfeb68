//! Makes the way to a fault shorter, and its answers simpler.

use phase_core::ForkError;

use super::advance::Fault;
use super::random::Pick;

/// So many answers are tried at most to shrink one way.
const MOST_ANSWERS: usize = 200_000;

/// What has come of another try.
pub(super) struct Attempt {
    /// How many answers it took.
    pub(super) answers: usize,
    /// The answers that were given up to the fault, if it has shown again.
    pub(super) shown: Option<(Vec<Pick>, Fault)>,
}

/// Leaves out answers, ever fewer at a time, and puts in earlier ones of the options, as long as the fault shows. Gives the
/// way that is left; nothing if the game does not go the same way twice.
pub(super) fn shrink(
    way: &[Pick],
    attempt: impl FnMut(&[Pick]) -> Result<Attempt, ForkError>,
) -> Result<Option<(Vec<Pick>, Fault)>, ForkError> {
    let mut shrinking = Shrinking { attempt, left: MOST_ANSWERS, best: None };
    shrinking.tries(way)?;
    loop {
        let before = shrinking.numbers();
        shrinking.leave_out()?;
        shrinking.simplify()?;
        if shrinking.left == 0 || shrinking.numbers() == before {
            return Ok(shrinking.best);
        }
    }
}

struct Shrinking<A> {
    attempt: A,
    left: usize,
    best: Option<(Vec<Pick>, Fault)>,
}

impl<A: FnMut(&[Pick]) -> Result<Attempt, ForkError>> Shrinking<A> {
    fn way(&self) -> &[Pick] {
        self.best.as_ref().map_or(&[], |(way, _)| way)
    }

    fn numbers(&self) -> Vec<u32> {
        self.way().iter().map(|pick| pick.number).collect()
    }

    /// Whether a way shows the fault, and is better than the best so far.
    fn tries(&mut self, way: &[Pick]) -> Result<bool, ForkError> {
        let Attempt { answers, shown } = (self.attempt)(way)?;
        self.left = self.left.saturating_sub(answers + 1);
        let Some((way, fault)) = shown else { return Ok(false) };
        let numbers: Vec<u32> = way.iter().map(|pick| pick.number).collect();
        let is_better = self.best.is_none() || (numbers.len(), numbers) < (self.way().len(), self.numbers());
        if is_better {
            self.best = Some((way, fault));
        }
        Ok(is_better)
    }

    fn leave_out(&mut self) -> Result<(), ForkError> {
        let mut size = self.way().len() / 2;
        while size > 0 {
            let mut from = 0;
            while from + size <= self.way().len() && self.left > 0 {
                let mut way = self.way().to_vec();
                way.drain(from..from + size);
                if !self.tries(&way)? {
                    from += 1.max(size / 2);
                }
            }
            // Players take turns, so two or three answers at a time are worth a try of their own.
            size = if size > 3 { (size / 2).max(3) } else { size - 1 };
        }
        Ok(())
    }

    fn simplify(&mut self) -> Result<(), ForkError> {
        let mut at = 0;
        while at < self.way().len() {
            let number = self.way()[at].number;
            for other in [0, number / 2, number.saturating_sub(1)] {
                if other < self.way().get(at).map_or(0, |pick| pick.number) && self.left > 0 {
                    let mut way = self.way().to_vec();
                    way[at] = Pick { number: other, given: None };
                    self.tries(&way)?;
                }
            }
            at += 1;
        }
        Ok(())
    }
}
