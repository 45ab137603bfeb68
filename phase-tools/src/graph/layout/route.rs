//! The lines of the edges, and how far apart the layers stand.

use super::layers::Layered;
use super::{Layout, Place, Point, Size, length};

/// The most and the least room between two layers.
const GAP: (f64, f64) = (44.0, 150.0);
/// Between two lines that end at one side of a box, if that is high enough.
const BETWEEN_ENDS: f64 = 9.0;

pub(super) fn draw(graph: &Layered, sizes: &[Size], middles: &[f64]) -> Layout {
    let ends = Ends::new(graph, sizes, middles);
    let (mut lefts, mut rights) = (vec![0.0; middles.len()], vec![0.0; middles.len()]);
    let mut width = 0.0;
    for layer in &graph.layers {
        let widest = layer.iter().filter_map(|&slot| sizes.get(slot)).map(|size| size.width);
        let right = width + widest.fold(0.0, f64::max);
        for &slot in layer {
            lefts[slot] = width;
            rights[slot] = right;
        }
        width = right + gap(graph, layer, middles);
    }
    let width = graph.layers.last().and_then(|layer| layer.first()).map_or(0.0, |&slot| rights[slot]);

    let mut lines = Vec::new();
    for (edge, way) in graph.ways.iter().enumerate() {
        let mut line = Vec::new();
        for (step, &slot) in way.iter().enumerate() {
            let (first, last) = (step == 0, step + 1 == way.len());
            let y = if first {
                ends.right[edge]
            } else if last {
                ends.left[edge]
            } else {
                middles[slot]
            };
            // Boxes stand at the left of their layers, so what starts at one passes the wider ones first.
            if first {
                line.push(Point { x: lefts[slot] + sizes[slot].width, y });
            } else {
                line.push(Point { x: lefts[slot], y });
            }
            if !last {
                line.push(Point { x: rights[slot], y });
            }
        }
        if graph.is_backward[edge] {
            line.reverse();
        }
        lines.push(line);
    }

    let place = |(slot, size): (usize, &Size)| {
        let top = middles[slot] + (size.headroom - size.height) / 2.0;
        Place { left: lefts[slot], top }
    };
    let places: Vec<_> = sizes.iter().enumerate().map(place).collect();
    let bottoms = places.iter().zip(sizes).map(|(place, size)| place.top + size.height);
    let lowest_line = middles[sizes.len()..].iter().copied().fold(0.0, f64::max);
    let height = bottoms.fold(lowest_line, f64::max);
    Layout { places, lines, width, height }
}

/// The room to the right of a layer: more where many lines have a long way up or down.
fn gap(graph: &Layered, layer: &[usize], middles: &[f64]) -> f64 {
    let pairs = layer.iter().flat_map(|&slot| graph.right[slot].iter().map(move |&other| (slot, other)));
    let rises = pairs.clone().map(|(slot, other)| (middles[slot] - middles[other]).abs());
    let (least, most) = GAP;
    (least + rises.fold(0.0, f64::max) * 0.1 + length(pairs.count())).min(most)
}

/// The heights at which each edge leaves the box to its left and meets the one to its right.
struct Ends {
    right: Vec<f64>,
    left: Vec<f64>,
}

impl Ends {
    fn new(graph: &Layered, sizes: &[Size], middles: &[f64]) -> Self {
        let mut out = vec![Vec::new(); graph.nodes];
        let mut into = vec![Vec::new(); graph.nodes];
        for (edge, way) in graph.ways.iter().enumerate() {
            if let ([first, second, ..], [.., before, last]) = (&way[..], &way[..]) {
                out[*first].push((middles[*second], edge));
                into[*last].push((middles[*before], edge));
            }
        }
        let spread = |sides: Vec<Vec<(f64, usize)>>| {
            let mut heights = vec![0.0; graph.ways.len()];
            for (node, mut side) in sides.into_iter().enumerate() {
                side.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
                let between = length(side.len().saturating_sub(1));
                let room = sizes[node].height - 12.0;
                let step = if between > 0.0 { (room / between).min(BETWEEN_ENDS) } else { 0.0 };
                let middle = middles[node] + sizes[node].headroom / 2.0;
                for (number, (_, edge)) in side.into_iter().enumerate() {
                    heights[edge] = middle + (length(number) - between / 2.0) * step;
                }
            }
            heights
        };
        Self { right: spread(out), left: spread(into) }
    }
}
