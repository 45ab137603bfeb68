//! Which types are plain data.

use core::fmt;
use core::marker::PhantomData;

/// That the phases of a type are plain data: whoever has one, knows that `P` is `Copy`.
///
/// It is not that of a subtype: `Holder<for<'a> fn(&'a str)>` may be `Copy` where `Holder<fn(&'static str)>` is not.
pub struct Plain<P>(PhantomData<fn(P) -> P>);

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
