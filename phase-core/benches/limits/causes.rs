//! What it takes to find a cause at the far end of a long line.

use std::hint::black_box;

use phase_core::prelude::*;

use crate::samples::medians;
use crate::table::{Bar, Row, Unit};

const CAUSES: u32 = 1_000;
/// Look-ups in one sample.
const LOOK_UPS: u32 = 1_000;
const ROUNDS: usize = 1_000;

/// How often a scope was found.
#[derive(Default)]
struct Found(u32);

/// The outermost.
#[phase(world = Found, unshifts(LinkPhase))]
#[derive(Debug)]
struct OutermostPhase;

/// Leaves a sibling behind, so that all of the line is needed.
#[phase(world = Found, unshifts(LinkPhase, ReachPhase), defers(SiblingPhase))]
#[derive(Debug)]
struct LinkPhase {
    links_above: u32,
}

#[phase(world = Found, leaf)]
#[derive(Debug)]
struct SiblingPhase;

/// Looks for the outermost in each update.
#[phase(world = Found, leaf)]
#[derive(Debug)]
struct ReachPhase;

impl Phase for OutermostPhase {
    fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.unshift(LinkPhase { links_above: CAUSES - 2 });
        guard.end()
    }
}

impl Phase for LinkPhase {
    fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        match self.links_above.checked_sub(1) {
            Some(links_above) => guard.unshift(LinkPhase { links_above }),
            None => guard.unshift(ReachPhase),
        }
        guard.defer(SiblingPhase);
        guard.end()
    }
}

impl Phase for SiblingPhase {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.end()
    }
}

impl Phase for ReachPhase {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        assert_eq!(guard.queue.causes().count(), CAUSES as usize);
        guard.wait()
    }
}

impl Waits for ReachPhase {
    fn update(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        for _ in 0..LOOK_UPS {
            guard.world.0 += u32::from(black_box(guard.queue.within::<OutermostPhase>()).is_some());
        }
        guard.wait()
    }
}

pub(crate) fn rows() -> Vec<Row> {
    let (mut phases, mut found) = (PhaseManager::new(), Found::default());
    phases.push(OutermostPhase);
    phases.run(&mut found).expect("it waits");
    let [seconds] = medians(
        ROUNDS,
        [|| {
            found.0 = 0;
            phases.run(&mut found).expect("it waits on");
            assert_eq!(found.0, LOOK_UPS);
        }],
    );
    let measured = Ok((seconds * 1e9 / f64::from(LOOK_UPS), String::new()));
    let bar = Bar { unit: Unit::Nanoseconds, at_most: 2_000.0 };
    vec![Row::with_bar("`within` for the outermost of 1,000 causes", "", bar, measured)]
}
