//! What reports say.

use phase_core::prelude::*;
use phase_testing::{Cut, EdgeKind, FindingKind, explore};

use crate::brawl::{Brawl, new_game};

/// Asks one question, and then does what the world says.
#[phase(world = &'static str, asks, unshifts(NextPhase, HaltPhase), clone)]
#[derive(Debug, Clone)]
struct FirstPhase;

impl Asks for FirstPhase {
    type Answer = bool;

    fn options(&self, _: Seat, _: &&'static str) -> Option<Vec<bool>> {
        Some(vec![false, true])
    }

    fn answer(&mut self, _: Seat, goes_on: bool, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        if goes_on {
            match *guard.world {
                "halts" => guard.unshift(HaltPhase),
                _ => guard.unshift(NextPhase),
            }
        }
        guard.end()
    }
}

/// Asks for what can't be listed.
#[phase(world = &'static str, asks, leaf, clone)]
#[derive(Debug, Clone)]
struct NextPhase;

impl Asks for NextPhase {
    type Answer = String;

    fn answer(&mut self, _: Seat, _: String, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.end()
    }
}

#[phase(world = &'static str, unshifts(NextPhase), clone)]
#[derive(Debug, Clone)]
struct HaltPhase;

impl Phase for HaltPhase {
    fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.unshift(NextPhase);
        guard.queue.halt();
        guard.end()
    }
}

fn first() -> PhaseManager<&'static str> {
    let mut phases = PhaseManager::new();
    phases.push(FirstPhase);
    phases
}

#[test]
fn options_that_can_not_be_listed_make_a_report_incomplete() {
    let report = explore(&first(), &"").run();
    assert!(!report.complete && report.findings.is_empty());
    assert_eq!(report.cut, [Cut::Unlisted("NextPhase")]);
    assert_eq!((report.states, report.finished), (3, 1));
    assert_eq!(
        report.to_string(),
        "\
explored in part: 3 positions, 2 answers, 1 game finished
cut off: `NextPhase` does not list its options, so that no answer was tried there
nothing was found in this part

never started in this part: HaltPhase

declared, and never done in this part: FirstPhase unshifts HaltPhase
"
    );
}

#[test]
fn a_game_that_halts_is_over_unless_it_is_to_go_on() {
    let report = explore(&first(), &"halts").run();
    assert_eq!((report.finished, &report.cut[..]), (2, &[Cut::Halted(1)][..]));
    assert!(!report.complete);

    let report = explore(&first(), &"halts").past_halts().run();
    assert_eq!((report.finished, &report.cut[..]), (1, &[Cut::Unlisted("NextPhase")][..]));
}

#[test]
fn a_search_to_a_depth_or_a_number_of_positions_says_so_and_is_the_same_with_any_number_of_threads() {
    let brawl = Brawl::new(3, 3, "");
    let phases = new_game();
    for most in [1, 2, 17, 300] {
        let by = |threads| explore(&phases, &brawl).states(most).threads(threads).run();
        let report = by(1);
        assert_eq!((report.states, report.complete), (most, false));
        assert_eq!(report.cut, [Cut::States(most)]);
        for threads in 2..=4 {
            assert_eq!(by(threads).to_string(), report.to_string());
        }
    }
    let all = explore(&phases, &brawl).same_when(Brawl::key).run();
    let exactly = explore(&phases, &brawl).same_when(Brawl::key).states(all.states).run();
    assert_eq!(exactly.to_string(), all.to_string());
}

#[test]
fn edges_that_are_never_taken_are_told_from_those_that_are() {
    let report = explore(&new_game(), &Brawl::new(2, 2, "")).same_when(Brawl::key).run();
    assert_eq!(report.unreached, ["OddPhase", "OtherPhase"]);
    let edges: Vec<_> = report.untaken.iter().map(ToString::to_string).collect();
    assert_eq!(
        edges,
        [
            "ChoosePhase unshifts OddPhase",
            "OddPhase unshifts OddPhase",
            "OddPhase unshifts OtherPhase",
            "OddPhase defers OddPhase",
            "OddPhase pushes OddPhase",
            "OtherPhase unshifts OddPhase",
        ]
    );
    assert_eq!(report.untaken[3].kind, EdgeKind::Defers);
}

