//! Findings as recordings.

use phase_core::prelude::*;
use phase_testing::{Explorer, FindingKind, explore};
use phase_tools::Recording;

use crate::brawl::{Brawl, PLANTS, new_game};

fn invariants(explorer: Explorer<'_, Brawl>) -> Explorer<'_, Brawl> {
    explorer
        .invariant("hp are in bounds", |brawl, _| brawl.hp.iter().all(|hp| (0..=12).contains(hp)))
        .invariant("nothing is left over", |brawl: &Brawl, phases| {
            !brawl.left_over && (phases.question().is_some() || phases.is_empty())
        })
}

/// How a recording of such a fault ends.
fn ends_with(kind: &FindingKind) -> &'static [&'static str] {
    match kind {
        // Options and seats are asked for by whoever plays, once the question stands.
        FindingKind::Panic => &["  panicked", "  asks"],
        FindingKind::Failed => &["  failed"],
        FindingKind::Abandoned => &["  abandoned"],
        FindingKind::Stall => &["run 5", "  asks"],
        FindingKind::Loop => &["  start_limit", "  waits", "run"],
        _ => &["  asks", "  idle", "  panicked", "answer"],
    }
}

#[test]
fn each_planted_fault_is_recorded_and_what_is_recorded_happens_again() {
    for &(plant, _) in PLANTS {
        let (phases, brawl) = (new_game(), Brawl::new(3, 3, plant));
        let explorer = explore(&phases, &brawl).same_when(Brawl::key).frames(50).starts(300);
        let finding = invariants(explorer).run().findings.remove(0);
        let recording = finding.recording.as_ref().unwrap_or_else(|| panic!("{plant}: {finding}"));
        let text = recording.to_string();
        let last = text.lines().last().unwrap();
        assert!(ends_with(&finding.kind).iter().any(|end| last.starts_with(end)), "{plant}: {text}");
        assert!(text.contains(&format!("# {}", finding.message.lines().next().unwrap())), "{plant}: {text}");

        // It is a text, which is played again from the same game.
        let read: Recording = text.parse().unwrap();
        let mut phases = new_game();
        if last.starts_with("  start_limit") {
            // Without a limit it goes on, which is a difference.
            assert!(read.replay(new_game(), brawl.clone()).is_err(), "{plant}");
            phases.set_start_limit(300);
        }
        if let Err(difference) = read.replay(phases, brawl.clone()) {
            panic!("{plant}: {difference}\n{text}");
        }
    }
}

#[test]
fn where_the_fault_has_been_mended_the_recording_says_so() {
    for plant in ["start panics", "start fails", "waits for ever", "loses its ticket", "sets itself off"] {
        let (phases, brawl) = (new_game(), Brawl::new(3, 3, plant));
        let explorer = explore(&phases, &brawl).same_when(Brawl::key).frames(50).starts(300);
        let finding = explorer.run().findings.remove(0);
        let mended = Brawl::new(3, 3, "");
        assert!(finding.recording.unwrap().replay(new_game(), mended).is_err(), "{plant}");
    }
}

/// An answer that can't be written.
#[derive(Debug, Clone, PartialEq)]
struct Odd;

#[phase(world = (), asks, clone)]
#[derive(Debug, Clone)]
struct OddlyAskedPhase;

impl Asks for OddlyAskedPhase {
    type Answer = Odd;

    fn options(&self, _: Seat, (): &()) -> Option<Vec<Odd>> {
        Some(vec![Odd])
    }

    fn answer(&mut self, _: Seat, _: Odd, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.fail("odd")
    }
}

#[test]
fn what_can_not_be_written_is_not_recorded() {
    let mut phases = PhaseManager::new();
    phases.push(OddlyAskedPhase);
    let report = explore(&phases, &()).run();
    assert!(report.findings[0].recording.is_none());
    assert_eq!(report.findings[0].way.len(), 1);
}
