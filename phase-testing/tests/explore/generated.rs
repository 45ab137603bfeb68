//! Tests whose source was written by a finding: each fails as long as the fault is there, and then passes.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};

use phase_core::PhaseManager;

use crate::brawl::{self, Brawl};

// They are run as tests, too, without the faults.
include!("generated/an_answer_that_fails.rs");
include!("generated/hp_that_rise_too_high.rs");
include!("generated/test_2_many_hp.rs");
include!("generated/test_match.rs");
include!("generated/no_more_hp.rs");

thread_local! {
    static PLANT: Cell<&'static str> = const { Cell::new("") };
}

fn new_game() -> (PhaseManager<Brawl>, Brawl) {
    (brawl::new_game(), Brawl::new(3, 3, PLANT.get()))
}

fn hp_are_in_bounds(brawl: &Brawl, _: &PhaseManager<Brawl>) -> bool {
    brawl.hp.iter().all(|hp| (0..=12).contains(hp))
}

// What findings call invariants whose names can't be those of functions, or are that of the test.
use hp_are_in_bounds as invariant_0_hp_12;
use hp_are_in_bounds as invariant_self;
use hp_are_in_bounds as invariant_no_more_hp;

/// A test that a finding writes.
struct Case {
    plant: &'static str,
    invariant: &'static str,
    /// What the test was to be called.
    name: &'static str,
    /// What it is called, and so its file.
    file: &'static str,
    source: &'static str,
    /// What the source has been compiled to.
    test: fn(),
}

macro_rules! case {
    ($plant:literal, $invariant:literal, $name:literal, $test:ident) => {
        Case {
            plant: $plant,
            invariant: $invariant,
            name: $name,
            file: stringify!($test),
            source: include_str!(concat!("generated/", stringify!($test), ".rs")),
            test: $test,
        }
    };
}

fn hold(cases: &[Case]) {
    for Case { plant, invariant, name, file, source, test } in cases {
        PLANT.set(plant);
        let (phases, world) = new_game();
        let report = phase_testing::explore(&phases, &world)
            .same_when(Brawl::key)
            .invariant(*invariant, hp_are_in_bounds)
            .run();
        let written = report.findings[0].to_test(name, "new_game()");
        if std::env::var_os("UPDATE_EXPECT").is_some() {
            let file = format!("{}/tests/explore/generated/{file}.rs", env!("CARGO_MANIFEST_DIR"));
            std::fs::write(file, &written).unwrap();
            continue;
        }
        assert_eq!(&written, source);
        assert!(catch_unwind(AssertUnwindSafe(test)).is_err(), "{plant}");
        PLANT.set("");
        test();
    }
}

#[test]
fn the_source_of_a_test_fails_as_long_as_the_fault_is_there() {
    hold(&[
        case!("answer fails", "hp are in bounds", "an_answer_that_fails", an_answer_that_fails),
        case!("hp rise too high", "hp are in bounds", "hp_that_rise_too_high", hp_that_rise_too_high),
    ]);
}

#[test]
fn it_compiles_whatever_the_invariant_and_the_test_are_called() {
    hold(&[
        case!("hp rise too high", "0 <= hp <= 12", "2 many hp", test_2_many_hp),
        case!("hp rise too high", "Self", "match", test_match),
        case!("hp rise too high", "No more hp!", "no_more_hp", no_more_hp),
    ]);
}
