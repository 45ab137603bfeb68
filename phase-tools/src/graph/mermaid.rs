//! The graph as a Mermaid flowchart.

use std::fmt::{self, Write as _};

use super::{EdgeKind, Graph, GraphNode};

pub(super) fn render(graph: &Graph) -> String {
    let mut out = String::new();
    // Writing to a `String` can't fail.
    let _ = write(&mut out, graph);
    out
}

fn write(out: &mut String, graph: &Graph) -> fmt::Result {
    out.push_str("flowchart LR\n");
    let (nodes, edges) = graph.in_flow_order();
    for node in nodes.iter().filter(|node| !node.is_common()) {
        write_node(out, node, "    ")?;
    }
    let common: Vec<_> = nodes.iter().filter(|node| node.is_common()).collect();
    if !common.is_empty() {
        out.push_str("    subgraph common[\"queued by any phase\"]\n");
        // One below the other: side by side they would make a box that edges have to cross.
        out.push_str("        direction LR\n");
        for node in common {
            write_node(out, node, "        ")?;
        }
        out.push_str("    end\n");
    }
    for edge in &edges {
        let arrow = match edge.kind() {
            EdgeKind::Unshift => "-->",
            EdgeKind::Defer => "-. defers .->",
            EdgeKind::Push => "-. pushes .->",
        };
        writeln!(out, "    {} {arrow} {}", edge.from().id(), edge.to().id())?;
    }
    // Mermaid knows one kind of broken line only; which ones have long and which have short dashes goes by number.
    for (kind, dashes) in [(EdgeKind::Defer, "8 4"), (EdgeKind::Push, "2 4")] {
        let numbers = edges.iter().enumerate().filter(|(_, edge)| edge.kind() == kind);
        let numbers: Vec<_> = numbers.map(|(number, _)| number.to_string()).collect();
        if !numbers.is_empty() {
            writeln!(out, "    linkStyle {} stroke-dasharray:{dashes}", numbers.join(","))?;
        }
    }
    if graph.nodes().any(GraphNode::is_open) {
        out.push_str("    classDef open stroke:#d97706,stroke-width:2px\n");
    }
    Ok(())
}

fn write_node(out: &mut String, node: &GraphNode, indent: &str) -> fmt::Result {
    let (left, right) = if node.is_root() { ("([", "])") } else { ("[", "]") };
    let (mark, class) = if node.is_open() { (" (open)", ":::open") } else { ("", "") };
    writeln!(out, "{indent}{}{left}\"{}{mark}\"{right}{class}", node.id(), Label(node.name()))
}

/// A name within the quotes of a label.
struct Label(&'static str);

impl fmt::Display for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for c in self.0.chars() {
            // Labels are read as Markdown and then as HTML, and lines may end at more than `\n`; all that is no
            // letter, digit or space is written by its number, but for what names of types are made of.
            if c.is_alphanumeric() || c == ' ' || c == '_' {
                f.write_char(c)?;
            } else {
                write!(f, "#{};", u32::from(c))?;
            }
        }
        Ok(())
    }
}
