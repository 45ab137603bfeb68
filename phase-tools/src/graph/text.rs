//! The graph as text, phase by phase.

use std::fmt;

use super::mark::Mark;
use super::observed::Times;
use super::{EdgeKind, Graph};

impl fmt::Display for Graph {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let count = |n: usize, one, many| Count { n, word: if n == 1 { one } else { many } };
        let phases = count(self.nodes.len(), "phase", "phases");
        let edges = count(self.links.len(), "edge", "edges");
        write!(f, "the flow of {}: {phases}, {edges}", self.world)?;
        match self.untaken().count() {
            0 => writeln!(f)?,
            untaken => writeln!(f, ", {untaken} of them never taken")?,
        }
        let apart =
            |is_common| (0..self.nodes.len()).filter(move |&n| self.nodes[n].is_common() == is_common);
        for (heading, is_common) in [("", false), ("queued by any phase:\n", true)] {
            let mut nodes = apart(is_common).peekable();
            if nodes.peek().is_some() {
                write!(f, "\n{heading}")?;
            }
            nodes.try_for_each(|node| write_node(f, self, node))?;
        }
        Ok(())
    }
}

struct Count {
    n: usize,
    word: &'static str,
}

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.n, self.word)
    }
}

fn write_node(f: &mut fmt::Formatter<'_>, graph: &Graph, position: usize) -> fmt::Result {
    let node = &graph.nodes[position];
    write!(f, "{}", Name(node.name()))?;
    let marks = node.marks().filter(|mark| *mark != Mark::Common);
    for (i, mark) in marks.enumerate() {
        write!(f, "{}{}", if i == 0 { " (" } else { ", " }, node.words(mark))?;
    }
    f.write_str(if node.marks().any(|mark| mark != Mark::Common) { ")\n" } else { "\n" })?;
    for kind in EdgeKind::ALL {
        let children = graph.links.iter().filter(|link| link.from == position && link.kind == kind);
        for (i, link) in children.clone().enumerate() {
            match i {
                0 => write!(f, "  {} ", kind.verb())?,
                _ => f.write_str(", ")?,
            }
            write!(f, "{}", Name(graph.nodes[link.to].name()))?;
            if let Some(taken) = link.taken {
                write!(f, " ({})", Times(taken))?;
            }
        }
        if children.count() > 0 {
            f.write_str("\n")?;
        }
    }
    Ok(())
}

/// A name, in quotes if it could be taken for more or for less than it is.
struct Name(&'static str);

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.chars().all(|c| c.is_alphanumeric() || c == '_') {
            f.write_str(self.0)
        } else {
            write!(f, "{:?}", self.0)
        }
    }
}
