//! Doc comments as HTML that can do nothing.

use pulldown_cmark::{BrokenLink, CowStr, Event, HeadingLevel, LinkType, Options, Parser, Tag, TagEnd, html};

use crate::graph::{Graph, GraphNode};

/// Renders the Markdown of a phase. Raw HTML becomes text, images become their descriptions, and links that lead
/// nowhere from here, or might do anything but lead somewhere, become what they say.
pub(super) fn render(graph: &Graph, node: &GraphNode) -> String {
    let section = |reference: &str| section_of(graph, reference);
    // References that can only be links of rustdoc lose their brackets, wherever they lead.
    let resolve = |link: BrokenLink<'_>| {
        let is_item = link.reference.starts_with('`') || link.reference.contains("::");
        let target = section(&link.reference).or(is_item.then(String::new))?;
        Some((target.into(), CowStr::Borrowed("")))
    };
    let options = Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH;
    let parser = Parser::new_with_broken_link_callback(node.entry().docs(), options, Some(resolve));
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
                // The renderer itself makes `mailto:` of such an address.
                let is_address = link_type == LinkType::Email;
                let kept = if is_address { Some(dest_url) } else { target(graph, node, dest_url) };
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

/// Where a link of a phase's docs leads to from the page, if anywhere.
fn target<'a>(graph: &Graph, node: &GraphNode, url: CowStr<'a>) -> Option<CowStr<'a>> {
    if url.starts_with('#') {
        // Any other place on the phase's own page in rustdoc is, as far as there is one here, in its section.
        return Some(if is_section(graph, &url) { url } else { format!("#phase-{}", node.id()).into() });
    }
    if scheme(&url).is_some_and(|given| SCHEMES.iter().any(|known| known.eq_ignore_ascii_case(given))) {
        return Some(url);
    }
    if let Some(section) = section_of(graph, &url) {
        return Some(section.into());
    }
    // Any other scheme may make a browser do something, as `javascript:` does.
    (scheme(&url).is_none() && !is_item(&url)).then_some(url)
}

const SCHEMES: [&str; 3] = ["https", "http", "mailto"];

/// What stands before the colon of an address that doesn't depend on the page that it stands on.
fn scheme(url: &str) -> Option<&str> {
    let (scheme, _) = url.split_once(':')?;
    (!scheme.contains(['/', '?', '#'])).then_some(scheme)
}

/// Whether rustdoc takes an address for an item such as `Vec` or `Option<T>`, by its own rule. Here it leads nowhere.
fn is_item(url: &str) -> bool {
    let path = without_fragment(url);
    path.chars().all(|c| c.is_alphanumeric() || ":_<>, !*&;@()`".contains(c))
}

fn without_fragment(url: &str) -> &str {
    url.split_once('#').map_or(url, |(path, _)| path)
}

fn is_section(graph: &Graph, url: &str) -> bool {
    url.strip_prefix("#phase-").is_some_and(|id| graph.nodes().any(|node| node.id() == id))
}

/// The section about the phase that a link of rustdoc means, such as `` `crate::phases::FaintPhase` ``.
fn section_of(graph: &Graph, reference: &str) -> Option<String> {
    let path = without_fragment(reference).trim_matches('`');
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
