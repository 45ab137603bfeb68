//! Saves of a program that does not know who set a phase off.

#![allow(clippy::unnecessary_wraps, reason = "a program that knows it may find that it does not fit")]

use alloc::vec::Vec;

use super::format::SavedCauses;
use crate::kernel::Stored;
use crate::manager::PhaseManager;
use crate::registry::WorldRegistry;
use crate::tree::{Lines, Shape};

/// What there is to be saved.
pub(super) fn causes<W: 'static>(_: &PhaseManager<W>, _: &Shape<&Stored<W>>) -> Option<SavedCauses> {
    None
}

/// What a save tells of causes, made ready for a manager.
pub(super) struct LoadedCauses {
    pub(super) lines: Option<Lines>,
}

/// The phases of a save that have started, by which its line would be checked.
#[allow(dead_code, reason = "there is no line")]
pub(super) struct Started<'a, W: 'static> {
    pub(super) parked: Vec<(&'a Stored<W>, usize)>,
    pub(super) current: Option<(&'a Stored<W>, usize)>,
    pub(super) is_interrupted: bool,
    pub(super) from_level: usize,
    pub(super) levels: Vec<usize>,
}

pub(super) fn give_ids<'a, W: 'static>(
    _: Option<&SavedCauses>,
    _: impl Iterator<Item = &'a mut Stored<W>>,
) -> Result<u64, &'static str> {
    Ok(0)
}

/// What a save tells is left out.
pub(super) fn load<W: 'static>(
    _: Option<SavedCauses>,
    _: u64,
    _: &Started<'_, W>,
    _: WorldRegistry<W>,
) -> Result<LoadedCauses, &'static str> {
    Ok(LoadedCauses { lines: None })
}
