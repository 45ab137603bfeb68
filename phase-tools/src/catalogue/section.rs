//! The section about one phase.

use std::fmt::{self, Write as _};

use super::{Link, docs};
use crate::escape::Escaped;
use crate::graph::{EdgeKind, Graph, GraphNode};

pub(super) fn write(out: &mut String, graph: &Graph, node: &GraphNode) -> fmt::Result {
    let (id, name) = (node.id(), Escaped(node.name()));
    writeln!(
        out,
        "<article id=\"phase-{id}\" data-id=\"{id}\" aria-labelledby=\"name-{id}\" tabindex=\"-1\">"
    )?;
    write!(out, "<h3 id=\"name-{id}\"><a href=\"#phase-{id}\"><code>{name}</code></a>")?;
    out.push_str("</h3>\n");
    write_badges(out, node)?;
    if node.entry().docs().is_empty() {
        out.push_str("<p class=\"quiet\">Not documented.</p>\n");
    } else {
        writeln!(out, "<div class=\"docs\">\n{}</div>", docs::render(graph, node.entry().docs()))?;
    }
    out.push_str("<div class=\"flow\">\n<div><h4>Queues</h4>\n");
    write_queues(out, graph, node)?;
    out.push_str("</div>\n<div><h4>Queued by</h4>\n");
    write_queued_by(out, graph, node)?;
    out.push_str("</div>\n</div>\n");
    write_fields(out, node)?;
    let entry = node.entry();
    writeln!(
        out,
        "<p class=\"place quiet\"><code>{}:{}</code> in <code>{}</code></p>\n</article>",
        Escaped(entry.file()),
        entry.line(),
        Escaped(entry.module_path())
    )
}

fn write_badges(out: &mut String, node: &GraphNode) -> fmt::Result {
    if node.marks().next().is_none() {
        return Ok(());
    }
    out.push_str("<ul class=\"badges\" aria-label=\"Marks\">");
    for mark in node.marks() {
        let meaning = match mark {
            "root" => "the flow starts here",
            "open" => "declares no flow and may queue anything",
            "common" => "any phase may queue it",
            "leaf" => "queues nothing",
            "waits" => "may wait, and is updated meanwhile",
            "ordered" => "runs by priority among its kind",
            _ => "",
        };
        write!(out, "<li class=\"{mark}\" title=\"{meaning}\">{mark}</li>")?;
    }
    out.push_str("</ul>\n");
    Ok(())
}

fn write_queues(out: &mut String, graph: &Graph, node: &GraphNode) -> fmt::Result {
    if node.is_open() {
        out.push_str("<p>Anything: it declares no flow.</p>\n");
        return Ok(());
    }
    let of_node = |kind| {
        let edges = graph.edges().filter(move |edge| edge.kind() == kind && edge.from().id() == node.id());
        edges.map(|edge| edge.to()).collect()
    };
    if !write_lists(out, EdgeKind::verb, of_node)? {
        out.push_str("<p class=\"quiet\">Nothing.</p>\n");
    }
    Ok(())
}

fn write_queued_by(out: &mut String, graph: &Graph, node: &GraphNode) -> fmt::Result {
    let of_node = |kind| {
        let edges = graph.edges().filter(move |edge| edge.kind() == kind && edge.to().id() == node.id());
        edges.map(|edge| edge.from()).collect()
    };
    let participle = |kind| match kind {
        EdgeKind::Unshift => "unshifted by",
        EdgeKind::Defer => "deferred by",
        EdgeKind::Push => "pushed by",
    };
    if node.is_common() {
        out.push_str("<p>Any phase: it is common.</p>\n");
    }
    if node.is_root() {
        out.push_str("<p>The host: it is a root.</p>\n");
    }
    if !write_lists(out, participle, of_node)? && !node.is_common() && !node.is_root() {
        out.push_str("<p class=\"quiet\">Nothing that says so.</p>\n");
    }
    Ok(())
}

/// Phases by how they are queued; whether there are any.
fn write_lists<'g>(
    out: &mut String,
    heading: impl Fn(EdgeKind) -> &'static str,
    phases: impl Fn(EdgeKind) -> Vec<&'g GraphNode>,
) -> Result<bool, fmt::Error> {
    let lists = EdgeKind::ALL.map(|kind| (kind, phases(kind)));
    if lists.iter().all(|(_, list)| list.is_empty()) {
        return Ok(false);
    }
    out.push_str("<dl>\n");
    for (kind, list) in lists.into_iter().filter(|(_, list)| !list.is_empty()) {
        write!(out, "<dt>{}</dt>", heading(kind))?;
        for phase in list {
            write!(out, "<dd>{}</dd>", Link(phase))?;
        }
        out.push('\n');
    }
    out.push_str("</dl>\n");
    Ok(true)
}

fn write_fields(out: &mut String, node: &GraphNode) -> fmt::Result {
    let fields = node.entry().fields();
    if fields.is_empty() {
        return Ok(());
    }
    out.push_str("<h4>Fields</h4>\n<ul class=\"fields\">\n");
    for field in fields {
        out.push_str("<li><code>");
        if let Some(variant) = field.variant() {
            write!(out, "{}::", Escaped(variant))?;
        }
        writeln!(out, "{}: {}</code></li>", Escaped(field.name()), Escaped(field.ty()))?;
    }
    out.push_str("</ul>\n");
    Ok(())
}
