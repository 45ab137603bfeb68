//! The queue for phases that any phase may queue.

use core::fmt;

use super::may_queue::{Common, CommonOf};
#[allow(unused_imports, reason = "for links in the documentation")]
use super::queue::Queue;
use super::traits::Phase;
use crate::kernel::{Schedule, enter};

/// A queue for [common](Common) phases; see [`Queue::common`].
///
/// # Examples
///
/// A helper that any phase of the world may call, whatever it declares:
///
/// ```
#[doc = include_str!("../scaffold/battle.txt")]
/// fn level_up(mut queue: CommonQueue<'_, Battle>) {
///     queue.unshift(MessagePhase("Aspen grew to level 6!")); // next
///     queue.defer(MessagePhase("It wants to learn Tackle.")); // after that
///     queue.push(MessagePhase("The day draws to a close.")); // last of all
/// }
/// # #[phase(world = Battle, leaf)]
/// # #[derive(Debug)]
/// # struct GrowPhase;
/// # impl Phase for GrowPhase {
/// #     fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
/// #         level_up(guard.queue.common());
/// #         guard.end()
/// #     }
/// # }
/// # let mut phases = PhaseManager::new();
/// # phases.push(GrowPhase);
/// # phases.push(MovePhase("Aspen"));
/// # let mut battle = Battle::default();
/// # phases.run(&mut battle).unwrap();
/// # assert_eq!(battle.log[1..3], ["It wants to learn Tackle.", "Aspen moves"]);
/// ```
///
/// The game around it: [a battle](crate::guide::games#a-battle).
pub struct CommonQueue<'run, W: 'static> {
    pub(super) schedule: &'run mut Schedule<W>,
}

impl<W: 'static> CommonQueue<'_, W> {
    /// Queues a phase at the end of level 0; see [`Queue::push`].
    pub fn push<C: Phase + Common + CommonOf<W>>(&mut self, phase: C) {
        enter!(self.schedule, push, phase: C);
    }

    /// Queues a phase to run next, after those unshifted before it; see [`Queue::unshift`].
    pub fn unshift<C: Phase + Common + CommonOf<W>>(&mut self, phase: C) {
        enter!(self.schedule, unshift, phase: C);
    }

    /// Queues a phase to run after all that the running one unshifts; see [`Queue::defer`].
    pub fn defer<C: Phase + Common + CommonOf<W>>(&mut self, phase: C) {
        enter!(self.schedule, defer, phase: C);
    }
}

impl<W: 'static> fmt::Debug for CommonQueue<'_, W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CommonQueue").field("levels", &self.schedule.tree).finish()
    }
}
