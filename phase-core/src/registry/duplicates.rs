//! Names that do not tell which phase is meant.

use alloc::vec::Vec;
use core::fmt;

use super::entry::PhaseEntry;

pub(super) fn check(entries: &[&'static PhaseEntry]) -> Result<(), DuplicateNames> {
    let mut by_name: Vec<_> =
        entries.iter().flat_map(|entry| entry.names().map(move |name| (name, *entry))).collect();
    by_name.sort_by_key(|(name, _)| *name);
    let mut duplicates = Vec::new();
    for same_name in by_name.chunk_by(|(a, _), (b, _)| a == b) {
        for (i, (name, first)) in same_name.iter().enumerate() {
            let twin = same_name[i + 1..].iter().find(|(_, second)| second.is_of_same_world(first));
            if let Some((_, second)) = twin {
                duplicates.push(Duplicate {
                    name,
                    world: first.world(),
                    first: first.place(),
                    second: second.place(),
                    is_former: first.name() != *name || second.name() != *name,
                });
            }
        }
    }
    if duplicates.is_empty() { Ok(()) } else { Err(DuplicateNames { duplicates }) }
}

/// Two phases of one world have the same name, so that a name alone does not tell which is meant.
///
/// Phases run all the same; saving and look-ups by name need unique names. `#[phase(name = "..")]` gives one of the
/// two another name.
///
/// # Examples
///
/// ```
/// # use phase_core::prelude::*;
/// # pub struct Battle;
/// #[phase(world = Battle)]
/// #[derive(Debug)]
/// struct Faint;
///
/// #[phase(world = Battle, name = "Faint")]
/// #[derive(Debug)]
/// struct FaintPhase;
///
/// let error = registry().of::<Battle>().check().unwrap_err();
/// assert!(error.to_string().starts_with("two phases of `Battle` are named `Faint`"));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DuplicateNames {
    duplicates: Vec<Duplicate>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Duplicate {
    name: &'static str,
    world: &'static str,
    first: Place,
    second: Place,
    /// Whether it is a former name of one of them.
    is_former: bool,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Place {
    pub(super) file: &'static str,
    pub(super) line: u32,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.file, self.line)
    }
}

impl fmt::Display for DuplicateNames {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, duplicate) in self.duplicates.iter().enumerate() {
            let Duplicate { name, world, first, second, is_former } = duplicate;
            let separator = if i == 0 { "" } else { "; " };
            let go_by = if *is_former { "are named, now or formerly," } else { "are named" };
            write!(f, "{separator}two phases of `{world}` {go_by} `{name}`: at {first} and at {second}")?;
        }
        if self.duplicates.iter().any(|duplicate| !duplicate.is_former) {
            f.write_str("; give one another name with `#[phase(name = \"..\")]`")?;
        }
        if self.duplicates.iter().any(|duplicate| duplicate.is_former) {
            f.write_str("; take the `alias` out of one")?;
        }
        Ok(())
    }
}

impl core::error::Error for DuplicateNames {}
