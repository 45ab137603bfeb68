//! Data that is nested no deeper than the stack allows.
//!
//! Postcard goes as deep as the data says, and each level takes a piece of the stack: a few damaged bytes of a type that
//! can hold itself would be the end of the program. So each level is told how many there may be below it; and in the same
//! way when it is written, so that whatever was written can be read.

mod read;
mod write;

/// How deep data may be nested. A level takes one or two kilobytes of stack without optimisation.
const DEEPEST: u32 = 256;

const TOO_DEEP: &str = "the data is nested too deeply";

/// What reads or writes at some depth, or is read or written there.
pub(super) struct Limited<T> {
    inner: T,
    /// How many levels there may be below.
    left: u32,
}

impl<T> Limited<T> {
    pub(super) const fn new(inner: T) -> Self {
        Self { inner, left: DEEPEST }
    }

    const fn beside<U>(&self, inner: U) -> Limited<U> {
        Limited { inner, left: self.left }
    }
}
