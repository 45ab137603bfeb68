//! Phases with type parameters: drawn as leaves, by the name with which they are listed.

use phase_core::prelude::*;
use phase_tools::{GraphNode, graph};

use crate::only_ends;

struct Grove;

#[phase(world = Grove)]
#[derive(Debug)]
struct GrowPhase<T>(T);

impl<T: std::fmt::Debug + Send + Sync + 'static> Phase for GrowPhase<T> {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.end()
    }
}

type Sprout = GrowPhase<u8>;

/// Another way to write it, which comes later.
type Tree = GrowPhase<char>;

#[phase(world = Grove, unshifts(GrowPhase<char>, Sprout), defers(WiltPhase), pushes(Tree))]
#[derive(Debug)]
struct RainPhase;

#[phase(world = Grove, unshifts(Tree))]
#[derive(Debug)]
struct WiltPhase;

only_ends!(RainPhase, WiltPhase);

#[test]
fn each_is_one_leaf_among_the_others() {
    let flow = graph(registry().of::<Grove>()).rooted_at::<RainPhase>();
    assert_eq!(
        flow.to_string(),
        "\
the flow of Grove: 4 phases, 5 edges

\"GrowPhase<char>\" (leaf)
RainPhase (root)
  unshifts \"GrowPhase<char>\", Sprout
  defers WiltPhase
  pushes \"GrowPhase<char>\"
Sprout (leaf)
WiltPhase
  unshifts \"GrowPhase<char>\"
"
    );
    assert_eq!(flow.check(), []);
    let names: Vec<_> = graph(registry().of::<Grove>()).nodes().map(GraphNode::name).collect();
    assert_eq!(names, ["GrowPhase<char>", "RainPhase", "Sprout", "WiltPhase"]);
}

#[test]
fn each_can_be_a_root_and_is_drawn() {
    let flow = graph(registry().of::<Grove>()).rooted_at::<GrowPhase<char>>().root("RainPhase");
    assert!(flow.node("GrowPhase<char>").unwrap().is_root());
    let mermaid = flow.to_mermaid();
    assert!(mermaid.contains("phase0([\"GrowPhase#60;char#62;\"])"), "{mermaid}");
    assert!(mermaid.contains("RainPhase --> phase0"), "{mermaid}");
    assert!(flow.to_dot().contains("[label=\"GrowPhase<char>\""), "{}", flow.to_dot());
    assert!(flow.to_svg().contains("GrowPhase&lt;char&gt;"));
}
