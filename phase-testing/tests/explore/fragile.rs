//! Phases that panic where no phase is called: as they are copied, and as they are dropped.

use phase_core::prelude::*;
use phase_testing::{FindingKind, Report, explore};

/// Where a phase panics.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Panics {
    Copied,
    Dropped,
}

/// Asks, after it was asked for by an answer.
#[phase(world = (), asks, leaf, clone)]
#[derive(Debug)]
struct FragilePhase(Panics);

impl Clone for FragilePhase {
    fn clone(&self) -> Self {
        assert_ne!(self.0, Panics::Copied, "no copies, please");
        Self(self.0)
    }
}

impl Drop for FragilePhase {
    fn drop(&mut self) {
        // Not while it unwinds, which would end the process.
        assert!(self.0 != Panics::Dropped || std::thread::panicking(), "never let me go");
    }
}

impl Asks for FragilePhase {
    type Answer = u8;

    fn options(&self, _: Seat, (): &()) -> Option<Vec<u8>> {
        Some(vec![0, 1, 2])
    }

    fn answer(&mut self, _: Seat, again: u8, guard: EndGuard<'_, Self>) -> Flow<Self> {
        if again == 0 { guard.end() } else { guard.ask() }
    }
}

#[phase(world = (), asks, unshifts(FragilePhase), clone)]
#[derive(Debug, Clone)]
struct AskPhase(Panics);

impl Asks for AskPhase {
    type Answer = bool;

    fn options(&self, _: Seat, (): &()) -> Option<Vec<bool>> {
        Some(vec![false, true])
    }

    fn answer(&mut self, _: Seat, yes: bool, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        if yes {
            guard.unshift(FragilePhase(self.0));
        }
        guard.end()
    }
}

fn explored(panics: Panics) -> Report {
    let mut phases = PhaseManager::new();
    phases.push(AskPhase(panics));
    explore(&phases, &()).depth(4).run()
}

#[test]
fn a_phase_that_panics_as_it_is_copied_is_a_finding() {
    let report = explored(Panics::Copied);
    let [finding] = &report.findings[..] else { panic!("{report}") };
    assert_eq!(finding.kind, FindingKind::Panic);
    assert!(finding.to_string().contains("no copies, please"), "{finding}");
    assert!(!report.complete);
}

#[test]
fn a_phase_that_panics_as_it_is_dropped_is_a_finding() {
    let report = explored(Panics::Dropped);
    let [finding] = &report.findings[..] else { panic!("{report}") };
    assert_eq!(finding.kind, FindingKind::Panic);
    assert!(finding.to_string().contains("never let me go"), "{finding}");
}
