//! The messages. Where they point is for the compile-fail tests.

mod expansions;

use proc_macro2::TokenStream;

use crate::faults::Faults;
use crate::item::Item;
use crate::model::{Model, Rejected, World};
use crate::parse;

fn tokens(source: &str) -> TokenStream {
    source.parse().unwrap()
}

/// All messages for `#[phase(arguments)] item`.
fn faults_of(arguments: &str, item: &str) -> Vec<String> {
    let mut faults = Faults::default();
    let item = Item::read(tokens(item), &mut faults);
    let arguments = parse::arguments(tokens(arguments), &mut faults);
    if let Some(definition) = item.definition {
        let model = Model::new(arguments, definition, &mut faults);
        if let World::Unknown(fault) = model.world {
            faults.push(fault);
        }
        if let Some(Rejected { fault, .. }) = model.rejected {
            faults.push(fault);
        }
    }
    faults.messages()
}

/// The beginnings of all messages, up to the first semicolon.
#[track_caller]
fn faults(arguments: &str, expected: &[&str]) {
    let found = faults_of(arguments, "struct Foo;");
    let starts: Vec<&str> = found.iter().map(|fault| fault.split(';').next().unwrap()).collect();
    assert_eq!(starts, expected, "#[phase({arguments})]");
    for fault in &found {
        assert!(!fault.ends_with('.') && !fault.starts_with(char::is_uppercase), "{fault}");
    }
}

#[test]
fn every_argument_is_accepted() {
    for arguments in [
        "",
        "world = Battle",
        "world = (),",
        "world = HashMap<A, fn(B) -> C>, leaf",
        "world = &'static mut [u8; { 1 + 1 }]",
        "name = \"Move\"",
        "name = r\"Move\"",
        "crate = ::phase_core",
        "crate = crate::engine",
        "unshifts(A), defers(A, B), pushes(A, B,)",
        "unshifts(a::B, Self, crate::C)",
        "leaf, common, ordered",
    ] {
        faults(arguments, &[]);
    }
}

#[test]
fn a_world_is_a_type_after_an_equals_sign() {
    faults("world", &["`world` has no value"]);
    faults("world =", &["`world` has no value after its `=`"]);
    faults("world = , leaf", &["`world` has no value after its `=`"]);
    faults("world = 5", &["`5` is not a type"]);
    faults("world = \"Battle\"", &["`world` is a string"]);
    faults("world = \"a battle\"", &["`\"a battle\"` is not a type"]);
    faults("world(Battle)", &["`world` has no `=` before its value"]);
    faults("world Battle", &["`world` has no `=` before its value"]);
    faults("world = Battle Field", &["no comma before `Field`"]);
    faults("world = Battle = 3", &["unexpected `= 3` after the type `Battle`"]);
    faults("world = Vec<A, leaf", &["`Vec<A, leaf` is not a type"]);
}

#[test]
fn a_world_owns_its_data() {
    faults("world = &mut Battle", &["`world` is a reference"]);
    faults("world = &'a Battle", &["`world` is a reference"]);
    faults("world = Ctx<'_>", &["`world` has the lifetime `'_`"]);
    faults("world = Ctx<'a, &str>", &["`world` has the lifetime `'a`", "`world` holds a reference"]);
    faults("world = &Ctx<'_>", &["`world` holds a reference", "`world` has the lifetime `'_`"]);
    faults("world = &'static Ctx<'_>", &["`world` has the lifetime `'_`"]);
    faults("world = &'static Battle", &[]);
    faults("world = Box<dyn Fn(&u8) -> &u8>", &[]);
}

#[test]
fn a_name_is_visible_text() {
    faults("name", &["`name` has no value"]);
    faults("name = Foo", &["`name` is not a string"]);
    faults("name = 5", &["`name` is not a string"]);
    faults("name = b\"a\"", &["`name` is not a string"]);
    faults("name = \"a\"u8", &["`name` is not a string"]);
    faults("name(\"a\")", &["`name` has no `=` before its value"]);
    faults("name = \"\"", &["`name` is empty"]);
    faults("name = \" \"", &["`name` begins or ends with a space"]);
    faults("name = \"a\\nb\"", &["`name` holds a control character"]);
}

#[test]
fn the_runtime_is_an_absolute_path() {
    faults("crate", &["`crate` has no value"]);
    faults("crate = \"phase_core\"", &["`crate` is not a path"]);
    faults("crate = phase_core", &["`crate` is a relative path"]);
    faults("crate = super::phase_core", &["`crate` is a relative path"]);
}

