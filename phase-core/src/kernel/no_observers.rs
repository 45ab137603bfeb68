//! Nobody is told what happens.

#![allow(clippy::unused_self, reason = "there is nobody to tell")]

use super::doors::Exit;
use super::run_error::RunError;
use super::schedule::Schedule;
use super::storage::Stored;

/// Which levels phases stand on.
#[derive(Default)]
pub(crate) struct Standing;

impl<W: 'static> Schedule<W> {
    pub(crate) fn standing(&self) -> Standing {
        Standing
    }

    pub(crate) fn tell_dropped(&mut self, _: &[Stored<W>], _: &Standing, _: Exit) {}

    pub(crate) fn tell_end(&mut self, _: &Stored<W>, _: usize, _: (Exit, Option<&RunError>), _: Option<&W>) {}
}
