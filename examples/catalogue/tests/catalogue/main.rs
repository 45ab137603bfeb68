//! The declared flow of the double battle: sound, and in the README as it is.

mod output;

use std::path::Path;
use std::{env, fs};

use battle_catalogue::{flow, played};
use phase_tools::write_catalogue;

#[test]
fn the_flow_is_sound() {
    assert_eq!(flow().check(), []);
}

#[test]
fn all_of_the_flow_is_declared() {
    let flow = flow();
    let open: Vec<_> = flow.nodes().filter(|node| node.is_open()).map(phase_tools::GraphNode::name).collect();
    assert_eq!(open, [""; 0]);
    assert_eq!(flow.nodes().len(), 17);
}

/// With `UPDATE_EXPECT=1` in the environment it writes the flow into the README.
#[test]
fn the_readme_shows_the_flow() {
    const START: &str = "<!-- graph:start -->\n";
    const END: &str = "<!-- graph:end -->";
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../README.md");
    let readme = fs::read_to_string(&path).expect("the README is there").replace("\r\n", "\n");
    let parts = readme
        .split_once(START)
        .and_then(|(before, rest)| rest.split_once(END).map(|(shown, after)| (before, shown, after)));
    let (before, shown, after) =
        parts.expect("the README has a line for the start and one for the end of the graph");
    let wanted = format!("```mermaid\n{}```\n", flow().to_mermaid());
    if env::var_os("UPDATE_EXPECT").is_some() {
        fs::write(&path, format!("{before}{START}{wanted}{END}{after}")).expect("the README can be written");
    } else {
        assert!(shown == wanted, "the README shows another flow; run this test with `UPDATE_EXPECT=1`");
    }
}

#[test]
fn the_catalogue_has_a_section_for_each_phase() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("catalogue/of/the/battle");
    let path = folder.join("index.html");
    write_catalogue(&path, &flow()).expect("it can be written");
    let page = fs::read_to_string(path).expect("it has been written");
    for node in flow().nodes() {
        assert!(page.contains(&format!("<article id=\"phase-{}\"", node.name())), "{}", node.name());
    }
}

#[test]
fn a_long_battle_takes_most_edges() {
    let played = played();
    let taken = played.edges().len() - played.untaken().count();
    assert!(taken * 2 > played.edges().len(), "{played}");
    let turn =
        played.edges().find(|edge| (edge.from().name(), edge.to().name()) == ("TurnStartPhase", "MovePhase"));
    assert!(turn.and_then(|edge| edge.taken()) > Some(10), "{played}");
}
