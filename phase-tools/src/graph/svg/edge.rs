//! The lines of the picture.

use std::fmt;

use super::super::layout::{Place, Point, Size, length};
use super::super::{EdgeKind, GraphNode, Times};
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
    pub(super) taken: Option<u64>,
    pub(super) path: P,
}

impl<P: fmt::Display> fmt::Display for Edge<'_, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { from, to, kind, taken, path } = self;
        let untaken = if *taken == Some(0) { " untaken" } else { "" };
        write!(
            f,
            "<path class=\"edge {0}{untaken}\" data-from=\"{1}\" data-to=\"{2}\" marker-end=\"url(#phase-graph-{0})\" \
             d=\"{path}\"><title>{3} {4} {5}",
            class(*kind),
            from.id(),
            to.id(),
            Escaped(from.name()),
            kind.verb(),
            Escaped(to.name())
        )?;
        if let Some(taken) = taken {
            write!(f, ": {}", Times(*taken))?;
        }
        f.write_str("</title></path>\n")
    }
}

/// How often an edge was taken, at a place on it.
pub(super) struct Label {
    pub(super) kind: EdgeKind,
    pub(super) taken: u64,
    pub(super) at: Point,
}

impl fmt::Display for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { kind, taken, at: Point { x, y } } = self;
        let (class, text) = match taken {
            0 => ("taken untaken", "never".to_owned()),
            taken => ("taken", format!("{taken}×")),
        };
        writeln!(
            f,
            "<text class=\"{class} {}\" x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{text}</text>",
            self::class(*kind),
            y + 3.5
        )
    }
}

/// A place on the last part of a line that is not level, which is where it is apart from others most; not on another label, if
/// that can be avoided.
pub(super) fn place_for_label(points: &[Point], others: &[Label]) -> Point {
    let parts = points.windows(2);
    let is_slanted =
        |part: &&[Point]| (part[0].y - part[1].y).abs() > 0.5 && (part[1].x - part[0].x).abs() > 4.0;
    let part = parts.clone().rev().find(is_slanted).or_else(|| parts.last()).unwrap_or(points);
    let [from, to] = part else { return Point { x: 0.0, y: 0.0 } };
    let is_free = |place: &Point| {
        !others.iter().any(|other| (other.at.x - place.x).abs() < 32.0 && (other.at.y - place.y).abs() < 11.0)
    };
    let mut places = [0.5, 0.3, 0.7, 0.15, 0.85].into_iter().map(|share| on_curve(from, to, share));
    places.clone().find(is_free).or_else(|| places.next()).unwrap_or(Point { x: to.x, y: to.y })
}

/// The place of a share of the curve that [`Line`] draws between two points.
fn on_curve(from: &Point, to: &Point, share: f64) -> Point {
    let rest = 1.0 - share;
    let middle = f64::midpoint(from.x, to.x);
    Point {
        x: rest.powi(3) * from.x + 3.0 * rest * share * middle + share.powi(3) * to.x,
        y: rest * rest * (rest + 3.0 * share) * from.y + share * share * (share + 3.0 * rest) * to.y,
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
#[derive(Clone, Copy)]
pub(super) struct Loop {
    pub(super) place: Place,
    pub(super) size: Size,
    /// How many others there are to the right of it.
    pub(super) number: usize,
}

impl Loop {
    fn right(&self) -> f64 {
        self.place.left + self.size.width - 10.0 - length(self.number) * LOOP_WIDTH
    }

    pub(super) fn top(&self) -> Point {
        Point { x: self.right() - LOOP_WIDTH / 2.0 + 3.0, y: self.place.top - 14.0 }
    }
}

impl fmt::Display for Loop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let right = self.right();
        write!(f, "M{:.1} {:.1}c-2 -18 16 -18 14 -1", right - LOOP_WIDTH + 8.0, self.place.top)
    }
}
