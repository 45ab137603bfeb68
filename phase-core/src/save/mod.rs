//! Saves: the state of a manager as data, at any moment between two steps.

mod any_phase;
#[cfg_attr(not(feature = "causes"), path = "no_causes.rs")]
mod causes;
mod codecs;
mod error;
mod format;
mod loaded;
#[cfg(feature = "packed")]
mod packed;
mod read;
mod whereabouts;
mod write;

pub use error::{BuildError, SaveError};
#[cfg(feature = "packed")]
pub use packed::LoadError;
pub use whereabouts::Whereabouts;
pub use write::Snapshot;
