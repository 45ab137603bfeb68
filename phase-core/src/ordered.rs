//! Phases that run by priority.

use alloc::collections::VecDeque;
use alloc::vec::Vec;
use core::any::TypeId;

use crate::declare::DeclaredOrdered;
use crate::erased::AnyPhase;
use crate::phase::Phase;
use crate::tree::{LevelKey, NextLevel, PhaseTree};

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
pub(crate) fn best<P: Ordered>(
    phases: &mut dyn Iterator<Item = &AnyPhase<P::World>>,
    world: &P::World,
) -> usize {
    let keys = phases.map(|phase| phase.downcast_ref::<P>().map(|phase| phase.key(world)));
    let mut best = (0, None);
    for (index, key) in keys.enumerate() {
        if index == 0 || key > best.1 {
            best = (index, key);
        }
    }
    best.0
}

/// Where phases of ordered types stand on the levels that are being served, so that none has to be searched again
/// for each of them.
#[derive(Default)]
pub(crate) struct Slots {
    known: Vec<LevelSlots>,
    /// How often the tree had been rearranged when they were found.
    rearranged: u64,
}

/// Where the phases of one type stand on one level.
struct LevelSlots {
    level: LevelKey,
    of_type: TypeId,
    /// In run order.
    positions: VecDeque<usize>,
    /// The position up to which level 0 has been searched.
    searched: usize,
    /// Whether one of the phases has been served, after which no level but 0 grows any more. If a key panicked, none
    /// has been.
    is_final: bool,
}

impl Slots {
    pub(crate) const fn new() -> Self {
        Self { known: Vec::new(), rearranged: 0 }
    }

    /// Forgets what can be found again.
    pub(crate) fn forget(&mut self) {
        *self = Self::new();
    }

    /// Where an ordered phase comes up next, brings the best of its type into its slot.
    ///
    /// To be called before every phase that is taken out of the tree.
    pub(crate) fn settle_next<W: 'static>(&mut self, tree: &mut PhaseTree<AnyPhase<W>>, world: &W) {
        if self.rearranged != tree.rearranged() {
            self.rearranged = tree.rearranged();
            self.known.clear();
        }
        let Some(mut level) = tree.next_level() else { return };
        if let Some(best_of) = level.get(0).0.get().best() {
            let slots = self.on(&level);
            let best = best_of(&mut slots.positions.iter().map(|slot| level.get(level.index(*slot))), world);
            for later in (1..=best).rev() {
                let [slot, earlier] = [later, later - 1].map(|slot| level.index(slots.positions[slot]));
                level.swap(earlier, slot);
            }
            slots.positions.pop_front();
            slots.is_final = true;
        }
        if level.len() == 1 {
            // It is served up with the next phase, and another one may begin where it began.
            self.known.retain(|slots| slots.level != level.key());
        }
    }

    /// The slots of the type that is at the front of a level.
    fn on<W: 'static>(&mut self, level: &NextLevel<'_, AnyPhase<W>>) -> &mut LevelSlots {
        let key = level.key();
        let of_type = level.get(0).0.get().as_any().type_id();
        let known = self.known.iter().position(|slots| slots.level == key && slots.of_type == of_type);
        let index = known.unwrap_or_else(|| {
            let positions = VecDeque::new();
            self.known.push(LevelSlots {
                level: key,
                of_type,
                positions,
                searched: level.position(0),
                is_final: false,
            });
            self.known.len() - 1
        });
        let slots = &mut self.known[index];
        let from = match key {
            // Where it has been searched may have been served since; what is there now has grown behind that.
            LevelKey::Ground => {
                Some(level.index(slots.searched)).filter(|from| *from <= level.len()).unwrap_or(0)
            }
            LevelKey::Upper { .. } if slots.is_final => level.len(),
            LevelKey::Upper { .. } => {
                slots.positions.clear();
                0
            }
        };
        for index in from..level.len() {
            if level.get(index).0.get().as_any().type_id() == of_type {
                slots.positions.push_back(level.position(index));
            }
        }
        slots.searched = level.position(0).wrapping_add(level.len());
        slots
    }
}
