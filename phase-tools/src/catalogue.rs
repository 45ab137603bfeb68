//! The catalogue: all phases of a world on one HTML page.

use std::path::Path;
use std::{fmt, fs, io};

use crate::escape::Escaped;
use crate::graph::svg::{Links, Svg};
use crate::graph::{Graph, GraphNode};

mod docs;
mod section;

use section::Section;

/// Writes the [`catalogue`] of a world to a file, with the folders it is to be in.
///
/// Needs the [feature](crate#features) `catalogue`.
///
/// # Errors
///
/// What the file system says.
///
/// # Examples
///
/// ```no_run
/// use phase_core::prelude::*;
/// use phase_tools::{graph, write_catalogue};
///
/// # pub struct Battle;
/// # #[phase(world = Battle, leaf)]
/// # #[derive(Debug)]
/// # pub struct TurnStartPhase;
/// # impl Phase for TurnStartPhase {
/// #     fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> { guard.end() }
/// # }
/// let flow = graph(registry().of::<Battle>()).rooted_at::<TurnStartPhase>();
/// write_catalogue("target/catalogue/index.html", &flow)?;
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn write_catalogue(path: impl AsRef<Path>, graph: &Graph) -> io::Result<()> {
    let path = path.as_ref();
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    fs::write(path, catalogue(graph))
}

/// All phases of a world as one HTML page, which needs nothing else, not even a network: the graph, and for each
/// phase its documentation, its fields, its place, what it queues and what queues it.
///
/// Needs the [feature](crate#features) `catalogue`.
///
/// The page is light or dark as its reader likes, has a search (`/` leads to it, Escape leaves it), can be used by
/// keyboard, and read on a phone. Doc comments are rendered as Markdown; HTML in them is shown, not obeyed. Their links
/// stay links where they lead to a phase, to `http:`, `https:` or `mailto:`, or to a place relative to the page.
///
/// # Examples
///
/// ```
/// use phase_core::prelude::*;
/// use phase_tools::{catalogue, graph};
///
/// # pub struct Battle;
/// /// A turn begins <with a bang>.
/// #[phase(world = Battle, leaf)]
/// #[derive(Debug)]
/// pub struct TurnStartPhase;
/// # impl Phase for TurnStartPhase {
/// #     fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> { guard.end() }
/// # }
///
/// let page = catalogue(&graph(registry().of::<Battle>()));
/// assert!(page.contains("<h1>Phases of <code>Battle</code></h1>"));
/// assert!(page.contains("<p>A turn begins &lt;with a bang&gt;.</p>"));
/// ```
#[must_use]
pub fn catalogue(graph: &Graph) -> String {
    Page(graph).to_string()
}

struct Page<'a>(&'a Graph);

impl fmt::Display for Page<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(graph) = *self;
        write!(f, "{}", Head(graph))?;
        for node in graph.nodes() {
            writeln!(f, "<li data-for=\"{}\">{}</li>", node.id(), Link(node))?;
        }
        write!(f, "</ul>\n</nav>\n<main>\n{}{}{}", Flow(graph), Findings(graph), Untaken(graph))?;
        f.write_str("<section id=\"phases\" aria-labelledby=\"phases-heading\" tabindex=\"-1\">\n")?;
        f.write_str("<h2 id=\"phases-heading\">Phases</h2>\n")?;
        for node in graph.nodes() {
            write!(f, "{}", Section { graph, node })?;
        }
        f.write_str("</section>\n</main>\n</div>\n")?;
        writeln!(f, "<script>\n{}</script>\n</body>\n</html>", include_str!("catalogue/page.js"))
    }
}

/// All that stands before the list of the phases.
struct Head<'a>(&'a Graph);

impl fmt::Display for Head<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "<!doctype html>
<html lang=\"en\">
<head>
<meta charset=\"utf-8\">
<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">
<meta name=\"color-scheme\" content=\"light dark\">
<meta name=\"generator\" content=\"phase-tools {version}\">
<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; \
             script-src 'unsafe-inline'; base-uri 'none'; form-action 'none'\">
