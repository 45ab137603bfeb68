//! Steps, steps over, and runs.

use phase_core::prelude::*;
use phase_tools::Inspector;

use crate::game::{assert_hides, assert_shows, inspector, note};

#[test]
fn a_step_starts_one_phase() {
    let mut inspector = inspector();
    inspector.press("l");
    assert_shows(&mut inspector, &["moment 1 ", "▶ CommandPhase", "TurnPhase ended", "Turn 1"]);
}

#[test]
fn a_question_has_to_be_answered() {
    let mut inspector = inspector();
    inspector.press("ll");
    assert_eq!(note(&mut inspector), "CommandPhase asks");
    inspector.press("l");
    assert_eq!(note(&mut inspector), "CommandPhase asks player 0: pick an answer");
    assert_shows(&mut inspector, &["moment 2 "]);
}

#[test]
fn stepping_over_takes_all_that_a_phase_sets_off() {
    let mut inspector = inspector();
    inspector.press("Q1");
    assert_shows(&mut inspector, &["▶ MovePhase { user: 1, command: Strike }"]);
    inspector.press("o");
    assert_eq!(note(&mut inspector), "stepped over");
    assert_shows(&mut inspector, &["▶ MovePhase { user: 0, command: Strike }", "battler 0 loses 4"]);
}

#[test]
fn a_run_comes_to_a_phase_a_question_and_the_end() {
    let mut inspector = inspector();
    inspector.press("Q1tDama<Enter>");
    assert_eq!(note(&mut inspector), "DamagePhase starts next");
    inspector.press("tDamagePhase<Enter>");
    assert_shows(&mut inspector, &["▶ DamagePhase(1, 4)"]);
    inspector.press("Q");
    assert_eq!(note(&mut inspector), "CommandPhase asks");
    inspector.press("1Q1E");
    assert_eq!(note(&mut inspector), "nothing is left to run");
    assert_shows(&mut inspector, &["battler 0 faints", "Nothing is left to run."]);
}

#[test]
fn a_phase_that_is_not_known_is_told_with_the_nearest_name() {
    let mut inspector = inspector();
    inspector.press("tDamgePhase<Enter>");
    assert_shows(&mut inspector, &["there is no `DamgePhase`; is it `DamagePhase`?"]);
    inspector.press("<Esc>l");
    assert_shows(&mut inspector, &["moment 1 "]);
}

#[test]
fn a_failure_is_shown_and_the_game_goes_on() {
    let mut inspector = inspector();
    inspector.press("Q3E");
    let note = note(&mut inspector);
    assert!(note.contains("failed in `start`") && note.contains("fell over its own feet"), "{note}");
    inspector.press("l");
    assert_shows(&mut inspector, &["TurnPhase started"]);
}

#[phase(world = u32, leaf, clone)]
#[derive(Debug, Clone)]
struct CountPhase;

impl Phase for CountPhase {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        *guard.world += 1;
        guard.end()
    }
}

#[test]
fn a_long_run_hears_its_end_again() {
    let mut phases = PhaseManager::new();
    for _ in 0..10_000 {
        phases.push(CountPhase);
    }
    let mut inspector = Inspector::new(phases, 0).remember(1 << 20);
    inspector.press("E");
    assert_shows(&mut inspector, &["moment 10000 ", "+ 10000", "- 9999", "CountPhase ended"]);
    assert_hides(&mut inspector, &["of which nothing was heard"]);
    inspector.press(":5000<Enter>");
    assert_shows(&mut inspector, &["moment 5000 of 10000", "+ 5000", "- 4999", "CountPhase ended"]);
}

#[phase(world = u32, leaf, clone)]
#[derive(Debug, Clone)]
struct FailPhase;

impl Phase for FailPhase {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.fail("out of luck")
    }
}

#[test]
fn a_run_stops_at_a_failure_wherever_that_is() {
    for before in 1..40 {
        let mut phases = PhaseManager::new();
        (0..before).for_each(|_| phases.push(CountPhase));
        phases.push(FailPhase);
        (0..40).for_each(|_| phases.push(CountPhase));
        let mut inspector = Inspector::new(phases, 0).remember(1 << 20);
        inspector.press("E");
        assert_shows(&mut inspector, &[&format!("moment {} ", before + 1), "out of luck"]);
    }
}

#[phase(world = u32, leaf, clone)]
#[derive(Debug, Clone)]
struct HaltPhase;

impl Phase for HaltPhase {
    fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.queue.halt();
        guard.end()
    }
}

#[test]
fn a_game_that_has_halted_goes_on_at_the_same_key_once_more() {
    const TOLD: &str = "the game has halted: the same key once more goes on";
    for (key, end) in [("l", 3), ("E", 4), ("<Right>", 3)] {
        let mut phases = PhaseManager::new();
        phases.push(HaltPhase);
        phases.push(CountPhase);
        phases.push(CountPhase);
        let mut inspector = Inspector::new(phases, 0).remember(1 << 20);
        inspector.press("E");
        assert_eq!(note(&mut inspector), "the game was halted");
        assert_shows(&mut inspector, &["moment 2 "]);
        inspector.press(key);
        assert_eq!(note(&mut inspector), TOLD);
        assert_shows(&mut inspector, &["moment 2 "]);
        inspector.press("j");
        inspector.press(key);
        assert_eq!(note(&mut inspector), TOLD);
        inspector.press(key);
        assert_shows(&mut inspector, &[&format!("moment {end} ")]);
    }
}

#[phase(world = u32, leaf)]
#[derive(Debug)]
struct WaitPhase;

impl Phase for WaitPhase {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.wait()
    }
}

impl Waits for WaitPhase {
    fn update(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        *guard.world += 1;
        if *guard.world < 5 { guard.wait() } else { guard.end() }
    }
}

#[test]
fn a_phase_that_waits_gets_a_frame_a_step() {
    let mut phases = PhaseManager::new();
    phases.push(WaitPhase);
    let mut inspector = Inspector::new(phases, 0);
    inspector.press("lll");
    assert_shows(&mut inspector, &["● WaitPhase", "waits, updated 2 times"]);
    inspector.press("E");
    assert_shows(&mut inspector, &["moment 6 ", "WaitPhase ended"]);
}

#[phase(world = u32, leaf)]
#[derive(Debug)]
struct SleepPhase;

impl Phase for SleepPhase {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.suspend(|_, ticket| std::mem::forget(ticket))
    }
}

#[test]
fn a_phase_that_waits_for_its_ticket_takes_no_moments() {
    let mut phases = PhaseManager::new();
    phases.push(SleepPhase);
    let mut inspector = Inspector::new(phases, 0);
    inspector.press("lll");
    assert_shows(&mut inspector, &["moment 1 ", "waits for its ticket"]);
}
