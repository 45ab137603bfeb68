//! What a phase may list in its declared flow.

use super::may_queue::Declared;
use super::traits::{Phase, PhaseInfo};

/// The identity on worlds, as a bound on what a phase declares, so that its error can name both phases and worlds.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{C}` is a phase of the world `{Self}`, and `{P}` of the world `{W}`",
    label = "a phase of another world",
    note = "a phase queues phases of its own world only: take `{C}` out of the list, or change `world = ..` in the `#[phase(..)]` of the one or the other"
)]
pub trait WorldOf<W, P, C> {}

impl<W, P, C> WorldOf<W, P, C> for W {}

/// What the phase `P` may list: phases of its own world. One bound for both, so that each mistake gives one error.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{P}` lists `{Self}`, which is not a phase",
    label = "not a phase",
    note = "list types that have `#[phase]` and `impl Phase`; if `{Self}` is to be one, give it both"
)]
pub trait ListedBy<P> {}

impl<P: PhaseInfo, C: Phase> ListedBy<P> for C where C::World: WorldOf<P::World, P, C> {}

/// The proof for a phase `P` that lists `C`, which is checked on the way.
#[doc(hidden)]
#[must_use]
pub const fn listed<P: PhaseInfo, C: ListedBy<P>>() -> Declared {
    Declared::by_attribute()
}
