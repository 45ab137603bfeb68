//! Games with a fault each, and games without.

use phase_core::prelude::*;
use phase_testing::{Explorer, Report, explore};

use crate::brawl::{Brawl, PLANTS, new_game};

fn invariants(explorer: Explorer<'_, Brawl>) -> Explorer<'_, Brawl> {
    explorer
        .invariant("hp are in bounds", |brawl, _| brawl.hp.iter().all(|hp| (0..=12).contains(hp)))
        .invariant("nothing is left over", |brawl: &Brawl, phases| {
            !brawl.left_over && (phases.question().is_some() || phases.is_empty())
        })
}

fn explored(brawl: &Brawl, change: impl Fn(Explorer<'_, Brawl>) -> Explorer<'_, Brawl>) -> Report {
    let phases: PhaseManager<Brawl> = new_game();
    let explorer = explore(&phases, brawl).same_when(Brawl::key).frames(50).starts(300);
    change(invariants(explorer)).run()
}

#[test]
fn each_planted_fault_is_found_alone_by_the_shortest_way_whatever_the_number_of_threads() {
    assert!(PLANTS.len() >= 30);
    for &(plant, kind) in PLANTS {
        let brawl = Brawl::new(3, 3, plant);
        let report = explored(&brawl, |explorer| explorer.threads(1));
        let [finding] = &report.findings[..] else { panic!("{plant}: {report}") };
        assert_eq!(format!("{:?}", finding.kind), kind, "{plant}: {report}");
        // What is left over is seen when the game is over, and nothing comes behind that.
        let is_at_end = plant == "something is left over";
        assert_eq!(report.complete, is_at_end, "{plant}: {report}");

        // No shorter way leads there.
        let most = finding.way.len() - 1;
        let nearer = explored(&brawl, |explorer| explorer.depth(most));
        assert!(nearer.findings.is_empty(), "{plant}: {nearer}");
        assert!(!nearer.complete && !nearer.to_string().contains("no faults"), "{plant}: {nearer}");

        let by_three = explored(&brawl, |explorer| explorer.threads(3));
        assert_eq!(by_three.to_string(), report.to_string(), "{plant}");
    }
}

#[test]
fn the_way_to_each_planted_fault_leads_there() {
    for &(plant, kind) in PLANTS {
        let brawl = Brawl::new(3, 3, plant);
        let report = explored(&brawl, |explorer| explorer);
        let mut way = report.findings[0].answers();
        let last = way.pop().unwrap();
        let (mut phases, mut world) = (new_game(), brawl.clone());
        for (seat, answer) in way {
            while phases.run(&mut world).unwrap() != RunStatus::Asking {}
            phases.answer_any(&mut world, seat, answer).unwrap();
        }
        while phases.run(&mut world).unwrap() != RunStatus::Asking {}
        // One answer further it is there, and before it is not.
        let sound = explore(&phases, &world).depth(0).run();
        assert!(sound.findings.is_empty(), "{plant}: {sound}");
        let faulty = invariants(explore(&phases, &world)).depth(1).frames(50).starts(300).run();
        let found = faulty.findings.iter().find(|finding| format!("{:?}", finding.kind) == kind);
        let found = found.unwrap_or_else(|| panic!("{plant}: {faulty}"));
        // Several answers may lead to it; this is the first of them.
        let first = found.answers().remove(0);
        assert_eq!(first, last, "{plant}: {faulty}");
    }
}

#[test]
fn nothing_is_found_in_sound_games() {
    let mut games = 0;
    for hp in 1..=5 {
        for rounds in 1..=6 {
            let brawl = Brawl::new(hp, rounds, "");
            let report = explored(&brawl, |explorer| explorer);
            assert!(report.complete && report.findings.is_empty(), "{report}");
            assert!(report.to_string().contains("\nno faults\n"), "{report}");
            assert!(report.finished > 0);
            games += 1;
        }
    }
    assert_eq!(games, 30);
}
