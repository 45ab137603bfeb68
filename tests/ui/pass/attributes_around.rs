//! Other attributes above and below, on the type, its variants and its fields.

#![deny(warnings)]

use phase_core::prelude::*;

#[cfg(all())]
#[derive(Debug)]
/// Above.
#[phase(leaf)]
/// Below.
#[derive(Clone)]
#[cfg_attr(all(), derive(PartialEq), must_use)]
#[repr(C)]
pub struct MovePhase {
    /// The user.
    pub user: usize,
    #[cfg(any())]
    pub absent: Missing,
    #[cfg(all())]
    pub present: u8,
}

#[phase]
#[cfg(any())]
pub struct AbsentPhase(Missing);

#[cfg(any())]
#[phase]
pub struct AbsentPhase;

/** In a block.

    indented
 */
#[phase]
#[doc(hidden)]
#[doc = concat!("By ", "macro.")]
#[derive(Debug)]
pub enum HitPhase {
    Hard(u8, #[cfg(any())] Missing),
    #[cfg(any())]
    Absent(u8),
    Soft { power: u8 },
}

fn main() {
    let registry = registry();
    let entries: Vec<_> = registry.iter().map(|entry| (entry.name(), entry.docs())).collect();
    assert_eq!(
        entries,
        [("HitPhase", "In a block.\n\n   indented\nBy macro."), ("MovePhase", "Above.\nBelow.")]
    );
    let fields: Vec<Vec<_>> =
        registry.iter().map(|entry| entry.fields().iter().map(|f| (f.variant(), f.name())).collect()).collect();
    assert_eq!(fields[0], [(Some("Hard"), "0"), (Some("Soft"), "power")]);
    assert_eq!(fields[1], [(None, "user"), (None, "present")]);
    assert!(MovePhase { user: 0, present: 0 } == MovePhase { user: 0, present: 0 }.clone());
}
