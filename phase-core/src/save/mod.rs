//! Saves: the state of a manager as data, at any moment between two steps.

// The order of these is that in which the documentation shows the methods of the manager.
mod write;

mod read;

#[cfg(feature = "packed")]
mod packed;

mod any_phase;
#[cfg_attr(not(feature = "causes"), path = "no_causes.rs")]
mod causes;
mod codecs;
mod error;
mod format;
mod loaded;
mod whereabouts;

pub use error::{BuildError, SaveError};
#[cfg(feature = "packed")]
pub use packed::LoadError;
pub use whereabouts::Whereabouts;
pub use write::Snapshot;
