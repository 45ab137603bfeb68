//! Many phases at once, and phases that come by themselves: who has set off what is known all the same.

use std::panic::{AssertUnwindSafe, catch_unwind};

use phase_core::prelude::*;
use phase_testing::Play;

#[phase(world = u32, pushes(OuterPhase), clone)]
#[derive(Debug, Clone)]
struct BurstPhase;

impl Phase for BurstPhase {
    fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        *guard.world += 1;
        for number in 0..100 {
            guard.push(OuterPhase(number));
        }
        guard.end()
    }
}

#[phase(world = u32, unshifts(InnerPhase, LatePhase), clone)]
#[derive(Debug, Clone)]
struct OuterPhase(u32);

impl Phase for OuterPhase {
    fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.unshift(InnerPhase);
        if self.0 == 7 {
            guard.queue.insert_before::<OuterPhase>(LatePhase);
        }
        guard.end()
    }
}

#[phase(world = u32, unshifts(LatePhase), clone)]
#[derive(Debug, Clone)]
struct InnerPhase;

impl Phase for InnerPhase {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.end()
    }
}

#[phase(world = u32, leaf, clone)]
#[derive(Debug, Clone)]
struct LatePhase;

impl Phase for LatePhase {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.end()
    }
}

fn fails(call: impl FnOnce()) -> bool {
    catch_unwind(AssertUnwindSafe(call)).is_err()
}

#[test]
fn in_a_long_queue_what_is_unshifted_is_set_off_by_its_own_phase() {
    let mut phases = PhaseManager::new();
    phases.push(BurstPhase);
    let mut play = Play::new(phases, 0);
    play.to_rest();
    assert_eq!(play.starts().len(), 1 + 100 + 100 + 1);
    play.assert_caused::<InnerPhase, OuterPhase>();
    // What is pushed has no causes.
    assert!(fails(|| play.assert_caused::<InnerPhase, BurstPhase>()));
    // What is put beside another phase has those of that one: here none, since it stands on level 0.
    assert!(fails(|| play.assert_caused::<LatePhase, OuterPhase>()));
    let late = play.starts().iter().position(|start| start == "LatePhase").unwrap();
    assert_eq!(
        play.starts()[late - 2..=late + 1],
        ["OuterPhase(7)", "InnerPhase", "LatePhase", "OuterPhase(8)"]
    );
}

#[test]
fn a_phase_that_comes_by_itself_sets_off_others() {
    let phases = PhaseManager::new().when_empty(|number: &mut u32| {
        *number += 1;
        OuterPhase(*number)
    });
    let mut play = Play::new(phases, 0);
    play.through::<OuterPhase>().through::<OuterPhase>();
    play.assert_starts(["OuterPhase", "InnerPhase", "OuterPhase", "InnerPhase"]);
    play.assert_caused::<InnerPhase, OuterPhase>();
}

#[test]
fn what_the_test_queues_is_set_off_by_the_phase_that_ran_last() {
    let mut phases = PhaseManager::new();
    phases.push(OuterPhase(0));
    let mut play = Play::new(phases, 0);
    play.to::<InnerPhase>();
    play.phases.unshift(LatePhase);
    play.to_rest();
    play.assert_caused::<LatePhase, OuterPhase>();
    play.assert_starts(["OuterPhase(0)", "InnerPhase", "LatePhase"]);
}
