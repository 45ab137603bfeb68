//! Phases that run by priority.

use super::may_queue::DeclaredOrdered;
use super::traits::Phase;
use core::any::Any;

use crate::kernel::Erased;

/// A phase that runs by priority: the highest key of its type on a level goes first.
///
/// It is queued like any phase, and marked by `#[phase(ordered)]`. When the turn of such a phase comes, the one of
/// its type with the highest key on that level moves into the slot, and the others of its type move back, one slot
/// of their type each; phases of other types keep their places. Keys are read from the world at that moment, so a
/// change of speed counts at once; equal keys keep the order in which they were queued. For the lowest first, wrap
/// the key in [`Reverse`](core::cmp::Reverse); for several criteria use a tuple.
///
/// For phases of several types in one order, see [`OrderGroup`]. A phase that comes up costs time linear in the phases of
/// its type on its level; games without ordered phases pay nothing.
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
    /// It is read at every moment at which such a phase comes up, so it has to answer for an actor that is gone, too.
    /// A panic in here leaves every phase where it was.
    fn key(&self, world: &Self::World) -> Self::Key;
}

/// A group of phases of different types that run in one order.
///
/// Phases of the types that are declared `#[phase(ordered(Group))]` are compared with each other, by the keys that their
/// [`Ordered`] impls give: so triggers of several kinds go off in the order of the seats. A type stands in one group;
/// plain `ordered` is a group of its own type.
///
/// Each start reads the key of every phase of the group on that level. So groups are for the triggers and moves of a turn;
/// a timeline of many actors belongs into the world, from where
/// [`when_empty_with`](crate::PhaseManager::when_empty_with) takes the next one.
///
/// # Examples
///
/// ```
/// # use phase_core::prelude::*;
/// # pub struct Table { log: Vec<String> }
/// /// Whatever is triggered at one moment, by seat.
/// pub struct Triggers;
///
/// impl OrderGroup for Triggers {
///     type Key = std::cmp::Reverse<u32>;
/// }
///
/// #[phase(world = Table, ordered(Triggers))]
/// #[derive(Debug)]
/// struct BurnPhase { seat: u32 }
///
/// #[phase(world = Table, ordered(Triggers))]
/// #[derive(Debug)]
/// struct DrawPhase { seat: u32 }
///
/// impl Ordered for BurnPhase {
///     type Key = std::cmp::Reverse<u32>;
///
///     fn key(&self, _: &Table) -> Self::Key {
///         std::cmp::Reverse(self.seat)
///     }
/// }
///
/// impl Ordered for DrawPhase {
///     type Key = std::cmp::Reverse<u32>;
///
///     fn key(&self, _: &Table) -> Self::Key {
///         std::cmp::Reverse(self.seat)
///     }
/// }
/// # impl Phase for BurnPhase {
/// #     fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
/// #         guard.world.log.push(format!("burn {}", self.seat));
/// #         guard.end()
/// #     }
/// # }
/// # impl Phase for DrawPhase {
/// #     fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
/// #         guard.world.log.push(format!("draw {}", self.seat));
/// #         guard.end()
/// #     }
/// # }
///
/// let mut table = Table { log: vec![] };
/// let mut phases = PhaseManager::new();
/// phases.push(BurnPhase { seat: 2 });
/// phases.push(DrawPhase { seat: 1 });
/// phases.push(BurnPhase { seat: 0 });
/// phases.run(&mut table)?;
/// assert_eq!(table.log, ["burn 0", "draw 1", "burn 2"]);
/// # Ok::<(), RunError>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no group of ordered phases",
    label = "does not implement `OrderGroup`",
    note = "write `impl OrderGroup for {Self}` with the type of the `Key` by which its phases are compared"
)]
pub trait OrderGroup: 'static {
    /// What phases of this group are compared by.
    type Key: Ord + 'static;
}

/// A phase that is ordered by the key of a group: what `#[phase(ordered(Group))]` asks of it.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{Self}` is declared `ordered({G})`, but is not `Ordered` by the key of `{G}`",
    label = "needs `impl Ordered for {Self}`, with the key of the group",
    note = "write `impl Ordered for {Self}` with `type Key = <{G} as OrderGroup>::Key;` and the `key` that decides who goes first"
)]
pub trait InGroup<G: OrderGroup>: Ordered {
    fn group_key(&self, world: &Self::World) -> G::Key;
}

impl<G: OrderGroup, P: Ordered> InGroup<G> for P
where
    P::Key: SameKey<G::Key>,
{
    fn group_key(&self, world: &P::World) -> G::Key {
        self.key(world).__phase_key()
    }
}

/// A key that is that of the group. A bound of its own, since a mismatch of types has no sentence of ours.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "this phase is ordered by `{Self}`, and its group by `{K}`",
    label = "declared `ordered` in a group with another `Key`",
    note = "write `type Key = {K};` in the `impl Ordered` of the phase, or change the `Key` of the group"
)]
pub trait SameKey<K> {
    fn __phase_key(self) -> K;
}

impl<K> SameKey<K> for K {
    fn __phase_key(self) -> K {
        self
    }
}

/// Which of some phases, all of type `P`, has the highest key: the first of those that have it.
pub(crate) fn best<P: Ordered>(
    phases: &mut dyn Iterator<Item = &dyn Erased<P::World>>,
    world: &P::World,
) -> usize {
    highest(phases.map(|phase| phase.as_any().downcast_ref::<P>().map(|phase| phase.key(world))))
}

/// Which of some phases, all of the group `G`, has the highest key: the first of those that have it.
pub(crate) fn best_of_group<W: 'static, G: OrderGroup>(
    phases: &mut dyn Iterator<Item = &dyn Erased<W>>,
    world: &W,
) -> usize {
    highest(phases.map(|phase| {
        let mut key: Option<G::Key> = None;
        phase.ordering()?.key?(phase.as_any(), world, &mut key);
        key
    }))
}

/// Puts the key of a phase of type `P` into a slot for keys of the group `G`.
pub(crate) fn key_in_group<P: InGroup<G>, G: OrderGroup>(
    phase: &dyn Any,
    world: &P::World,
    slot: &mut dyn Any,
) {
    if let (Some(phase), Some(slot)) = (phase.downcast_ref::<P>(), slot.downcast_mut::<Option<G::Key>>()) {
        *slot = Some(phase.group_key(world));
    }
}

fn highest<K: Ord>(keys: impl Iterator<Item = Option<K>>) -> usize {
    let mut best = (0, None);
    for (index, key) in keys.enumerate() {
        if index == 0 || key > best.1 {
            best = (index, key);
        }
    }
    best.0
}
