//! A world with a phase of each kind, and edges of each kind between them.

use phase_core::prelude::*;
use phase_tools::graph;

pub(crate) struct Quay;

/// A ship comes in.
///
/// It is the first thing to happen.
#[phase(world = Quay, unshifts(MoorPhase, UnloadPhase), defers(SailPhase), pushes(ArrivePhase))]
#[derive(Debug)]
pub(crate) struct ArrivePhase {
    _berth: u8,
}

#[phase(world = Quay, leaf)]
#[derive(Debug)]
pub(crate) struct MoorPhase;

/// Crates leave the ship.
#[phase(world = Quay, ordered, unshifts(UnloadPhase, CranePhase), defers(CranePhase))]
#[derive(Debug)]
pub(crate) struct UnloadPhase;

#[phase(world = Quay, leaf)]
#[derive(Debug)]
pub(crate) struct CranePhase;

#[phase(world = Quay, pushes(ArrivePhase))]
#[derive(Debug)]
pub(crate) struct SailPhase;

/// May do anything.
#[phase(world = Quay)]
#[derive(Debug)]
pub(crate) struct StrikePhase;

#[phase(world = Quay, common, leaf)]
#[derive(Debug)]
pub(crate) struct HornPhase;

#[phase(world = Quay, common, unshifts(HornPhase))]
#[derive(Debug)]
pub(crate) struct FlagPhase;

super::only_ends!(ArrivePhase, MoorPhase, UnloadPhase, SailPhase, StrikePhase, HornPhase, FlagPhase);

impl Phase for CranePhase {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.wait()
    }
}

impl Waits for CranePhase {
    fn update(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.end()
    }
}

impl Ordered for UnloadPhase {
    type Key = ();

    fn key(&self, _: &Quay) {}
}

pub(crate) fn flow() -> phase_tools::Graph {
    graph(registry().of::<Quay>()).rooted_at::<ArrivePhase>()
}
