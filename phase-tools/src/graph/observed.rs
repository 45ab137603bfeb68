//! What really happened, laid over what is declared.

use std::collections::BTreeMap;
use std::fmt;

use phase_core::QueuedHow;

use super::{EdgeKind, Graph, GraphEdge};
use crate::trace::{Trace, queueing};

impl Graph {
    /// Lays what really happened over what is declared: each edge then knows how often it was [taken](GraphEdge::taken), which text,
    /// pictures and the catalogue show.
    ///
    /// An edge is taken whenever a phase queues another in this way, whatever becomes of that one. What is inserted beside another
    /// phase or put in its place is declared by `unshifts(..)`, and counts there. What the host queues, what comes as nothing is left, and common
    /// phases are no edges. Several traces add up: call it once for each. Phases are told apart by their names, so the trace is to be
    /// one of this world; a bounded one counts what it has kept.
    ///
    /// # Examples
    ///
    /// ```
    /// use phase_core::prelude::*;
    /// use phase_tools::{Trace, graph};
    ///
    /// #[derive(Default)]
    /// pub struct Battle;
    ///
    /// #[phase(world = Battle, unshifts(DamagePhase), defers(FaintPhase))]
    /// #[derive(Debug)]
    /// pub struct MovePhase;
    ///
    /// impl Phase for MovePhase {
    ///     fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
    ///         guard.unshift(DamagePhase);
    ///         guard.end()
    ///     }
    /// }
    /// # #[phase(world = Battle, leaf)]
    /// # #[derive(Debug)]
    /// # pub struct DamagePhase;
    /// # #[phase(world = Battle, leaf)]
    /// # #[derive(Debug)]
    /// # pub struct FaintPhase;
    /// # impl Phase for DamagePhase {
    /// #     fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> { guard.end() }
    /// # }
    /// # impl Phase for FaintPhase {
    /// #     fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> { guard.end() }
    /// # }
    ///
    /// let (trace, mut phases) = (Trace::new(), PhaseManager::new());
    /// trace.attach(&mut phases);
    /// phases.push(MovePhase);
    /// phases.run(&mut Battle)?;
    ///
    /// let flow = graph(registry().of::<Battle>()).rooted_at::<MovePhase>().observe(&trace);
    /// assert_eq!(
    ///     flow.to_string(),
    ///     "\
    /// the flow of Battle: 3 phases, 2 edges, 1 of them never taken
    ///
    /// DamagePhase (leaf)
    /// FaintPhase (leaf)
    /// MovePhase (root)
    ///   unshifts DamagePhase (once)
    ///   defers FaintPhase (never)
    /// "
    /// );
    /// let untaken: Vec<_> = flow.untaken().map(|edge| edge.to().name()).collect();
    /// assert_eq!(untaken, ["FaintPhase"]);
    /// # Ok::<(), RunError>(())
    /// ```
    #[must_use]
    pub fn observe(mut self, trace: &Trace) -> Self {
        let events = trace.events();
        let mut times = BTreeMap::<_, u64>::new();
        for (from, how, to) in queueing(&events) {
            if let Some(kind) = kind(how) {
                *times.entry((from, kind, to)).or_default() += 1;
            }
        }
        for link in &mut self.links {
            let names = (self.nodes[link.from].name(), link.kind, self.nodes[link.to].name());
            let times = times.get(&names).copied().unwrap_or(0);
            link.taken = Some(link.taken.unwrap_or(0) + times);
        }
        self
    }

    /// The edges that were never taken in what was [observed](Self::observe); none if nothing was.
    pub fn untaken(&self) -> impl Iterator<Item = GraphEdge<'_>> {
        self.edges().filter(|edge| edge.taken() == Some(0))
    }

    /// Whether edges know how often they were taken.
    pub(crate) fn is_observed(&self) -> bool {
        self.links.iter().any(|link| link.taken.is_some())
    }
}

/// How a phase declares what is queued like this, if it has to.
fn kind(how: QueuedHow) -> Option<EdgeKind> {
    match how {
        QueuedHow::Push => Some(EdgeKind::Push),
        QueuedHow::Unshift | QueuedHow::Insert | QueuedHow::Replace => Some(EdgeKind::Unshift),
        QueuedHow::Defer => Some(EdgeKind::Defer),
        _ => None,
    }
}

/// How often, in words.
#[derive(Clone, Copy)]
pub(crate) struct Times(pub(crate) u64);

impl fmt::Display for Times {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            0 => f.write_str("never"),
            1 => f.write_str("once"),
            times => write!(f, "{times} times"),
        }
    }
}
