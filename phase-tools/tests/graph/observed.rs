//! What really happened, laid over what is declared.

use expect_test::expect;
use phase_core::prelude::*;
use phase_tools::{Graph, Trace, graph};
use roxmltree::Document;

use crate::only_ends;

/// How many ships are still to come.
struct Dock(u32);

/// The harbour master calls a ship.
#[phase(world = Dock, unshifts(TugPhase, PilotPhase), defers(LeavePhase, StormPhase), pushes(CallPhase))]
#[derive(Debug)]
struct CallPhase;

impl Phase for CallPhase {
    fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.unshift(TugPhase);
        // Before the tug: this, too, is declared as an unshift.
        guard.queue.insert_before::<TugPhase>(PilotPhase);
        guard.defer(LeavePhase);
        guard.world.0 -= 1;
        if guard.world.0 > 0 {
            guard.push(CallPhase);
        }
        guard.queue.common().unshift(FlagPhase);
        guard.end()
    }
}

#[phase(world = Dock, leaf)]
#[derive(Debug)]
struct TugPhase;

#[phase(world = Dock, leaf)]
#[derive(Debug)]
struct PilotPhase;

#[phase(world = Dock, leaf)]
#[derive(Debug)]
struct StormPhase;

#[phase(world = Dock, leaf, common)]
#[derive(Debug)]
struct FlagPhase;

/// It declares nothing, so there is no edge to be taken.
#[phase(world = Dock)]
#[derive(Debug)]
struct LeavePhase;

impl Phase for LeavePhase {
    fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.unshift(TugPhase);
        guard.end()
    }
}

only_ends!(TugPhase, PilotPhase, StormPhase, FlagPhase);

fn flow() -> Graph {
    graph(registry().of::<Dock>()).rooted_at::<CallPhase>()
}

/// A game with so many ships, in which the host does what no phase declares.
fn played(trace: Trace, ships: u32) -> Trace {
    let mut phases = PhaseManager::new();
    trace.attach(&mut phases);
    phases.push(CallPhase);
    phases.unshift(StormPhase);
    phases.push(PilotPhase);
    phases.interrupt(FlagPhase);
    phases.run(&mut Dock(ships)).unwrap();
    trace
}

#[test]
fn as_text() {
    expect![[r"
        the flow of Dock: 6 phases, 5 edges, 1 of them never taken

        CallPhase (root)
          unshifts TugPhase (3 times), PilotPhase (3 times)
          defers LeavePhase (3 times), StormPhase (never)
          pushes CallPhase (2 times)
        LeavePhase (open)
        PilotPhase (leaf)
        StormPhase (leaf)
        TugPhase (leaf)

        queued by any phase:
        FlagPhase (leaf)
    "]]
    .assert_eq(&flow().observe(&played(Trace::new(), 3)).to_string());
}

#[test]
fn as_mermaid_and_for_graphviz() {
    let flow = flow().observe(&played(Trace::new(), 1));
    let mermaid = flow.to_mermaid();
    let edges: Vec<_> = mermaid.lines().filter(|line| line.contains("->")).map(str::trim).collect();
    expect![[r"
            CallPhase -- once --> TugPhase
            CallPhase -- once --> PilotPhase
            CallPhase -. defers, once .-> LeavePhase
            CallPhase -. defers, never .-> StormPhase
            CallPhase -. pushes, never .-> CallPhase"]]
    .assert_eq(&edges.join("\n"));
    let dot = flow.to_dot();
    let edges: Vec<_> = dot.lines().filter(|line| line.contains("->")).map(str::trim).collect();
    expect![[r##"
            "CallPhase" -> "TugPhase" [style=solid, label="once"]
            "CallPhase" -> "PilotPhase" [style=solid, label="once"]
            "CallPhase" -> "LeavePhase" [style=dashed, label="defers, once"]
            "CallPhase" -> "StormPhase" [style=dashed, label="defers, never", color="#9aa1ad"]
            "CallPhase" -> "CallPhase" [style=dotted, label="pushes, never", color="#9aa1ad"]"##]]
    .assert_eq(&edges.join("\n"));
}

#[test]
fn as_a_picture() {
    let svg = flow().observe(&played(Trace::new(), 2)).to_svg();
    let document = Document::parse(&svg).unwrap();
    let of_class = |class: &str| {
        let nodes = document.descendants().filter(move |node| {
            node.attribute("class").is_some_and(|classes| classes.split(' ').any(|one| one == class))
        });
        nodes.filter_map(|node| node.text().map(str::to_owned)).collect::<Vec<_>>()
    };
    let mut labels = of_class("taken");
    labels.sort();
    assert_eq!(labels, ["1×", "2×", "2×", "2×", "never"]);
    let titles: Vec<_> = document
        .descendants()
        .filter(|node| node.has_tag_name("title"))
        .filter_map(|node| node.text())
        .collect();
    assert!(titles.contains(&"CallPhase defers StormPhase: never"));
    assert!(titles.contains(&"CallPhase pushes CallPhase: once"));
    assert!(!flow().to_svg().contains(".taken"), "nothing was observed");
}

#[test]
fn each_edge_says_how_often_it_was_taken() {
    assert!(flow().edges().all(|edge| edge.taken().is_none()));
    assert_eq!(flow().untaken().count(), 0, "nothing was observed");
    let nothing = flow().observe(&Trace::new());
    assert_eq!(nothing.untaken().count(), 5, "nothing has happened");
    let twice = flow().observe(&played(Trace::new(), 3)).observe(&played(Trace::new().names_only(), 1));
    let taken: Vec<_> = twice.edges().filter_map(|edge| edge.taken()).collect();
    assert_eq!(taken, [4, 4, 4, 0, 2], "traces add up");
}

#[test]
fn a_bounded_trace_counts_what_it_has_kept() {
    let trace = played(Trace::bounded(4096), 1000);
    assert!(trace.dropped() > 0);
    let flow = flow().observe(&trace);
    let taken: Vec<_> = flow.edges().filter_map(|edge| edge.taken()).collect();
    assert!(taken[0] > 0 && taken[0] < 1000 && taken[3] == 0, "{taken:?}");
}

#[test]
fn a_trace_of_another_world_takes_nothing() {
    #[phase(name = "CallPhase", unshifts(OtherPhase))]
    #[derive(Debug)]
    struct HomonymPhase;

    #[phase(leaf)]
    #[derive(Debug)]
    struct OtherPhase;

    impl Phase for HomonymPhase {
        fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
            guard.unshift(OtherPhase);
            guard.end()
        }
    }

    only_ends!(OtherPhase);

    let (trace, mut phases) = (Trace::new(), PhaseManager::new());
    trace.attach(&mut phases);
    phases.push(HomonymPhase);
    phases.run(&mut ()).unwrap();
    assert_eq!(flow().observe(&trace).untaken().count(), 5);
}
