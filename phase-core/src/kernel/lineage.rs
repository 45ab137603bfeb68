//! The line of phases that set off the running one.

use alloc::vec::Vec;
use core::any::{Any, TypeId};
use core::fmt;

use super::phase_id::PhaseId;
use crate::tree::{Line, PhaseTree};

/// A line of causes may be cut after so many.
const MOST_KEPT: usize = 256;

/// It is cut where so many are left that nothing needs, so that this is rare.
const MOST_LEFT_OVER: usize = MOST_KEPT + MOST_KEPT / 4;

/// The type of a phase, as far as its causes tell it.
pub(crate) struct Kind {
    pub(crate) name: &'static str,
    pub(crate) of_type: fn() -> TypeId,
}

/// A phase that set another one off.
///
/// Needs the [feature](crate::guide::features) `causes`.
///
/// # Examples
///
/// ```
#[doc = include_str!("../scaffold/battle.txt")]
/// # #[phase(world = Battle)]
/// # #[derive(Debug)]
/// # struct HitPhase;
/// # #[phase(world = Battle)]
/// # #[derive(Debug)]
/// # struct DamagePhase;
/// # impl Phase for HitPhase {
/// #     fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
/// #         guard.unshift(DamagePhase);
/// #         guard.end()
/// #     }
/// # }
/// impl Phase for DamagePhase {
///     fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
///         let cause = guard.queue.causes().next().unwrap();
///         assert_eq!(cause.name(), "HitPhase");
///         assert!(cause.is::<HitPhase>() && cause.id() < guard.queue.id());
///         guard.end()
///     }
/// }
/// # let mut phases = PhaseManager::new();
/// # phases.push(HitPhase);
/// # phases.run(&mut Battle::default()).unwrap();
/// ```
///
/// The game around it: [a battle](crate::guide::games#a-battle).
#[derive(Clone, Copy)]
pub struct Causer {
    kind: &'static Kind,
    id: PhaseId,
}

impl Causer {
    /// In the place of one where there is none: no line reaches across it.
    pub(crate) const NONE: Self = Self { kind: &NO_KIND, id: PhaseId::NONE };

    #[inline]
    pub(crate) const fn new(kind: &'static Kind, id: PhaseId) -> Self {
        Self { kind, id }
    }

    /// The name of the phase.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.kind.name
    }

    /// What tells the phase from others of its type.
    #[must_use]
    pub fn id(&self) -> PhaseId {
        self.id
    }

    /// Whether the phase is a `P`.
    #[must_use]
    pub fn is<P: Any>(&self) -> bool {
        (self.kind.of_type)() == TypeId::of::<P>()
    }
}

impl fmt::Debug for Causer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Causer").field(&self.name()).field(&self.id.get()).finish()
    }
}

/// One place of the line.
#[derive(Clone, Copy)]
pub(crate) struct Link {
    pub(crate) causer: Causer,
    /// The number of the level that the phase came from.
    pub(crate) level: usize,
    pub(crate) line: Line,
}

static NO_KIND: Kind = Kind { name: "", of_type: TypeId::of::<()> };

static GAP: Kind = Kind { name: "", of_type: TypeId::of::<()> };

impl Link {
    /// What stands in the line between a phase that is set aside and the one that interrupts it.
    pub(crate) const INTERRUPT: Self = Self { causer: Causer::NONE, level: 0, line: Line::NOWHERE };

    /// That of the current item.
    #[inline]
    pub(crate) fn of<T>(causer: Causer, tree: &PhaseTree<T>) -> Self {
        Self { causer, level: tree.current_level(), line: tree.line() }
    }

    /// In the place of so many phases that are left out; of the first of them it has the level and the line.
    pub(crate) const fn gap(left_out: u64, level: usize, line: Line) -> Self {
        Self { causer: Causer { kind: &GAP, id: PhaseId::from_number(left_out) }, level, line }
    }

    pub(crate) fn is_interrupt(&self) -> bool {
        self.causer.id == PhaseId::NONE
    }

    pub(crate) fn is_gap(&self) -> bool {
        core::ptr::eq(self.causer.kind, &raw const GAP)
    }

    /// How many phases it stands for.
    pub(crate) fn stands_for(&self) -> u64 {
        if self.is_gap() { self.causer.id.get() } else { 1 }
    }
}

