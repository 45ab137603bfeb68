//! What the lines and boxes of the picture mean.

use std::fmt;

use super::super::layout::{Place, length};
use super::super::mark::Mark;
use super::super::{EdgeKind, Graph, GraphNode};
use super::edge::class;

pub(super) const HEIGHT: f64 = 20.0;
/// The length of a sample, with the room behind it.
const SAMPLE: f64 = 44.0;
const BETWEEN: f64 = 24.0;
const CHARACTER: f64 = 6.2;

const LINES: [(EdgeKind, &str); 3] = [
    (EdgeKind::Unshift, "unshifts: runs next"),
    (EdgeKind::Defer, "defers: after what is unshifted"),
    (EdgeKind::Push, "pushes: after everything"),
];

fn boxes(graph: &Graph) -> impl Iterator<Item = (Mark, &'static str)> {
    let root = graph.nodes().any(GraphNode::is_root).then_some((Mark::Root, Mark::Root.meaning()));
    // Shorter than its meaning: here there is no room for more.
    let open = graph.nodes().any(GraphNode::is_open).then_some((Mark::Open, "may queue anything"));
    root.into_iter().chain(open)
}

pub(super) fn width(graph: &Graph) -> f64 {
    let texts = LINES.into_iter().map(|(_, text)| text).chain(boxes(graph).map(|(_, text)| text));
    texts.map(entry_width).sum::<f64>() - BETWEEN
}

fn entry_width(text: &str) -> f64 {
    SAMPLE + length(text.len()) * CHARACTER + BETWEEN
}

pub(super) struct Legend<'a> {
    pub(super) graph: &'a Graph,
    pub(super) place: Place,
}

impl fmt::Display for Legend<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let middle = self.place.top + HEIGHT / 2.0;
        let mut x = self.place.left;
        f.write_str("<g class=\"legend\">")?;
        for (kind, text) in LINES {
            write!(
                f,
                "<path class=\"edge {0}\" marker-end=\"url(#phase-graph-{0})\" d=\"M{x:.1} {middle:.1}h36\"/>{1}",
                class(kind),
                Beside { x, middle, text }
            )?;
            x += entry_width(text);
        }
        for (mark, text) in boxes(self.graph) {
            write!(
                f,
                "<g class=\"{mark}\"><rect class=\"box\" x=\"{:.1}\" y=\"{:.1}\" width=\"26\" height=\"14\" \
                 rx=\"4\"/></g>{}",
                x + 10.0,
                middle - 7.0,
                Beside { x, middle, text }
            )?;
            x += entry_width(text);
        }
        f.write_str("</g>\n")
    }
}

/// What stands beside the sample that begins at `x`.
struct Beside {
    x: f64,
    middle: f64,
    text: &'static str,
}

impl fmt::Display for Beside {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { x, middle, text } = self;
        write!(f, "<text class=\"small\" x=\"{:.1}\" y=\"{:.1}\">{text}</text>", x + SAMPLE, middle + 4.0)
    }
}
