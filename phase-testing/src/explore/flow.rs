//! What of the declared flow has been seen: which phases have started, and who has queued whom.

use std::collections::HashMap;
use std::fmt;

use phase_core::{PhaseEntry, PhaseManager, registry};

/// How a phase is queued by another one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum EdgeKind {
    /// By `unshift`.
    Unshifts,
    /// By `defer`.
    Defers,
    /// By `push`.
    Pushes,
}

/// A phase that another one declares that it queues.
///
/// `Display` gives ``MovePhase defers FaintPhase``.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Edge {
    /// The name of the phase that declares it.
    pub from: &'static str,
    /// How it queues the other one.
    pub kind: EdgeKind,
    /// The name of the phase that is queued.
    pub to: &'static str,
}

impl fmt::Display for Edge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let verb = match self.kind {
            EdgeKind::Unshifts => "unshifts",
            EdgeKind::Defers => "defers",
            EdgeKind::Pushes => "pushes",
        };
        write!(f, "{} {verb} {}", self.from, self.to)
    }
}

/// The phases of a world, and what they declare.
pub(super) struct Flow {
    phases: Vec<&'static str>,
    edges: Vec<Edge>,
    by_name: HashMap<&'static str, usize>,
    by_ends: HashMap<(&'static str, &'static str), Vec<usize>>,
    /// How many edges go out from each phase.
    outgoing: Vec<usize>,
}

impl Flow {
    pub(super) fn of<W: 'static>() -> Self {
        let registry = registry().of::<W>();
        let entries: Vec<_> = registry.iter().collect();
        let phases: Vec<_> = entries.iter().map(|entry| entry.name()).collect();
        let edges: Vec<_> = entries.iter().flat_map(|entry| edges_of(entry)).collect();
        let by_name: HashMap<_, _> =
            phases.iter().enumerate().map(|(number, &name)| (name, number)).collect();
        let mut by_ends: HashMap<_, Vec<usize>> = HashMap::new();
        let mut outgoing = vec![0; phases.len()];
        for (number, edge) in edges.iter().enumerate() {
            by_ends.entry((edge.from, edge.to)).or_default().push(number);
            outgoing[by_name[edge.from]] += 1;
        }
        Self { phases, edges, by_name, by_ends, outgoing }
    }
}

fn edges_of(entry: &'static PhaseEntry) -> impl Iterator<Item = Edge> {
    let edge = |kind| move |to: &'static PhaseEntry| Edge { from: entry.name(), kind, to: to.name() };
    let unshifts = entry.unshifts().map(edge(EdgeKind::Unshifts));
    let defers = entry.defers().map(edge(EdgeKind::Defers));
    unshifts.chain(defers).chain(entry.pushes().map(edge(EdgeKind::Pushes)))
}

/// What has been seen of a flow: a mark for each phase and, behind those, for each edge.
#[derive(Clone)]
pub(super) struct Seen<'f> {
    flow: &'f Flow,
    marks: Vec<bool>,
    /// How many edges of each phase have not been taken yet.
    open: Vec<usize>,
    /// The phases that have started, by where their names lie in memory, since the same few start again and again.
    known: Vec<usize>,
    /// Those of which all edges have been taken, in the same way.
    finished: Vec<usize>,
    /// How many edges have not been taken yet.
    left: usize,
}

/// What has been seen for the first time, by the numbers of marks.
pub(super) type News = Vec<u32>;

impl<'f> Seen<'f> {
    pub(super) fn nothing_of(flow: &'f Flow) -> Self {
        let marks = vec![false; flow.phases.len() + flow.edges.len()];
        let (open, left) = (flow.outgoing.clone(), flow.edges.len());
        Self { flow, marks, open, known: Vec::new(), finished: Vec::new(), left }
    }