#[test]
fn a_list_is_of_types_each_once() {
    faults("unshifts", &["`unshifts` has no list"]);
    faults("unshifts = A", &["`unshifts` has no list"]);
    faults("unshifts[A]", &["`unshifts` has no list"]);
    faults("unshifts()", &["`unshifts` is an empty list"]);
    faults("unshifts(,)", &["`,` is not a type"]);
    faults("unshifts(A B)", &["no comma before `B`"]);
    faults("unshifts(A, \"B\")", &["a phase in `unshifts` is a string"]);
    faults("unshifts(A, 5)", &["`5` is not a type"]);
    faults("defers(a::A, B, a :: A)", &["`a::A` is listed twice in `defers`", "`a::A` is first listed here"]);
    faults("unshifts(Self, Foo)", &["`Foo` is listed twice in `unshifts`", "`Foo` is first listed here"]);
}

#[test]
fn a_leaf_lists_nothing() {
    faults(
        "leaf, unshifts(A), pushes(B)",
        &[
            "`leaf` says that the phase queues nothing, and `unshifts` what it queues",
            "`unshifts` is beside `leaf` here",
            "`pushes` is beside `leaf` here",
        ],
    );
    faults("leaf = false", &["`leaf` has a value"]);
    faults("leaf()", &["`leaf` has a value"]);
}

#[test]
fn arguments_are_known_separated_and_given_once() {
    faults("wrold = Battle", &["unknown argument `wrold`"]);
    faults("a::b = 5, leaf", &["unknown argument `a`"]);
    faults("\"leaf\"", &["expected an argument, found `\"leaf\"`"]);
    faults("leaf,, common", &["expected an argument, found `,`"]);
    faults("leaf common", &["no comma before `common`"]);
    faults("leaf, leaf", &["`leaf` is given twice", "`leaf` is first given here"]);
    faults("clone = true", &["`clone` has a value"]);
}

#[test]
fn names_can_be_seen() {
    faults("name = \"a\\u{202e}b\"", &["`name` holds a character that can't be seen"]);
    faults("name = \"a\\u{200b}\"", &["`name` holds a character that can't be seen"]);
    faults("name = \"Flambé 火\"", &[]);
}

#[test]
#[cfg(feature = "serde")]
fn saving_takes_former_names() {
    faults("save", &[]);
    faults("save(alias = \"Old\", alias = \"Older\",), clone", &[]);
    faults("save = true", &["`save` has a value that is no list of aliases"]);
    faults("save()", &["`save` has a value that is no list of aliases"]);
    faults("save(\"Old\")", &["`\"Old\"` is not an alias"]);
    faults("save(alias = Old)", &["`alias = Old` is not an alias"]);
    faults("save(alias = \"\")", &["`alias` is empty"]);
    faults("save(alias = \"Foo\")", &["`alias` is the name that the phase has now"]);
    faults("save(alias = \"A\", alias = \"A\")", &["`alias` is given twice"]);
    faults("save(alias = \"A\" alias = \"B\")", &["no comma before `alias`"]);
}

#[test]
#[cfg(not(feature = "serde"))]
fn saving_needs_a_feature() {
    faults("save", &["`save` needs the feature `serde` of `phase-core`"]);
}

#[test]
fn independent_mistakes_are_all_reported() {
    faults(
        "world =, nam = \"a\", name = Foo, unshifts(A B, 5), leaf = true common, clone()",
        &[
            "`name` is not a string",
            "no comma before `B`",
            "`5` is not a type",
            "`leaf` has a value",
            "no comma before `common`",
            "`clone` has a value",
            "unknown argument `nam`",
            "`world` has no value after its `=`",
        ],
    );
}

#[test]
fn other_items_are_named() {
    for (item, kind) in [
        ("pub(crate) async unsafe fn f() {}", "a function"),
        ("const fn f() {}", "a function"),
        ("pub unsafe trait T {}", "a trait"),
        ("union U { a: u8 }", "a union"),
        ("unsafe impl T for U {}", "an impl"),
        ("mod m {}", "a module"),
        ("const C: u8 = 0;", "a constant"),
        ("static S: u8 = 0;", "a static"),
        ("type T = u8;", "a type alias"),
        ("use a::b;", "an import"),
        ("extern crate a;", "an extern crate"),
        ("macro_rules! m { () => {} }", "a macro"),
        ("let x = 5;", "something else"),
    ] {
        let [fault] = &faults_of("leaf", item)[..] else { panic!("{item}") };
        assert!(fault.starts_with(&format!("`#[phase]` is on {kind};")), "{fault}");
    }
}
