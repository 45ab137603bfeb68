//! The recipes of the cookbook: each is one program that fits on a page, and the index leads to it.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

/// How many lines a program may have.
const MOST: usize = 100;
/// How long one of them may be: as in all code of this repository.
const WIDTH: usize = 110;

fn guide() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../phase-core/src/guide")
}

/// The pages by name, without the index.
fn recipes() -> BTreeMap<String, String> {
    let pages = fs::read_dir(guide().join("cookbook")).expect("the cookbook is there");
    let pages = pages.map(|page| page.expect("a page can be looked up").path());
    let named = pages.map(|page| {
        let name = page.file_stem().expect("a page has a name").to_string_lossy().into_owned();
        (name, fs::read_to_string(&page).expect("a page can be read"))
    });
    named.filter(|(name, _)| name != "index").collect()
}

/// The lines of each block of code on a page, with the word after its fence.
fn blocks(page: &str) -> Vec<(&str, Vec<&str>)> {
    let mut blocks = Vec::new();
    let mut lines = page.lines();
    while let Some(line) = lines.next() {
        if let Some(kind) = line.strip_prefix("```") {
            blocks.push((kind, lines.by_ref().take_while(|line| *line != "```").collect()));
        }
    }
    blocks
}

#[test]
fn each_recipe_is_one_whole_program_of_at_most_a_hundred_lines() {
    let recipes = recipes();
    assert_eq!(recipes.len(), 10);
    for (name, page) in recipes {
        let blocks = blocks(&page);
        let [(kind, program)] = &blocks[..] else { panic!("{name} has {} blocks of code", blocks.len()) };
        assert_eq!(*kind, "", "the program of {name} does not run as a test");
        assert!(program.len() <= MOST, "the program of {name} has {} lines", program.len());
        assert!(!program.iter().any(|line| *line == "#" || line.starts_with("# ")), "{name} hides lines");
        assert!(program.iter().any(|line| line.starts_with("fn main()")), "{name} has no `main`");
        assert!(program.iter().any(|line| line.contains("assert_eq!(")), "{name} asserts no transcript");
    }
}

#[test]
fn no_line_of_a_program_is_longer_than_elsewhere() {
    for (name, page) in recipes() {
        for (_, program) in blocks(&page) {
            let long = program.iter().find(|line| line.chars().count() > WIDTH);
            assert_eq!(long, None, "in {name}");
        }
    }
}

#[test]
fn the_cookbook_declares_each_recipe_and_its_index_leads_to_it() {
    let declared = fs::read_to_string(guide().join("cookbook.rs")).expect("the cookbook is there");
    let index = fs::read_to_string(guide().join("cookbook/index.md")).expect("the index is there");
    for name in recipes().keys() {
        let module = format!(
            "#[cfg_attr(any(doc, doctest), doc = include_str!(\"cookbook/{name}.md\"))]\npub mod {name} {{}}"
        );
        assert!(declared.contains(&module), "{name} is not declared");
        assert_eq!(index.matches(&format!("]({name}) |")).count(), 1, "the index has no row for {name}");
    }
}
