//! What was queued to a phase that set the running one off, in saves and copies.

use phase_core::prelude::*;
use serde::{Deserialize, Serialize};

use crate::format::ALL;

#[derive(Debug, Default, Clone)]
struct Table {
    log: Vec<&'static str>,
}

/// Defers one that waits, and one that comes after it.
#[phase(world = Table, save, clone)]
#[derive(Debug, Clone, Serialize, Deserialize)]
struct Blast;

/// Unshifts to the blast, and waits for one update.
#[phase(world = Table, save, clone)]
#[derive(Debug, Clone, Serialize, Deserialize)]
struct Fuse;

#[phase(world = Table, save, clone)]
#[derive(Debug, Clone, Serialize, Deserialize)]
struct Spark;

#[phase(world = Table, save, clone)]
#[derive(Debug, Clone, Serialize, Deserialize)]
struct Smoke;

#[phase(world = Table, save, clone)]
#[derive(Debug, Clone, Serialize, Deserialize)]
struct Pause;

impl Phase for Blast {
    fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.defer(Fuse);
        guard.defer(Smoke);
        guard.end()
    }
}

impl Phase for Fuse {
    fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.unshift(Smoke);
        guard.queue.within::<Blast>().expect("it was set off by one").unshift(Spark);
        guard.wait()
    }
}

impl Waits for Fuse {
    fn update(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.world.log.push("fuse");
        guard.end()
    }
}

impl Phase for Spark {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        let causes: Vec<_> = guard.queue.causes().map(|cause| cause.name()).collect();
        assert_eq!(causes, ["Blast"]);
        guard.world.log.push("spark");
        guard.end()
    }
}

impl Phase for Smoke {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        let is_from_fuse = guard.queue.causes().any(|cause| cause.is::<Fuse>());
        guard.world.log.push(if is_from_fuse { "smoke of the fuse" } else { "smoke" });
        guard.end()
    }
}

impl Phase for Pause {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.world.log.push("pause");
        guard.end()
    }
}

fn burning() -> (PhaseManager<Table>, Table) {
    let (mut phases, mut table) = (PhaseManager::new(), Table::default());
    phases.push(Blast);
    phases.run(&mut table).expect("nothing fails");
    (phases, table)
}

/// Runs the game, its copy and its saves to their end.
fn all_end_with(phases: PhaseManager<Table>, table: &Table, log: &[&str]) {
    let fork = phases.fork().expect("all of it can be copied");
    let loaded = ALL.map(|format| format.hop(&phases));
    for mut phases in loaded.into_iter().chain([fork, phases]) {
        let mut table = table.clone();
        assert_eq!(phases.run(&mut table).expect("nothing fails"), RunStatus::Idle);
        assert_eq!(table.log, log);
    }
}

#[test]
fn what_was_unshifted_to_the_cause_of_a_deferred_phase_is_loaded_while_that_waits() {
    let (phases, table) = burning();
    assert_eq!(phases.levels().to_string(), "1: [Smoke]\n2: [Spark]\n3: [Smoke]");
    all_end_with(phases, &table, &["fuse", "smoke of the fuse", "spark", "smoke"]);
}

#[test]
fn what_was_unshifted_to_the_cause_of_a_deferred_phase_is_loaded_while_that_is_parked() {
    let (mut phases, mut table) = burning();
    phases.interrupt(Pause);
    phases.step(&mut table).expect("nothing fails");
    assert_eq!(phases.parked().count(), 1);
    all_end_with(phases, &table, &["pause", "fuse", "smoke of the fuse", "spark", "smoke"]);
}

#[test]
fn what_was_unshifted_to_the_cause_of_a_deferred_phase_is_loaded_after_that_has_ended() {
    let (mut phases, mut table) = burning();
    phases.step(&mut table).expect("nothing fails");
    assert_eq!(phases.waiting(), None);
    all_end_with(phases, &table, &["fuse", "smoke of the fuse", "spark", "smoke"]);
}
