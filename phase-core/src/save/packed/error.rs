//! What can be wrong with packed bytes.

use alloc::boxed::Box;
use alloc::string::String;
use core::fmt;

use super::super::error::BuildError;
use super::super::whereabouts::Whereabouts;

/// Why bytes could not be loaded.
///
/// Needs the [feature](crate::guide::features) `packed`.
///
/// # Examples
///
/// ```
#[doc = include_str!("../../scaffold/dungeon.txt")]
/// use phase_core::LoadError;
///
/// # let mut phases = PhaseManager::new();
/// phases.push(BurnPhase { damage: 3 });
/// let bytes = phases.to_bytes()?;
/// let error = PhaseManager::<Dungeon>::from_bytes(&bytes[1..]).unwrap_err();
/// assert_eq!(error, LoadError::NotPacked);
/// # Ok::<(), phase_core::SaveError>(())
/// ```
///
/// The game around it: [a dungeon](crate::guide::games#a-dungeon).
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum LoadError {
    /// The bytes are none that [`to_bytes`](crate::PhaseManager::to_bytes) has written.
    NotPacked,
    /// They were written by a newer version.
    #[non_exhaustive]
    Newer {
        /// The format of the bytes.
        format: u64,
        /// The newest format that this program reads.
        reads: u64,
    },
    /// A name in them is not that of a phase that could be loaded.
    Name(BuildError),
    /// The fields of a phase have changed since.
    #[non_exhaustive]
    Layout {
        /// The name of the phase.
        phase: &'static str,
        /// Its fields in this program.
        fields: String,
    },
    /// The data of a phase can't be read.
    #[non_exhaustive]
    Phase {
        /// The name of the phase.
        phase: &'static str,
        /// Where it stands.
        place: Whereabouts,
        /// What is wrong.
        message: String,
    },
    /// The bytes are damaged or cut short.
    #[non_exhaustive]
    Damaged {
        /// What is wrong.
        message: String,
    },
}

/// An error on its way: in a box, so that what there nearly always is in its place is handed on in registers.
pub(super) struct Fault(pub(super) Box<LoadError>);

pub(super) type Read<T> = Result<T, Fault>;

impl Fault {
    #[cold]
    pub(super) fn new(error: LoadError) -> Self {
        Self(Box::new(error))
    }
}

impl LoadError {
    #[cold]
    pub(super) fn damaged(message: impl Into<String>) -> Fault {
        Fault::new(Self::Damaged { message: message.into() })
    }
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotPacked => f.write_str("these bytes were not written by `to_bytes`"),
            Self::Newer { format, reads } => write!(
                f,
                "the save is of packed format {format}, and this program reads up to format {reads}; it was made by a \
                 newer version"
            ),
            Self::Name(error) => error.fmt(f),
            Self::Layout { phase, fields } => write!(
                f,
                "the fields of phase `{phase}` have changed since the save was made; now they are {fields}; a serde \
                 format with names can read across such a change"
            ),
            Self::Phase { phase, place, message } => {
                write!(
                    f,
                    "{place}: phase `{phase}`: {message}; the save is damaged, or a type in one of its fields has changed"
                )
            }
            Self::Damaged { message } => f.write_str(message),
        }
    }
}

impl core::error::Error for LoadError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            // It is the whole message already.
            Self::Name(error) => error.source(),
            _ => None,
        }
    }
}
