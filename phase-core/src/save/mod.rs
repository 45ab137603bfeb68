//! Saves: the state of a manager as data, at any moment between two steps.

mod codecs;
mod error;
mod format;
mod read;
mod write;

pub use error::{BuildError, SaveError};
pub use write::Snapshot;
