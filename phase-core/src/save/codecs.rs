//! Which phase of a world goes by which name in a save.

use super::error::BuildError;
use crate::phase::Read;
use crate::registry::{NameError, PhaseEntry, WorldRegistry, registry};

impl<W: 'static> WorldRegistry<W> {
    /// The phase that a save calls by that name, and how to read it.
    pub(super) fn codec(self, name: &str) -> Result<(&'static PhaseEntry, Read<W>), BuildError> {
        let entry = self.called(name)?;
        let read = entry.reader::<W>().ok_or(BuildError::NotSavable { phase: entry.name() })?;
        Ok((entry, read))
    }

    /// The phase that a save calls by that name.
    pub(super) fn called(self, name: &str) -> Result<&'static PhaseEntry, BuildError> {
        let known =
            self.known_as(name).map_err(|duplicate| BuildError::Name(NameError::Duplicate(duplicate)))?;
        known.ok_or_else(|| self.unknown(name))
    }

    fn unknown(self, name: &str) -> BuildError {
        if let Some(elsewhere) = registry().iter().find(|entry| entry.names().any(|known| known == name)) {
            return BuildError::OtherWorld {
                phase: elsewhere.name(),
                its_world: elsewhere.world(),
                world: self.world(),
            };
        }
        BuildError::Name(NameError::unknown(name, self, self.iter().flat_map(PhaseEntry::names)))
    }
}
