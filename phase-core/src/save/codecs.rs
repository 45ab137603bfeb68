//! Which phase of a world goes by which name in a save.

use alloc::collections::BTreeMap;

use super::error::BuildError;
use crate::any::NameError;
use crate::phase::Read;
use crate::registry::{DuplicateNames, PhaseEntry, WorldRegistry, registry};

/// The phases of a world by the names that a save may call them.
pub(crate) struct Codecs<W: 'static> {
    by_name: BTreeMap<&'static str, (&'static PhaseEntry, Option<Read<W>>)>,
    registered: WorldRegistry<W>,
}

impl<W: 'static> Codecs<W> {
    /// Costs a pass over the registry.
    pub(crate) fn new() -> Result<Self, DuplicateNames> {
        let registered = registry().of::<W>();
        registered.check()?;
        let by_name = registered.iter().flat_map(|entry| {
            let read = entry.reader::<W>();
            entry.names().map(move |name| (name, (entry, read)))
        });
        Ok(Self { by_name: by_name.collect(), registered })
    }

    pub(crate) fn find(&self, name: &str) -> Result<(&'static PhaseEntry, Read<W>), BuildError> {
        match self.by_name.get(name) {
            Some((entry, Some(read))) => Ok((entry, *read)),
            Some((entry, None)) => Err(BuildError::NotSavable { phase: entry.name() }),
            None => Err(self.unknown(name)),
        }
    }

    fn unknown(&self, name: &str) -> BuildError {
        if let Some(elsewhere) = registry().iter().find(|entry| entry.names().any(|known| known == name)) {
            return BuildError::OtherWorld {
                phase: elsewhere.name(),
                its_world: elsewhere.world(),
                world: self.registered.world(),
            };
        }
        BuildError::Name(NameError::unknown(name, &self.registered, self.by_name.keys().copied()))
    }
}
