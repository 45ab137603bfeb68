//! How a phase of a type that is not known goes into bytes, and comes out of them.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::any::TypeId;
use core::fmt;

use super::storage::{Batch, Stored};

/// What packed bytes tell of the phases of one type.
pub(crate) struct Packing {
    pub(crate) name: &'static str,
    pub(crate) of_type: fn() -> TypeId,
    /// Another number where variants, fields, or their types as written, are others.
    pub(crate) layout: u64,
}

/// Packs a phase behind what is there already.
pub(crate) type Pack<P> = fn(&P, &mut Vec<u8>) -> Result<(), postcard::Error>;

/// Unpacks a phase, as one of many, from bytes that are its own.
pub(crate) type Unpack<W> = fn(&[u8], &mut Batch) -> Result<Stored<W>, Box<UnpackFault>>;

/// What is wrong with the bytes of a phase.
pub(crate) enum UnpackFault {
    Format(postcard::Error),
    /// So many bytes are left over.
    LeftOver(usize),
}

impl fmt::Display for UnpackFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Format(error) => error.fmt(f),
            Self::LeftOver(1) => f.write_str("1 byte is left over"),
            Self::LeftOver(bytes) => write!(f, "{bytes} bytes are left over"),
        }
    }
}