#[test]
fn a_loop_is_told_as_what_leads_to_it_and_what_it_repeats() {
    let report = explore(&new_game(), &Brawl::new(2, 2, "sets each other off")).same_when(Brawl::key).run();
    let [finding] = &report.findings[..] else { panic!("{report}") };
    assert_eq!(finding.kind, FindingKind::Loop);
    assert_eq!(finding.started, ["StrikePhase"]);
    assert_eq!(finding.cycle, ["OddPhase", "OtherPhase"]);
    assert!(finding.message.ends_with("2 of them form a cycle"), "{report}");
}

#[test]
fn a_panic_is_told_with_its_message_and_place_and_with_nothing_on_the_terminal() {
    let report = explore(&new_game(), &Brawl::new(2, 2, "start panics")).same_when(Brawl::key).run();
    let [finding] = &report.findings[..] else { panic!("{report}") };
    assert_eq!(finding.phase, Some("StrikePhase"));
    let place = finding.message.strip_prefix("unable to start in `StrikePhase`, at ");
    let place = place.unwrap_or_else(|| panic!("{report}"));
    assert!(place.contains("brawl.rs:"), "{report}");
}

#[phase(world = u8, pushes(LeafPhase), clone)]
#[derive(Debug, Clone)]
struct RootPhase;

impl Phase for RootPhase {
    fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.push(LeafPhase);
        guard.end()
    }
}

#[phase(world = u8, leaf)]
#[derive(Debug)]
struct LeafPhase;

impl Phase for LeafPhase {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.end()
    }
}

#[test]
#[should_panic(
    expected = "the game can't be explored: phase `LeafPhase` cannot be copied; declare it `#[phase(clone)]`"
)]
fn a_phase_that_is_not_clone_is_named() {
    let mut phases = PhaseManager::new();
    phases.push(LeafPhase);
    let _ = explore(&phases, &0);
}

#[test]
#[should_panic(expected = "phase `LeafPhase` cannot be copied")]
fn so_is_one_that_is_only_declared_to_be_queued() {
    let mut phases = PhaseManager::new();
    phases.push(RootPhase);
    let _ = explore(&phases, &0);
}

#[test]
fn a_phase_that_has_asked_before_the_search_counts_as_started() {
    let mut phases = first();
    phases.run(&mut "").unwrap();
    let report = explore(&phases, &"").run();
    assert_eq!(report.unreached, ["HaltPhase"]);
}

#[test]
fn a_search_that_ends_at_faults_says_that_it_does_not_know_what_is_behind_them() {
    let first_only =
        |_: &&str, phases: &PhaseManager<_>| phases.question().is_none_or(|q| q.name() == "FirstPhase");
    let report = explore(&first(), &"").invariant("only the first asks", first_only).depth(1).run();
    assert_eq!(
        (report.complete, &report.cut[..]),
        (false, &[Cut::Unlisted("NextPhase"), Cut::Faults(1)][..])
    );

    let nobody_asks = |_: &&str, phases: &PhaseManager<_>| phases.question().is_none();
    let report = explore(&first(), &"").invariant("nobody asks", nobody_asks).run();
    assert!(!report.complete);
    assert_eq!(
        report.to_string(),
        "\
explored in part: 1 position, 0 answers, 0 games finished
cut off: 1 way ends at a fault, and what may come behind that was not looked at
1 fault found

1. broken: \"nobody asks\" does not hold
   without any answer
   then started FirstPhase

never started in this part: HaltPhase, NextPhase

declared, and never done in this part: FirstPhase unshifts NextPhase, FirstPhase unshifts HaltPhase
"
    );
    let report = explore(&first(), &"").invariant("nobody asks", nobody_asks).random(1, 3).run();
    assert_eq!(report.cut, [Cut::Faults(3), Cut::Random(3)]);
}

#[test]
fn a_fault_of_a_game_that_is_over_cuts_nothing_off() {
    let mut phases = PhaseManager::new();
    phases.push(RootPhase);
    phases.run(&mut 0).unwrap();
    let report = explore(&phases, &0).invariant("it goes on", |_, phases| !phases.is_empty()).run();
    assert_eq!((report.complete, report.findings.len()), (true, 1));
    assert!(report.to_string().starts_with("explored completely: "), "{report}");
}
