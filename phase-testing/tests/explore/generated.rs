//! A test whose source was written by a finding: it fails as long as the fault is there, and then passes.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};

use phase_core::PhaseManager;

use crate::brawl::{self, Brawl};

// They are run as tests, too, without the faults.
include!("generated/an_answer_that_fails.rs");
include!("generated/hp_that_rise_too_high.rs");

thread_local! {
    static PLANT: Cell<&'static str> = const { Cell::new("") };
}

fn new_game() -> (PhaseManager<Brawl>, Brawl) {
    (brawl::new_game(), Brawl::new(3, 3, PLANT.get()))
}

fn hp_are_in_bounds(brawl: &Brawl, _: &PhaseManager<Brawl>) -> bool {
    brawl.hp.iter().all(|hp| (0..=12).contains(hp))
}

#[test]
fn the_source_of_a_test_fails_as_long_as_the_fault_is_there() {
    /// The plant, the name of the test, its source, and what this has been compiled to.
    type Case = (&'static str, &'static str, &'static str, fn());
    let cases: [Case; 2] = [
        (
            "answer fails",
            "an_answer_that_fails",
            include_str!("generated/an_answer_that_fails.rs"),
            an_answer_that_fails,
        ),
        (
            "hp rise too high",
            "hp_that_rise_too_high",
            include_str!("generated/hp_that_rise_too_high.rs"),
            hp_that_rise_too_high,
        ),
    ];
    for (plant, name, source, test) in cases {
        PLANT.set(plant);
        let (phases, world) = new_game();
        let report = phase_testing::explore(&phases, &world)
            .same_when(Brawl::key)
            .invariant("hp are in bounds", hp_are_in_bounds)
            .run();
        let written = report.findings[0].to_test(name, "new_game()");
        if std::env::var_os("UPDATE_EXPECT").is_some() {
            let file = format!("{}/tests/explore/generated/{name}.rs", env!("CARGO_MANIFEST_DIR"));
            std::fs::write(file, &written).unwrap();
            continue;
        }
        assert_eq!(written, source);
        assert!(catch_unwind(AssertUnwindSafe(test)).is_err(), "{plant}");
        PLANT.set("");
        test();
    }
}
