//! What a graph is made of: its nodes and its edges.

use std::fmt;

use phase_core::PhaseEntry;

use super::mark::Mark;
use super::observed::Times;

pub(super) fn nodes(entries: Vec<&'static PhaseEntry>) -> Vec<GraphNode> {
    let mut nodes: Vec<GraphNode> = Vec::new();
    for (position, entry) in entries.into_iter().enumerate() {
        // Sorted by name, so a namesake stands right before.
        let is_first = nodes.last().is_none_or(|before| before.name() != entry.name());
        let id = if is_first && is_plain(entry.name()) {
            entry.name().to_string()
        } else {
            format!("phase{position}")
        };
        nodes.push(GraphNode { entry, id, root: false, bounded: false });
    }
    nodes
}

/// Whether a name can stand for itself in any language that a graph is written in.
///
/// All keywords of those that are case-sensitive are in lower case, as are the ids given to other names.
fn is_plain(name: &str) -> bool {
    name.starts_with(|first: char| first.is_ascii_uppercase())
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

/// One phase of a [`Graph`](crate::Graph).
#[derive(Clone)]
pub struct GraphNode {
    pub(super) entry: &'static PhaseEntry,
    id: String,
    pub(super) root: bool,
    /// Whether cycles through it are sure to stop.
    pub(super) bounded: bool,
}

impl GraphNode {
    /// The name of the phase.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.entry.name()
    }

    /// All that the registry knows of the phase: its docs, its fields, its place, whether it waits or is ordered.
    #[must_use]
    pub fn entry(&self) -> &'static PhaseEntry {
        self.entry
    }

    /// Whether the flow starts with it, as given by [`Graph::rooted_at`](crate::Graph::rooted_at).
    #[must_use]
    pub fn is_root(&self) -> bool {
        self.root
    }

    /// Whether it declares no flow, and so may queue anything.
    #[must_use]
    pub fn is_open(&self) -> bool {
        self.entry.is_open()
    }

    /// Whether it declares that it queues nothing.
    #[must_use]
    pub fn is_leaf(&self) -> bool {
        self.entry.is_leaf()
    }

    /// Whether any phase may queue it without declaring it.
    #[must_use]
    pub fn is_common(&self) -> bool {
        self.entry.is_common()
    }

    /// What stands for it where a word is needed: its name, if that will do.
    pub(crate) fn id(&self) -> &str {
        &self.id
    }

    /// What to mark it with, in the order in which to say it.
    pub(crate) fn marks(&self) -> impl Iterator<Item = Mark> {
        let marks = [
            (Mark::Root, self.is_root()),
            (Mark::Open, self.is_open()),
            (Mark::Common, self.is_common()),
            (Mark::Leaf, self.is_leaf()),
            (Mark::Waits, self.entry.waits()),
            (Mark::Ordered, self.entry.is_ordered()),
            (Mark::Asks, self.entry.answer().is_some()),
            (Mark::Secret, self.entry.is_secret()),
        ];
        marks.into_iter().filter_map(|(mark, is_so)| is_so.then_some(mark))
    }

    /// A mark in words: that a phase asks together with the type of the answer.
    pub(crate) fn words(&self, mark: Mark) -> String {
        match self.entry.answer() {
            Some(answer) if mark == Mark::Asks => format!("{mark} {answer}"),
            _ => mark.word().to_owned(),
        }
    }
}

impl fmt::Debug for GraphNode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("GraphNode")
            .field("entry", &self.entry)
            .field("root", &self.root)
            .finish_non_exhaustive()
    }
}

/// That one phase declares to queue another; see [`Graph::edges`](crate::Graph::edges).
#[derive(Debug, Clone, Copy)]
pub struct GraphEdge<'g> {
    pub(super) from: &'g GraphNode,
    pub(super) to: &'g GraphNode,
    pub(super) kind: EdgeKind,
    pub(super) taken: Option<u64>,
}

impl<'g> GraphEdge<'g> {
    /// The phase that queues.
    #[must_use]
    pub fn from(&self) -> &'g GraphNode {
        self.from
    }

    /// The phase that is queued.
    #[must_use]
    pub fn to(&self) -> &'g GraphNode {
        self.to
    }

    /// How it is queued.
    #[must_use]
    pub fn kind(&self) -> EdgeKind {
        self.kind
    }

    /// How often that has happened in what was [observed](crate::Graph::observe); nothing if nothing was.
    #[must_use]
    pub fn taken(&self) -> Option<u64> {
        self.taken
    }

    /// The same in words.
    pub(crate) fn times(&self) -> Option<Times> {
        self.taken.map(Times)
    }
}

/// How one phase queues another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum EdgeKind {
    /// It runs next, a level above.
    Unshift,
    /// It runs after what is unshifted.
    Defer,
    /// It runs after everything else.
    Push,
}

impl EdgeKind {
    pub(crate) const ALL: [Self; 3] = [Self::Unshift, Self::Defer, Self::Push];

    /// The word between the names of the two phases.
    pub(crate) fn verb(self) -> &'static str {
        match self {
            Self::Unshift => "unshifts",
            Self::Defer => "defers",
            Self::Push => "pushes",
        }
    }
}
