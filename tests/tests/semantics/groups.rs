//! Phases of different types that run in one order.

use std::cmp::Reverse;
use std::panic::{AssertUnwindSafe, catch_unwind};

use phase_core::prelude::*;

/// Speeds by name, and what has started.
#[derive(Default)]
struct Table {
    speeds: Vec<(&'static str, i32)>,
    log: Vec<&'static str>,
    tickets: Vec<Ticket>,
    broken: bool,
}

impl Table {
    fn of(speeds: &[(&'static str, i32)]) -> Self {
        Self { speeds: speeds.to_vec(), ..Self::default() }
    }

    fn speed(&self, name: &str) -> i32 {
        assert!(!self.broken, "no speed can be read");
        self.speeds.iter().find(|(of, _)| *of == name).map_or(0, |(_, speed)| *speed)
    }

    fn set(&mut self, name: &'static str, speed: i32) {
        self.speeds.retain(|(of, _)| *of != name);
        self.speeds.push((name, speed));
    }
}

/// The fastest first.
struct Triggers;

impl OrderGroup for Triggers {
    type Key = i32;
}

/// The slowest first, by a key of another type.
struct Slow;

impl OrderGroup for Slow {
    type Key = Reverse<i32>;
}

/// A phase that is known by its name, and does nothing else.
macro_rules! named {
    ($($(#[$about:meta])* $name:ident { $($argument:tt)* })*) => {$(
        $(#[$about])*
        #[phase(world = Table, $($argument)*)]
        #[derive(PartialEq)]
        struct $name(&'static str);

        impl Phase for $name {
            fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
                guard.world.log.push(self.0);
                guard.end()
            }
        }

        impl std::fmt::Debug for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.0)
            }
        }
    )*};
}

named! {
    Burn { ordered(Triggers) }
    Heal { ordered(Triggers) }
    Crawl { ordered(Slow) }
    Creep { ordered(Slow) }
    /// In a group of its own type.
    Loner { ordered }
    /// In a group that is a phase.
    Follower { ordered(Loner) }
    /// In its slot.
    Judge { leaf }
}

impl OrderGroup for Loner {
    type Key = i32;
}

macro_rules! keyed {
    ($($name:ident: $key:ty = $make:expr;)*) => {$(
        impl Ordered for $name {
            type Key = $key;

            fn key(&self, table: &Table) -> $key {
                $make(table.speed(self.0))
            }
        }
    )*};
}

keyed! {
    Burn: i32 = i32::from;
    Heal: <Triggers as OrderGroup>::Key = i32::from;
    Crawl: Reverse<i32> = Reverse;
    Creep: Reverse<i32> = Reverse;
    Loner: i32 = i32::from;
    Follower: i32 = i32::from;
    Chant: i32 = i32::from;
}

/// Leaves its ticket in the world.
#[phase(world = Table, ordered(Triggers))]
#[derive(Debug)]
struct Chant(&'static str);

impl Phase for Chant {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.world.log.push(self.0);
        guard.suspend(|table, ticket| table.tickets.push(ticket))
    }
}

fn started(mut phases: PhaseManager<Table>, mut table: Table) -> String {
    phases.run(&mut table).expect("nothing fails");
    table.log.join(" ")
}

/// Pushes one phase of the group, whose type goes by the name.
fn push(phases: &mut PhaseManager<Table>, name: &'static str) {
    if name.starts_with('b') { phases.push(Burn(name)) } else { phases.push(Heal(name)) }
}

#[test]
fn types_are_mixed_by_priority_and_the_others_keep_their_slots() {
    let mut phases = PhaseManager::new();
    phases.push(Burn("b1"));
    phases.push(Judge("J"));
    phases.push(Heal("h1"));
    phases.push(Burn("b2"));
    phases.push(Judge("K"));
    phases.push(Heal("h2"));
    let table = Table::of(&[("b1", 2), ("h1", 4), ("b2", 1), ("h2", 3)]);
    assert_eq!(started(phases, table), "h1 J h2 b1 K b2");
}

#[test]
fn equal_keys_keep_the_order_in_which_they_were_queued_whatever_the_type() {
    let mut phases = PhaseManager::new();
    for name in ["h1", "b1", "b2", "h2", "b3", "h3"] {
        push(&mut phases, name);
    }
    assert_eq!(started(phases, Table::of(&[("b2", 1), ("h3", 1)])), "b2 h3 h1 b1 h2 b3");
}

#[test]
fn in_whatever_order_they_were_queued() {
    const NAMES: [&str; 4] = ["b1", "h1", "b2", "h2"];
    let mut orders = 0;
    for code in 0..256 {
        let order = [code & 3, code >> 2 & 3, code >> 4 & 3, code >> 6];
        if (0..4).any(|index| !order.contains(&index)) {
            continue;
        }
        orders += 1;
        let mut phases = PhaseManager::new();
        for index in order {
            push(&mut phases, NAMES[index]);
        }
        let table = Table::of(&[("b1", 1), ("h1", 3), ("b2", 4), ("h2", 2)]);
        assert_eq!(started(phases, table), "b2 h1 h2 b1", "{order:?}");
    }
    assert_eq!(orders, 24);
}

#[test]
fn each_group_is_ordered_apart() {
    let mut phases = PhaseManager::new();
    phases.push(Burn("b"));
    phases.push(Crawl("c"));
    phases.push(Loner("l"));
    phases.push(Heal("h"));
    phases.push(Creep("d"));
    phases.push(Loner("m"));
    let table = Table::of(&[("b", 1), ("h", 2), ("c", 9), ("d", 8), ("l", 5), ("m", 6)]);
    assert_eq!(started(phases, table), "h d m b c l");
}

#[test]
fn a_group_that_is_a_phase_does_not_take_that_phase_in() {
    let mut phases = PhaseManager::new();
    phases.push(Loner("l1"));
    phases.push(Follower("f1"));
    phases.push(Follower("f2"));
    phases.push(Loner("l2"));
    let table = Table::of(&[("l1", 1), ("l2", 2), ("f1", 3), ("f2", 4)]);
    assert_eq!(started(phases, table), "l2 f2 f1 l1");
}

#[test]
fn keys_that_change_while_phases_are_queued_count_at_once() {
    let mut phases = PhaseManager::new();
    for name in ["b1", "h1", "b2", "h2"] {
        push(&mut phases, name);
    }
    let mut table = Table::of(&[("b1", 4), ("h1", 3), ("b2", 2), ("h2", 1)]);
    phases.step(&mut table).expect("nothing fails");
    table.set("h2", 9);
    table.set("h1", 0);
    assert_eq!(started(phases, table), "b1 h2 b2 h1");
}

#[test]
fn what_comes_in_later_is_ordered_with_the_rest() {
    let mut phases = PhaseManager::new();
    push(&mut phases, "b1");
    push(&mut phases, "h1");
    let mut table = Table::of(&[("b1", 2), ("h1", 1), ("b2", 3), ("h2", 0), ("h3", 4)]);
    phases.step(&mut table).expect("nothing fails");
    push(&mut phases, "h2");
    phases.insert_after::<Heal>(Burn("b2"));
    phases.replace(|heal: &Heal| heal.0 == "h2", Burn("h3")).expect("it is queued");
    phases.push(AnyPhase::from(Heal("h2")));
    assert_eq!(started(phases, table), "b1 h3 b2 h1 h2");
}

#[test]
fn what_is_not_retained_leaves_the_order() {
    let mut phases = PhaseManager::new();
    for name in ["b1", "h1", "b2", "h2", "b3"] {
        push(&mut phases, name);
        phases.push(Judge("J"));
    }
    let mut table = Table::of(&[("b1", 1), ("h1", 2), ("b2", 5), ("h2", 4), ("b3", 3)]);
    phases.step(&mut table).expect("nothing fails");
    let gone = |phase: PhaseRef<'_>| phase.downcast_ref() == Some(&Heal("h2"));
    assert_eq!(phases.retain(|phase| !gone(phase)), 1);
    assert_eq!(started(phases, table), "b2 J b3 J h1 J J b1 J");
}

#[test]
fn only_phases_of_one_level_are_compared() {
    let mut phases = PhaseManager::new();
    push(&mut phases, "b1");
    push(&mut phases, "h1");
    phases.unshift(Heal("h2"));
    phases.unshift(Burn("b2"));
    phases.defer(Burn("b3"));
    let table = Table::of(&[("h1", 9), ("b1", 1), ("h2", 2), ("b2", 3), ("b3", 4)]);
    assert_eq!(started(phases, table), "b2 h2 b3 h1 b1");
}

#[test]
fn siblings_go_on_in_order_after_a_wait_and_an_interrupt() {
    let mut phases = PhaseManager::new();
    phases.push(Burn("b1"));
    phases.push(Chant("c1"));
    phases.push(Heal("h1"));
    let mut table = Table::of(&[("b1", 1), ("c1", 3), ("h1", 2), ("h2", 1), ("b2", 2)]);
    assert!(matches!(phases.run(&mut table), Ok(RunStatus::Waiting)));
    table.set("b1", 5);
    phases.interrupt(Heal("h2"));
    assert_eq!(phases.peek(&table).map(|phase| format!("{phase:?}")).as_deref(), Some("h2"));
    phases.step(&mut table).expect("nothing fails");
    phases.unshift(Heal("h2"));
    phases.unshift(Burn("b2"));
    assert!(matches!(phases.run(&mut table), Ok(RunStatus::Waiting)));
    assert_eq!(phases.peek(&table).map(|phase| format!("{phase:?}")).as_deref(), Some("b1"));
    table.tickets.remove(0).end().expect("it waits");
    assert_eq!(started(phases, table), "c1 h2 b2 h2 b1 h1");
}

#[test]
fn a_look_shows_the_best_of_the_group() {
    let mut phases = PhaseManager::new();
    for name in ["b1", "h1", "b2"] {
        push(&mut phases, name);
    }
    let mut table = Table::of(&[("h1", 1)]);
    let seen = |table: &Table| phases.peek(table).map(|phase| format!("{phase:?}")).unwrap_or_default();
    assert_eq!(seen(&table), "h1");
    table.set("b2", 2);
    assert_eq!(seen(&table), "b2");
    table.set("b1", 2);
    assert_eq!(seen(&table), "b1");
    assert_eq!(phases.levels().to_string(), "0: [b1, h1, b2]");
}

#[test]
fn a_panic_in_a_key_takes_nothing_out_and_moves_nothing() {
    let mut phases = PhaseManager::new();
    for name in ["b1", "h1", "b2"] {
        push(&mut phases, name);
    }
    let mut table = Table { broken: true, ..Table::of(&[("h1", 3), ("b2", 2)]) };
    let run = AssertUnwindSafe(|| phases.run(&mut table).is_ok());
    assert!(catch_unwind(run).is_err(), "a key has panicked");
    assert_eq!(phases.levels().to_string(), "0: [b1, h1, b2]");
    table.broken = false;
    assert_eq!(started(phases, table), "h1 b2 b1");
}

#[test]
fn the_registry_says_that_they_are_ordered() {
    let registered = registry().of::<Table>();
    let is_ordered = |name| registered.get(name).map(PhaseEntry::is_ordered);
    assert_eq!((is_ordered("Burn"), is_ordered("Judge")), (Some(true), Some(false)));
}
