//! Phases of different types in one order, in saves and copies.

use phase_core::prelude::*;
use serde::{Deserialize, Serialize};

use crate::format::ALL;

#[derive(Debug, Default, Clone)]
struct Table {
    log: Vec<u32>,
    /// The lowest first.
    reversed: bool,
}

struct Triggers;

impl OrderGroup for Triggers {
    type Key = i64;
}

#[phase(world = Table, ordered(Triggers), save, clone)]
#[derive(Debug, Clone, Serialize, Deserialize)]
struct Burn(u32);

#[phase(world = Table, ordered(Triggers), save, clone)]
#[derive(Debug, Clone, Serialize, Deserialize)]
struct Heal(u32);

/// Waits for one update.
#[phase(world = Table, save, clone)]
#[derive(Debug, Clone, Serialize, Deserialize)]
struct Pause;

fn key(of: u32, table: &Table) -> i64 {
    if table.reversed { -i64::from(of) } else { i64::from(of) }
}

impl Phase for Burn {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.world.log.push(self.0);
        guard.end()
    }
}

impl Ordered for Burn {
    type Key = i64;

    fn key(&self, table: &Table) -> i64 {
        key(self.0, table)
    }
}

impl Phase for Heal {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.world.log.push(self.0);
        guard.end()
    }
}

impl Ordered for Heal {
    type Key = i64;

    fn key(&self, table: &Table) -> i64 {
        key(self.0, table)
    }
}

impl Phase for Pause {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.wait()
    }
}

impl Waits for Pause {
    fn update(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.end()
    }
}

/// In the middle of a group, with another above what waits.
fn game() -> Result<(PhaseManager<Table>, Table), RunError> {
    let (mut phases, mut table) = (PhaseManager::new(), Table::default());
    for number in [2, 9, 4] {
        phases.push(Burn(number));
        phases.push(Heal(number + 1));
    }
    phases.step(&mut table)?;
    phases.interrupt(Pause);
    assert_eq!(phases.run(&mut table)?, RunStatus::Waiting);
    phases.unshift(Heal(20));
    phases.unshift(Burn(21));
    Ok((phases, table))
}

#[test]
fn the_rest_of_a_group_is_loaded_and_copied_in_its_order() -> Result<(), RunError> {
    let (phases, table) = game()?;
    let fork = phases.fork().expect("all of it can be copied");
    let loaded = ALL.map(|format| format.hop(&phases));
    for mut phases in loaded.into_iter().chain([fork, phases]) {
        let mut table = table.clone();
        assert_eq!(phases.run(&mut table)?, RunStatus::Idle);
        assert_eq!(table.log, [10, 21, 20, 9, 5, 4, 3, 2]);
    }
    Ok(())
}

#[test]
fn keys_that_are_others_after_loading_count() -> Result<(), RunError> {
    let (phases, mut table) = game()?;
    table.reversed = true;
    for format in ALL {
        let (mut phases, mut table) = (format.hop(&phases), table.clone());
        assert_eq!(phases.run(&mut table)?, RunStatus::Idle);
        assert_eq!(table.log, [10, 20, 21, 2, 3, 4, 5, 9], "{format:?}");
    }
    Ok(())
}
