//! What ran, as a tree.

use std::collections::BTreeMap;
use std::fmt::{self, Write as _};

use phase_core::{AnsweredBy, DropReason, PhaseId, QueuedBy, QueuedHow};

use super::event::{TraceEvent, TraceKind};
use super::why::verb;

/// Deeper phases are not set further to the right.
const DEEPEST: usize = 40;

type Key = (u16, PhaseId);

/// A phase, and what has happened to it.
struct Node<'a> {
    name: &'a str,
    debug: Option<&'a str>,
    has_started: bool,
    queued: Option<(QueuedHow, QueuedBy)>,
    /// When it started, or else when it left the queue; those that are still queued come last.
    at: usize,
    story: Vec<&'a TraceKind>,
}

/// The tree of the phases that events tell of, a line each.
pub(super) struct Tree<'a> {
    nodes: BTreeMap<Key, Node<'a>>,
    numbers: BTreeMap<Key, usize>,
    children: BTreeMap<Option<Key>, Vec<Key>>,
    dropped: usize,
}

impl<'a> Tree<'a> {
    pub(super) fn new(events: &'a [TraceEvent], dropped: usize) -> Self {
        let mut nodes = BTreeMap::<Key, Node<'a>>::new();
        for (at, event) in events.iter().enumerate() {
            let node = nodes.entry((event.game, event.id)).or_insert_with(|| Node {
                name: event.name,
                debug: None,
                has_started: false,
                queued: None,
                at: usize::MAX,
                story: Vec::new(),
            });
            node.take(event, at);
        }
        let numbers = nodes.keys().copied().zip(1..).collect();
        let mut children = BTreeMap::<_, Vec<_>>::new();
        for (key, node) in &nodes {
            let parent = node.parent(*key).filter(|parent| nodes.contains_key(parent));
            children.entry(parent).or_default().push(*key);
        }
        for siblings in children.values_mut() {
            siblings.sort_by_key(|key| nodes[key].at);
        }
        Self { nodes, numbers, children, dropped }
    }
}

impl<'a> Node<'a> {
    fn take(&mut self, event: &'a TraceEvent, at: usize) {
        let starts = event.kind == TraceKind::Started;
        if starts {
            (self.at, self.has_started) = (at, true);
        } else if !matches!(event.kind, TraceKind::Queued { .. }) {
            self.at = self.at.min(at);
        }
        if let Some(debug) = &event.debug {
            let is_better = match event.kind {
                TraceKind::Started => true,
                TraceKind::Queued { .. } => self.debug.is_none(),
                _ => !self.has_started,
            };
            if is_better {
                self.debug = Some(debug);
            }
        }
        match event.kind {
            TraceKind::Queued { how, by } if self.queued.is_none() && self.story.is_empty() => {
                self.queued = Some((how, by));
            }
            _ => self.story.push(&event.kind),
        }
    }

    /// Of what it is a part: what pushes, interrupts or replaces nothing of another runs for itself.
    fn parent(&self, (game, id): Key) -> Option<Key> {
        match self.queued? {
            (QueuedHow::Push | QueuedHow::Interrupt, _) => None,
            // Ids rise, so no phase is below itself.
            (_, QueuedBy::Phase(parent)) if parent < id => Some((game, parent)),
            _ => None,
        }
    }
}

impl fmt::Display for Tree<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.dropped {
            0 => {}
            1 => writeln!(f, "1 event before was dropped")?,
            dropped => writeln!(f, "{dropped} events before were dropped")?,
        }
        let below = |parent, depth| {
            let keys = self.children.get(&parent).map_or(&[][..], Vec::as_slice);
            keys.iter().rev().map(move |key| (*key, depth))
        };
        let mut open: Vec<(Key, usize)> = below(None, 0).collect();
        while let Some((key, depth)) = open.pop() {
            self.line(f, key, depth)?;
            open.extend(below(Some(key), depth + 1));
        }
        Ok(())
    }
}

impl Tree<'_> {
    fn line(&self, f: &mut fmt::Formatter<'_>, key: Key, depth: usize) -> fmt::Result {
        let (node, number) = (&self.nodes[&key], self.numbers[&key]);
        write!(f, "{:1$}{number}. {2}: ", "", 2 * depth.min(DEEPEST), node.debug.unwrap_or(node.name))?;
        let mut story = Vec::new();
        if let Some((how, by)) = node.queued {
            story.push(self.origin(key, how, by));
        }
        let mut kinds = node.story.iter().peekable();
        while let Some(kind) = kinds.next() {
            let mut times = 1;
            while kinds.next_if(|next| next == &kind).is_some() {
                times += 1;
            }
            // That it started is told by what happened then, if anything did.
            if **kind == TraceKind::Started && kinds.peek().is_some() {
                continue;
            }
            let mut words = told(kind);
            if times > 1 {
                write!(words, " {times} times")?;
            }
            story.push(words);
        }
        writeln!(f, "{}", story.join(", "))
    }

    fn origin(&self, (game, _): Key, how: QueuedHow, by: QueuedBy) -> String {
        let verb = verb(how);
        match by {
            _ if how == QueuedHow::Present => "was there".to_owned(),
            QueuedBy::Phase(parent) => match self.numbers.get(&(game, parent)) {
                Some(number) => format!("{verb} by {number}"),
                None => format!("{verb} by one that was dropped"),
            },
            QueuedBy::Host => format!("{verb} by the host"),
            QueuedBy::WhenEmpty => "queued as nothing was left to run".to_owned(),
            _ => verb.to_owned(),
        }
    }
}

/// What has happened, in words.
pub(crate) fn told(kind: &TraceKind) -> String {
    match kind {
        TraceKind::Queued { .. } => "came back".to_owned(),
        TraceKind::Started => "started".to_owned(),
        TraceKind::Waiting => "waited".to_owned(),
        TraceKind::Updated => "was updated".to_owned(),
        TraceKind::Suspended => "was suspended".to_owned(),
        TraceKind::Asking { number } => format!("asked question {number}"),
        TraceKind::Answered { seat, answer, by } => {
            let answer = answer.as_ref().map_or(String::new(), |answer| format!(" {answer}"));
            let by = if *by == AnsweredBy::Fallback { " as time was out" } else { "" };
            format!("was answered{answer} by {seat}{by}")
        }
        TraceKind::Refused { seat } => format!("refused an answer of {seat}"),
        TraceKind::Parked => "was parked".to_owned(),
        TraceKind::Resumed => "was resumed".to_owned(),
        TraceKind::Ended => "ended".to_owned(),
        TraceKind::Cancelled => "was cancelled".to_owned(),
        TraceKind::Failed { error: Some(error) } => format!("failed ({error})"),
        TraceKind::Failed { error: None } => "failed".to_owned(),
        TraceKind::Panicked => "panicked".to_owned(),
        TraceKind::Abandoned => "was abandoned".to_owned(),
        TraceKind::Dropped { reason } => format!("was dropped: {}", reason_of(*reason)),
    }
}

/// Why a phase was dropped, in words.
pub(crate) fn reason_of(reason: DropReason) -> &'static str {
    match reason {
        DropReason::Removed => "removed",
        DropReason::Replaced => "replaced",
        DropReason::Retained => "not retained",
        DropReason::Cleared => "the tree was cleared",
        DropReason::Skipped => "its scope was skipped",
        DropReason::CancelledTree => "cancelled with what queued it",
        DropReason::Finished => "the game is over",
        DropReason::Undone => "undone",
        _ => "gone",
    }
}
