//! Which types are plain data.

use core::fmt;
use core::marker::PhantomData;

/// That the phases of a type are plain data: whoever has one, knows that `P` is `Copy`.
pub struct Plain<P>(PhantomData<fn() -> P>);

impl<P: Copy> Plain<P> {
    pub(crate) const fn new() -> Self {
        Self(PhantomData)
    }
}

impl<P> Clone for Plain<P> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<P> Copy for Plain<P> {}

impl<P> fmt::Debug for Plain<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Plain")
    }
}
