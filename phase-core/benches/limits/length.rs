//! Whether a phase costs more when many are queued on level 0.

use std::hint::black_box;

use phase_core::prelude::*;

use crate::burst::{self, PausePhase};
use crate::growth;
use crate::samples::medians;
use crate::table::Row;

const LENGTHS: [u32; 3] = [10, 10_000, 1_000_000];
const ROUNDS: usize = 1_000;
/// Steps around the ring in one sample: all samples together go round the longest one ten times.
const STEPS: u32 = 10_000;

pub(crate) fn rows() -> Vec<Row> {
    let mut rows = walked();
    rows.extend(burst_above());
    rows
}

fn walked() -> Vec<Row> {
    let mut rings = LENGTHS.map(|length| {
        let mut phases = PhaseManager::new();
        (0..length).for_each(|number| phases.push(RingPhase(number)));
        phases
    });
    let seconds = medians(ROUNDS, rings.each_mut().map(|ring| move || walk(ring)));
    for (ring, length) in rings.iter().zip(LENGTHS) {
        assert_eq!(ring.len(), length as usize + 1, "the last child is still to run");
    }
    growth::rows("length of level 0, walked around", LENGTHS, seconds, 2 * STEPS)
}

fn burst_above() -> Vec<Row> {
    let mut managers = LENGTHS.map(|length| {
        let mut phases = PhaseManager::new();
        (1..length).for_each(|_| phases.push(PausePhase));
        phases
    });
    let work = managers.each_mut().map(|phases| {
        move || {
            phases.push(PausePhase);
            burst::run(phases);
        }
    });
    let seconds = medians(ROUNDS, work);
    growth::rows("length of level 0, with a burst above", LENGTHS, seconds, burst::PHASES)
}

struct Ring {
    steps_left: u32,
    sum: u64,
}

/// Goes to the end of the line, and unshifts a child.
#[phase(world = Ring, pushes(RingPhase), unshifts(ChildPhase))]
#[derive(Debug)]
struct RingPhase(u32);

impl Phase for RingPhase {
    fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.push(RingPhase(self.0));
        guard.unshift(ChildPhase(self.0));
        guard.world.steps_left -= 1;
        if guard.world.steps_left == 0 {
            guard.queue.halt();
        }
        guard.end()
    }
}

#[phase(world = Ring, leaf)]
#[derive(Debug)]
struct ChildPhase(u32);

impl Phase for ChildPhase {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.world.sum = guard.world.sum.wrapping_add(self.0.into());
        guard.end()
    }
}

fn walk(phases: &mut PhaseManager<Ring>) {
    let mut ring = Ring { steps_left: STEPS, sum: 0 };
    match phases.run(black_box(&mut ring)) {
        Ok(RunStatus::Halted) => {}
        other => panic!("the ring was not walked: {other:?}"),
    }
    black_box(ring.sum);
}
