//! Games that panic.

use phase_core::prelude::*;
use phase_tools::Inspector;

use crate::game::{assert_shows, note};

#[phase(world = u32, leaf, clone)]
#[derive(Debug, Clone)]
struct CountPhase;

#[phase(world = u32, leaf, clone)]
#[derive(Debug, Clone)]
struct BreakPhase(&'static str);

impl Phase for CountPhase {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        *guard.world += 1;
        guard.end()
    }
}

impl Phase for BreakPhase {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        panic!("{} at {}", self.0, guard.world);
    }
}

fn inspector(before: u32) -> Inspector<u32> {
    let mut phases = PhaseManager::new();
    (0..before).for_each(|_| phases.push(CountPhase));
    phases.push(BreakPhase("out of cheese"));
    phases.push(CountPhase);
    Inspector::new(phases, 0).remember(1 << 20)
}

#[test]
fn a_panic_is_a_moment_to_go_back_from() {
    for run in ["lll", "E", "tNoPhase<Esc>Q"] {
        let mut inspector = inspector(2);
        inspector.press(run);
        assert_eq!(note(&mut inspector), "BreakPhase panicked: out of cheese at 2", "{run}");
        assert_shows(&mut inspector, &["moment 3 ", "BreakPhase(\"out of cheese\") started"]);
        inspector.press("hh");
        assert_shows(&mut inspector, &["moment 1 of 3", "+ 1"]);
        inspector.press("ll");
        assert_eq!(note(&mut inspector), "BreakPhase panicked: out of cheese at 2", "{run}");
        assert_shows(&mut inspector, &["moment 3 "]);
    }
}

#[test]
fn a_long_run_says_which_phase_has_panicked() {
    let mut inspector = inspector(50_000);
    inspector.press("E");
    assert_eq!(note(&mut inspector), "BreakPhase panicked: out of cheese at 50000");
    assert_shows(&mut inspector, &["moment 50001 "]);
    inspector.press("h");
    assert_shows(&mut inspector, &["moment 50000 of 50001"]);
}

#[test]
fn a_game_goes_on_after_a_panic() {
    let mut inspector = inspector(1);
    inspector.press("lll");
    assert_shows(&mut inspector, &["moment 3 ", "BreakPhase panicked", "CountPhase started"]);
}

#[cfg(feature = "record")]
#[test]
fn a_game_that_has_panicked_is_written_as_a_recording() {
    let file = std::env::temp_dir().join(format!("phase-inspector-panic-{}.recording", std::process::id()));
    let mut inspector = inspector(2);
    inspector.press(&format!("ES{}<Enter>", file.display()));
    let text = std::fs::read_to_string(&file).unwrap();
    std::fs::remove_file(&file).unwrap();
    assert!(text.contains("panic"), "{text}");
}

/// A world that shows itself only up to a limit.
#[derive(Clone)]
struct Shy(u32);

impl std::fmt::Debug for Shy {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        assert!(self.0 < 1, "too shy");
        f.write_str("a shy world")
    }
}

#[phase(world = Shy, leaf, clone)]
#[derive(Clone)]
struct ShyPhase(bool);

impl std::fmt::Debug for ShyPhase {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        assert!(self.0, "hides");
        f.write_str("shows itself")
    }
}

impl Phase for ShyPhase {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.world.0 += 1;
        guard.end()
    }
}

#[test]
fn a_debug_that_panics_costs_its_own_text() {
    let mut phases = PhaseManager::new();
    for shows in [true, false, true] {
        phases.push(ShyPhase(shows));
    }
    let mut inspector = Inspector::new(phases, Shy(0)).remember(1 << 20).weigh(|_| 10);
    assert_shows(&mut inspector, &["a shy world", "▶ shows itself", "its `Debug` panicked: hides"]);
    inspector.press("l");
    assert_shows(&mut inspector, &["its `Debug` panicked: too shy", "moment 1 "]);
    inspector.press("lh");
    assert_shows(&mut inspector, &["moment 1 of 2"]);
}

/// A world that panics when it is copied or dropped too late.
#[derive(Debug)]
struct Brittle(u32);

impl Clone for Brittle {
    fn clone(&self) -> Self {
        assert!(self.0 < 5, "can't be copied any more");
        Self(self.0)
    }
}

impl Drop for Brittle {
    fn drop(&mut self) {
        assert!(self.0 != 3 || std::thread::panicking(), "falls apart");
    }
}

#[phase(world = Brittle, leaf, clone)]
#[derive(Debug, Clone)]
struct WearPhase;

impl Phase for WearPhase {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.world.0 += 1;
        guard.end()
    }
}

#[test]
fn a_world_that_panics_as_it_is_copied_or_dropped_can_be_looked_at() {
    let mut phases = PhaseManager::new();
    (0..20).for_each(|_| phases.push(WearPhase));
    let mut inspector = Inspector::new(phases, Brittle(0)).remember(1 << 20).weigh(|_| 10);
    inspector.press("lllh");
    assert_shows(&mut inspector, &["moment 2 of 3"]);
    inspector.press("Ehh");
    assert_shows(&mut inspector, &["moment 18 of 20"]);
    inspector.press("h:4<Enter>");
    assert_shows(&mut inspector, &["moment 4 of 20"]);
    // It can't be dropped in peace.
    std::mem::forget(inspector);
}
