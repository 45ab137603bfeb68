//! The graph as an SVG picture: its edges in layers, then what no edge leads to or from, then a legend.

use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use core::fmt::{self, Write as _};

use super::escape::Escaped;
use super::layout::{self, Place, Point, Size, length};
use super::{EdgeKind, Graph, GraphNode};

mod legend;

const MARGIN: f64 = 20.0;
/// Between two parts of the picture, one below the other.
const BETWEEN_PARTS: f64 = 28.0;
/// The least width at which boxes without edges start a new row.
const ROW_WIDTH: f64 = 640.0;
/// The width of a character in the font of names.
const CHARACTER: f64 = 7.85;
/// More characters of a name are not shown.
const NAME_LIMIT: usize = 48;
const LOOP_WIDTH: f64 = 22.0;

/// Where a click on a box leads to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Links {
    None,
    /// To the section about the phase on the page that the picture stands on.
    Sections,
}

pub(crate) fn render(graph: &Graph, links: Links) -> String {
    let mut out = String::new();
    // Writing to a `String` can't fail.
    let _ = Picture { graph, links, out: &mut out }.draw();
    out
}

struct Picture<'a> {
    graph: &'a Graph,
    links: Links,
    out: &'a mut String,
}

impl Picture<'_> {
    fn draw(&mut self) -> fmt::Result {
        let graph = self.graph;
        let sizes: Vec<_> = (0..graph.nodes.len()).map(|node| size(graph, node)).collect();
        let mut is_linked = vec![false; graph.nodes.len()];
        let between_two: Vec<_> = graph.links.iter().filter(|link| link.from != link.to).collect();
        for link in &between_two {
            is_linked[link.from] = true;
            is_linked[link.to] = true;
        }

        let linked: Vec<_> = (0..graph.nodes.len()).filter(|&node| is_linked[node]).collect();
        let mut number_of = vec![0; graph.nodes.len()];
        linked.iter().zip(0..).for_each(|(&node, number)| number_of[node] = number);
        let edges: Vec<_> =
            between_two.iter().map(|link| (number_of[link.from], number_of[link.to])).collect();
        let linked_sizes: Vec<_> = linked.iter().map(|&node| sizes[node]).collect();
        let is_root: Vec<_> = linked.iter().map(|&node| graph.nodes[node].is_root()).collect();
        let layout = layout::lay_out(&linked_sizes, &edges, &is_root);

        let mut places = vec![Place::default(); graph.nodes.len()];
        for (&node, place) in linked.iter().zip(&layout.places) {
            places[node] = Place { left: place.left + MARGIN, top: place.top + MARGIN };
        }
        let mut down = MARGIN;
        let mut width = layout.width;
        if !linked.is_empty() {
            down += layout.height + BETWEEN_PARTS;
        }
        let mut panels = Vec::new();
        let alone = |is_common: bool| {
            let nodes = 0..graph.nodes.len();
            nodes.filter(|&node| !is_linked[node] && graph.nodes[node].is_common() == is_common).collect()
        };
        for (label, nodes) in [("queued by any phase", alone(true)), ("without edges", alone(false))] {
            let nodes: Vec<usize> = nodes;
            if nodes.is_empty() {
                continue;
            }
            let panel = Panel::new(label, &nodes, &sizes, layout.width.max(ROW_WIDTH), down, &mut places);
            width = width.max(panel.width);
            down += panel.height + BETWEEN_PARTS;
            panels.push(panel);
        }
        let legend_top = down;
        width = width.max(legend::width(graph)) + 2.0 * MARGIN;
        let height = legend_top + legend::HEIGHT + MARGIN;

        self.start(width, height)?;
        for (link, line) in between_two.iter().zip(&layout.lines) {
            let line: Vec<_> = line.iter().map(|p| Point { x: p.x + MARGIN, y: p.y + MARGIN }).collect();
            self.edge(link.from, link.to, link.kind, &path(&line))?;
        }
        for (node, place) in places.iter().enumerate() {
            self.loops(node, *place, sizes[node])?;
        }
        for panel in &panels {
            panel.draw(self.out)?;
        }
        for (node, place) in places.iter().enumerate() {
            self.node(&graph.nodes[node], *place, sizes[node])?;
        }
        legend::draw(self.out, graph, MARGIN, legend_top)?;
        self.out.push_str("</svg>\n");
        Ok(())
    }

    fn start(&mut self, width: f64, height: f64) -> fmt::Result {
        let role = if self.links == Links::None { "img" } else { "group" };
        writeln!(
            self.out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"phase-graph\" role=\"{role}\" \
             aria-label=\"The flow of {}\" width=\"{width:.0}\" height=\"{height:.0}\" \
             viewBox=\"0 0 {width:.0} {height:.0}\">",
            Escaped(self.graph.world())
        )?;
        writeln!(self.out, "<style>\n{}</style>\n<defs>", include_str!("svg/style.css"))?;
        for kind in EdgeKind::ALL {
            writeln!(
                self.out,
                "<marker id=\"phase-graph-{0}\" markerUnits=\"userSpaceOnUse\" markerWidth=\"9\" markerHeight=\"8\" \
                 refX=\"8.5\" refY=\"4\" orient=\"auto\"><path class=\"tip {0}\" d=\"M0 0 9 4 0 8z\"/></marker>",
                class(kind)
            )?;
        }
        writeln!(
            self.out,
            "</defs>\n<rect class=\"ground\" width=\"{width:.0}\" height=\"{height:.0}\" rx=\"8\"/>"
        )
    }

    fn edge(&mut self, from: usize, to: usize, kind: EdgeKind, path: &str) -> fmt::Result {
        let (from, to) = (&self.graph.nodes[from], &self.graph.nodes[to]);
        writeln!(
            self.out,
            "<path class=\"edge {0}\" data-from=\"{1}\" data-to=\"{2}\" marker-end=\"url(#phase-graph-{0})\" \
             d=\"{path}\"><title>{3} {4} {5}</title></path>",
            class(kind),
            from.id(),
            to.id(),
            Escaped(from.name()),
            kind.verb(),
            Escaped(to.name())
        )
    }

    /// The edges from a node to itself, over its right half.
    fn loops(&mut self, node: usize, place: Place, size: Size) -> fmt::Result {
        let graph = self.graph;
        let own = graph.links.iter().filter(|link| (link.from, link.to) == (node, node));
        for (number, link) in own.enumerate() {
            let right = place.left + size.width - 10.0 - length(number) * LOOP_WIDTH;
            let path = alloc::format!(
                "M{:.1} {top:.1}c-2 -18 16 -18 14 -1",
                right - LOOP_WIDTH + 8.0,
                top = place.top
            );
            self.edge(node, node, link.kind, &path)?;
        }
        Ok(())
    }

    fn node(&mut self, node: &GraphNode, place: Place, size: Size) -> fmt::Result {
        let Place { left, top } = place;
        let Size { width, height, .. } = size;
        if self.links == Links::Sections {
            write!(self.out, "<a href=\"#phase-{}\">", node.id())?;
        }
        write!(self.out, "<g class=\"node")?;
        for (name, is_so) in
            [("root", node.is_root()), ("open", node.is_open()), ("common", node.is_common())]
        {
            if is_so {
                write!(self.out, " {name}")?;
            }
        }
        write!(self.out, "\" data-phase=\"{}\"><title>{}", node.id(), Escaped(node.name()))?;
        if let Some(summary) = node.entry().docs().lines().next().filter(|line| !line.is_empty()) {
            write!(self.out, ": {}", Escaped(summary))?;
        }
        write!(
            self.out,
            "</title><rect class=\"box\" x=\"{left:.1}\" y=\"{top:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" \
             rx=\"7\"/>"
        )?;
        let (middle, first) =
            (left + width / 2.0, if shown_marks(node).next().is_some() { 19.0 } else { 21.0 });
        let shown = shortened(node.name());
        let name = Escaped(&shown);
        write!(
            self.out,
            "<text x=\"{middle:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{name}</text>",
            top + first
        )?;
        if shown_marks(node).next().is_some() {
            write!(
                self.out,
                "<text class=\"small\" x=\"{middle:.1}\" y=\"{:.1}\" text-anchor=\"middle\">",
                top + 35.0
            )?;
            for (i, mark) in shown_marks(node).enumerate() {
                write!(self.out, "{}{mark}", if i == 0 { "" } else { " · " })?;
            }
            self.out.push_str("</text>");
        }
        self.out.push_str("</g>");
        self.out.push_str(if self.links == Links::Sections { "</a>\n" } else { "\n" });
        Ok(())
    }
}

