//! The graph in the language of Graphviz.

use std::fmt::{self, Write as _};

use super::{EdgeKind, Graph, GraphNode};

pub(super) fn render(graph: &Graph) -> String {
    let mut out = String::new();
    // Writing to a `String` can't fail.
    let _ = write(&mut out, graph);
    out
}

fn write(out: &mut String, graph: &Graph) -> fmt::Result {
    out.push_str("digraph phases {\n    rankdir=LR\n");
    out.push_str("    node [shape=box, style=rounded, fontname=\"monospace\", fontsize=11]\n");
    out.push_str("    edge [fontname=\"sans-serif\", fontsize=9]\n");
    let (nodes, edges) = graph.in_flow_order();
    for node in nodes.iter().filter(|node| !node.is_common()) {
        write_node(out, node, "    ")?;
    }
    let common: Vec<_> = nodes.iter().filter(|node| node.is_common()).collect();
    if !common.is_empty() {
        out.push_str("    subgraph cluster_common {\n");
        out.push_str("        label=\"queued by any phase\"\n        style=rounded\n");
        for node in common {
            write_node(out, node, "        ")?;
        }
        out.push_str("    }\n");
    }
    for edge in edges {
        let style = match edge.kind() {
            EdgeKind::Unshift => "style=solid",
            EdgeKind::Defer => "style=dashed, label=\"defers\"",
            EdgeKind::Push => "style=dotted, label=\"pushes\"",
        };
        writeln!(out, "    \"{}\" -> \"{}\" [{style}]", edge.from().id(), edge.to().id())?;
    }
    out.push_str("}\n");
    Ok(())
}

fn write_node(out: &mut String, node: &GraphNode, indent: &str) -> fmt::Result {
    write!(out, "{indent}\"{}\" [label=\"{}", node.id(), Label(node.name()))?;
    if node.is_open() {
        out.push_str("\\n(open)");
    }
    out.push('"');
    if node.is_root() {
        out.push_str(", penwidth=2");
    }
    if node.is_open() {
        out.push_str(", color=\"#d97706\"");
    }
    out.push_str("]\n");
    Ok(())
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
