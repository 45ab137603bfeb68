//! Games that can't go on, and what is said of them.

use std::panic::{AssertUnwindSafe, catch_unwind};

use phase_core::prelude::*;
use phase_testing::Play;

/// How a game is kept from going on.
type Plant = &'static str;

/// Every way, and what has to be said of it.
const PLANTS: [(Plant, &str); 13] = [
    ("asks", "`AskPhase` asks player 3, and nothing is scripted for that"),
    ("asks two", "`AskPhase` asks player 0 and player 1, and nothing is scripted for that"),
    ("asks the dice", "`AskPhase` asks chance, and nothing is scripted for that"),
    ("waits", "`WaitPhase` waits to be updated, and still did after 1000 updates, since start "),
    ("suspends", "`SuspendPhase` waits for its ticket, which nobody has ended, since start "),
    ("drops", "phase `SuspendPhase` was abandoned: its ticket was dropped"),
    ("fails", "phase `LinkPhase(0)` failed in `start`"),
    ("panics", "`LinkPhase(0)` has panicked: no link is left, at phase-testing/tests/play/stalls.rs:"),
    ("halts", "the game has halted"),
    ("ends", "the game is idle: nothing is left to run"),
    ("clears", "the game is idle: nothing is left to run"),
    ("loops", "more than 100000 phases have started on the way"),
    ("is limited", "more than 500 phases in one run; the last 256 started were 256 times `LoopPhase`"),
];

#[derive(Debug, Clone, Default)]
struct Chain {
    plant: Plant,
}

/// Sets off the next link, and does at the last one what the plant says.
#[phase(
    world = Chain,
    unshifts(LinkPhase, AskPhase, WaitPhase, SuspendPhase, LoopPhase),
    clone
)]
#[derive(Debug, Clone)]
struct LinkPhase(usize);

impl Phase for LinkPhase {
    fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        if self.0 > 0 {
            guard.unshift(LinkPhase(self.0 - 1));
            return guard.end();
        }
        match guard.world.plant {
            "asks" | "asks two" | "asks the dice" => guard.unshift(AskPhase),
            "waits" => guard.unshift(WaitPhase),
            "suspends" | "drops" => guard.unshift(SuspendPhase),
            "fails" => return guard.fail("no more links"),
            "panics" => panic!("no link is left"),
            "halts" => guard.queue.halt(),
            "clears" => guard.queue.clear(),
            "loops" | "is limited" => guard.unshift(LoopPhase),
            _ => {
                guard.queue.remove_all::<GoalPhase>(|_| true);
            }
        }
        guard.end()
    }
}

#[phase(world = Chain, asks, leaf, clone)]
#[derive(Debug, Clone)]
struct AskPhase;

impl Asks for AskPhase {
    type Answer = u8;

    fn seats(&self, chain: &Chain) -> Vec<Seat> {
        match chain.plant {
            "asks" => vec![Seat::Player(3)],
            "asks the dice" => vec![Seat::Chance],
            _ => vec![Seat::Player(0), Seat::Player(1)],
        }
    }

    fn answer(&mut self, _: Seat, _: u8, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.end()
    }
}

#[phase(world = Chain, leaf, clone)]
#[derive(Debug, Clone)]
struct WaitPhase;

impl Phase for WaitPhase {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.wait()
    }
}

impl Waits for WaitPhase {
    fn update(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.wait()
    }
}

#[phase(world = Chain, leaf)]
#[derive(Debug)]
struct SuspendPhase;

impl Phase for SuspendPhase {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.suspend(
            |chain, ticket| if chain.plant == "suspends" { std::mem::forget(ticket) } else { drop(ticket) },
        )
    }
}

/// Sets itself off; each time after a frame, so that no run ever sees the loop, where nothing limits it.
#[phase(world = Chain, unshifts(LoopPhase), clone)]
#[derive(Debug, Clone)]
struct LoopPhase;

impl Phase for LoopPhase {
    fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        if guard.world.plant == "loops" {
            return guard.wait();
        }
        guard.unshift(LoopPhase);
        guard.end()
    }
}

impl Waits for LoopPhase {
    fn update(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.unshift(LoopPhase);
        guard.end()
    }
}

