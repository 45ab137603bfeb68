//! The readers themselves, on small trees.

use crate::circles;
use crate::layers::Layers;
use crate::source::Crate;

const HOUSE: Layers = Layers {
    floors: &[&["lib.rs"], &["attic", "loft"], &["hall"], &["cellar"]],
    beside: &["plan.md", "pictures"],
};

/// The faults of a house in which some files are replaced or added.
fn faults_with(files: &[(&str, &str)]) -> Vec<String> {
    let house = [
        (
            "lib.rs",
            "mod attic; mod loft; mod hall; mod cellar;\npub use hall::Door;\npub use crate::attic::Chest;",
        ),
        ("attic/mod.rs", "use crate::hall::Door;\nuse crate::cellar;\n"),
        ("loft/mod.rs", ""),
        ("hall/mod.rs", "mod stairs;\nuse crate::cellar::Shelf;\nuse stairs::Step;\n"),
        ("hall/stairs.rs", "use super::Door;\nuse super::super::cellar::Shelf;"),
        ("cellar/mod.rs", "pub(crate) mod wine;"),
        ("cellar/wine.rs", ""),
    ];
    let files: Vec<_> = house.into_iter().chain(files.iter().copied()).collect();
    HOUSE.faults(&Crate::of(&files))
}

#[track_caller]
fn assert_imports(source: &str, expected: &[&str]) {
    let tree = Crate::of(&[
        ("lib.rs", ""),
        ("attic.rs", ""),
        ("hall/mod.rs", ""),
        ("hall/stairs.rs", source),
        ("hall/stairs/step.rs", ""),
    ]);
    let imports = tree.imports().unwrap();
    let shown: Vec<_> =
        imports.iter().map(|import| format!("{} {} {}", import.line, import.to, import.path)).collect();
    assert_eq!(shown, expected, "{source}");
}

#[test]
fn imports_that_run_down_are_fine() {
    assert_eq!(faults_with(&[]), [""; 0]);
    assert_eq!(faults_with(&[("plan.md", "use crate::attic;"), ("pictures/door.txt", "")]), [""; 0]);
}

#[test]
fn an_import_that_runs_up_is_told_with_both_files_and_the_line() {
    assert_eq!(
        faults_with(&[("hall/stairs.rs", "\nuse crate::attic::Chest;")]),
        [
            "src/hall/stairs.rs:2 imports src/attic/mod.rs (`crate::attic::Chest`), and `hall` may import only itself, `cellar`"
        ]
    );
    assert_eq!(
        faults_with(&[("cellar/wine.rs", "fn f() -> super::super::hall::Door { loop {} }")]),
        [
            "src/cellar/wine.rs:1 imports src/hall/mod.rs (`crate::hall::Door`), and `cellar` may import only itself"
        ]
    );
}

#[test]
fn what_the_face_shows_is_above_every_room() {
    assert_eq!(
        faults_with(&[("cellar/wine.rs", "use crate::Chest;")]),
        ["src/cellar/wine.rs:1 imports src/lib.rs (`crate::Chest`), and `cellar` may import only itself"]
    );
}

#[test]
fn rooms_on_one_floor_do_not_know_each_other() {
    assert_eq!(
        faults_with(&[("loft/mod.rs", "use crate::attic::Chest;")]),
        [
            "src/loft/mod.rs:1 imports src/attic/mod.rs (`crate::attic::Chest`), and `loft` may import only itself, `hall`, `cellar`"
        ]
    );
    assert_eq!(faults_with(&[("attic/mod.rs", "use crate::loft;")]).len(), 1);
}

#[test]
fn a_file_in_no_room_is_told() {
    assert_eq!(
        faults_with(&[("shed.rs", ""), ("garage/mod.rs", "")]),
        [
            "src/garage/ is in no room: there are attic, loft, hall, cellar",
            "src/shed.rs is in no room: there are attic, loft, hall, cellar",
        ]
    );
}

#[test]
fn a_room_is_a_folder_with_its_module_in_it() {
    let tree = Crate::of(&[
        ("lib.rs", ""),
        ("attic/mod.rs", ""),
        ("hall.rs", ""),
        ("hall/stairs.rs", ""),
        ("cellar/mod.rs", ""),
    ]);
    assert_eq!(
        HOUSE.faults(&tree),
        [
            "src/hall.rs is in no room: there are attic, loft, hall, cellar",
            "src/loft/mod.rs is not there",
            "src/hall/mod.rs is not there",
        ]
    );
}

#[test]
fn paths_are_read_wherever_they_stand() {
    assert_imports("use crate::attic::Chest;", &["1 attic.rs crate::attic::Chest"]);
    assert_imports("pub(crate) use crate::attic as roof;", &["1 attic.rs crate::attic"]);
    assert_imports("pub use super::Door;", &["1 hall/mod.rs crate::hall::Door"]);
    assert_imports("use super::super::attic::*;", &["1 attic.rs crate::attic"]);
    assert_imports("use self::step::Step;", &["1 hall/stairs/step.rs crate::hall::stairs::step::Step"]);
    assert_imports(
        "impl<T> crate::attic::Of<crate::attic::Chest> for T {}",
        &["1 attic.rs crate::attic::Of", "1 attic.rs crate::attic::Chest"],
    );
    assert_imports(
        "fn f() { crate::attic::open::<u8>(&super::DOOR) }",
        &["1 attic.rs crate::attic::open", "1 hall/mod.rs crate::hall::DOOR"],
    );
    assert_imports("#[derive(crate::attic::Dusty)] struct Chest;", &["1 attic.rs crate::attic::Dusty"]);
    assert_imports("struct Key(pub crate::attic::Chest);", &["1 attic.rs crate::attic::Chest"]);
    assert_imports("use crate::r#attic::r#type;", &["1 attic.rs crate::attic::type"]);
}

