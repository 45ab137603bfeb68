//! Forks in memory that has been used.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::thread;

use phase_core::prelude::*;

use super::census::{Citizen, living};
use super::{Check, Log, OneWordPhase, Specimen, check, for_each_size, with_queued};

#[test]
fn a_fork_in_used_memory_is_the_same_and_leaves_nothing_behind() {
    check!(|P| {
        let phases = with_queued::<P>(5);
        for had in [0, 3, 5, 9] {
            let mut fork = with_queued::<P>(had);
            fork.unshift(P::new(77));
            fork.defer(P::new(78));
            fork.fork_from(&phases).unwrap();
            assert_eq!(living(), 10);
            fork.run(&mut Log::default()).unwrap();
            // Into the blocks of those that are over, of which some are of other types.
            fork.push(OneWordPhase::new(1));
            fork.push(P::new(2));
            fork.fork_from(&phases).unwrap();
            let mut log = Log::default();
            fork.run(&mut log).unwrap();
            assert_eq!((log.seen, log.misaligned), (vec![1, 2, 3, 4, 5], 0));
            assert_eq!(living(), 5);
        }
    });
}

/// Panics in its clone, and in its drop, when told to.
#[derive(Debug)]
struct Brittle {
    citizen: Citizen,
    panics_in_clone: bool,
    panics_in_drop: bool,
}

impl Clone for Brittle {
    fn clone(&self) -> Self {
        assert!(!self.panics_in_clone, "in the clone");
        Self { citizen: self.citizen.clone(), panics_in_clone: false, panics_in_drop: false }
    }
}

impl Drop for Brittle {
    fn drop(&mut self) {
        assert!(!self.panics_in_drop || thread::panicking(), "in the drop");
    }
}

#[phase(world = Log, leaf, clone)]
#[derive(Debug, Clone)]
struct Vase(#[allow(dead_code, reason = "it is there to be copied and dropped")] Brittle);

#[phase(world = Log, leaf)]
#[derive(Debug)]
struct NotCloned;

impl Phase for Vase {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.end()
    }
}

impl Phase for NotCloned {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.end()
    }
}

fn vase(panics_in_clone: bool, panics_in_drop: bool) -> Vase {
    Vase(Brittle { citizen: Citizen::new(), panics_in_clone, panics_in_drop })
}

#[test]
fn a_panic_while_a_fork_is_made_in_used_memory_leaves_an_empty_manager() {
    for (panics_in_clone, panics_in_drop) in [(true, false), (false, true)] {
        let before = living();
        {
            let mut phases = PhaseManager::new();
            phases.push(vase(false, false));
            phases.push(vase(panics_in_clone, false));
            phases.unshift(vase(false, false));
            let mut fork = PhaseManager::new();
            fork.push(vase(false, false));
            fork.push(vase(false, panics_in_drop));
            fork.push(vase(false, false));
            let forked = catch_unwind(AssertUnwindSafe(|| fork.fork_from(&phases)));
            assert!(forked.is_err());
            assert!(fork.is_empty() && fork.levels().next().is_none());
            fork.push(OneWordPhase::new(7));
            let mut log = Log::default();
            fork.run(&mut log).unwrap();
            assert_eq!(log.seen, [7]);
        }
        assert_eq!(living(), before, "no phase was dropped twice, and none never");
    }
}

#[test]
fn a_fork_of_what_can_not_be_copied_leaves_an_empty_manager() {
    let mut phases = PhaseManager::new();
    phases.push(OneWordPhase::new(1));
    phases.push(NotCloned);
    let mut fork = with_queued::<OneWordPhase>(3);
    let error = fork.fork_from(&phases).unwrap_err();
    assert!(matches!(error, ForkError::NotClone { phase: "NotCloned", .. }));
    assert!(fork.is_empty());
    assert_eq!(living(), 1);
}
