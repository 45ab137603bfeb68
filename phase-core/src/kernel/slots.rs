//! Where ordered phases stand on the levels that are being served.

use alloc::boxed::Box;
use alloc::collections::VecDeque;
use alloc::vec::Vec;
use core::any::TypeId;

use super::storage::Stored;
use crate::tree::{LevelKey, NextLevel, PhaseTree};

/// Where ordered phases stand on the levels that are being served, so that none has to be searched again
/// for each of them.
///
/// Nothing until an ordered phase comes up: a manager without any has to be small.
#[derive(Default)]
pub(crate) struct Slots(Option<Box<Known>>);

struct Known {
    /// From the bottom up, as what is above the level that is served has been served.
    levels: Vec<LevelSlots>,
    /// How often the tree had been rearranged when they were found.
    rearranged: u64,
}

/// Where the phases of one group stand on one level.
struct LevelSlots {
    level: LevelKey,
    group: TypeId,
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
        Self(None)
    }

    /// Forgets what can be found again.
    pub(crate) fn forget(&mut self) {
        *self = Self::new();
    }

    /// Where an ordered phase comes up next, brings the best of its group into its slot.
    ///
    /// To be called before every phase that is taken out of the tree.
    pub(crate) fn settle_next<W: 'static>(&mut self, tree: &mut PhaseTree<Stored<W>>, world: &W) {
        let rearranged = tree.rearranged();
        if let Some(known) = self.0.as_mut().filter(|known| known.rearranged != rearranged) {
            known.rearranged = rearranged;
            known.levels.clear();
        }
        let Some(mut level) = tree.next_level() else { return };
        if let Some(ordering) = level.get(0).get().ordering() {
            let known = self.0.get_or_insert_with(|| Box::new(Known { levels: Vec::new(), rearranged }));
            let slots = known.on(&level, (ordering.group)());
            let phases = slots.positions.iter().map(|slot| level.get(level.index(*slot)).get());
            let best = (ordering.best)(&mut { phases }, world);
            for later in (1..=best).rev() {
                let [slot, earlier] = [later, later - 1].map(|slot| level.index(slots.positions[slot]));
                level.swap(earlier, slot);
            }
            slots.positions.pop_front();
            slots.is_final = true;
        }
        if level.len() == 1 {
            // It is served up with the next phase, and another one may begin where it began.
            if let Some(known) = &mut self.0 {
                known.forget_from(level.key());
            }
        }
    }

    /// The phase that would come up next, if nothing else is queued before.
    pub(crate) fn peek<'t, W: 'static>(tree: &'t PhaseTree<Stored<W>>, world: &W) -> Option<&'t Stored<W>> {
        let (_, level) = tree.levels().next_back()?;
        let front = level.clone().next()?;
        let Some(ordering) = front.get().ordering() else { return Some(front) };
        let slots = || level.clone().filter(|phase| group_of(phase) == Some((ordering.group)()));
        let best = (ordering.best)(&mut slots().map(Stored::get), world);
        slots().nth(best)
    }
}

impl Known {
    /// Forgets the slots of a level, and of those above.
    fn forget_from(&mut self, level: LevelKey) {
        while self.levels.last().is_some_and(|slots| slots.level >= level) {
            self.levels.pop();
        }
    }

    /// The slots of a group on the level that is served.
    fn on<W: 'static>(&mut self, level: &NextLevel<'_, Stored<W>>, group: TypeId) -> &mut LevelSlots {
        let key = level.key();
        while self.levels.last().is_some_and(|slots| slots.level > key) {
            self.levels.pop();
        }
        let on_level = self.levels.iter().rev().take_while(|slots| slots.level == key);
        let known = on_level.zip(1..).find(|(slots, _)| slots.group == group);
        let index = if let Some((_, from_end)) = known {
            self.levels.len() - from_end
        } else {
            self.levels.push(LevelSlots {
                level: key,
                group,
                positions: VecDeque::new(),
                searched: level.position(0),
                is_final: false,
            });
            self.levels.len() - 1
        };
        let slots = &mut self.levels[index];
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
            if group_of(level.get(index)) == Some(group) {
                slots.positions.push_back(level.position(index));
            }
        }
        slots.searched = level.position(0).wrapping_add(level.len());
        slots
    }
}

/// The group in which a phase is ordered, if it is.
fn group_of<W: 'static>(phase: &Stored<W>) -> Option<TypeId> {
    phase.get().ordering().map(|ordering| (ordering.group)())
}