#[test]
fn each_branch_of_an_import_has_its_line() {
    assert_imports(
        "use crate::{\n    attic::{self, Chest as Box},\n    hall::{Door, stairs},\n};\nuse {super::Window, std::fmt};",
        &[
            "2 attic.rs crate::attic",
            "2 attic.rs crate::attic::Chest",
            "3 hall/mod.rs crate::hall::Door",
            "5 hall/mod.rs crate::hall::Window",
        ],
    );
}

#[test]
fn macros_import_by_their_crate() {
    assert_imports(
        "macro_rules! open {\n    ($c:expr) => { $crate::attic::open($c, $crate::DOOR) };\n}",
        &["2 attic.rs crate::attic::open", "2 lib.rs crate::DOOR"],
    );
}

#[test]
fn modules_inside_a_file_are_modules_of_their_own() {
    assert_imports(
        "mod up { use super::super::Door; use super::Step; mod on { use super::super::super::Door; } }",
        &["1 hall/mod.rs crate::hall::Door", "1 hall/mod.rs crate::hall::Door"],
    );
}

#[test]
fn what_is_no_import_is_not_read() {
    assert_imports("// use crate::attic;\n/* use crate::attic; */", &[]);
    assert_imports("//! See [`Chest`](crate::attic::Chest).\n/// And `crate::attic`.\nstruct Door;", &[]);
    assert_imports("const TEXT: &str = \"crate::attic\"; const RAW: &str = r#\"use crate::attic;\"#;", &[]);
    assert_imports("pub(crate) fn f(self, a: A) { self.a; }", &[]);
    assert_imports("pub(in crate::attic) struct A; pub(super) struct B(pub(crate) u8);", &[]);
    assert_imports("extern crate alloc; use alloc::boxed::Box; use std::super_::A;", &[]);
}

#[test]
fn what_is_compiled_for_tests_alone_is_not_read() {
    assert_imports(
        "#[cfg(test)]\nmod tests { use crate::attic::Chest; }\nuse super::Door;",
        &["3 hall/mod.rs crate::hall::Door"],
    );
    assert_imports(
        "#[cfg(all(test, feature = \"key\"))] #[allow(unused)] pub(crate) mod tests { use crate::attic; }",
        &[],
    );
    assert_imports(
        "#[cfg(test)] use crate::attic::{Chest};\n#[cfg(test)] fn f() { crate::attic::open() }",
        &[],
    );
    assert_imports(
        "#[cfg(not(test))] mod real { use crate::attic::Chest; }",
        &["1 attic.rs crate::attic::Chest"],
    );
    let tree = Crate::of(&[
        ("lib.rs", "#[cfg(test)]\nmod tests;"),
        ("tests.rs", "mod more; use crate::attic;"),
        ("tests/more.rs", "use crate::attic;"),
        ("attic.rs", ""),
    ]);
    assert_eq!(tree.imports().unwrap(), []);
}

#[test]
fn a_circle_is_told_in_full() {
    let tree = Crate::of(&[
        ("lib.rs", "mod a;\nmod b;\nmod c;\nmod d;"),
        ("a.rs", "use crate::b::B;"),
        ("b.rs", "\n\nuse crate::c::C;\nuse crate::d::D;"),
        ("c/mod.rs", "mod deep;"),
        ("c/deep.rs", "fn f() { crate::a::f() }"),
        ("d.rs", ""),
    ]);
    assert_eq!(
        circles::faults(&tree),
        ["a circle: src/a.rs:1 imports src/b.rs (`crate::b::B`); \
             src/b.rs:3 imports src/c/mod.rs (`crate::c::C`); \
             src/c/deep.rs:1 imports src/a.rs (`crate::a::f`)"]
    );
}

#[test]
fn a_circle_through_the_face_is_one_too() {
    let tree = Crate::of(&[("lib.rs", "mod a;\npub struct Door;"), ("a.rs", "use crate::Door;")]);
    assert_eq!(
        circles::faults(&tree),
        [
            "a circle: src/a.rs:1 imports src/lib.rs (`crate::Door`); src/lib.rs:1 imports src/a.rs (`crate::a`)"
        ]
    );
}

#[test]
fn files_of_one_room_may_import_each_other() {
    let tree = Crate::of(&[
        ("lib.rs", "mod a; mod b;"),
        ("a/mod.rs", "pub use crate::a::deep::Deep; use crate::b::B;"),
        ("a/deep.rs", "use super::A;"),
        ("b.rs", ""),
    ]);
    assert_eq!(circles::faults(&tree), [""; 0]);
}

#[test]
fn what_can_not_be_followed_is_told() {
    let tree = Crate::of(&[("lib.rs", "mod a;"), ("a.rs", "\n#[path = \"c.rs\"]\nmod b;")]);
    assert_eq!(
        tree.imports().unwrap_err(),
        "src/a.rs: line 2: a module with `#[path]` is nowhere to be followed to"
    );
    let tree = Crate::of(&[("lib.rs", "mod a { ")]);
    assert!(tree.imports().unwrap_err().starts_with("src/lib.rs: this is no Rust: "));
}
