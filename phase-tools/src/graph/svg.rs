//! The graph as an SVG picture: its edges in layers, then what no edge leads to or from, then a legend.

use std::fmt;

use super::layout::{self, Place, Point, Size};
use super::{EdgeKind, Graph, Link};
use crate::escape::Escaped;

mod edge;
mod legend;
mod node;
mod panel;

use edge::{Edge, Label, Line, Loop};
use legend::Legend;
use node::NodeBox;
use panel::Panel;

const MARGIN: f64 = 20.0;
/// Between two parts of the picture, one below the other.
const BETWEEN_PARTS: f64 = 28.0;
/// The least width at which boxes without edges start a new row.
const ROW_WIDTH: f64 = 640.0;

/// Where a click on a box leads to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Links {
    None,
    /// To the section about the phase on the page that the picture stands on.
    Sections,
}

/// Prints as a picture.
pub(crate) struct Svg<'a> {
    pub(crate) graph: &'a Graph,
    pub(crate) links: Links,
}

impl fmt::Display for Svg<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { graph, links } = *self;
        let plan = Plan::new(graph);
        self.start(f, plan.width, plan.height)?;
        let mut labels = Vec::new();
        for (link, line) in &plan.lines {
            let (from, to) = (&graph.nodes[link.from], &graph.nodes[link.to]);
            write!(f, "{}", Edge { from, to, kind: link.kind, taken: link.taken, path: Line(line) })?;
            if let Some(taken) = link.taken {
                let at = edge::place_for_label(line, &labels);
                labels.push(Label { kind: link.kind, taken, at });
            }
        }
        for ((position, &place), &size) in plan.places.iter().enumerate().zip(&plan.sizes) {
            let node = &graph.nodes[position];
            for (number, link) in loops(graph, position).enumerate() {
                let path = Loop { place, size, number };
                write!(f, "{}", Edge { from: node, to: node, kind: link.kind, taken: link.taken, path })?;
                labels.extend(link.taken.map(|taken| Label { kind: link.kind, taken, at: path.top() }));
            }
        }
        for panel in &plan.panels {
            write!(f, "{panel}")?;
        }
        for ((node, &place), &size) in graph.nodes.iter().zip(&plan.places).zip(&plan.sizes) {
            write!(f, "{}", NodeBox { node, place, size, links })?;
        }
        labels.iter().try_for_each(|label| write!(f, "{label}"))?;
        writeln!(f, "{}</svg>", Legend { graph, place: plan.legend })
    }
}

impl Svg<'_> {
    fn start(&self, f: &mut fmt::Formatter<'_>, width: f64, height: f64) -> fmt::Result {
        let role = if self.links == Links::None { "img" } else { "group" };
        writeln!(
            f,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"phase-graph\" role=\"{role}\" \
             aria-label=\"The flow of {}\" width=\"{width:.0}\" height=\"{height:.0}\" \
             viewBox=\"0 0 {width:.0} {height:.0}\">",
            Escaped(self.graph.world())
        )?;
        let taken = if self.graph.is_observed() { include_str!("svg/taken.css") } else { "" };
        writeln!(f, "<style>\n{}{taken}</style>\n<defs>", include_str!("svg/style.css"))?;
        for kind in EdgeKind::ALL {
            writeln!(
                f,
                "<marker id=\"phase-graph-{0}\" markerUnits=\"userSpaceOnUse\" markerWidth=\"9\" markerHeight=\"8\" \
                 refX=\"8.5\" refY=\"4\" orient=\"auto\"><path class=\"tip {0}\" d=\"M0 0 9 4 0 8z\"/></marker>",
                edge::class(kind)
            )?;
        }
        writeln!(f, "</defs>\n<rect class=\"ground\" width=\"{width:.0}\" height=\"{height:.0}\" rx=\"8\"/>")
    }
}

/// The edges that lead from a node to itself.
fn loops(graph: &Graph, node: usize) -> impl Iterator<Item = &Link> {
    graph.links.iter().filter(move |link| (link.from, link.to) == (node, node))
}

/// What goes where in the picture.
struct Plan<'a> {
    sizes: Vec<Size>,
    places: Vec<Place>,
    /// The edges between two nodes, and where each bends.
    lines: Vec<(&'a Link, Vec<Point>)>,
    /// The nodes without edges.
    panels: Vec<Panel>,
    legend: Place,
    width: f64,
    height: f64,
}

impl<'a> Plan<'a> {
    fn new(graph: &'a Graph) -> Self {
        let count = graph.nodes.len();
        let size = |node: usize| node::size(&graph.nodes[node], loops(graph, node).count());
        let sizes: Vec<_> = (0..count).map(size).collect();
        let mut is_linked = vec![false; count];
        let between_two: Vec<_> = graph.links.iter().filter(|link| link.from != link.to).collect();
        for link in &between_two {
            is_linked[link.from] = true;
            is_linked[link.to] = true;
        }

        let linked: Vec<_> = (0..count).filter(|&node| is_linked[node]).collect();
        let mut number_of = vec![0; count];
        linked.iter().zip(0..).for_each(|(&node, number)| number_of[node] = number);
        let edges: Vec<_> =
            between_two.iter().map(|link| (number_of[link.from], number_of[link.to])).collect();
        let linked_sizes: Vec<_> = linked.iter().map(|&node| sizes[node]).collect();
        let is_root: Vec<_> = linked.iter().map(|&node| graph.nodes[node].is_root()).collect();
        let layout = layout::lay_out(&linked_sizes, &edges, &is_root);

        let mut places = vec![Place::default(); count];
        for (&node, place) in linked.iter().zip(&layout.places) {
            places[node] = Place { left: place.left + MARGIN, top: place.top + MARGIN };
        }
        let within_margin = |line: &Vec<Point>| {
            line.iter().map(|point| Point { x: point.x + MARGIN, y: point.y + MARGIN }).collect()
        };
        let lines = between_two.into_iter().zip(layout.lines.iter().map(within_margin)).collect();

        let mut down = MARGIN;
        let mut width = layout.width;
        if !linked.is_empty() {
            down += layout.height + BETWEEN_PARTS;
        }
        let mut panels = Vec::new();
        for (label, is_common) in [("queued by any phase", true), ("without edges", false)] {
            let alone = |node: &usize| !is_linked[*node] && graph.nodes[*node].is_common() == is_common;
            let nodes: Vec<_> = (0..count).filter(alone).collect();
            if nodes.is_empty() {
                continue;
            }
            let corner = Place { left: MARGIN, top: down };
            let panel = Panel::new(label, &nodes, &sizes, layout.width.max(ROW_WIDTH), corner, &mut places);
            width = width.max(panel.width);
            down += panel.height + BETWEEN_PARTS;
            panels.push(panel);
        }
        let legend = Place { left: MARGIN, top: down };
        let width = width.max(legend::width(graph)) + 2.0 * MARGIN;
        let height = down + legend::HEIGHT + MARGIN;
        Self { sizes, places, lines, panels, legend, width, height }
    }
}
