//! A phase that should no longer be queued can still be defined without a warning of its own.
#![deny(warnings)]

use phase_core::prelude::*;

/// Nobody evolves this way any more.
#[deprecated = "queue `EvolvePhase`"]
#[phase(unshifts(Self), common)]
#[derive(Debug)]
pub struct OldEvolvePhase {
    /// Who evolves.
    pub slot: usize,
}

#[allow(deprecated)]
impl Phase for OldEvolvePhase {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.end()
    }
}

fn main() {}
