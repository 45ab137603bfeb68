//! How phases of one type are written and read.

mod detached;
#[cfg(feature = "packed")]
mod limited;
#[cfg(feature = "packed")]
mod packed;

use alloc::string::{String, ToString};
use core::any::Any;

use erased_serde::{Deserializer, Serialize};
use serde::de::DeserializeOwned;

use self::detached::FirstError;
use super::cut::Cut;
use super::traits::{Phase, PhaseInfo};
#[cfg(feature = "packed")]
use crate::kernel::{Pack, Unpack};
use crate::kernel::{Spare, Stored};
#[cfg(feature = "packed")]
pub(crate) use packed::layout;

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
    read: &'static Read<P::World>,
    #[cfg(feature = "packed")]
    pub(crate) pack: Pack<P>,
    #[cfg(feature = "packed")]
    unpack: &'static Unpack<P::World>,
}

/// Reads a phase of one type.
pub(crate) type Read<W> = fn(&mut dyn Deserializer<'_>) -> erased_serde::Result<Stored<W>>;

impl<P: Phase + Saved> Codec<P> {
    /// By way of serde.
    pub(crate) const fn new() -> Self {
        Self {
            write: |phase| phase,
            read: &(read::<P> as Read<P::World>),
            #[cfg(feature = "packed")]
            pack: packed::pack::<P>,
            #[cfg(feature = "packed")]
            unpack: &(packed::unpack::<P> as Unpack<P::World>),
        }
    }
}

fn read<P: Phase + Saved>(deserializer: &mut dyn Deserializer<'_>) -> erased_serde::Result<Stored<P::World>> {
    erased_serde::deserialize::<P>(deserializer).map(|phase| Stored::new(phase, &mut Spare::new()))
}

/// Gives the `Read<P::World>` of a phase that can be saved, as anything, since an entry does not show its world.
pub(crate) fn read_of<P: PhaseInfo>() -> Option<&'static dyn Any> {
    P::__DESCRIPTION.codec.map(|codec| codec.read as &dyn Any)
}

/// Gives the `Unpack<P::World>` of a phase that can be saved.
#[cfg(feature = "packed")]
pub(crate) fn unpack_of<P: PhaseInfo>() -> Option<&'static dyn Any> {
    P::__DESCRIPTION.codec.map(|codec| codec.unpack as &dyn Any)
}

impl<P: PhaseInfo> Clone for Codec<P> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<P: PhaseInfo> Copy for Codec<P> {}

/// Reads data of a type that is not known; the error says which field, where the format has fields.
pub(crate) fn read_data<'de, T, D: serde::Deserializer<'de>>(
    deserializer: D,
    read: impl FnOnce(&mut dyn Deserializer<'static>) -> erased_serde::Result<T>,
) -> Result<T, String> {
    let first = FirstError::default();
    let is_human_readable = deserializer.is_human_readable();
    let detached = first.detach(deserializer);
    if !is_human_readable {
        let value = read(&mut <dyn Deserializer<'_>>::erase(detached));
        return value.map_err(|error| first.words(&error));
    }
    let mut track = serde_path_to_error::Track::new();
    let tracked = serde_path_to_error::Deserializer::new(detached, &mut track);
    let value = read(&mut <dyn Deserializer<'_>>::erase(tracked));
    value.map_err(|error| match (track.path(), first.words(&error)) {
        (path, words) if path.iter().len() == 0 => words,
        (path, words) => alloc::format!("field `{}`: {words}", Cut::message(&path.to_string())),
    })
}
