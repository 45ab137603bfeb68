//! What stands in the stead of `phase-tools/src/trace/record.rs`.

pub(crate) type Words = [u64; 4];

/// An event, as it was written.
pub(crate) struct Record(pub(crate) Words);

impl Record {
    pub(crate) fn of(words: Words) -> Self {
        Self(words)
    }
}