#[phase(world = Chain, leaf, clone)]
#[derive(Debug, Clone)]
struct GoalPhase;

impl Phase for GoalPhase {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.end()
    }
}

/// What a way to go on says that can't.
fn complaint(plant: Plant, links: usize, go: impl FnOnce(&mut Play<Chain>)) -> String {
    let mut phases = PhaseManager::new();
    if plant == "is limited" {
        phases.set_start_limit(500);
    }
    phases.push(LinkPhase(links));
    phases.push(GoalPhase);
    let mut play = Play::new(phases, Chain { plant });
    let panic = catch_unwind(AssertUnwindSafe(|| go(&mut play))).expect_err("it can't go on");
    panic.downcast_ref::<String>().expect("it is told in words").clone()
}

/// How the list ends of what happened last: with what set off the phase at which it stopped, and what became of that.
fn ending(plant: Plant, links: usize) -> String {
    let causes = vec!["LinkPhase"; links].join(", ");
    let set_off = if links > 0 { format!(", set off by {causes}") } else { String::new() };
    let below =
        if links > 0 { format!(", set off by LinkPhase, {causes}") } else { ", set off by LinkPhase".into() };
    match plant {
        "asks" | "asks two" | "asks the dice" => format!("    AskPhase{below}: asked"),
        "waits" => format!("    WaitPhase{below}: waited, was updated 1000 times"),
        "suspends" => format!("    SuspendPhase{below}: was suspended"),
        "drops" => format!("    SuspendPhase{below}: was suspended, was abandoned"),
        "fails" => format!("    LinkPhase(0){set_off}: failed"),
        "halts" | "panics" => format!("    LinkPhase(0){set_off}"),
        "ends" => format!("    LinkPhase(0){set_off}\n    GoalPhase was removed from the queue"),
        "clears" => format!("    LinkPhase(0){set_off}\n    GoalPhase was dropped as the queue was cleared"),
        "loops" => format!(
            "    LoopPhase{}",
            ", LoopPhase".repeat(12).replacen(", ", ", set off by ", 1) + " and more: waited"
        ),
        "is limited" => {
            format!("    LoopPhase{} and more", ", LoopPhase".repeat(12).replacen(", ", ", set off by ", 1))
        }
        _ => panic!("{plant}"),
    }
}

#[test]
fn a_hundred_stalls_are_told_by_name() {
    let mut told = 0;
    for (plant, what) in PLANTS {
        let depths = if plant == "loops" { 0..1 } else { 0..10 };
        for links in depths {
            let said = complaint(plant, links, |play| {
                play.through::<GoalPhase>();
            });
            let expected = format!("the end of `GoalPhase` can't be reached: {what}");
            assert!(said.starts_with(&expected), "{plant}: {said}");
            // It is told how it came to that, too, and at which line of the test.
            let (_, last) = said.split_once("\nwhat happened last:\n").unwrap_or_else(|| panic!("{said}"));
            assert!(last.ends_with(&ending(plant, links)), "{plant}: {said}");
            told += 1;
        }
    }
    assert!(told >= 100, "{told}");
}

#[test]
fn other_goals_are_told_by_name_too() {
    let through = complaint("suspends", 1, |play| {
        play.through::<GoalPhase>();
    });
    let expected = "the end of `GoalPhase` can't be reached: `SuspendPhase` waits for its ticket, which nobody has ended, \
                    since start 3\nwhat happened last:\n    LinkPhase(1)\n    LinkPhase(0), set off by LinkPhase\n    \
                    SuspendPhase, set off by LinkPhase, LinkPhase: was suspended";
    assert_eq!(through, expected);

    let question = complaint("ends", 0, |play| {
        play.to_question();
    });
    assert!(question.starts_with("a question can't be reached: the game is idle"), "{question}");

    let answer = complaint("halts", 0, |play| {
        play.answer::<AskPhase>(Seat::Player(0), 1);
    });
    assert!(
        answer.starts_with("the answer of player 0 to `AskPhase` can't be reached: the game has halted"),
        "{answer}"
    );

    let rest = complaint("fails", 0, |play| {
        play.to_rest();
    });
    assert!(
        rest.starts_with("a rest can't be reached: phase `LinkPhase(0)` failed in `start`: no more links"),
        "{rest}"
    );
}
