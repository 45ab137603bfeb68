//! Programs that have changed since the bytes were written.
//!
//! Old and new programs are worlds of one: what tells phases apart in bytes are names.

use phase_core::prelude::*;
use phase_core::{BuildError, LoadError, Whereabouts};
use serde::{Deserialize, Serialize};

use super::only_end;

/// A program with one phase, named `Move` or not, that its save has in the queue.
macro_rules! program {
    ($program:ident($($argument:tt)*) { $($phase:tt)* } with $others:ident => $value:expr) => {
        mod $program {
            use phase_core::LoadError;
            use phase_core::prelude::*;
            use serde::{Deserialize, Serialize};

            #[allow(unused_imports, reason = "not all of them have other types")]
            use super::$others::*;

            pub(super) struct World;

            #[phase(world = World, $($argument)*)]
            #[derive(Debug, Serialize, Deserialize)]
            #[allow(dead_code, reason = "some fields are only loaded and shown")]
            $($phase)*

            super::only_end!(Move);

            #[allow(dead_code, reason = "not all of them save")]
            pub(super) fn bytes() -> Vec<u8> {
                let mut phases = PhaseManager::<World>::new();
                phases.push($value);
                phases.to_bytes().expect("all of it can be saved")
            }

            #[allow(dead_code, reason = "not all of them load")]
            pub(super) fn load(bytes: &[u8]) -> Result<String, LoadError> {
                Ok(PhaseManager::<World>::from_bytes(bytes)?.levels().to_string())
            }
        }
    };
    ($program:ident($($argument:tt)*) { $($phase:tt)* } => $value:expr) => {
        program!($program($($argument)*) { $($phase)* } with nothing => $value);
    };
}

mod nothing {}

program!(first(save) { pub(super) struct Move { user: u32, target: u32, power: Option<u8> } }
    => Move { user: 7, target: 300, power: Some(9) });
program!(renamed(save(alias = "Move"), name = "Attack") {
    pub(super) struct Move { user: u32, target: u32, power: Option<u8> }
} => Move { user: 1, target: 1, power: None });
program!(with_more(save) { pub(super) struct Move { user: u32, target: u32, power: Option<u8>, speed: u8 } }
    => Move { user: 1, target: 1, power: None, speed: 1 });
program!(with_less(save) { pub(super) struct Move { user: u32, target: u32 } } => Move { user: 1, target: 1 });
program!(swapped(save) { pub(super) struct Move { target: u32, user: u32, power: Option<u8> } }
    => Move { user: 1, target: 1, power: None });
program!(of_another_type(save) { pub(super) struct Move { user: u32, target: i32, power: Option<u8> } }
    => Move { user: 1, target: 1, power: None });
