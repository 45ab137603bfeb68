//! The graph as a Mermaid flowchart.

use std::fmt::{self, Write as _};

use super::mark::Mark;
use super::{EdgeKind, Graph, GraphNode};

/// Prints as the source of a flowchart.
pub(super) struct Mermaid<'a>(pub(super) &'a Graph);

impl fmt::Display for Mermaid<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("flowchart LR\n")?;
        let (nodes, edges) = self.0.in_flow_order();
        for node in nodes.iter().filter(|node| !node.is_common()) {
            write!(f, "    {}", NodeLine(node))?;
        }
        let common: Vec<_> = nodes.iter().filter(|node| node.is_common()).collect();
        if !common.is_empty() {
            f.write_str("    subgraph common[\"queued by any phase\"]\n")?;
            // One below the other: side by side they would make a box that edges have to cross.
            f.write_str("        direction LR\n")?;
            for node in common {
                write!(f, "        {}", NodeLine(node))?;
            }
            f.write_str("    end\n")?;
        }
        for edge in &edges {
            let arrow = match (edge.kind(), edge.times()) {
                (EdgeKind::Unshift, None) => "-->".to_owned(),
                (EdgeKind::Unshift, Some(times)) => format!("-- {times} -->"),
                (kind, None) => format!("-. {} .->", kind.verb()),
                (kind, Some(times)) => format!("-. {}, {times} .->", kind.verb()),
            };
            writeln!(f, "    {} {arrow} {}", edge.from().id(), edge.to().id())?;
        }
        // Mermaid knows one kind of broken line only; which ones have long and which have short dashes goes by number.
        for (kind, dashes) in [(EdgeKind::Defer, "8 4"), (EdgeKind::Push, "2 4")] {
            let numbers = edges.iter().enumerate().filter(|(_, edge)| edge.kind() == kind);
            let numbers: Vec<_> = numbers.map(|(number, _)| number.to_string()).collect();
            if !numbers.is_empty() {
                writeln!(f, "    linkStyle {} stroke-dasharray:{dashes}", numbers.join(","))?;
            }
        }
        if self.0.nodes().any(GraphNode::is_open) {
            writeln!(f, "    classDef {} stroke:#d97706,stroke-width:2px", Mark::Open)?;
        }
        Ok(())
    }
}

/// The line about one node.
struct NodeLine<'a>(&'a GraphNode);

impl fmt::Display for NodeLine<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(node) = self;
        let (left, right) = if node.is_root() { ("([", "])") } else { ("[", "]") };
        write!(f, "{}{left}\"{}", node.id(), Label(node.name()))?;
        if node.is_open() {
            write!(f, " ({})", Mark::Open)?;
        }
        if let Some(answer) = node.entry().answer() {
            write!(f, " ({} {})", Mark::Asks, Label(answer))?;
        }
        write!(f, "\"{right}")?;
        if node.is_open() {
            write!(f, ":::{}", Mark::Open)?;
        }
        f.write_str("\n")
    }
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
