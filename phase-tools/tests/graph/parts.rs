//! Nodes and edges: which there are, in which order, and what they say.

use phase_core::prelude::*;
use phase_tools::{EdgeKind, GraphNode, graph};

use crate::quay::{self, ArrivePhase, Quay};

#[test]
fn the_nodes_are_the_phases_of_the_world_by_name() {
    let flow = quay::flow();
    let names: Vec<_> = flow.nodes().map(GraphNode::name).collect();
    assert_eq!(
        names,
        [
            "ArrivePhase",
            "CranePhase",
            "FlagPhase",
            "HornPhase",
            "MoorPhase",
            "SailPhase",
            "StrikePhase",
            "UnloadPhase"
        ]
    );
    assert_eq!(flow.world(), "Quay");
}

#[test]
fn a_node_says_what_its_phase_is() {
    let flow = quay::flow();
    let kind = |name| {
        let node = flow.node(name).expect("it is in the graph");
        (node.is_root(), node.is_open(), node.is_leaf(), node.is_common())
    };
    assert_eq!(kind("ArrivePhase"), (true, false, false, false));
    assert_eq!(kind("MoorPhase"), (false, false, true, false));
    assert_eq!(kind("StrikePhase"), (false, true, false, false));
    assert_eq!(kind("HornPhase"), (false, false, true, true));
    assert_eq!(kind("FlagPhase"), (false, false, false, true));
    let entry = flow.node("ArrivePhase").expect("it is in the graph").entry();
    assert_eq!(entry.docs(), "A ship comes in.\n\nIt is the first thing to happen.");
    assert!(entry.file().ends_with("quay.rs"));
    assert!(flow.node("NoPhase").is_none());
}

#[test]
fn the_edges_go_by_phase_then_by_kind_then_as_written() {
    let flow = quay::flow();
    let edges: Vec<_> =
        flow.edges().map(|edge| (edge.from().name(), edge.kind(), edge.to().name())).collect();
    assert_eq!(
        edges,
        [
            ("ArrivePhase", EdgeKind::Unshift, "MoorPhase"),
            ("ArrivePhase", EdgeKind::Unshift, "UnloadPhase"),
            ("ArrivePhase", EdgeKind::Defer, "SailPhase"),
            ("ArrivePhase", EdgeKind::Push, "ArrivePhase"),
            ("FlagPhase", EdgeKind::Unshift, "HornPhase"),
            ("SailPhase", EdgeKind::Push, "ArrivePhase"),
            ("UnloadPhase", EdgeKind::Unshift, "UnloadPhase"),
            ("UnloadPhase", EdgeKind::Unshift, "CranePhase"),
            ("UnloadPhase", EdgeKind::Defer, "CranePhase"),
        ]
    );
}

#[test]
fn roots_go_by_type_or_by_name_and_there_may_be_several() {
    let roots = |flow: &phase_tools::Graph| {
        flow.nodes().filter(|node| node.is_root()).map(GraphNode::name).collect::<Vec<_>>()
    };
    let flow = graph(registry().of::<Quay>());
    assert_eq!(roots(&flow), [""; 0]);
    let flow = flow.root("SailPhase").rooted_at::<ArrivePhase>();
    assert_eq!(roots(&flow), ["ArrivePhase", "SailPhase"]);
}

#[test]
fn a_world_without_phases_is_an_empty_graph() {
    struct Empty;
    let flow = graph(registry().of::<Empty>());
    assert_eq!((flow.nodes().len(), flow.edges().len()), (0, 0));
    assert!(flow.world().ends_with("Empty"));
    assert_eq!(flow.check(), []);
    assert!(flow.to_svg().contains("</svg>"));
    assert_eq!(flow.to_mermaid(), "flowchart LR\n");
}