program!(skipping(save) { pub(super) struct Move { user: u32, target: u32, #[serde(skip)] power: () } }
    => Move { user: 1, target: 1, power: () });
program!(with_a_renamed_field(save) {
    pub(super) struct Move { #[serde(rename = "user")] attacker: u32, #[serde(default)] target: u32, power: Option<u8> }
} => Move { attacker: 1, target: 1, power: None });
program!(gone(save, name = "Other") { pub(super) struct Move; } => Move);
program!(not_saved(leaf) { pub(super) struct Move { user: u32, target: u32, power: Option<u8> } }
    => Move { user: 1, target: 1, power: None });

program!(choice(save) { pub(super) enum Move { Up, Down, By(u8) } } => Move::Down);
program!(moved_choice(save) { pub(super) enum Move { Down, Up, By(u8) } } => Move::Down);
program!(longer_choice(save) { pub(super) enum Move { Up, Down, By(u8), Out } } => Move::Out);

#[test]
fn a_phase_that_has_another_name_now_is_read_by_its_alias() {
    let loaded = renamed::load(&first::bytes());
    assert_eq!(loaded.as_deref(), Ok("0: [Move { user: 7, target: 300, power: Some(9) }]"));
    let error = first::load(&renamed::bytes()).expect_err("it knows no `Attack`");
    assert!(matches!(&error, LoadError::Name(BuildError::OtherWorld { phase: "Attack", .. })), "{error:?}");
}

#[test]
fn a_field_that_serde_knows_by_its_old_name_is_the_same() {
    let loaded = with_a_renamed_field::load(&first::bytes());
    assert_eq!(loaded.as_deref(), Ok("0: [Move { attacker: 7, target: 300, power: Some(9) }]"));
}

#[test]
fn other_phases_may_have_come() {
    #[phase(world = first::World, save)]
    #[derive(Debug, Serialize, Deserialize)]
    struct Added;

    only_end!(Added);

    let mut phases = PhaseManager::<first::World>::from_bytes(&first::bytes()).expect("it is a save");
    phases.push(Added);
    let bytes = phases.to_bytes().expect("all of it can be saved");
    assert!(first::load(&bytes).is_ok_and(|levels| levels.ends_with(", Added]")));
}

#[test]
fn a_phase_whose_fields_have_changed_is_named_with_its_fields() {
    type Load = fn(&[u8]) -> Result<String, LoadError>;
    let changed: [(Load, &str); 5] = [
        (with_more::load, "`user: u32`, `target: u32`, `power: Option<u8>`, `speed: u8`"),
        (with_less::load, "`user: u32`, `target: u32`"),
        (swapped::load, "`target: u32`, `user: u32`, `power: Option<u8>`"),
        (of_another_type::load, "`user: u32`, `target: i32`, `power: Option<u8>`"),
        (skipping::load, "`user: u32`, `target: u32`, `power: ()`"),
    ];
    for (load, now) in changed {
        let error = load(&first::bytes()).expect_err("it is laid out otherwise");
        assert!(matches!(error, LoadError::Layout { phase: "Move", .. }), "{error:?}");
        assert_eq!(
            error.to_string(),
            format!(
                "the fields of phase `Move` have changed since the save was made; now they are {now}; \
                 a serde format with names can read across such a change"
            )
        );
    }
}

#[test]
fn variants_that_have_changed_are_seen() {
    assert_eq!(choice::load(&choice::bytes()).as_deref(), Ok("0: [Down]"));
    for load in [moved_choice::load, longer_choice::load] {
        let error = load(&choice::bytes()).expect_err("its variants are others");
        assert!(matches!(error, LoadError::Layout { phase: "Move", .. }), "{error:?}");
    }
}

#[test]
fn a_phase_that_is_gone_or_not_saved_any_more_is_named() {
    let error = gone::load(&first::bytes()).expect_err("it is gone");
    assert!(matches!(&error, LoadError::Name(BuildError::OtherWorld { .. })), "{error:?}");
    let error = not_saved::load(&first::bytes()).expect_err("it can't be read");
    assert!(matches!(error, LoadError::Name(BuildError::NotSavable { phase: "Move", .. })), "{error:?}");
}

/// A type in a field that has changed while its name has not.
mod before {
    #[derive(Debug, serde::Serialize, serde::Deserialize)]
    pub(super) struct Stats(pub(super) u8, pub(super) u8);
}

mod after {
    #[derive(Debug, serde::Serialize, serde::Deserialize)]
    pub(super) struct Stats(pub(super) u8);
}

mod much_later {
    #[derive(Debug, serde::Serialize, serde::Deserialize)]
    pub(super) struct Stats(pub(super) u8, pub(super) u8, pub(super) String);
}

program!(inside_before(save) { pub(super) struct Move { stats: Stats } } with before => Move { stats: Stats(1, 2) });
program!(inside_after(save) { pub(super) struct Move { stats: Stats } } with after => Move { stats: Stats(1) });
program!(inside_much_later(save) { pub(super) struct Move { stats: Stats } } with much_later
    => Move { stats: Stats(1, 2, String::new()) });

#[test]
fn a_type_behind_a_field_that_has_changed_is_found_by_the_length_of_the_data() {
    for (load, told) in [
        (inside_after::load as fn(&[u8]) -> _, "1 byte is left over"),
        (inside_much_later::load, "Hit the end of buffer, expected more data"),
    ] {
        let error = load(&inside_before::bytes()).expect_err("it has changed");
        let LoadError::Phase { phase, place, message, .. } = &error else { panic!("{error}") };
        assert_eq!((*phase, *place, message.as_str()), ("Move", Whereabouts::Level(0), told));
        assert_eq!(
            error.to_string(),
            format!(
                "on level 0: phase `Move`: {told}; the save is damaged, or a type in one of its fields has changed"
            )
        );
    }
}
