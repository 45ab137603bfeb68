//! What the lines and boxes of the picture mean.

use std::fmt::{self, Write as _};

use super::super::layout::length;
use super::super::{EdgeKind, Graph, GraphNode};
use super::class;

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

fn boxes(graph: &Graph) -> impl Iterator<Item = (&'static str, &'static str)> {
    let root = graph.nodes().any(GraphNode::is_root).then_some(("root", "the flow starts here"));
    let open = graph.nodes().any(GraphNode::is_open).then_some(("open", "may queue anything"));
    root.into_iter().chain(open)
}

pub(super) fn width(graph: &Graph) -> f64 {
    let texts = LINES.into_iter().map(|(_, text)| text).chain(boxes(graph).map(|(_, text)| text));
    texts.map(|text| SAMPLE + length(text.len()) * CHARACTER + BETWEEN).sum::<f64>() - BETWEEN
}

pub(super) fn draw(out: &mut String, graph: &Graph, left: f64, top: f64) -> fmt::Result {
    let middle = top + HEIGHT / 2.0;
    let mut x = left;
    let text = |out: &mut String, x: &mut f64, text: &str| {
        *x += SAMPLE;
        let result =
            write!(out, "<text class=\"small\" x=\"{:.1}\" y=\"{:.1}\">{text}</text>", *x, middle + 4.0);
        *x += length(text.len()) * CHARACTER + BETWEEN;
        result
    };
    out.push_str("<g class=\"legend\">");
    for (kind, meaning) in LINES {
        write!(
            out,
            "<path class=\"edge {0}\" marker-end=\"url(#phase-graph-{0})\" d=\"M{x:.1} {middle:.1}h36\"/>",
            class(kind)
        )?;
        text(out, &mut x, meaning)?;
    }
    for (class, meaning) in boxes(graph) {
        write!(
            out,
            "<g class=\"{class}\"><rect class=\"box\" x=\"{:.1}\" y=\"{:.1}\" width=\"26\" height=\"14\" rx=\"4\"/></g>",
            x + 10.0,
            middle - 7.0
        )?;
        text(out, &mut x, meaning)?;
    }
    out.push_str("</g>\n");
    Ok(())
}