<title>Phases of {world}</title>
<style>
{theme}{style}</style>
</head>
<body>
<a class=\"skip\" href=\"#phases\">Skip to the phases</a>
<header>
<h1>Phases of <code>{world}</code></h1>
<p class=\"quiet\">{phases}, {edges}{untaken}</p>
<div class=\"search\" role=\"search\" hidden>
<label for=\"search\">Search</label>
<input id=\"search\" type=\"search\" placeholder=\"name, text, field, file\" autocomplete=\"off\" spellcheck=\"false\" \
             aria-keyshortcuts=\"/\" aria-describedby=\"count\">
<kbd aria-hidden=\"true\">/</kbd>
<span id=\"count\" role=\"status\"></span>
</div>
</header>
<div class=\"columns\">
<nav aria-label=\"Phases by name\">
<ul>
",
            version = env!("CARGO_PKG_VERSION"),
            world = Escaped(self.0.world()),
            theme = include_str!("theme.css"),
            style = include_str!("catalogue/page.css"),
            phases = counted(self.0.nodes().len(), "phase"),
            edges = counted(self.0.edges().len(), "edge"),
            untaken = match self.0.untaken().count() {
                0 => String::new(),
                untaken => format!(", {untaken} of them never taken"),
            },
        )
    }
}

/// The picture, and what stands there instead of phases when a search finds none.
struct Flow<'a>(&'a Graph);

impl fmt::Display for Flow<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "<p id=\"nothing\" hidden>Nothing found for <q id=\"sought\"></q>. \
             <button id=\"all\" type=\"button\">Show all phases</button></p>
<section class=\"picture\" aria-labelledby=\"flow\">
<div class=\"heading\"><h2 id=\"flow\">Flow</h2><button id=\"fit\" type=\"button\" aria-pressed=\"false\" hidden>\
             Fit to width</button></div>
<div class=\"graph\" role=\"region\" aria-label=\"The flow as a picture\" tabindex=\"0\">
{picture}</div>
</section>
",
            picture = Svg { graph: self.0, links: Links::Sections }
        )
    }
}

/// What is wrong with the flow; nothing at all if nothing is.
struct Findings<'a>(&'a Graph);

impl fmt::Display for Findings<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let findings = self.0.check();
        if findings.is_empty() {
            return Ok(());
        }
        f.write_str("<section aria-labelledby=\"findings\">\n<h2 id=\"findings\">Findings</h2>\n")?;
        f.write_str("<ul class=\"findings\">\n")?;
        for finding in findings {
            // The words of findings set names and code between backticks, as Markdown does.
            writeln!(f, "<li>{}</li>", Coded(&finding.to_string()))?;
        }
        f.write_str("</ul>\n</section>\n")
    }
}

/// The edges that were never taken; nothing at all if there are none, or nothing was observed.
struct Untaken<'a>(&'a Graph);

impl fmt::Display for Untaken<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut edges = self.0.untaken().peekable();
        if edges.peek().is_none() {
            return Ok(());
        }
        f.write_str(
            "<section aria-labelledby=\"untaken\">\n<h2 id=\"untaken\">Declared, and never taken</h2>\n",
        )?;
        f.write_str("<ul class=\"untaken\">\n")?;
        for edge in edges {
            writeln!(f, "<li>{} {} {}</li>", Link(edge.from()), edge.kind().verb(), Link(edge.to()))?;
        }
        f.write_str("</ul>\n</section>\n")
    }
}

/// Text, with what is between backticks as code.
struct Coded<'a>(&'a str);

impl fmt::Display for Coded<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // A name may hold a backtick itself; then all of it stays text.
        if self.0.matches('`').count() % 2 == 1 {
            return write!(f, "{}", Escaped(self.0));
        }
        for (i, part) in self.0.split('`').enumerate() {
            if i % 2 == 0 {
                write!(f, "{}", Escaped(part))?;
            } else {
                write!(f, "<code>{}</code>", Escaped(part))?;
            }
        }
        Ok(())
    }
}

/// The name of a phase, leading to the section about it.
struct Link<'a>(&'a GraphNode);

impl fmt::Display for Link<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "<a href=\"#phase-{}\"><code>{}</code></a>", self.0.id(), Escaped(self.0.name()))
    }
}

fn counted(count: usize, word: &str) -> String {
    format!("{count} {word}{}", if count == 1 { "" } else { "s" })
}
