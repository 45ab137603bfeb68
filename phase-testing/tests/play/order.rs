//! What is held of the order in which phases have started, and what is said where it was another.

use std::panic::{AssertUnwindSafe, catch_unwind};

use phase_core::prelude::*;
use phase_testing::Play;

#[phase(unshifts(DamagePhase, DoorPhase<u8>), defers(FaintPhase), clone)]
#[derive(Debug, Clone)]
struct MovePhase(char);

impl Phase for MovePhase {
    fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.unshift(DamagePhase);
        if self.0 == 'B' {
            guard.defer(FaintPhase);
        }
        guard.end()
    }
}

#[phase(leaf, clone)]
#[derive(Debug, Clone)]
struct DamagePhase;

impl Phase for DamagePhase {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.end()
    }
}

#[phase(leaf, clone)]
#[derive(Debug, Clone)]
struct FaintPhase;

impl Phase for FaintPhase {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.end()
    }
}

#[phase(leaf, clone)]
#[derive(Debug, Clone)]
struct VictoryPhase;

impl Phase for VictoryPhase {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.end()
    }
}

/// `MovePhase('A')`, `DamagePhase`, `MovePhase('B')`, `DamagePhase` and `FaintPhase` have started.
fn moved() -> Play<()> {
    let mut phases = PhaseManager::new();
    phases.push(MovePhase('A'));
    phases.push(MovePhase('B'));
    let mut play = Play::new(phases, ());
    play.to_rest();
    play
}

fn said(call: impl FnOnce(&Play<()>)) -> String {
    let play = moved();
    let panic = catch_unwind(AssertUnwindSafe(|| call(&play))).expect_err("it fails");
    panic.downcast_ref::<String>().expect("it is told in words").clone()
}

#[test]
fn what_is_so_is_passed() {
    let play = moved();
    play.assert_starts(["MovePhase('A')", "DamagePhase", "MovePhase", "DamagePhase", "FaintPhase"]);
    play.assert_order(["MovePhase", "MovePhase('B')", "FaintPhase"]);
    play.assert_order::<&str>([]);
    play.assert_followed_directly("MovePhase", "DamagePhase");
    play.assert_followed_directly("MovePhase('A')", "DamagePhase");
    play.assert_count("DamagePhase", 2);
    play.assert_count("MovePhase('B')", 1);
    play.assert_count("MovePhase('C')", 0);
    play.assert_never::<VictoryPhase>();
    play.assert_caused::<FaintPhase, MovePhase>();
}

/// Is in no registry, and shows itself by the name of a variant.
#[phase(clone)]
#[derive(Debug, Clone)]
enum DoorPhase<T: Clone + Send + Sync + std::fmt::Debug + 'static> {
    Opens(T),
    Shuts,
}

impl<T: Clone + Send + Sync + std::fmt::Debug + 'static> Phase for DoorPhase<T> {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.end()
    }
}

#[test]
fn a_misspelt_name_does_not_pass_as_one_that_has_never_started() {
    assert_eq!(
        said(|play| play.assert_count("VictoryPhaze", 0)),
        "`VictoryPhaze` was never to start, and never could: no phase `VictoryPhaze` in `()`; did you mean `VictoryPhase`? \
         (`assert_never` takes the type itself)"
    );
    assert!(said(|play| play.assert_count("QuizPhase", 0)).contains("no phase `QuizPhase` in `()`"));
    // One that is there, a `Debug` that does not look like a name, and one in no registry that another one declares.
    let mut play = moved();
    play.assert_count("DoorPhase", 0);
    play.phases.push(DoorPhase::Opens(1));
    play.to_rest();
    play.phases.push(DoorPhase::<u8>::Shuts);
    play.assert_count("VictoryPhase", 0);
    play.assert_count("Shuts", 0);
    play.assert_count("Bangs", 0);
    play.assert_count("DoorPhase", 1);
    play.to_rest().assert_count("Shuts", 1);
}

#[test]
fn a_misspelt_name_is_told_with_the_one_that_was_meant() {
    let hint = "\nno phase `DamgePhase` in `()`; did you mean `DamagePhase`?";
    let told = [
        said(|play| play.assert_order(["MovePhase", "DamgePhase", "DamgePhase"])),
        said(|play| play.assert_starts(["DamgePhase"])),
        said(|play| play.assert_followed_directly("MovePhase", "DamgePhase")),
        said(|play| play.assert_followed_directly("DamgePhase", "MovePhase")),
        said(|play| play.assert_count("DamgePhase", 1)),
        said(|play| play.assert_count("DamgePhase(2)", 1)),
    ];
    for told in told {
        assert!(told.ends_with(hint) && told.matches("did you mean").count() == 1, "{told}");
    }
    // Of a name that is right nothing is said.
    let told = said(|play| play.assert_order(["VictoryPhase", "MovePhase('C')"]));
    assert!(!told.contains("no phase"), "{told}");
}

