//! Games that are larger than anybody can look at.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use phase_core::prelude::*;
use phase_tools::Inspector;

use crate::game::{assert_shows, note};

/// Counts how often it is shown.
#[phase(world = u32, leaf, clone)]
#[derive(Clone)]
struct ShownPhase(usize, Arc<AtomicUsize>);

impl std::fmt::Debug for ShownPhase {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.1.fetch_add(1, Ordering::Relaxed);
        write!(f, "ShownPhase({})", self.0)
    }
}

impl Phase for ShownPhase {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        *guard.world += 1;
        guard.end()
    }
}

fn queued(count: usize) -> (Inspector<u32>, Arc<AtomicUsize>) {
    let shown = Arc::new(AtomicUsize::new(0));
    let mut phases = PhaseManager::new();
    (0..count).for_each(|number| phases.push(ShownPhase(number, Arc::clone(&shown))));
    (Inspector::new(phases, 0).remember(64 << 20), shown)
}

#[test]
fn no_more_of_a_level_is_made_than_is_shown() {
    let (mut inspector, shown) = queued(50_000);
    assert_shows(&mut inspector, &["level 0: 50000", "▶ ShownPhase(0)", "… 49994 more"]);
    shown.store(0, Ordering::Relaxed);
    inspector.press("lh");
    inspector.press("u");
    assert_shows(&mut inspector, &["ShownPhase(10)"]);
    let formatted = shown.load(Ordering::Relaxed);
    assert!(formatted < 1000, "{formatted} phases were shown");
}

#[test]
fn unfolded_levels_are_scrolled_to_their_end() {
    let (mut inspector, _) = queued(3000);
    inspector.press("u");
    for _ in 0..310 {
        inspector.press("<PageDown>");
    }
    assert_shows(&mut inspector, &["ShownPhase(2999)"]);
    inspector.press("<Up>w");
    assert_shows(&mut inspector, &["Why", "ShownPhase(2998)"]);
}

/// An inner level, of which one that starts last stands first.
#[phase(world = u32, ordered, clone)]
#[derive(Debug, Clone)]
struct OrderedPhase(u32);

impl Ordered for OrderedPhase {
    type Key = u32;

    fn key(&self, _: &u32) -> u32 {
        self.0
    }
}

impl Phase for OrderedPhase {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.end()
    }
}

#[test]
fn the_phase_that_starts_next_is_shown_though_it_is_folded() {
    let mut phases = PhaseManager::new();
    (0..20).for_each(|key| phases.push(OrderedPhase(key)));
    let mut inspector = Inspector::new(phases, 0);
    let screen = inspector.screen(220, 50).to_string();
    let first = screen.find("▶ OrderedPhase").unwrap();
    let more = screen.find("… 13 more").unwrap();
    assert!(first < more, "{screen}");
    inspector.press("u");
    assert_shows(&mut inspector, &["▶ OrderedPhase"]);
}

/// A world whose `Debug` has no end.
#[derive(Clone)]
struct Endless;

impl std::fmt::Debug for Endless {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        loop {
            f.write_str("on and on\n")?;
        }
    }
}

#[test]
fn a_debug_without_an_end_is_cut() {
    let mut inspector =
        Inspector::new(PhaseManager::<Endless>::new(), Endless).weigh(|_| 1).remember(1 << 20);
    assert_shows(&mut inspector, &["on and on"]);
}

#[test]
fn a_way_to_a_moment_can_be_stopped_and_gone_on() {
    let (mut inspector, _) = queued(100);
    inspector.press("E");
    inspector.press(":5<Enter>");
    assert_shows(&mut inspector, &["moment 5 of 100"]);
    inspector.press(":101<Enter>");
    assert_eq!(note(&mut inspector), "there is no moment 101: this branch ends at 100");
}