    pub(super) fn flow(&self) -> &'f Flow {
        self.flow
    }

    /// Takes over what another one has seen.
    pub(super) fn learn(&mut self, news: &[u32]) {
        for &mark in news {
            self.marks[mark as usize] = true;
        }
    }

    /// A phase has started.
    pub(super) fn started(&mut self, name: &'static str, news: &mut News) {
        let place = name.as_ptr() as usize;
        if self.known.contains(&place) {
            return;
        }
        if let Some(&number) = self.flow.by_name.get(name) {
            self.mark(number, news);
            self.known.push(place);
        }
    }

    /// Whether all has been seen that any phase declares to queue.
    pub(super) fn has_all(&self) -> bool {
        self.left == 0
    }

    /// Whether all has been seen that a phase of this name declares to queue.
    pub(super) fn has_all_of(&mut self, name: &'static str) -> bool {
        let place = name.as_ptr() as usize;
        if self.finished.contains(&place) {
            return true;
        }
        let has_all = self.flow.by_name.get(name).is_none_or(|&number| self.open[number] == 0);
        if has_all {
            self.finished.push(place);
        }
        has_all
    }

    /// A phase has queued another one, which stands on level `at`.
    pub(super) fn queued(&mut self, by: Queuer, name: &'static str, at: usize, news: &mut News) {
        let Some(edges) = self.flow.by_ends.get(&(by.name, name)) else { return };
        for &edge in edges {
            let kind = self.flow.edges[edge].kind;
            // Where a level has come about in more than one way, each of them counts: better one accusation too few.
            let fits = edges.len() == 1 || by.may_have(kind, at);
            if fits {
                self.mark(self.flow.phases.len() + edge, news);
            }
        }
    }

    fn mark(&mut self, mark: usize, news: &mut News) {
        if !self.marks[mark] {
            self.marks[mark] = true;
            if let Some(edge) = mark.checked_sub(self.flow.phases.len()) {
                self.open[self.flow.by_name[self.flow.edges[edge].from]] -= 1;
                self.left -= 1;
            }
            news.extend(u32::try_from(mark));
        }
    }

    /// The phases that have not started.
    pub(super) fn unreached(&self) -> Vec<&'static str> {
        let started = &self.marks[..self.flow.phases.len()];
        self.flow
            .phases
            .iter()
            .zip(started)
            .filter(|(_, is_seen)| !**is_seen)
            .map(|(name, _)| *name)
            .collect()
    }

    /// The edges that have not been taken.
    pub(super) fn untaken(&self) -> Vec<Edge> {
        let taken = &self.marks[self.flow.phases.len()..];
        self.flow.edges.iter().zip(taken).filter(|(_, is_seen)| !**is_seen).map(|(edge, _)| *edge).collect()
    }
}

/// Who has queued something in a step.
#[derive(Clone, Copy)]
pub(super) struct Queuer {
    pub(super) name: &'static str,
    /// The level that it came from.
    pub(super) level: usize,
    /// Whether both of the levels that it may open are there, so that they can be told from each other.
    pub(super) has_both: bool,
}

impl Queuer {
    fn may_have(self, kind: EdgeKind, at: usize) -> bool {
        match kind {
            EdgeKind::Pushes => at == 0,
            EdgeKind::Defers => at > 0 && !(self.has_both && at == self.level + 2),
            EdgeKind::Unshifts => at > 0 && !(self.has_both && at == self.level + 1),
        }
    }
}

/// A phase that is not `clone`, out of those that are there and what these declare to queue, and so on.
pub(super) fn not_clone<W: 'static>(phases: &PhaseManager<W>) -> Option<&'static str> {
    let registry = registry().of::<W>();
    let queued = phases.levels().flat_map(|(_, level)| level);
    let all = phases.current().into_iter().chain(phases.parked()).chain(queued);
    let mut found: Vec<&'static PhaseEntry> = Vec::new();
    let mut open: Vec<_> = all.filter_map(|phase| registry.get(phase.name())).collect();
    while let Some(entry) = open.pop() {
        if found.contains(&entry) {
            continue;
        }
        if !entry.is_clone() {
            return Some(entry.name());
        }
        found.push(entry);
        open.extend(entry.unshifts().chain(entry.defers()).chain(entry.pushes()));
    }
    None
}
