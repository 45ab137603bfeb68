//! How phases of one type are written and read, and which of them goes by which name.

use alloc::boxed::Box;
use core::any::Any;

use erased_serde::{Deserializer, Serialize};
use serde::de::DeserializeOwned;

use super::error::BuildError;
use crate::erased::AnyPhase;
use crate::phase::{Phase, PhaseInfo};
use crate::registry::{NameError, PhaseEntry, WorldRegistry, registry};

/// A phase that can be written and read: what `#[phase(save)]` asks of it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is declared `save`, but cannot be written and read with serde",
    label = "needs `Serialize` and `Deserialize`",
    note = "put `#[derive(serde::Serialize, serde::Deserialize)]` on `{Self}`, or take `save` out of its `#[phase(..)]`"
)]
pub trait Saved: serde::Serialize + DeserializeOwned {}

impl<P: serde::Serialize + DeserializeOwned> Saved for P {}

/// How phases of type `P` are written and read.
pub(crate) struct Codec<P: PhaseInfo> {
    pub(crate) write: fn(&P) -> &dyn Serialize,
    pub(crate) read: Read<P::World>,
}

/// Reads a phase of one type.
pub(crate) type Read<W> = fn(&mut dyn Deserializer<'_>) -> erased_serde::Result<AnyPhase<W>>;

impl<P: Phase + Saved> Codec<P> {
    /// By way of serde.
    pub(crate) const fn new() -> Self {
        Self {
            write: |phase| phase,
            read: |deserializer| erased_serde::deserialize::<P>(deserializer).map(AnyPhase::new),
        }
    }
}

/// Gives the `Read<P::World>` of a phase that can be saved, in a box, since an entry does not show its world.
pub(crate) fn read_of<P: PhaseInfo>() -> Option<Box<dyn Any>> {
    P::__DESCRIPTION.codec.map(|codec| Box::new(codec.read) as Box<dyn Any>)
}

impl<P: PhaseInfo> Clone for Codec<P> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<P: PhaseInfo> Copy for Codec<P> {}

impl<W: 'static> WorldRegistry<W> {
    /// The phase that a save calls by that name, and how to read it.
    pub(super) fn codec(self, name: &str) -> Result<(&'static PhaseEntry, Read<W>), BuildError> {
        let known =
            self.known_as(name).map_err(|duplicate| BuildError::Name(NameError::Duplicate(duplicate)))?;
        let entry = known.ok_or_else(|| self.unknown(name))?;
        let read = entry.reader::<W>().ok_or(BuildError::NotSavable { phase: entry.name() })?;
        Ok((entry, read))
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