#[test]
fn to_stays_where_it_stands_before_one_and_through_goes_past_it() {
    let mut phases = PhaseManager::new();
    phases.push(MovePhase('A'));
    phases.push(MovePhase('B'));
    let mut play = Play::new(phases, ());
    play.to::<DamagePhase>().to::<DamagePhase>();
    play.assert_starts(["MovePhase('A')"]);
    play.through::<DamagePhase>().to::<DamagePhase>();
    play.assert_starts(["MovePhase('A')", "DamagePhase", "MovePhase('B')"]);
}

#[test]
fn an_order_with_others_between_fails_as_a_difference() {
    assert_eq!(
        said(|play| play.assert_order(["FaintPhase", "MovePhase('A')", "MovePhase('B')"])),
        "not all of these have started in this order (-: missing there, +: started besides):
    - FaintPhase
      MovePhase('A')
    + DamagePhase
      MovePhase('B')
    + DamagePhase
    + FaintPhase"
    );
    assert!(
        said(|play| play.assert_order(["MovePhase('A')", "MovePhase('A')"]))
            .contains("\n    - MovePhase('A')")
    );
}

#[test]
fn what_does_not_follow_directly_is_told_with_what_does() {
    assert_eq!(
        said(|play| play.assert_followed_directly("DamagePhase", "MovePhase")),
        "a `DamagePhase` was not followed directly by a `MovePhase`, as start 4:
      DamagePhase
    - MovePhase
    + FaintPhase"
    );
    assert!(
        said(|play| play.assert_followed_directly("FaintPhase", "MovePhase")).ends_with("+ nothing so far")
    );
    let none = said(|play| play.assert_followed_directly("VictoryPhase", "MovePhase"));
    assert!(
        none.starts_with("no `VictoryPhase` has started, so none was followed by a `MovePhase`; what"),
        "{none}"
    );
}

#[test]
fn another_number_is_told_with_each_of_them() {
    assert_eq!(
        said(|play| play.assert_count("DamagePhase", 1)),
        "`DamagePhase` was to start once, and has done so twice:
    DamagePhase, set off by MovePhase, as start 2
    DamagePhase, set off by MovePhase, as start 4"
    );
    let never = said(|play| play.assert_count("MovePhase('C')", 3));
    let told = "`MovePhase('C')` was to start 3 times, and has done so never; what happened last:\n    MovePhase('A')\n";
    assert!(never.starts_with(told), "{never}");
}

#[test]
fn what_was_never_to_start_is_told_with_what_set_it_off() {
    assert_eq!(
        said(|play| play.assert_never::<FaintPhase>()),
        "`FaintPhase` was never to start, and has done so once:\n    FaintPhase, set off by MovePhase, as start 5"
    );
}

#[test]
fn a_long_difference_leaves_out_what_is_the_same() {
    let mut phases = PhaseManager::new();
    for _ in 0..3000 {
        phases.push(DamagePhase);
    }
    phases.push(FaintPhase);
    for _ in 0..3000 {
        phases.push(DamagePhase);
    }
    let mut play = Play::new(phases, ());
    play.to_rest();
    let mut expected = vec!["DamagePhase"; 6001];
    expected[3000] = "VictoryPhase";
    let panic = catch_unwind(AssertUnwindSafe(|| play.assert_starts(&expected))).unwrap_err();
    let five = "\n      DamagePhase".repeat(5);
    let same = format!("{five}\n      .. 2990 more{five}");
    let told = format!(
        "other phases have started than expected (-: expected, +: started):\
         {same}\n    - VictoryPhase\n    + FaintPhase{same}"
    );
    assert_eq!(panic.downcast_ref::<String>().unwrap(), &told);

    // Lists that have nothing in common are not compared as a whole.
    let panic =
        catch_unwind(AssertUnwindSafe(|| play.assert_starts(vec!["VictoryPhase"; 5000]))).unwrap_err();
    assert!(panic.downcast_ref::<String>().unwrap().ends_with("\n      .. and so on"));
}
