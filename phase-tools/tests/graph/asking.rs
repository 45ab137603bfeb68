//! That a phase asks, and for what, in each picture.

use phase_core::prelude::*;
use phase_tools::graph;

struct Booth;

#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Vote;

/// Everybody votes.
#[phase(world = Booth, leaf, asks)]
#[derive(Debug)]
struct VotePhase;

impl Asks for VotePhase {
    type Answer = Vote;

    fn answer(&mut self, _: Seat, _: Vote, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.end()
    }
}

/// Nobody is to see how.
#[phase(world = Booth, unshifts(VotePhase), asks, secret)]
#[derive(Debug)]
struct SealPhase;

impl Asks for SealPhase {
    type Answer = Option<Vote>;

    fn answer(&mut self, _: Seat, _: Option<Vote>, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.end()
    }
}

#[test]
fn the_text_names_the_type_of_the_answer() {
    let text = graph(registry().of::<Booth>()).to_string();
    assert!(text.contains("VotePhase (leaf, asks Vote)\n"), "{text}");
    let answer = "core::option::Option<graph::asking::Vote>";
    assert!(text.contains(&format!("SealPhase (asks {answer}, secret)\n")), "{text}");
}

#[test]
fn the_pictures_name_it_and_escape_it() {
    let flow = graph(registry().of::<Booth>());
    let dot = flow.to_dot();
    assert!(dot.contains(r#"[label="VotePhase\n(asks Vote)"]"#), "{dot}");
    let mermaid = flow.to_mermaid();
    assert!(mermaid.contains("VotePhase[\"VotePhase (asks Vote)\"]"), "{mermaid}");
    assert!(!mermaid.contains('<'), "{mermaid}");
    let svg = flow.to_svg();
    assert!(svg.contains(">asks Vote</text>"), "{svg}");
    assert!(svg.contains("Option&lt;graph::asking::Vote&gt; · secret</text>"), "{svg}");
}
