//! Phases that run by priority.

use super::may_queue::DeclaredOrdered;
use super::traits::Phase;
use crate::kernel::Inspect;

/// A phase that runs by priority: the highest key of its type on a level goes first.
///
/// It is queued like any phase, and marked by `#[phase(ordered)]`. When the turn of such a phase comes, the one of
/// its type with the highest key on that level moves into the slot, and the others of its type move back, one slot
/// of their type each; phases of other types keep their places. Keys are read from the world at that moment, so a
/// change of speed counts at once; equal keys keep the order in which they were queued. For the lowest first, wrap
/// the key in [`Reverse`](core::cmp::Reverse); for several criteria use a tuple.
///
/// A phase that comes up costs time linear in the phases of its type on its level; games without ordered phases pay
/// nothing.
///
/// # Examples
///
/// ```
/// # use phase_core::prelude::*;
/// # pub struct Battle { speed: [u32; 3], log: Vec<usize> }
/// #[phase(world = Battle, ordered)]
/// #[derive(Debug)]
/// struct MovePhase(usize);
/// # impl Phase for MovePhase {
/// #     fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
/// #         guard.world.log.push(self.0);
/// #         guard.world.speed[0] = 30; // a tailwind for the first
/// #         guard.end()
/// #     }
/// # }
///
/// impl Ordered for MovePhase {
///     type Key = u32;
///
///     fn key(&self, battle: &Battle) -> u32 {
///         battle.speed[self.0]
///     }
/// }
///
/// # let mut phases = PhaseManager::new();
/// # for slot in 0..3 {
/// #     phases.push(MovePhase(slot));
/// # }
/// let mut battle = Battle { speed: [5, 10, 20], log: vec![] };
/// phases.run(&mut battle)?; // the first to move gives slot 0 a tailwind
/// assert_eq!(battle.log, [2, 0, 1]);
/// # Ok::<(), RunError>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is declared `ordered`, but does not implement `Ordered`",
    label = "needs `impl Ordered for {Self}`",
    note = "write `impl Ordered for {Self}` with the `key` that decides who goes first, or take `ordered` out of its `#[phase(..)]`"
)]
pub trait Ordered: Phase + DeclaredOrdered {
    /// What phases of this type are compared by.
    type Key: Ord;

    /// The priority of this phase in the world as it is now.
    ///
    /// A panic in here leaves every phase where it was.
    fn key(&self, world: &Self::World) -> Self::Key;
}

/// Which of some phases, all of type `P`, has the highest key: the first of those that have it.
pub(crate) fn best<P: Ordered>(phases: &mut dyn Iterator<Item = &dyn Inspect>, world: &P::World) -> usize {
    let keys = phases.map(|phase| phase.as_any().downcast_ref::<P>().map(|phase| phase.key(world)));
    let mut best = (0, None);
    for (index, key) in keys.enumerate() {
        if index == 0 || key > best.1 {
            best = (index, key);
        }
    }
    best.0
}
