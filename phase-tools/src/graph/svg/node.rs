//! The boxes of the picture.

use std::fmt;

use super::super::GraphNode;
use super::super::layout::{Place, Size, length};
use super::super::mark::Mark;
use super::Links;
use super::edge::LOOP_WIDTH;
use crate::escape::Escaped;

/// The width of a character in the font of names.
const CHARACTER: f64 = 7.85;
/// More characters of a name are not shown.
const NAME_LIMIT: usize = 48;

/// A phase in its box.
pub(super) struct NodeBox<'a> {
    pub(super) node: &'a GraphNode,
    pub(super) place: Place,
    pub(super) size: Size,
    pub(super) links: Links,
}

impl fmt::Display for NodeBox<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { node, place: Place { left, top }, size: Size { width, height, .. }, links } = *self;
        if links == Links::Sections {
            write!(f, "<a href=\"#phase-{}\">", node.id())?;
        }
        f.write_str("<g class=\"node")?;
        for mark in node.marks().filter(|mark| matches!(mark, Mark::Root | Mark::Open | Mark::Common)) {
            write!(f, " {mark}")?;
        }
        write!(f, "\" data-phase=\"{}\"><title>{}", node.id(), Escaped(node.name()))?;
        if let Some(summary) = node.entry().docs().lines().next().filter(|line| !line.is_empty()) {
            write!(f, ": {}", Escaped(summary))?;
        }
        write!(
            f,
            "</title><rect class=\"box\" x=\"{left:.1}\" y=\"{top:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" \
             rx=\"7\"/>"
        )?;
        let has_marks = shown_marks(node).next().is_some();
        let middle = left + width / 2.0;
        let name = shortened(node.name());
        write!(
            f,
            "<text x=\"{middle:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>",
            top + if has_marks { 19.0 } else { 21.0 },
            Escaped(&name)
        )?;
        if has_marks {
            write!(
                f,
                "<text class=\"small\" x=\"{middle:.1}\" y=\"{:.1}\" text-anchor=\"middle\">",
                top + 35.0
            )?;
            for (i, mark) in shown_marks(node).enumerate() {
                write!(f, "{}{}", if i == 0 { "" } else { " · " }, Escaped(&node.words(mark)))?;
            }
            f.write_str("</text>")?;
        }
        f.write_str(if links == Links::Sections { "</g></a>\n" } else { "</g>\n" })
    }
}

/// A leaf shows by itself.
fn shown_marks(node: &GraphNode) -> impl Iterator<Item = Mark> {
    node.marks().filter(|mark| *mark != Mark::Leaf)
}

/// The size of a node that so many edges lead from to itself.
pub(super) fn size(node: &GraphNode, loops: usize) -> Size {
    const PADDING: f64 = 12.0;
    let marks: usize = shown_marks(node).map(|mark| cells(&node.words(mark)) + 3).sum();
    let name = length(cells(&shortened(node.name()))) * CHARACTER;
    let width = name.max(length(marks) * 6.0).max(length(loops) * LOOP_WIDTH) + 2.0 * PADDING;
    let height = if marks == 0 { 34.0 } else { 45.0 };
    Size { width, height, headroom: if loops > 0 { 15.0 } else { 0.0 } }
}

fn shortened(name: &str) -> String {
    if cells(name) <= NAME_LIMIT {
        return name.into();
    }
    let mut room = NAME_LIMIT - 1;
    let fits = |c: &char| {
        let fits = cell(*c) <= room;
        room = room.saturating_sub(cell(*c));
        fits
    };
    let mut name: String = name.chars().take_while(fits).collect();
    name.push('…');
    name
}

/// The width of a text in characters; those of East Asia, and pictures, are about two wide.
fn cells(text: &str) -> usize {
    text.chars().map(cell).sum()
}

fn cell(c: char) -> usize {
    if matches!(c, '\u{1100}'..='\u{115f}' | '\u{2e80}'..='\u{d7ff}' | '\u{f900}'..='\u{ffef}' | '\u{1f000}'..)
    {
        2
    } else {
        1
    }
}
