//! Whether a phase costs more above many levels.

use phase_core::prelude::*;

use crate::burst::{self, PausePhase};
use crate::growth;
use crate::samples::medians;
use crate::table::Row;
use crate::turn::world::World;

const DEPTHS: [u32; 3] = [1, 1_000, 1_000_000];
const ROUNDS: usize = 1_000;

pub(crate) fn rows() -> Vec<Row> {
    let mut trees = DEPTHS.map(deep_tree);
    let seconds = medians(ROUNDS, trees.each_mut().map(|tree| move || burst::run(tree)));
    growth::rows("levels below", DEPTHS, seconds, burst::PHASES)
}

/// Leaves a sibling behind on its level, and goes one level up.
#[phase(world = World, unshifts(LinkPhase, SiblingPhase, PausePhase))]
#[derive(Debug)]
struct LinkPhase {
    levels_above: u32,
}

impl Phase for LinkPhase {
    fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        if self.levels_above > 1 {
            guard.unshift(LinkPhase { levels_above: self.levels_above - 1 });
            guard.unshift(SiblingPhase);
        } else {
            for _ in 0..ROUNDS + 2 {
                guard.unshift(PausePhase);
            }
        }
        guard.end()
    }
}

#[phase(world = World, leaf)]
#[derive(Debug)]
struct SiblingPhase;

impl Phase for SiblingPhase {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.end()
    }
}

/// So many levels with something in them, below one of enough pauses for all rounds.
fn deep_tree(depth: u32) -> PhaseManager<World> {
    let mut phases = PhaseManager::new();
    phases.push(LinkPhase { levels_above: depth });
    phases.push(SiblingPhase);
    burst::run_to_pause(&mut phases, &mut World::new(1));
    assert_eq!(phases.levels().count(), depth as usize + 1);
    phases
}
