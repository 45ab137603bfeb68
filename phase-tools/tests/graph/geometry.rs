//! The picture: well-formed, with boxes that don't overlap, and lines that go around them.

use phase_core::prelude::*;
use phase_tools::{Graph, graph};
use roxmltree::{Document, Node};

use crate::hundred::{Large, TitleInitPhase};
use crate::quay;

#[derive(Debug, Clone, Copy)]
struct Area {
    left: f64,
    top: f64,
    right: f64,
    bottom: f64,
}

impl Area {
    fn overlaps(&self, other: &Self, by: f64) -> bool {
        self.left + by < other.right
            && other.left + by < self.right
            && self.top + by < other.bottom
            && other.top + by < self.bottom
    }
}

fn number(node: Node<'_, '_>, name: &str) -> f64 {
    node.attribute(name).and_then(|value| value.parse().ok()).expect("a number")
}

fn boxes(document: &Document<'_>) -> Vec<(String, Area)> {
    let nodes = document.descendants().filter(|node| node.attribute("data-phase").is_some());
    nodes
        .map(|node| {
            let rect = node.children().find(|child| child.has_tag_name("rect")).expect("a box");
            let (left, top) = (number(rect, "x"), number(rect, "y"));
            let area =
                Area { left, top, right: left + number(rect, "width"), bottom: top + number(rect, "height") };
            (node.attribute("data-phase").unwrap_or_default().to_owned(), area)
        })
        .collect()
}

/// The areas that hold the pieces of a line: a curve stays within its ends, since its handles do.
fn pieces(path: &str) -> Vec<Area> {
    let spaced: String =
        path.chars().flat_map(|c| if c.is_alphabetic() { vec![' ', c, ' '] } else { vec![c] }).collect();
    let mut pieces = Vec::new();
    let (mut x, mut y) = (0.0, 0.0);
    let mut words = spaced.split_whitespace();
    while let Some(command) = words.next() {
        let count = if command == "C" { 6 } else { 2 };
        let numbers: Vec<f64> =
            words.by_ref().take(count).map(|word| word.parse().expect("a number")).collect();
        let (to_x, to_y) = (numbers[count - 2], numbers[count - 1]);
        if command != "M" {
            let area = Area {
                left: f64::min(x, to_x),
                top: f64::min(y, to_y),
                right: f64::max(x, to_x),
                bottom: f64::max(y, to_y),
            };
            pieces.push(area);
        }
        (x, y) = (to_x, to_y);
    }
    pieces
}

fn check_picture(flow: &Graph) {
    let svg = flow.to_svg();
    let document = Document::parse(&svg).expect("it is well-formed XML");
    let root = document.root_element();
    let boxes = boxes(&document);
    assert_eq!(boxes.len(), flow.nodes().len());
    for (i, (name, area)) in boxes.iter().enumerate() {
        assert!(area.left >= 0.0 && area.top >= 0.0, "{name} is in the picture");
        assert!(area.right <= number(root, "width") && area.bottom <= number(root, "height"), "{name}");
        for (other, its_area) in &boxes[i + 1..] {
            assert!(!area.overlaps(its_area, -4.0), "{name} and {other} are apart");
        }
    }

    let edges: Vec<_> = document.descendants().filter(|node| node.attribute("data-from").is_some()).collect();
    assert_eq!(edges.len(), flow.edges().len());
    for edge in edges {
        let (from, to) = (edge.attribute("data-from"), edge.attribute("data-to"));
        if from == to {
            continue;
        }
        for piece in pieces(edge.attribute("d").expect("a path")) {
            for (name, area) in &boxes {
                assert!(!area.overlaps(&piece, 0.2), "{from:?} to {to:?} does not cross {name}");
            }
        }
    }
}

#[test]
fn of_a_small_graph() {
    check_picture(&quay::flow());
}

#[test]
fn of_a_hundred_phases() {
    let flow = graph(registry().of::<Large>());
    assert_eq!(flow.nodes().len(), 100);
    check_picture(&flow);
    check_picture(&flow.rooted_at::<TitleInitPhase>());
}

#[test]
fn the_root_stands_at_the_left() {
    let svg = graph(registry().of::<Large>()).rooted_at::<TitleInitPhase>().to_svg();
    let document = Document::parse(&svg).expect("it is well-formed XML");
    let boxes = boxes(&document);
    let left = |name: &str| boxes.iter().find(|(id, _)| id == name).map(|(_, area)| area.left);
    let first = boxes.iter().map(|(_, area)| area.left).fold(f64::INFINITY, f64::min);
    assert!(left("TitleInitPhase").is_some_and(|left| left <= first + 15.0));
    assert!(left("BattleInitPhase") > left("TitleInitPhase"));
}

#[test]
fn the_same_graph_is_drawn_the_same_way() {
    let draw = || graph(registry().of::<Large>()).rooted_at::<TitleInitPhase>().to_svg();
    assert_eq!(draw(), draw());
}
