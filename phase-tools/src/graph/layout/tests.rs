//! Layouts of graphs without a pattern: no boxes overlap, and no line crosses a box.

use super::{Layout, Size, lay_out};

/// Numbers that look random enough, the same ones on every run (a linear congruential generator).
struct Numbers(u32);

impl Numbers {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (self.0 >> 8) as usize % limit
    }
}

fn check(sizes: &[Size], edges: &[(usize, usize)], layout: &Layout) {
    let area = |node: usize| {
        let (place, size) = (layout.places[node], sizes[node]);
        (place.left, place.top - size.headroom, place.left + size.width, place.top + size.height)
    };
    let overlap = |a: (f64, f64, f64, f64), b: (f64, f64, f64, f64), by: f64| {
        a.0 + by < b.2 && b.0 + by < a.2 && a.1 + by < b.3 && b.1 + by < a.3
    };
    for node in 0..sizes.len() {
        let area_of_node = area(node);
        assert!(area_of_node.0 >= 0.0 && area_of_node.1 >= -0.01);
        assert!(area_of_node.2 <= layout.width + 0.01 && area_of_node.3 <= layout.height + 0.01);
        for other in 0..node {
            assert!(!overlap(area_of_node, area(other), -10.0), "{node} and {other} stand apart");
        }
    }
    for (line, &(from, to)) in layout.lines.iter().zip(edges) {
        for ends in line.windows(2) {
            let (a, b) = (ends[0], ends[1]);
            let piece = (f64::min(a.x, b.x), f64::min(a.y, b.y), f64::max(a.x, b.x), f64::max(a.y, b.y));
            for (node, (place, size)) in layout.places.iter().zip(sizes).enumerate() {
                let inside = (place.left, place.top, place.left + size.width, place.top + size.height);
                assert!(!overlap(inside, piece, 0.1), "{from} to {to} goes around {node}");
            }
        }
        let (first, last) = (line[0], line[line.len() - 1]);
        for (node, end) in [(from, first), (to, last)] {
            let (left, top, right, bottom) = area(node);
            assert!((end.x - left).abs() < 0.01 || (end.x - right).abs() < 0.01, "{from} to {to}");
            assert!(top < end.y && end.y < bottom, "{from} to {to}");
        }
    }
}

#[test]
fn of_many_graphs() {
    let mut numbers = Numbers(1);
    for round in 0..60 {
        let nodes = 2 + numbers.below(if round % 10 == 0 { 100 } else { 25 });
        let sizes: Vec<_> = (0..nodes)
            .map(|_| Size {
                width: 60.0 + super::length(numbers.below(200)),
                height: if numbers.below(2) == 0 { 34.0 } else { 45.0 },
                headroom: if numbers.below(4) == 0 { 15.0 } else { 0.0 },
            })
            .collect();
        let count = numbers.below(nodes * 2);
        let pairs = (0..count).map(|_| (numbers.below(nodes), numbers.below(nodes)));
        let edges: Vec<_> = pairs.filter(|(from, to)| from != to).collect();
        let is_root: Vec<_> = (0..nodes).map(|node| node == round % 3).collect();
        check(&sizes, &edges, &lay_out(&sizes, &edges, &is_root));
    }
}

#[test]
fn of_a_long_chain() {
    const NODES: usize = 3_000;
    let sizes = vec![Size { width: 80.0, height: 34.0, headroom: 0.0 }; NODES];
    let edges: Vec<_> = (1..NODES).map(|node| (node - 1, node)).collect();
    let layout = lay_out(&sizes, &edges, &[false; NODES]);
    assert!(layout.places.windows(2).all(|pair| pair[0].left < pair[1].left));
    assert!((layout.height - 34.0).abs() < 0.01);
}

#[test]
fn of_no_nodes() {
    let layout = lay_out(&[], &[], &[]);
    assert!(layout.places.is_empty() && layout.lines.is_empty());
}

#[test]
fn without_need_no_lines_cross() {
    // A tree, with its edges in an order that crosses them all.
    let edges = [(0, 2), (0, 1), (1, 6), (2, 3), (1, 5), (2, 4)];
    let sizes = [Size { width: 80.0, height: 34.0, headroom: 0.0 }; 7];
    let mut is_root = [false; 7];
    is_root[0] = true;
    let layout = lay_out(&sizes, &edges, &is_root);
    let top = |node: usize| layout.places[node].top;
    let (upper, lower) = if top(1) < top(2) { ([5, 6], [3, 4]) } else { ([3, 4], [5, 6]) };
    assert!(upper.iter().all(|&a| lower.iter().all(|&b| top(a) < top(b))));
}
