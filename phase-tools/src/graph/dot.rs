//! The graph in the language of Graphviz.

use std::fmt::{self, Write as _};

use super::mark::Mark;
use super::{EdgeKind, Graph, GraphNode};

/// Prints as the source of a picture.
pub(super) struct Dot<'a>(pub(super) &'a Graph);

impl fmt::Display for Dot<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("digraph phases {\n    rankdir=LR\n")?;
        f.write_str("    node [shape=box, style=rounded, fontname=\"monospace\", fontsize=11]\n")?;
        f.write_str("    edge [fontname=\"sans-serif\", fontsize=9]\n")?;
        let (nodes, edges) = self.0.in_flow_order();
        for node in nodes.iter().filter(|node| !node.is_common()) {
            write!(f, "    {}", NodeLine(node))?;
        }
        let common: Vec<_> = nodes.iter().filter(|node| node.is_common()).collect();
        if !common.is_empty() {
            f.write_str("    subgraph cluster_common {\n")?;
            f.write_str("        label=\"queued by any phase\"\n        style=rounded\n")?;
            for node in common {
                write!(f, "        {}", NodeLine(node))?;
            }
            f.write_str("    }\n")?;
        }
        for edge in edges {
            let line = match edge.kind() {
                EdgeKind::Unshift => "solid",
                EdgeKind::Defer => "dashed",
                EdgeKind::Push => "dotted",
            };
            let label = match (edge.kind(), edge.times()) {
                (EdgeKind::Unshift, None) => String::new(),
                (EdgeKind::Unshift, Some(times)) => format!(", label=\"{times}\""),
                (kind, None) => format!(", label=\"{}\"", kind.verb()),
                (kind, Some(times)) => format!(", label=\"{}, {times}\"", kind.verb()),
            };
            let colour = if edge.taken() == Some(0) { ", color=\"#9aa1ad\"" } else { "" };
            let style = format!("style={line}{label}{colour}");
            writeln!(f, "    \"{}\" -> \"{}\" [{style}]", edge.from().id(), edge.to().id())?;
        }
        f.write_str("}\n")
    }
}

/// The line about one node.
struct NodeLine<'a>(&'a GraphNode);

impl fmt::Display for NodeLine<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(node) = self;
        write!(f, "\"{}\" [label=\"{}", node.id(), Label(node.name()))?;
        if node.is_open() {
            write!(f, "\\n({})", Mark::Open)?;
        }
        if let Some(answer) = node.entry().answer() {
            write!(f, "\\n({} {})", Mark::Asks, Label(answer))?;
        }
        f.write_str("\"")?;
        if node.is_root() {
            f.write_str(", penwidth=2")?;
        }
        if node.is_open() {
            f.write_str(", color=\"#d97706\"")?;
        }
        f.write_str("]\n")
    }
}

/// A name within the quotes of a label, where backslashes escape and HTML's entities are read.
struct Label(&'static str);

impl fmt::Display for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for c in self.0.chars() {
            match c {
                '"' => f.write_str("\\\"")?,
                '\\' => f.write_str("\\\\")?,
                '&' => f.write_str("&amp;")?,
                // What ends lines, or turns the direction of text, is not to do so in the source of the picture.
                c if !c.is_ascii() && !c.is_alphanumeric() => write!(f, "&#{};", u32::from(c))?,
                c => f.write_char(c)?,
            }
        }
        Ok(())
    }
}
