//! `Graph::check`, on worlds that have one fault each.

use phase_core::prelude::*;
use phase_tools::{Finding, Graph, graph};

use crate::faults::{all_open, nesting, open, same_name, sound, unqueued, unreached};

fn flow<W: 'static>() -> Graph {
    graph(registry().of::<W>())
}

/// What is found, without places.
fn told(graph: &Graph) -> Vec<String> {
    let entries = graph.nodes().map(|node| format!(" ({}:{})", node.entry().file(), node.entry().line()));
    let places: Vec<_> = entries.collect();
    let without_places = |finding: &Finding| {
        places.iter().fold(finding.to_string(), |told, place| told.replace(place.as_str(), ""))
    };
    graph.check().iter().map(without_places).collect()
}

#[test]
fn a_sound_flow_has_no_findings() {
    assert_eq!(flow::<sound::World>().rooted_at::<sound::TurnPhase>().check(), []);
    assert_eq!(flow::<sound::World>().check(), []);
}

const WHAT_TO_DO: &str =
    "; list it where it is queued, or, if the host queues it, name it as a root of the graph";

#[test]
fn a_phase_that_nothing_queues() {
    let graph = flow::<unqueued::World>().rooted_at::<unqueued::TurnPhase>();
    assert_eq!(
        told(&graph),
        [
            format!("no phase queues `LostPhase`{WHAT_TO_DO}"),
            format!("no phase queues `StrayPhase`{WHAT_TO_DO}")
        ]
    );
    let entry = registry().of::<unqueued::World>().get("LostPhase").expect("it is linked in");
    assert_eq!(graph.check()[0], Finding::Unqueued { phase: entry });
    assert_eq!(graph.root("LostPhase").root("StrayPhase").check(), []);
}

#[test]
fn without_a_root_a_phase_that_queues_something_counts_as_one() {
    let graph = flow::<unqueued::World>();
    assert_eq!(told(&graph), [format!("no phase queues `LostPhase`{WHAT_TO_DO}")]);
}

#[test]
fn phases_that_queue_each_other_only() {
    let graph = flow::<unreached::World>().rooted_at::<unreached::TurnPhase>();
    assert_eq!(
        told(&graph),
        [
            "`EbbPhase`, `FlowPhase`: these queue each other, but no root leads to them; list one of them where it is \
          queued, or, if the host queues it, name it as a root of the graph"
        ]
    );
    assert_eq!(graph.root("FlowPhase").check(), []);
}

#[test]
fn cycles_that_nest() {
    let graph = flow::<nesting::World>().rooted_at::<nesting::TurnPhase>();
    let what_to_do = "so that they can nest without end; have one of them pushed instead, or, if they are sure to \
                      stop, say so of one with `bounded_at`";
    assert_eq!(
        told(&graph),
        [
            "`RecurPhase` queues itself by unshifting or deferring, so that it can nest without end; push it instead, \
             or, if it is sure to stop, say so with `bounded_at`"
                .to_owned(),
            format!(
                "`FirstPhase` -> `SecondPhase` -> `ThirdPhase` -> `FirstPhase`: each of these unshifts or defers the \
                 next, {what_to_do}"
            ),
            format!(
                "`FourthPhase` -> `ThirdPhase` -> `FourthPhase`: each of these unshifts or defers the next, {what_to_do}"
            ),
        ]
    );
    let names = |finding: &Finding| match finding {
        Finding::Nests { cycle } => cycle.iter().map(|entry| entry.name()).collect::<Vec<_>>(),
        _ => Vec::new(),
    };
    assert_eq!(names(&graph.check()[1]), ["FirstPhase", "SecondPhase", "ThirdPhase"]);
}

#[test]
fn cycles_that_are_sure_to_stop() {
    let graph = flow::<nesting::World>()
        .rooted_at::<nesting::TurnPhase>()
        .bounded_at::<nesting::RecurPhase>()
        .bounded_at::<nesting::ThirdPhase>();
    assert_eq!(graph.check(), []);
}

#[test]
fn an_open_phase_among_closed_ones() {
    let graph = flow::<open::World>().rooted_at::<open::TurnPhase>();
    assert_eq!(
        told(&graph),
        [
            "`AnythingPhase` declares no flow and may queue anything, while other phases declare theirs; add what it \
          queues to its `#[phase(..)]`, or `leaf` if it queues nothing"
        ],
        "and it may queue the phase that no other one queues"
    );
}

#[test]
fn open_phases_alone_are_fine() {
    assert_eq!(flow::<all_open::World>().check(), []);
    assert_eq!(flow::<all_open::World>().rooted_at::<all_open::TurnPhase>().check(), []);
}

#[test]
fn two_phases_with_one_name() {
    let graph = flow::<same_name::World>().rooted_at::<same_name::TurnPhase>();
    let [Finding::SameName { first, second }] = graph.check()[..] else { panic!("one finding") };
    assert_eq!((first.name(), second.name()), ("TwinPhase", "TwinPhase"));
    assert_ne!(first, second);
    let told = graph.check()[0].to_string();
    assert!(told.starts_with("two phases are named `TwinPhase`: at "), "{told}");
    assert!(told.ends_with("; give one another name with `#[phase(name = \"..\")]`"), "{told}");
}

#[test]
fn a_root_that_is_not_there() {
    let graph = flow::<sound::World>().rooted_at::<sound::TurnPhase>().root("MovPhase").root("X");
    assert_eq!(
        told(&graph),
        [
            "no phase `MovPhase` in this world, and the graph was given one; did you mean `MovePhase`?",
            "no phase `X` in this world, and the graph was given one; name one that is there"
        ]
    );
    let graph = flow::<sound::World>().rooted_at::<open::TurnPhase>();
    assert!(matches!(&graph.check()[..], [Finding::Unknown { name, .. }] if name == "TurnPhase"));
}

#[test]
fn a_finding_names_the_place_of_its_phase() {
    let graph = flow::<unqueued::World>();
    let entry = graph.node("LostPhase").expect("it is in the graph").entry();
    let place = format!("`LostPhase` ({}:{})", entry.file(), entry.line());
    assert!(graph.check()[0].to_string().contains(&place));
}
