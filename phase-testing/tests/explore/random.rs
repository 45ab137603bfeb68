//! Games that are played by chance.

use phase_core::prelude::*;
use phase_testing::{Cut, Explorer, FindingKind, Report, explore};

use crate::brawl::{Brawl, PLANTS, new_game};

fn invariants(explorer: Explorer<'_, Brawl>) -> Explorer<'_, Brawl> {
    explorer
        .invariant("hp are in bounds", |brawl, _| brawl.hp.iter().all(|hp| (0..=12).contains(hp)))
        .invariant("nothing is left over", |brawl: &Brawl, phases| {
            !brawl.left_over && (phases.question().is_some() || phases.is_empty())
        })
}

fn searched(brawl: &Brawl) -> Report {
    invariants(explore(&new_game(), brawl).same_when(Brawl::key).frames(50).starts(300)).run()
}

fn played(brawl: &Brawl, seed: u64, games: usize, threads: usize) -> Report {
    let phases = new_game();
    let explorer = explore(&phases, brawl).same_when(Brawl::key).frames(50).starts(300).threads(threads);
    invariants(explorer).random(seed, games).run()
}

#[test]
fn each_planted_fault_is_found_and_its_way_is_shrunk_to_the_shortest() {
    for &(plant, kind) in PLANTS {
        let brawl = Brawl::new(3, 3, plant);
        let report = played(&brawl, 1, 200, 2);
        let [finding] = &report.findings[..] else { panic!("{plant}: {report}") };
        assert_eq!(format!("{:?}", finding.kind), kind, "{plant}: {report}");
        let searched = &searched(&brawl).findings[0];
        assert_eq!(finding.way.len(), searched.way.len(), "{plant}: {finding}\n{searched}");
        assert_eq!((&finding.message, finding.phase), (&searched.message, searched.phase), "{plant}");
        assert_eq!(finding.started, searched.started, "{plant}");
    }
}

#[test]
fn the_same_seed_gives_the_same_report_with_any_number_of_threads_and_another_seed_another_one() {
    for plant in ["", "start panics"] {
        let brawl = Brawl::new(5, 6, plant);
        let report = played(&brawl, 7, 100, 1);
        for threads in 2..=4 {
            assert_eq!(played(&brawl, 7, 100, threads).to_string(), report.to_string());
        }
        assert_ne!(played(&brawl, 8, 100, 2).transitions, report.transitions);
    }
}

#[test]
fn a_row_of_games_is_never_called_complete() {
    let report = played(&Brawl::new(1, 1, ""), 1, 1000, 2);
    assert!(!report.complete && report.findings.is_empty());
    assert!(report.finished > 0);
    assert_eq!(report.cut, [Cut::Random(1000)]);
    let told = report.to_string();
    assert!(
        told.contains("\ncut off: 1,000 games were played, by chance\nnothing was found in this part\n"),
        "{told}"
    );
    assert!(!told.contains("no faults"), "{told}");
}

#[test]
fn positions_that_are_the_same_are_counted_once() {
    let (phases, brawl) = (new_game(), Brawl::new(1, 1, ""));
    let all = explore(&phases, &brawl).same_when(Brawl::key).run();
    let some = explore(&phases, &brawl).same_when(Brawl::key).random(1, 5000).run();
    assert_eq!((some.states, some.finished), (all.states, all.finished));
    assert_eq!((some.unreached, some.untaken), (all.unreached, all.untaken));
}

/// Counts up, and nothing ends it.
#[phase(world = u64, asks, pushes(CountPhase), clone)]
#[derive(Debug, Clone)]
struct CountPhase;

impl Asks for CountPhase {
    type Answer = u64;

    fn options(&self, _: Seat, _: &u64) -> Option<Vec<u64>> {
        Some((0..10).collect())
    }

    fn answer(&mut self, _: Seat, number: u64, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        *guard.world += number;
        assert!(*guard.world < 1000, "too much");
        guard.push(CountPhase);
        guard.end()
    }
}

#[test]
fn a_game_without_an_end_is_left() {
    let mut phases = PhaseManager::new();
    phases.push(CountPhase);
    let report = explore(&phases, &0).random(1, 3).depth(50).run();
    assert_eq!(report.cut, [Cut::Depth(50), Cut::Random(3)]);
    assert_eq!((report.transitions, report.finished), (150, 0));
}

#[test]
fn a_long_way_is_shrunk_to_one_that_needs_each_of_its_answers() {
    let mut phases = PhaseManager::new();
    phases.push(CountPhase);
    let report = explore(&phases, &0).random(1, 3).run();
    let [finding] = &report.findings[..] else { panic!("{report}") };
    assert_eq!((&finding.kind, finding.times), (&FindingKind::Panic, 3));
    assert!(finding.message.starts_with("too much in `CountPhase`, at "), "{finding}");
    // Each answer is needed: without the smallest of them the sum would not do.
    let numbers: Vec<u64> =
        finding.way.iter().map(|given| *given.answer.downcast_ref::<u64>().unwrap()).collect();
    let sum: u64 = numbers.iter().sum();
    assert!(sum >= 1000 && sum - numbers.iter().min().unwrap() < 1000, "{numbers:?}");
    assert!(numbers.iter().all(|number| *number > 0));
}
