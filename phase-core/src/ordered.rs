//! Phases that run by priority.

use crate::erased::AnyPhase;
use crate::phase::Phase;
use crate::tree::{NextLevel, PhaseTree};

/// A phase that runs by priority: the highest key of its type on a level goes first.
///
/// It is queued like any phase, and marked by `#[phase(ordered)]`. When the turn of such a phase comes, the one of
/// its type with the highest key on that level moves into the slot, and the others of its type move back, one slot
/// of their type each; phases of other types keep their places. Keys are read from the world at that moment, so a
/// change of speed counts at once; equal keys keep the order in which they were queued. For the lowest first, wrap
/// the key in [`Reverse`](core::cmp::Reverse); for several criteria use a tuple.
///
/// A phase that comes up costs time linear in the length of its level; games without ordered phases pay nothing.
///
/// # Examples
///
/// ```
/// use phase_core::prelude::*;
///
/// pub struct Battle { speed: [u32; 3], log: Vec<usize> }
///
/// #[phase(world = Battle, ordered)]
/// #[derive(Debug)]
/// struct MovePhase(usize);
///
/// impl Phase for MovePhase {
///     fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
///         guard.world.log.push(self.0);
///         guard.world.speed[0] = 30; // a tailwind for the first
///         guard.end()
///     }
/// }
///
/// impl Ordered for MovePhase {
///     type Key = u32;
///
///     fn key(&self, battle: &Battle) -> u32 {
///         battle.speed[self.0]
///     }
/// }
///
/// let mut battle = Battle { speed: [5, 10, 20], log: vec![] };
/// let mut phases = PhaseManager::new();
/// for slot in 0..3 {
///     phases.push(MovePhase(slot));
/// }
/// phases.run(&mut battle)?;
/// assert_eq!(battle.log, [2, 0, 1]);
/// # Ok::<(), RunError>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is declared `ordered`, but does not implement `Ordered`",
    label = "needs `impl Ordered for {Self}`",
    note = "write `impl Ordered for {Self}` with the `key` that decides who goes first, or take `ordered` out of its `#[phase(..)]`"
)]
pub trait Ordered: Phase {
    /// What phases of this type are compared by.
    type Key: Ord;

    /// The priority of this phase in the world as it is now.
    ///
    /// A panic in here leaves every phase where it was.
    fn key(&self, world: &Self::World) -> Self::Key;
}

/// The index of the first `P` that has the highest key; 0 where there is none.
pub(crate) fn best<P: Ordered>(level: &NextLevel<'_, AnyPhase<P::World>>, world: &P::World) -> usize {
    let mut best: Option<(usize, P::Key)> = None;
    for index in 0..level.len() {
        let Some(phase) = level.get(index).downcast_ref::<P>() else { continue };
        let key = phase.key(world);
        if best.as_ref().is_none_or(|(_, highest)| key > *highest) {
            best = Some((index, key));
        }
    }
    best.map_or(0, |(index, _)| index)
}

/// Where an ordered phase comes up next, brings the best of its type into its slot.
pub(crate) fn settle_next<W: 'static>(tree: &mut PhaseTree<AnyPhase<W>>, world: &W) {
    let Some(mut level) = tree.next_level() else { return };
    let front = &level.get(0).0;
    let Some(best_of) = front.best() else { return };
    let ordered_type = front.as_any().type_id();
    let mut slot = best_of(&level, world);
    for earlier in (0..slot).rev() {
        if level.get(earlier).0.as_any().type_id() == ordered_type {
            level.swap(earlier, slot);
            slot = earlier;
        }
    }
}
