//! An inspector beside a game that keeps its own main loop.

use std::fmt;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::time::{Duration, Instant};

use phase_core::{PhaseManager, RunError, RunStatus};

use super::input::Desk;
use super::terminal::{Panel, Turn};

/// An inspector beside a game that keeps its own main loop; see [`Inspector::attach`](super::Inspector::attach).
///
/// The terminal is given back when it is dropped.
pub struct Attached<W: 'static> {
    desk: Desk<W>,
    panel: Option<Panel>,
    next_look: Instant,
    /// How many steps are made between two looks at the clock.
    batch: u64,
}

/// How often keys and screen are looked at while the game runs at full speed.
const LOOK: Duration = Duration::from_millis(40);

/// What a call of the game's loop comes to.
enum CameTo {
    Rest(Result<RunStatus, RunError>),
    /// Somebody has left the inspector.
    Left,
}

impl<W: 'static> Attached<W> {
    pub(super) fn new(mut desk: Desk<W>) -> io::Result<Self> {
        desk.session.is_attached = true;
        let panel = Panel::open(&mut desk)?;
        panel.is_away();
        Ok(Self { desk, panel: Some(panel), next_look: Instant::now(), batch: 1 })
    }

    /// Runs the game like [`PhaseManager::run`], under inspection.
    ///
    /// It returns when that would. Where the game stands, since somebody has stopped it or a breakpoint has, it returns only once
    /// it has gone on as far as that. When the inspector is left by `q`, the game goes on without it, here and in later calls.
    ///
    /// Where somebody goes back, the game's loop finds itself at another moment: the phases and the world are those of then.
    ///
    /// # Errors
    ///
    /// Those of [`PhaseManager::run`], once whoever looks at them has gone on.
    ///
    /// # Panics
    ///
    /// As the game does, once somebody has left the inspector where it did.
    pub fn run(&mut self, phases: &mut PhaseManager<W>, world: &mut W) -> Result<RunStatus, RunError> {
        let Some(panel) = &self.panel else { return phases.run(world) };
        panel.is_back();
        self.desk.session.exchange(phases, world);
        let came_to = catch_unwind(AssertUnwindSafe(|| self.drive()));
        self.desk.session.exchange(phases, world);
        match came_to {
            Ok(Ok(CameTo::Rest(rest))) => {
                if let Some(panel) = &self.panel {
                    panel.is_away();
                }
                rest
            }
            Ok(Ok(CameTo::Left)) => {
                self.leave();
                phases.run(world)
            }
            Ok(Err(error)) => {
                self.panel = None;
                eprintln!("the game goes on without the inspector, since the terminal failed: {error}");
                phases.run(world)
            }
            Err(panic) => {
                self.panel = None;
                resume_unwind(panic)
            }
        }
    }

    /// Whether somebody still looks at the game: it is not left.
    #[must_use]
    pub fn is_open(&self) -> bool {
        self.panel.is_some()
    }

    fn leave(&mut self) {
        self.panel = None;
        if self.desk.is_interrupted {
            super::terminal::interrupt();
        }
        if let Some(panic) = self.desk.session.last_panic() {
            panic.resume();
        }
        self.desk.session.forget();
    }

    fn drive(&mut self) -> io::Result<CameTo> {
        let Self { desk, panel: Some(panel), next_look, batch } = self else { return Ok(CameTo::Left) };
        desk.session.come_back();
        loop {
            if desk.is_at_full_speed() && Instant::now() < *next_look {
                let begin = Instant::now();
                let is_through = panel.over(|| desk.session.go_fast(*batch));
                *batch = next_batch(*batch, is_through, begin.elapsed());
                if is_through && !desk.session.is_in_trouble() {
                    return Ok(CameTo::Rest(Ok(desk.session.rest())));
                }
                if is_through {
                    desk.session.stop_in_trouble();
                    *next_look = begin;
                }
                continue;
            }
            let at = desk.session.at();
            if panel.turn(desk)? == Turn::Leave {
                return Ok(CameTo::Left);
            }
            *next_look = Instant::now() + LOOK;
            if let Some(error) = desk.session.error_to_tell(desk.is_running(), at) {
                return Ok(CameTo::Rest(Err(error)));
            }
            if desk.session.takes_rest() {
                return Ok(CameTo::Rest(Ok(desk.session.rest())));
            }
        }
    }
}

/// How many steps to make next, after so many took so long: as many as make the clock cheap, and no more than keys can wait for.
fn next_batch(batch: u64, is_through: bool, took: Duration) -> u64 {
    if took >= LOOK / 20 {
        (batch / 2).max(1)
    } else if is_through {
        // The game has come to rest before as many were made, which tells nothing of longer runs.
        batch
    } else {
        batch.saturating_mul(2)
    }
}

impl<W: 'static> fmt::Debug for Attached<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Attached").field("is_open", &self.is_open()).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::{LOOK, next_batch};

    #[test]
    fn a_slow_step_is_followed_by_no_more_than_one() {
        assert_eq!(next_batch(1, false, LOOK), 1);
        assert_eq!(next_batch(1, true, LOOK), 1);
        assert_eq!(next_batch(4096, false, LOOK), 2048);
    }

    #[test]
    fn short_runs_and_fast_steps_keep_a_batch_large() {
        assert_eq!(next_batch(1024, true, LOOK / 1000), 1024);
        assert_eq!(next_batch(1024, false, LOOK / 1000), 2048);
    }
}
