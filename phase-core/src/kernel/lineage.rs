//! The line of phases that set off the running one.

use alloc::vec::Vec;
use core::any::{Any, TypeId};
use core::fmt;

use super::phase_id::PhaseId;

/// A line of causes may be cut after so many.
const MOST_KEPT: usize = 256;

/// The type of a phase, as far as its causes tell it.
pub(crate) struct Kind {
    pub(crate) name: &'static str,
    pub(crate) of_type: fn() -> TypeId,
}

/// A phase that set another one off.
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
#[derive(Clone, Copy)]
pub struct Causer {
    kind: &'static Kind,
    id: PhaseId,
}

impl Causer {
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
    pub(crate) kind: &'static Kind,
    pub(crate) id: PhaseId,
    /// The number of the level that the phase came from.
    pub(crate) level: usize,
    /// Whether it was deferred.
    pub(crate) is_deferred: bool,
}

/// What stands in the line between a phase that is set aside and the one that interrupts it: no line reaches across.
static INTERRUPT: Kind = Kind { name: "", of_type: TypeId::of::<()> };

impl Link {
    pub(crate) const INTERRUPT: Self =
        Self { kind: &INTERRUPT, id: PhaseId::NONE, level: 0, is_deferred: false };

    pub(crate) fn is_interrupt(&self) -> bool {
        self.id == PhaseId::NONE
    }

    fn causer(&self) -> Causer {
        Causer { kind: self.kind, id: self.id }
    }
}

/// The phases that set each other off, with the running one, or that which ran last, as the last.
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

    pub(crate) fn links(&self) -> &[Link] {
        &self.links
    }

    pub(crate) fn links_mut(&mut self) -> &mut [Link] {
        &mut self.links
    }

    /// Leaves so many places.
    #[inline]
    pub(crate) fn truncate(&mut self, places: usize) {
        self.links.truncate(places);
    }

    /// Leaves the phase at this place alone, and no place before it.
    pub(crate) fn leave_only(&mut self, place: Option<usize>) {
        let link = place.and_then(|place| self.links.get(place).copied());
        self.links.clear();
        self.links.extend(link);
    }

    #[inline]
    pub(crate) fn is_full(&self) -> bool {
        self.links.len() == self.links.capacity()
    }

    #[inline]
    pub(crate) fn push(&mut self, link: Link) {
        self.links.push(link);
    }

    /// Makes room for another place: by leaving some out, of which it says how many, if the line is long and nothing
    /// below this place needs them; or else by taking more memory.
    #[cold]
    pub(crate) fn make_room(&mut self, needed: usize) -> usize {
        let free = self.links.len().saturating_sub(needed);
        if free < 2 * MOST_KEPT {
            return 0;
        }
        let cut = free - MOST_KEPT;
        self.links.drain(needed..needed + cut);
        cut
    }

    /// The causes of the phase at the last place but so many, the nearest first.
    pub(crate) fn causes(&self, depth: usize) -> impl Iterator<Item = Causer> + '_ {
        let line = self.links.get(..depth.saturating_sub(1)).unwrap_or_default();
        line.iter().rev().take_while(|link| !link.is_interrupt()).map(Link::causer)
    }

    /// The place of the nearest cause of the phase at a depth that is one.
    pub(crate) fn place_of(&self, depth: usize, mut is_one: impl FnMut(Causer) -> bool) -> Option<usize> {
        let line = self.links.get(..depth.saturating_sub(1)).unwrap_or_default();
        let mut places = line.iter().enumerate().rev().take_while(|(_, link)| !link.is_interrupt());
        places.find(|(_, link)| is_one(link.causer())).map(|(place, _)| place)
    }

    pub(crate) fn shrink_to_fit(&mut self) {
        self.links.shrink_to_fit();
    }
}
