//! Names that do not tell which phase is meant.

use alloc::vec::Vec;
use core::fmt;

use super::entry::{PhaseEntry, SourceLine};
use super::table::{Named, WorldTable};

/// Checks the names of some worlds.
pub(super) fn check<'t>(worlds: impl Iterator<Item = &'t WorldTable>) -> Result<(), DuplicateNames> {
    let duplicates: Vec<_> =
        worlds.flat_map(|world| world.names.chunk_by(|a, b| a.name == b.name)).flat_map(duplicates).collect();
    if duplicates.is_empty() { Ok(()) } else { Err(DuplicateNames { duplicates }) }
}

/// The first of those that go by one name, if it is the only one.
pub(super) fn only(same_name: &'static [Named]) -> Result<Option<&'static PhaseEntry>, DuplicateNames> {
    match same_name {
        [] => Ok(None),
        [named] => Ok(Some(named.entry)),
        _ => Err(DuplicateNames { duplicates: duplicates(same_name).collect() }),
    }
}

fn duplicates(same_name: &[Named]) -> impl Iterator<Item = Duplicate> {
    same_name.windows(2).map(|pair| Duplicate {
        name: pair[0].name,
        world: pair[0].entry.world(),
        first: pair[0].entry.place(),
        second: pair[1].entry.place(),
        is_former: pair.iter().any(Named::is_former),
    })
}

/// Two phases of one world have the same name, so that a name alone does not tell which is meant.
///
/// Phases run all the same. What fails is what needs that very name: a look-up or a build by it, a save that has such a
/// phase in it, and loading a save that names it. `#[phase(name = "..")]` gives one of the two another name.
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
    first: SourceLine,
    second: SourceLine,
    /// Whether it is a former name of one of them.
    is_former: bool,
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
