//! The page as a whole, and its sections.

use std::collections::BTreeSet;

use html5gum::emitters::default::DefaultEmitter;
use html5gum::{Token, Tokenizer};
use phase_core::registry;
use phase_tools::{Trace, catalogue, graph, write_catalogue};

use crate::{Library, page, section};

/// Elements that never have an end tag.
const VOID: [&str; 2] = ["meta", "input"];

struct Tag {
    name: String,
    attributes: Vec<(String, String)>,
}

/// The start tags of a page that is well-formed.
fn tags(page: &str) -> Vec<Tag> {
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).expect("the page is UTF-8");
    let (mut tags, mut open) = (Vec::new(), Vec::new());
    let mut emitter = DefaultEmitter::default();
    // What stands in a script or a style sheet is no tag.
    emitter.naively_switch_states(true);
    for Ok(token) in Tokenizer::new_with_emitter(page, emitter) {
        match token {
            Token::StartTag(tag) => {
                let name = text(&tag.name);
                if !tag.self_closing && !VOID.contains(&name.as_str()) {
                    open.push(name.clone());
                }
                let attributes =
                    tag.attributes.iter().map(|(name, value)| (text(name), text(value))).collect();
                tags.push(Tag { name, attributes });
            }
            Token::EndTag(tag) => assert_eq!(open.pop(), Some(text(&tag.name)), "tags nest"),
            Token::Error(error) => panic!("{error:?}"),
            _ => {}
        }
    }
    assert_eq!(open, [""; 0], "all tags are closed");
    tags
}

fn attribute<'a>(tag: &'a Tag, name: &str) -> Option<&'a str> {
    tag.attributes.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
}

#[test]
fn it_is_well_formed_and_holds_no_element_that_was_not_meant() {
    let tags = tags(&page());
    let count = |name: &str| tags.iter().filter(|tag| tag.name == name).count();
    assert_eq!((count("script"), count("title") > 1, count("main"), count("nav")), (1, true, 1, 1));
    for name in ["img", "b", "iframe", "link", "object"] {
        assert_eq!(count(name), 0, "{name}");
    }
    let mut attributes = tags.iter().flat_map(|tag| &tag.attributes);
    assert!(!attributes.any(|(name, _)| name.starts_with("on")));
}

#[test]
fn it_loads_nothing() {
    let page = page();
    for tag in tags(&page) {
        assert_eq!(attribute(&tag, "src"), None, "{}", tag.name);
        if let Some(target) = attribute(&tag, "href") {
            assert!(target.starts_with('#') || target.starts_with("https://example.org/"), "{target}");
        }
    }
    assert!(!page.contains("@import") && page.matches("url(").count() == page.matches("url(#").count());
}

#[test]
fn ids_are_unique_and_links_within_the_page_lead_somewhere() {
    let tags = tags(&page());
    let ids: Vec<_> = tags.iter().filter_map(|tag| attribute(tag, "id")).collect();
    let unique: BTreeSet<_> = ids.iter().copied().collect();
    assert_eq!(ids.len(), unique.len());
    for tag in &tags {
        if let Some(target) = attribute(tag, "href").and_then(|target| target.strip_prefix('#')) {
            assert!(unique.contains(target), "{target}");
        }
        for name in ["aria-labelledby", "aria-describedby", "for"] {
            assert!(attribute(tag, name).is_none_or(|target| unique.contains(target)), "{name}");
        }
    }
}

#[test]
fn its_picture_is_well_formed() {
    let page = page();
    let start = page.find("<svg").expect("there is a picture");
    let end = page.find("</svg>").expect("it ends") + "</svg>".len();
    let picture = roxmltree::Document::parse(&page[start..end]).expect("it is well-formed XML");
    let links = picture.descendants().filter(|node| node.has_tag_name("a"));
    assert_eq!(links.count(), 6);
}

#[test]
fn a_section_tells_all_about_its_phase() {
    let lend = section("LendPhase");
    for part in [
        "<li class=\"root\" title=\"the flow starts here\">root</li>",
        "<dt>unshifts</dt><dd><a href=\"#phase-LoanPhase\"><code>LoanPhase</code></a></dd>",
        "<dt>defers</dt><dd><a href=\"#phase-phase5\"><code>Return&lt;&quot;Book&quot;&gt; &amp; &#39;more&#39;</code>\
         </a></dd><dd><a href=\"#phase-LoanPhase\"><code>LoanPhase</code></a></dd>",
        "<p>The host: it is a root.</p>",
        "<dt>pushed by</dt><dd><a href=\"#phase-phase5\">",
        "tests/catalogue/main.rs:",
        "in <code>catalogue</code>",
    ] {
        assert!(lend.contains(part), "{part} in {lend}");
    }
    assert!(
        lend.replace(' ', "")
            .contains("<li><code>_reader:Option&lt;Vec&lt;&amp;&#39;staticstr&gt;&gt;</code></li>")
    );
    let loan = section("LoanPhase");
    assert!(loan.contains("<li><code>Short::days: u8</code></li>\n<li><code>Long::0: u16</code></li>"));
    assert!(loan.contains("<dt>unshifted by</dt><dd><a href=\"#phase-LendPhase\">"));
    assert!(section("HushPhase").contains(
        "<li class=\"common\" title=\"any phase may queue it\">common</li>\
         <li class=\"leaf\" title=\"queues nothing\">leaf</li></ul>"
    ));
    assert!(section("HushPhase").contains("<p>Any phase: it is common.</p>"));
    assert!(section("HushPhase").contains("<p class=\"quiet\">Not documented.</p>"));
    assert!(section("phase0").contains("<p>Anything: it declares no flow.</p>"));
    assert!(section("LostPhase").contains("<p class=\"quiet\">Nothing that says so.</p>"));
}

#[test]
fn what_is_wrong_with_the_flow_stands_on_the_page() {
    struct Empty;

    let page = page();
    assert!(page.contains("<li>no phase queues <code>LostPhase</code> ("));
    assert!(page.contains("<li><code>&lt;/title&gt;&lt;script&gt;alert(3)&lt;/script&gt;</code> ("));
    let empty = catalogue(&graph(registry().of::<Empty>()));
    assert!(!empty.contains("id=\"findings\""));
    assert!(!tags(&empty).is_empty());
}

#[test]
fn a_file_that_cannot_be_written_is_an_error() {
    let graph = graph(registry().of::<Library>());
    let occupied = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml/index.html");
    assert!(write_catalogue(occupied, &graph).is_err());
}

#[test]
fn it_shows_how_often_edges_were_taken() {
    let flow = graph(registry().of::<Library>());
    assert!(!catalogue(&flow).contains("taken\">"), "nothing was observed");
    let page = catalogue(&flow.clone().observe(&Trace::new()));
    tags(&page);
    let edges = flow.edges().len();
    assert!(page.contains(&format!("{edges} edges, {edges} of them never taken</p>")), "{page}");
    assert!(page.contains("<h2 id=\"untaken\">Declared, and never taken</h2>"));
    let lend = page.split_once("<article id=\"phase-LendPhase\"").unwrap().1;
    assert!(lend.contains("<code>LoanPhase</code></a> <span class=\"taken never\">never</span></dd>"));
}
