//! Doc comments as HTML that can do nothing.

use pulldown_cmark::{BrokenLink, CowStr, Event, HeadingLevel, Options, Parser, Tag, TagEnd, html};

use crate::graph::Graph;

/// Renders Markdown. Raw HTML becomes text; images become their descriptions; links stay if they lead to a phase of
/// the graph, as those of rustdoc do, or to an address on the web.
pub(super) fn render(graph: &Graph, docs: &str) -> String {
    let section = |reference: &str| section_of(graph, reference);
    // References that can only be links of rustdoc lose their brackets, wherever they lead.
    let resolve = |link: BrokenLink<'_>| {
        let is_item = link.reference.starts_with('`') || link.reference.contains("::");
        let target = section(&link.reference).or(is_item.then(String::new))?;
        Some((target.into(), CowStr::Borrowed("")))
    };
    let options = Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH;
    let parser = Parser::new_with_broken_link_callback(docs, options, Some(resolve));
    // Whether each link that is open at this point is kept.
    let mut open_links = Vec::new();
    let events = parser.filter_map(|event| {
        Some(match event {
            Event::Html(html) | Event::InlineHtml(html) => Event::Text(html),
            Event::Start(Tag::HtmlBlock) => Event::Start(Tag::Paragraph),
            Event::End(TagEnd::HtmlBlock) => Event::End(TagEnd::Paragraph),
            Event::Start(Tag::Image { .. }) | Event::End(TagEnd::Image) => return None,
            Event::Start(Tag::Heading { level, .. }) => Event::Start(Tag::Heading {
                level: below(level),
                id: None,
                classes: Vec::new(),
                attrs: Vec::new(),
            }),
            Event::End(TagEnd::Heading(level)) => Event::End(TagEnd::Heading(below(level))),
            Event::Start(Tag::Link { link_type, dest_url, title, id }) => {
                let kept = if is_web(&dest_url) || is_section(graph, &dest_url) {
                    Some(dest_url)
                } else {
                    section(&dest_url).map(CowStr::from)
                };
                open_links.push(kept.is_some());
                Event::Start(Tag::Link { link_type, dest_url: kept?, title, id })
            }
            Event::End(TagEnd::Link) => {
                if !open_links.pop().unwrap_or(false) {
                    return None;
                }
                Event::End(TagEnd::Link)
            }
            event => event,
        })
    });
    let mut out = String::new();
    html::push_html(&mut out, events);
    out
}

fn is_web(url: &str) -> bool {
    ["https://", "http://"]
        .iter()
        .any(|scheme| url.get(..scheme.len()).is_some_and(|s| s.eq_ignore_ascii_case(scheme)))
}

fn is_section(graph: &Graph, url: &str) -> bool {
    url.strip_prefix("#phase-").is_some_and(|id| graph.nodes().any(|node| node.id() == id))
}

/// The section about the phase that a link of rustdoc means, such as `` `crate::phases::FaintPhase` ``.
fn section_of(graph: &Graph, reference: &str) -> Option<String> {
    let path = reference.trim_matches('`');
    let name = path.rsplit("::").next().unwrap_or(path);
    graph.node(name).map(|node| format!("#phase-{}", node.id()))
}

/// The headings of a doc comment stand below that of its phase.
fn below(level: HeadingLevel) -> HeadingLevel {
    match level {
        HeadingLevel::H1 => HeadingLevel::H4,
        HeadingLevel::H2 => HeadingLevel::H5,
        _ => HeadingLevel::H6,
    }
}
