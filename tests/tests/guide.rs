//! The guide is whole: every chapter is listed wherever chapters are, links lead somewhere, and what examples hide is shown.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::{env, fs};

/// The games of the examples, with their headings on the page that shows them.
const GAMES: [(&str, &str); 5] = [
    ("battle", "A battle"),
    ("duel", "A duel"),
    ("story", "A story"),
    ("table", "A table"),
    ("dungeon", "A dungeon"),
];

/// How long a line of a program may be, in characters: so much stands beside the list of contents on a small screen.
const WIDTH: usize = 95;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the workspace is around this package").to_owned()
}

fn read(path: impl AsRef<Path>) -> String {
    let path = root().join(path);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The files of a folder with that ending, and of those in it.
fn files(folder: &Path, ending: &str, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files(&path, ending, found);
        } else if path.extension().is_some_and(|extension| extension == ending) {
            found.push(path);
        }
    }
}

/// The modules of the guide, as they are declared.
fn pages() -> BTreeSet<String> {
    let source = read("phase-core/src/guide/mod.rs");
    let modules = source.lines().filter_map(|line| line.strip_prefix("pub mod "));
    modules.map(|module| module.trim_end_matches(['{', '}', ';', ' ']).to_owned()).collect()
}

#[test]
fn every_page_is_on_the_front_page_and_in_the_list_of_contents() {
    for list in ["phase-core/src/front.md", "phase-core/src/guide/contents.md"] {
        let text = read(list);
        let missing: Vec<_> =
            pages().into_iter().filter(|page| !text.contains(&format!("(crate::guide::{page})"))).collect();
        assert!(missing.is_empty(), "{list} does not list {missing:?}");
    }
}

/// The chapters in their order, each as the title and the module of a link; the pages besides are no chapters.
fn chapters() -> Vec<String> {
    let text = read("phase-core/src/guide/contents.md");
    let (chapters, _besides) = text.split_once("\n# ").expect("there are pages besides the chapters");
    let links = chapters.lines().filter_map(|line| line.strip_prefix("| [")?.split_once(" |"));
    links.map(|(link, _)| format!("[{link}")).collect()
}

#[test]
fn every_chapter_leads_back_and_on_and_to_the_list_of_contents() {
    let chapters = chapters();
    assert_eq!(chapters.len(), pages().len() - ["cookbook", "games", "features"].len());
    for (index, chapter) in chapters.iter().enumerate() {
        let page = chapter.split_once("(crate::guide::").expect(chapter).1.trim_end_matches(')');
        let before = index.checked_sub(1).map(|index| format!("Previous: {}. ", chapters[index]));
        let after = chapters.get(index + 1).map(|after| format!("Next: {after}. "));
        let ways = [before, after].into_iter().flatten().collect::<String>();
        let foot = format!("\n---\n\n{ways}All chapters: [the guide](crate::guide).\n");
        let text = read(format!("phase-core/src/guide/{page}.md"));
        assert!(text.ends_with(&foot), "{page} does not end with {foot}");
    }
}

/// A longer line of a program has to be scrolled sideways on a small screen.
#[test]
fn no_line_of_a_chapters_program_is_too_long_for_a_small_screen() {
    let mut long = vec![];
    let besides = ["../front", "contents"].map(str::to_owned);
    // The recipes have a bound of their own.
    for page in pages().into_iter().filter(|page| page != "cookbook").chain(besides) {
        let text = read(format!("phase-core/src/guide/{page}.md"));
        let mut is_program = false;
        for (number, line) in text.lines().enumerate() {
            is_program ^= line.starts_with("```");
            if is_program && !line.starts_with("# ") && line.chars().count() > WIDTH {
                long.push(format!("{page}.md:{}: {line}", number + 1));
            }
        }
    }
    assert!(long.is_empty(), "{long:#?}");
}

/// Links to files, as a reader of the repository follows them.
#[test]
fn links_between_files_lead_somewhere() {
    let mut broken = vec![];
    let listed = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "BENCHMARKS.md"];
    let others = ["phase-tools/README.md", "phase-testing/README.md", "phase-bevy/README.md"];
    for file in listed.iter().chain(&others) {
        let (text, folder) = (read(file), root().join(file));
        for link in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            let path = link.split('#').next().unwrap_or_default();
            let is_file = !path.is_empty() && !path.contains("://") && !path.contains("::");
            if is_file && path.contains(['/', '.']) && !folder.with_file_name(path).exists() {
                broken.push(format!("{file}: {link}"));
            }
        }
    }
    assert!(broken.is_empty(), "{broken:#?}");
}

/// The first game is shown as it is compiled and tested.
#[test]
fn the_first_game_is_the_example() {
    let program = read("examples/matches.rs");
    for place in ["README.md", "phase-core/src/guide/start.md"] {
        assert!(read(place).contains(&program), "{place} is to show examples/matches.rs as it is");
    }
}

#[test]
fn the_games_are_shown_as_the_examples_see_them() {
    const PAGE: &str = "phase-core/src/guide/games.md";
    let mut text = read(PAGE);
    for (game, heading) in GAMES {
        let hidden = read(format!("phase-core/src/scaffold/{game}.txt"));
        let shown: Vec<_> = hidden
            .lines()
            .map(|line| line.strip_prefix("# ").or(line.strip_prefix('#')).expect(line))
            .collect();
        let shown = shown.join("\n").trim_matches('\n').to_owned();

        let section = text.find(&format!("\n# {heading}\n")).unwrap_or_else(|| panic!("no {heading}"));
        let start = section + text[section..].find("\n```\n").expect("a program follows") + "\n```\n".len();
        let end = start + text[start..].find("\n```\n").expect("it ends");
        let is_hidden = |line: &&str| line.starts_with("# ") && !line.starts_with("#[");
        let found: Vec<_> = text[start..end].lines().filter(|line| !is_hidden(line)).collect();
        if found.join("\n") != shown {
            assert!(
                env::var_os("UPDATE_EXPECT").is_some(),
                "{PAGE} does not show `{game}` as it is; UPDATE_EXPECT=1 has this test write it anew"
            );
            let before = text[start..end].lines().take_while(|line| is_hidden(line));
            let after = text[start..end].lines().skip_while(|line| is_hidden(line)).filter(is_hidden);
            let lines: Vec<_> = before.chain(shown.lines()).chain(after).collect();
            text = format!("{}{}{}", &text[..start], lines.join("\n"), &text[end..]);
            fs::write(root().join(PAGE), &text).unwrap();
        }
    }
}

/// An example whose game is hidden says where that is to be seen.
#[test]
fn each_example_links_to_its_game() {
    let mut sources = vec![];
    files(&root().join("phase-core/src"), "rs", &mut sources);
    let mut count = 0;
    for path in sources {
        let source = fs::read_to_string(&path).unwrap();
        for (game, heading) in GAMES {
            let link = format!("(crate::guide::games#{}).", heading.to_lowercase().replace(' ', "-"));
            for after in source.split(&format!("scaffold/{game}.txt\")]")).skip(1) {
                let behind = after.split_once("/// ```\n").expect("the example ends").1;
                let linked = behind.lines().nth(1).is_some_and(|line| line.ends_with(&link));
                assert!(linked, "{}: an example with `{game}` has no link to it behind it", path.display());
                count += 1;
            }
        }
    }
    assert!(count > 100, "{count}");
}
