//! The lines of the picture.

use std::fmt;

use super::super::layout::{Place, Point, Size, length};
use super::super::{EdgeKind, GraphNode};
use crate::escape::Escaped;

/// The width that one edge from a node to itself takes of its box.
pub(super) const LOOP_WIDTH: f64 = 22.0;

/// The class of an edge in style sheets.
pub(super) fn class(kind: EdgeKind) -> &'static str {
    match kind {
        EdgeKind::Unshift => "unshift",
        EdgeKind::Defer => "defer",
        EdgeKind::Push => "push",
    }
}

/// An edge along a path.
pub(super) struct Edge<'a, P> {
    pub(super) from: &'a GraphNode,
    pub(super) to: &'a GraphNode,
    pub(super) kind: EdgeKind,
    pub(super) path: P,
}

impl<P: fmt::Display> fmt::Display for Edge<'_, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { from, to, kind, path } = self;
        writeln!(
            f,
            "<path class=\"edge {0}\" data-from=\"{1}\" data-to=\"{2}\" marker-end=\"url(#phase-graph-{0})\" \
             d=\"{path}\"><title>{3} {4} {5}</title></path>",
            class(*kind),
            from.id(),
            to.id(),
            Escaped(from.name()),
            kind.verb(),
            Escaped(to.name())
        )
    }
}

/// The path through some points.
pub(super) struct Line<'a>(pub(super) &'a [Point]);

impl fmt::Display for Line<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut last: Option<Point> = None;
        for &Point { x, y } in self.0 {
            match last {
                None => write!(f, "M{x:.1} {y:.1}")?,
                // A line must not end with a step of no length: its arrowhead would not know where to point.
                Some(last) if (last.x - x).abs() < 0.05 => continue,
                Some(last) if (last.y - y).abs() < 0.5 => write!(f, "L{x:.1} {y:.1}")?,
                Some(last) => {
                    let middle = f64::midpoint(last.x, x);
                    write!(f, "C{middle:.1} {:.1} {middle:.1} {y:.1} {x:.1} {y:.1}", last.y)?;
                }
            }
            last = Some(Point { x, y });
        }
        Ok(())
    }
}

/// The path from a box to itself, over its right half.
pub(super) struct Loop {
    pub(super) place: Place,
    pub(super) size: Size,
    /// How many others there are to the right of it.
    pub(super) number: usize,
}

impl fmt::Display for Loop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let right = self.place.left + self.size.width - 10.0 - length(self.number) * LOOP_WIDTH;
        write!(f, "M{:.1} {:.1}c-2 -18 16 -18 14 -1", right - LOOP_WIDTH + 8.0, self.place.top)
    }
}
