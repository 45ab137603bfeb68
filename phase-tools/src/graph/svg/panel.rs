//! Nodes without edges, in rows.

use std::fmt;

use super::super::layout::{Place, Size, length};

/// The frame around them, and what it says.
pub(super) struct Panel {
    label: &'static str,
    corner: Place,
    pub(super) width: f64,
    pub(super) height: f64,
}

impl Panel {
    /// Finds places for the nodes, with rows that are as wide as there is room.
    pub(super) fn new(
        label: &'static str,
        nodes: &[usize],
        sizes: &[Size],
        room: f64,
        corner: Place,
        places: &mut [Place],
    ) -> Self {
        const PADDING: f64 = 14.0;
        const HEADING: f64 = 28.0;
        let (mut x, mut y) = (PADDING, corner.top + HEADING);
        let (mut width, mut row) = (0.0_f64, 0.0_f64);
        for &node in nodes {
            let size = sizes[node];
            if x > PADDING && x + size.width + PADDING > room {
                x = PADDING;
                y += row + PADDING;
                row = 0.0;
            }
            places[node] = Place { left: corner.left + x, top: y + size.headroom };
            x += size.width + PADDING;
            row = row.max(size.height + size.headroom);
            width = width.max(x);
        }
        let heading = length(label.len()) * 6.5 + 2.0 * PADDING;
        Self { label, corner, width: width.max(heading), height: y + row + PADDING - corner.top }
    }
}

impl fmt::Display for Panel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { label, corner: Place { left, top }, width, height } = self;
        writeln!(
            f,
            "<rect class=\"panel\" x=\"{left}\" y=\"{top:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" rx=\"9\"/>\
             <text class=\"small\" x=\"{}\" y=\"{:.1}\">{label}</text>",
            left + 14.0,
            top + 19.0
        )
    }
}