/// The phases that set each other off, each at its place.
///
/// What stands behind the place of the running phase, or of the one that ran last, is left over and means nothing.
#[derive(Clone)]
pub(crate) struct Lineage {
    links: Vec<Link>,
}

impl Lineage {
    pub(crate) const fn new() -> Self {
        Self { links: Vec::new() }
    }

    #[cfg(feature = "serde")]
    pub(crate) const fn of(links: Vec<Link>) -> Self {
        Self { links }
    }

    /// The first so many places.
    pub(crate) fn first(&self, places: usize) -> &[Link] {
        &self.links[..places.min(self.links.len())]
    }

    pub(crate) fn at(&self, place: usize) -> Option<&Link> {
        self.links.get(place)
    }

    pub(crate) fn all_from(&mut self, place: usize) -> impl Iterator<Item = &mut Link> {
        self.links.iter_mut().skip(place)
    }

    /// Gives the current item of a tree its place.
    #[inline]
    pub(crate) fn link<T>(&mut self, latest: Causer, tree: &mut PhaseTree<T>) {
        if !self.put(tree.line().place(), Link::of(latest, tree)) {
            self.link_further(latest, tree);
        }
    }

    /// Does so for an item that stands further in its line than any before.
    #[cold]
    #[inline(never)]
    fn link_further<T>(&mut self, latest: Causer, tree: &mut PhaseTree<T>) {
        if tree.line() == Line::NO_ITEM {
            return;
        }
        let cut = self.make_room(tree.line().place(), tree.needed_places());
        tree.cut_line(cut);
        self.put(tree.line().place(), Link::of(latest, tree));
    }

    /// Has a phase stand at a place, if there is room for it.
    #[inline]
    pub(crate) fn put(&mut self, place: usize, link: Link) -> bool {
        match self.links.get_mut(place) {
            Some(old) => {
                *old = link;
                true
            }
            None => false,
        }
    }

    /// Makes room for one place more than there are: by leaving some out, of which it says how many, if there are many
    /// that nothing needs any more; or else by taking more memory.
    #[cold]
    pub(crate) fn make_room(&mut self, place: usize, needed: usize) -> usize {
        // Whoever queues to the last one that is needed has to know what stands there on the way to the current item.
        let mut from = needed + 1;
        let mut left = place;
        if left.saturating_sub(from) >= MOST_LEFT_OVER {
            // No line reaches across an interrupt, so nothing before it has to be told.
            if let Some(interrupt) = self.links.iter().skip(from).rposition(Link::is_interrupt) {
                self.links.drain(from..from + interrupt);
                left -= interrupt;
                from += 1;
            }
        }
        if left.saturating_sub(from) >= MOST_LEFT_OVER {
            // The current item may be at work yet, and has so many causes as well.
            let to = left - MOST_KEPT - 1;
            if let [first, ..] = self.links[from..=to] {
                let left_out = all_of(&self.links[from..=to]);
                self.links[to] = Link::gap(left_out, first.level, first.line);
                self.links.drain(from..to);
                left -= to - from;
            }
        }
        self.links.resize(left + 1, Link::INTERRUPT);
        place - left
    }

    /// The causes of the phase at a place, the nearest first.
    pub(crate) fn causes(&self, place: usize) -> impl Iterator<Item = (usize, &Link)> {
        self.before(place).filter(|(_, link)| !link.is_gap())
    }

    /// How many causes the phase at a place has, with those that are left out.
    pub(crate) fn length(&self, place: usize) -> usize {
        let length = all_of(self.before(place).map(|(_, link)| link));
        usize::try_from(length).unwrap_or(usize::MAX)
    }

    fn before(&self, place: usize) -> impl Iterator<Item = (usize, &Link)> {
        self.first(place).iter().enumerate().rev().take_while(|(_, link)| !link.is_interrupt())
    }

    /// Gives back what a line that was long has left over.
    pub(crate) fn trim(&mut self) {
        if self.links.len() > 2 * MOST_KEPT {
            self.links.truncate(MOST_KEPT);
            self.links.shrink_to_fit();
        }
    }

    pub(crate) fn shrink_to(&mut self, places: usize) {
        self.links.truncate(places);
        self.links.shrink_to_fit();
    }
}

/// How many phases these stand for; in a save that somebody has written, they may be any number.
fn all_of<'a>(links: impl IntoIterator<Item = &'a Link>) -> u64 {
    links.into_iter().map(Link::stands_for).fold(0, u64::saturating_add)
}