/// Nodes without edges, in rows.
struct Panel {
    label: &'static str,
    top: f64,
    width: f64,
    height: f64,
}

impl Panel {
    fn new(
        label: &'static str,
        nodes: &[usize],
        sizes: &[Size],
        room: f64,
        top: f64,
        places: &mut [Place],
    ) -> Self {
        const PADDING: f64 = 14.0;
        const HEADING: f64 = 28.0;
        let (mut x, mut y) = (PADDING, top + HEADING);
        let (mut width, mut row) = (0.0_f64, 0.0_f64);
        for &node in nodes {
            let size = sizes[node];
            if x > PADDING && x + size.width + PADDING > room {
                x = PADDING;
                y += row + PADDING;
                row = 0.0;
            }
            places[node] = Place { left: MARGIN + x, top: y + size.headroom };
            x += size.width + PADDING;
            row = row.max(size.height + size.headroom);
            width = width.max(x);
        }
        let heading = length(label.len()) * 6.5 + 2.0 * PADDING;
        Self { label, top, width: width.max(heading), height: y + row + PADDING - top }
    }

    fn draw(&self, out: &mut String) -> fmt::Result {
        let Self { label, top, width, height } = self;
        writeln!(
            out,
            "<rect class=\"panel\" x=\"{MARGIN}\" y=\"{top:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" rx=\"9\"/>\
             <text class=\"small\" x=\"{}\" y=\"{:.1}\">{label}</text>",
            MARGIN + 14.0,
            top + 19.0
        )
    }
}

