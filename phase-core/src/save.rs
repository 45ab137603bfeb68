//! Saves: the state of a manager as data, at any moment between two steps.

mod codec;
mod error;
mod format;
mod read;
mod restore;
mod whereabouts;
mod write;

pub(crate) use codec::Codec;
pub use codec::Saved;
pub(crate) use codec::{Read, read_of};
pub use error::{BuildError, SaveError};
pub use whereabouts::Whereabouts;
pub use write::Snapshot;
