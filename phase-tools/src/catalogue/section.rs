//! The section about one phase.

use std::fmt;

use super::{Link, docs};
use crate::escape::Escaped;
use crate::graph::{EdgeKind, Graph, GraphNode, Times};

pub(super) struct Section<'a> {
    pub(super) graph: &'a Graph,
    pub(super) node: &'a GraphNode,
}

impl fmt::Display for Section<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { graph, node } = *self;
        let (id, name, entry) = (node.id(), Escaped(node.name()), node.entry());
        writeln!(
            f,
            "<article id=\"phase-{id}\" data-id=\"{id}\" aria-labelledby=\"name-{id}\" tabindex=\"-1\">"
        )?;
        writeln!(f, "<h3 id=\"name-{id}\"><a href=\"#phase-{id}\"><code>{name}</code></a></h3>")?;
        write!(f, "{}", Badges(node))?;
        if entry.docs().is_empty() {
            f.write_str("<p class=\"quiet\">Not documented.</p>\n")?;
        } else {
            writeln!(f, "<div class=\"docs\">\n{}</div>", docs::render(graph, node))?;
        }
        writeln!(f, "<div class=\"flow\">\n<div><h4>Queues</h4>\n{}</div>", Queues { graph, node })?;
        writeln!(f, "<div><h4>Queued by</h4>\n{}</div>\n</div>", QueuedBy { graph, node })?;
        write!(f, "{}", Fields(node))?;
        writeln!(
            f,
            "<p class=\"place quiet\"><code>{}:{}</code> in <code>{}</code></p>\n</article>",
            Escaped(entry.file()),
            entry.line(),
            Escaped(entry.module_path())
        )
    }
}

struct Badges<'a>(&'a GraphNode);

impl fmt::Display for Badges<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut marks = self.0.marks().peekable();
        if marks.peek().is_none() {
            return Ok(());
        }
        f.write_str("<ul class=\"badges\" aria-label=\"Marks\">")?;
        for mark in marks {
            let words = self.0.words(mark);
            write!(f, "<li class=\"{mark}\" title=\"{}\">{}</li>", mark.meaning(), Escaped(&words))?;
        }
        f.write_str("</ul>\n")
    }
}

struct Queues<'a> {
    graph: &'a Graph,
    node: &'a GraphNode,
}

impl fmt::Display for Queues<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { graph, node } = *self;
        if node.is_open() {
            return f.write_str("<p>Anything: it declares no flow.</p>\n");
        }
        let lists = Lists::new(|kind| {
            let edges =
                graph.edges().filter(move |edge| edge.kind() == kind && edge.from().id() == node.id());
            (kind.verb(), edges.map(|edge| (edge.to(), edge.times())).collect())
        });
        if lists.is_empty() {
            return f.write_str("<p class=\"quiet\">Nothing.</p>\n");
        }
        write!(f, "{lists}")
    }
}

struct QueuedBy<'a> {
    graph: &'a Graph,
    node: &'a GraphNode,
}

impl fmt::Display for QueuedBy<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { graph, node } = *self;
        let lists = Lists::new(|kind| {
            let edges = graph.edges().filter(move |edge| edge.kind() == kind && edge.to().id() == node.id());
            let participle = match kind {
                EdgeKind::Unshift => "unshifted by",
                EdgeKind::Defer => "deferred by",
                EdgeKind::Push => "pushed by",
            };
            (participle, edges.map(|edge| (edge.from(), edge.times())).collect())
        });
        if node.is_common() {
            f.write_str("<p>Any phase: it is common.</p>\n")?;
        }
        if node.is_root() {
            f.write_str("<p>The host: it is a root.</p>\n")?;
        }
        if lists.is_empty() && !node.is_common() && !node.is_root() {
            f.write_str("<p class=\"quiet\">Nothing that says so.</p>\n")?;
        }
        write!(f, "{lists}")
    }
}

/// Phases below a heading for each way in which they are queued; nothing at all if there are none.
struct Lists<'a>(Vec<(&'static str, Phases<'a>)>);

/// Phases, and how often the edges to them were taken, if that is known.
type Phases<'a> = Vec<(&'a GraphNode, Option<Times>)>;

impl<'a> Lists<'a> {
    fn new(list: impl Fn(EdgeKind) -> (&'static str, Phases<'a>)) -> Self {
        let lists = EdgeKind::ALL.into_iter().map(list);
        Self(lists.filter(|(_, phases)| !phases.is_empty()).collect())
    }

    fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl fmt::Display for Lists<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_empty() {
            return Ok(());
        }
        f.write_str("<dl>\n")?;
        for (heading, phases) in &self.0 {
            write!(f, "<dt>{heading}</dt>")?;
            for (phase, times) in phases {
                write!(f, "<dd>{}", Link(phase))?;
                if let Some(times) = times {
                    let class = if times.0 == 0 { "taken never" } else { "taken" };
                    write!(f, " <span class=\"{class}\">{times}</span>")?;
                }
                f.write_str("</dd>")?;
            }
            f.write_str("\n")?;
        }
        f.write_str("</dl>\n")
    }
}

struct Fields<'a>(&'a GraphNode);

impl fmt::Display for Fields<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let fields = self.0.entry().fields();
        if fields.is_empty() {
            return Ok(());
        }
        f.write_str("<h4>Fields</h4>\n<ul class=\"fields\">\n")?;
        for field in fields {
            f.write_str("<li><code>")?;
            if let Some(variant) = field.variant() {
                write!(f, "{}::", Escaped(variant))?;
            }
            writeln!(f, "{}: {}</code></li>", Escaped(field.name()), Escaped(field.ty()))?;
        }
        f.write_str("</ul>\n")
    }
}
