//! Backwards, and on from there: the same way, or another.

use std::cell::Cell;

use phase_core::prelude::*;
use phase_tools::Inspector;

use crate::game::{assert_hides, assert_shows, begin, inspector, note};

#[test]
fn a_step_back_is_the_moment_before() {
    let mut inspector = inspector();
    inspector.press("Q1");
    let before = inspector.screen(120, 40).to_string();
    inspector.press("ll");
    assert_shows(&mut inspector, &["battler 0 loses 4"]);
    inspector.press("hh");
    assert_hides(&mut inspector, &["battler 0 loses 4"]);
    let levels = |screen: &str| {
        screen.lines().skip(1).take(8).map(|line| line.chars().take(38).collect()).collect::<Vec<String>>()
    };
    assert_eq!(levels(&inspector.screen(120, 40).to_string()), levels(&before));
    inspector.press("ll");
    assert_shows(&mut inspector, &["moment 5 ", "battler 0 loses 4"]);
    assert_hides(&mut inspector, &["│ branch"]);
}

#[test]
fn another_answer_is_a_branch_and_the_first_one_is_still_there() {
    let mut inspector = inspector();
    inspector.press("Q1h1");
    assert_hides(&mut inspector, &["│ branch"]);
    inspector.press("h2");
    assert_shows(&mut inspector, &["branch 2 of 2", "CommandPhase was answered Rest"]);
    inspector.press("r");
    assert_shows(
        &mut inspector,
        &["1: the beginning; 3 moments", "2: off branch 1 at moment 2, by Rest by player 0"],
    );
    inspector.press("g<Up><Enter>");
    assert_shows(&mut inspector, &["branch 1 of 2", "moment 3 ", "answered Strike"]);
}

#[test]
fn an_event_in_the_list_leads_to_its_moment() {
    let mut inspector = inspector();
    inspector.press("Q1ooE");
    inspector.press("<Esc>");
    inspector.press("1oo");
    for _ in 0..10 {
        inspector.press("<Tab>");
        if inspector.screen(120, 40).to_string().contains("┫Events┣") {
            break;
        }
    }
    inspector.press("kkkkkkkkkkkkkkkkkkkk<Enter>");
    let screen = inspector.screen(120, 40).to_string();
    let top = screen.lines().next().unwrap();
    assert!(top.contains(" of "), "{top}");
}

#[test]
fn a_game_that_cannot_be_copied_says_what_to_do() {
    let (phases, battle) = begin();
    let mut inspector = Inspector::new(phases, battle);
    inspector.press("lh");
    assert_eq!(
        note(&mut inspector),
        "there is no way back: build the inspector with `remember` or `restart`"
    );
    assert_shows(&mut inspector, &["moment 1 "]);
}

#[phase(world = u32, leaf)]
#[derive(Debug)]
struct FixedPhase(u32);

impl Phase for FixedPhase {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        *guard.world += self.0;
        guard.end()
    }
}

fn fixed() -> (PhaseManager<u32>, u32) {
    let mut phases = PhaseManager::new();
    (1..=3).for_each(|number| phases.push(FixedPhase(number)));
    (phases, 0)
}

#[test]
fn a_phase_that_is_not_clone_is_named() {
    let (phases, world) = fixed();
    let mut inspector = Inspector::new(phases, world).remember(1 << 20);
    inspector.press("lh");
    let note = note(&mut inspector);
    assert!(note.starts_with("there is no way back: phase `FixedPhase` cannot be copied"), "{note}");
}

#[test]
fn a_game_that_is_made_anew_goes_back_without_copies() {
    let (phases, world) = fixed();
    let mut inspector = Inspector::new(phases, world).restart(fixed);
    inspector.press("lllhh");
    assert_shows(&mut inspector, &["moment 1 of 3", "+ 1", "▶ FixedPhase(2)"]);
}

thread_local! {
    static OUTSIDE: Cell<u32> = const { Cell::new(0) };
}

#[phase(world = u32, unshifts(FixedPhase))]
#[derive(Debug)]
struct OutsidePhase;

impl Phase for OutsidePhase {
    fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        let calls = OUTSIDE.get();
        OUTSIDE.set(calls + 1);
        if calls > 0 {
            guard.unshift(FixedPhase(7));
        }
        guard.end()
    }
}

#[test]
fn a_game_that_takes_something_from_outside_is_found_out() {
    let make = || {
        let mut phases = PhaseManager::new();
        phases.push(OutsidePhase);
        phases.push(FixedPhase(1));
        (phases, 0)
    };
    let (phases, world) = make();
    let mut inspector = Inspector::new(phases, world).restart(make);
    inspector.press("llh");
    let note = note(&mut inspector);
    assert!(note.starts_with("the game went another way than before"), "{note}");
    assert!(note.ends_with("at moment 1"), "{note}");
}

#[test]
fn the_beginning_and_the_end_are_as_far_as_it_goes() {
    let mut inspector = inspector();
    inspector.press("Q1g");
    assert_shows(&mut inspector, &["moment 0 of 3"]);
    inspector.press("h");
    assert_eq!(note(&mut inspector), "this is the beginning");
    inspector.press("G");
    assert_shows(&mut inspector, &["moment 3 "]);
}

thread_local! {
    static RUNS: Cell<u32> = const { Cell::new(0) };
}

#[phase(world = u32, leaf, clone)]
#[derive(Debug, Clone)]
struct CountedPhase;

impl Phase for CountedPhase {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        RUNS.set(RUNS.get() + 1);
        *guard.world += 1;
        guard.end()
    }
}

#[test]
fn the_way_forward_in_the_past_goes_from_the_nearest_copy() {
    let mut phases = PhaseManager::new();
    (0..400).for_each(|_| phases.push(CountedPhase));
    let mut inspector = Inspector::new(phases, 0).remember(16 << 20);
    inspector.press(&"l".repeat(400));
    inspector.press("g");
    let before = RUNS.get();
    inspector.press(":390<Enter>");
    assert_shows(&mut inspector, &["moment 390 of 400", "+ 390", "- 389", "CountedPhase ended"]);
    let runs = RUNS.get() - before;
    assert!(runs < 40, "{runs} phases have run again");
    inspector.press("l");
    assert_shows(&mut inspector, &["moment 391 of 400", "+ 391"]);
}
