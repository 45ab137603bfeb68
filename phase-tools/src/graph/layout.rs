//! Where to draw the boxes and lines of a graph: in layers from left to right, after Sugiyama.
//!
//! [`layers`] gives each node a layer, such that most edges lead to the right; [`order`] sorts the layers so that few
//! edges cross; [`place`] moves the nodes of each up and down so that edges are straight; [`route`] draws these.

mod layers;
mod order;
mod place;
mod route;
#[cfg(test)]
mod tests;

/// Between two parts of a graph that no edge connects.
const BETWEEN_PARTS: f64 = 36.0;

/// The size of a node.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Size {
    pub(crate) width: f64,
    pub(crate) height: f64,
    /// To be kept free above it.
    pub(crate) headroom: f64,
}

/// Where a node is.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(crate) struct Place {
    pub(crate) left: f64,
    pub(crate) top: f64,
}

/// Where a line bends. Between two points on different heights it swings, on one it is straight.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Point {
    pub(crate) x: f64,
    pub(crate) y: f64,
}

/// A graph laid out.
#[derive(Debug, Default)]
pub(crate) struct Layout {
    pub(crate) places: Vec<Place>,
    /// A line per edge, from the edge of the one box to that of the other.
    pub(crate) lines: Vec<Vec<Point>>,
    pub(crate) width: f64,
    pub(crate) height: f64,
}

/// Edges as pairs of nodes; none leads from a node to itself, several may connect the same two.
pub(crate) type Edges = [(usize, usize)];

/// Lays out a graph; the parts of it that hang together one below the other.
pub(crate) fn lay_out(sizes: &[Size], edges: &Edges, is_root: &[bool]) -> Layout {
    let mut whole = Layout {
        places: vec![Place::default(); sizes.len()],
        lines: vec![Vec::new(); edges.len()],
        ..Layout::default()
    };
    for part in parts(sizes.len(), edges) {
        let mut local = vec![None; sizes.len()];
        part.iter().zip(0..).for_each(|(&node, number)| local[node] = Some(number));
        let (mut numbers, mut inner) = (Vec::new(), Vec::new());
        for (number, &(from, to)) in edges.iter().enumerate() {
            if let (Some(from), Some(to)) = (local[from], local[to]) {
                numbers.push(number);
                inner.push((from, to));
            }
        }
        let sizes: Vec<_> = part.iter().map(|&node| sizes[node]).collect();
        let is_root: Vec<_> = part.iter().map(|&node| is_root[node]).collect();
        let layout = lay_out_part(&sizes, &inner, &is_root);

        let down = if whole.height > 0.0 { whole.height + BETWEEN_PARTS } else { 0.0 };
        for (&node, place) in part.iter().zip(layout.places) {
            whole.places[node] = Place { top: place.top + down, ..place };
        }
        for (number, line) in numbers.into_iter().zip(layout.lines) {
            whole.lines[number] = line.into_iter().map(|p| Point { y: p.y + down, ..p }).collect();
        }
        whole.width = whole.width.max(layout.width);
        whole.height = down + layout.height;
    }
    whole
}

fn lay_out_part(sizes: &[Size], edges: &Edges, is_root: &[bool]) -> Layout {
    let mut layered = layers::layered(sizes.len(), edges, is_root);
    order::sort(&mut layered);
    let middles = place::middles(&layered, sizes);
    route::draw(&layered, sizes, &middles)
}

/// The nodes of each part that hangs together, the largest part first.
fn parts(nodes: usize, edges: &Edges) -> Vec<Vec<usize>> {
    let mut neighbours = vec![Vec::new(); nodes];
    for &(from, to) in edges {
        neighbours[from].push(to);
        neighbours[to].push(from);
    }
    let mut is_found = vec![false; nodes];
    let mut parts = Vec::new();
    for start in 0..nodes {
        let mut part = Vec::new();
        let mut ahead = vec![start];
        while let Some(node) = ahead.pop() {
            if !std::mem::replace(&mut is_found[node], true) {
                part.push(node);
                ahead.extend(&neighbours[node]);
            }
        }
        if !part.is_empty() {
            part.sort_unstable();
            parts.push(part);
        }
    }
    parts.sort_by_key(|part| std::cmp::Reverse(part.len()));
    parts
}

/// A count as a length.
pub(crate) fn length(count: usize) -> f64 {
    f64::from(u32::try_from(count).unwrap_or(u32::MAX))
}