fn class(kind: EdgeKind) -> &'static str {
    match kind {
        EdgeKind::Unshift => "unshift",
        EdgeKind::Defer => "defer",
        EdgeKind::Push => "push",
    }
}

/// A leaf shows by itself.
fn shown_marks(node: &GraphNode) -> impl Iterator<Item = &'static str> {
    node.marks().filter(|mark| *mark != "leaf")
}

fn size(graph: &Graph, node: usize) -> Size {
    const PADDING: f64 = 12.0;
    let loops = graph.links.iter().filter(|link| (link.from, link.to) == (node, node)).count();
    let node = &graph.nodes[node];
    let marks: usize = shown_marks(node).map(|mark| mark.len() + 3).sum();
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

/// The path along the points of a line.
fn path(line: &[Point]) -> String {
    let mut path = String::new();
    let mut last: Option<Point> = None;
    for &Point { x, y } in line {
        // Writing to a `String` can't fail.
        let _ = match last {
            None => write!(path, "M{x:.1} {y:.1}"),
            // A line must not end with a step of no length: its arrowhead would not know where to point.
            Some(last) if (last.x - x).abs() < 0.05 => continue,
            Some(last) if (last.y - y).abs() < 0.5 => write!(path, "L{x:.1} {y:.1}"),
            Some(last) => {
                let middle = f64::midpoint(last.x, x);
                write!(path, "C{middle:.1} {:.1} {middle:.1} {y:.1} {x:.1} {y:.1}", last.y)
            }
        };
        last = Some(Point { x, y });
    }
    path
}
