//! Spans of the crate `tracing`: one for each phase that runs.

use std::collections::BTreeMap;
use std::error::Error as _;
use std::fmt;

use phase_core::{DropReason, Event, EventKind, PhaseId, PhaseManager, PhaseRef, QueuedBy, QueuedHow};
use tracing::{Level, Span, event, field, span};

use crate::trace::{reason_of, shown};

/// Opens a span of the crate [`tracing`] for each phase that starts in a game from now on.
///
/// Needs the [feature](crate#features) `tracing`.
///
/// Its parent is the span of the phase that has set it off: unshifted, deferred or inserted it, or put it in another's place. A phase
/// that runs for itself, since it was pushed or interrupts, has the span that the host is in for a parent, if any, and
/// [follows from](Span::follows_from) that of the phase that has queued it. So the tree of the spans is that of a [`Trace`](crate::Trace).
///
/// | span or event | level | fields |
/// |---|---|---|
/// | the span `phase` | info | `name`, `id`, `cause` (the id of the phase that has queued it), `debug`; `end` as soon as it has ended |
/// | it asks, was answered | info | `question`; `seat`, `answer` |
/// | it failed, it panicked | error | `error`, `source` |
/// | it was abandoned, refused an answer | warn | `seat` |
/// | a phase was dropped, in the span of the one that has queued it | debug | `name`, `id`, `reason` |
/// | it waits, is suspended, parked, resumed | trace | |
///
/// All have `phase_tools` for a target. What a `#[phase(secret)]` holds is not shown, nor is a secret answer.
///
/// A span is held as long as the phase runs, and after that while something that this has queued has not started, so that
/// what is held is bounded by what is queued or runs. Spans are not entered: what a phase itself tells `tracing` goes to the span
/// that the host is in.
///
/// # Examples
///
/// ```
/// use phase_core::prelude::*;
///
/// #[phase]
/// #[derive(Debug)]
/// pub struct DamagePhase(u32);
///
/// impl Phase for DamagePhase {
///     fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> { guard.end() }
/// }
///
/// let mut phases = PhaseManager::new();
/// phase_tools::spans(&mut phases);
/// phases.push(DamagePhase(7));
/// phases.run(&mut ())?; // opens and closes phase{name="DamagePhase" id=1 debug=DamagePhase(7) end="ended"}
/// # Ok::<(), RunError>(())
/// ```
pub fn spans<W: 'static>(phases: &mut PhaseManager<W>) {
    let mut spans = Spans::default();
    phases.observe(move |event, _| spans.take(event));
}

const TARGET: &str = "phase_tools";

/// What is held of the phases that are queued or run, and of those that have queued one that has not started.
#[derive(Debug, Default)]
struct Spans(BTreeMap<PhaseId, Held>);

#[derive(Debug)]
struct Held {
    /// One that is none before the start.
    span: Span,
    by: Option<PhaseId>,
    /// Whether it is a part of what has queued it.
    is_set_off: bool,
    stage: Stage,
    /// How many that it has queued have not started.
    queued: usize,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stage {
    Queued,
    Runs,
    Over,
}

impl Spans {
    fn take(&mut self, event: &Event<'_>) {
        if let EventKind::Queued { how, by } = event.kind {
            self.queue(event.id, how, by);
            return;
        }
        if let EventKind::Dropped { reason } = event.kind {
            self.tell_dropped(event, reason);
            self.end(event.id, "dropped");
            return;
        }
        // One that was there before has started unseen.
        let span = self.start(event);
        tell(event, &span);
        if let Some(end) = end(&event.kind) {
            self.end(event.id, end);
        }
    }

    fn queue(&mut self, id: PhaseId, how: QueuedHow, by: QueuedBy) {
        // An undo brings phases that are known to be gone, or not known at all.
        if self.0.contains_key(&id) {
            return;
        }
        let by = match by {
            QueuedBy::Phase(by) if by != id => Some(by),
            _ => None,
        };
        if let Some(held) = by.and_then(|by| self.0.get_mut(&by)) {
            held.queued += 1;
        }
        let is_set_off = !matches!(how, QueuedHow::Push | QueuedHow::Interrupt);
        self.0.insert(id, Held { span: Span::none(), by, is_set_off, stage: Stage::Queued, queued: 0 });
    }

    /// The span of a phase, which is opened if there is none yet.
    fn start(&mut self, event: &Event<'_>) -> Span {
        self.queue(event.id, QueuedHow::Present, QueuedBy::Unknown);
        let held = &self.0[&event.id];
        if held.stage != Stage::Queued {
            return held.span.clone();
        }
        let (by, is_set_off) = (held.by, held.is_set_off);
        let before = by.and_then(|by| self.0.get(&by)).map(|held| held.span.clone());
        // A macro each, since a parent that is given may not be left out.
        let span = if let Some(parent) = before.as_ref().filter(|_| is_set_off) {
            span!(
                target: TARGET, parent: parent, Level::INFO, "phase",
                name = event.phase.name(), id = event.id.get(), cause = by.map(PhaseId::get),
                debug = ?Shown(event.phase), end = field::Empty,
            )
        } else {
            span!(
                target: TARGET, Level::INFO, "phase",
                name = event.phase.name(), id = event.id.get(), cause = by.map(PhaseId::get),
                debug = ?Shown(event.phase), end = field::Empty,
            )
        };
        if let Some(before) = before.filter(|_| !is_set_off) {
            span.follows_from(&before);
        }
        if let Some(held) = self.0.get_mut(&event.id) {
            held.stage = Stage::Runs;
            held.span = span.clone();
        }
        self.started(by);
        span
    }

    /// Takes note that something that a phase has queued is not queued any more.
    fn started(&mut self, by: Option<PhaseId>) {
        let Some((by, held)) = by.and_then(|by| Some((by, self.0.get_mut(&by)?))) else { return };
        held.queued = held.queued.saturating_sub(1);
        if held.queued == 0 && held.stage == Stage::Over {
            self.0.remove(&by);
        }
    }

    fn end(&mut self, id: PhaseId, how: &'static str) {
        let Some(held) = self.0.get_mut(&id) else { return };
        held.span.record("end", how);
        let by = held.by.filter(|_| held.stage == Stage::Queued);
        held.stage = Stage::Over;
        if held.queued == 0 {
            self.0.remove(&id);
        }
        self.started(by);
    }

    fn tell_dropped(&self, event: &Event<'_>, reason: DropReason) {
        let held = self.0.get(&event.id);
        let span = match held {
            Some(held) if held.stage == Stage::Queued => held.by.and_then(|by| self.0.get(&by)),
            held => held,
        };
        event!(
            target: TARGET, parent: span.and_then(|held| held.span.id()), Level::DEBUG,
            name = event.phase.name(), id = event.id.get(), reason = reason_of(reason), "dropped",
        );
    }
}

/// Tells what has happened inside the span.
fn tell(event: &Event<'_>, span: &Span) {
    match event.kind {
        EventKind::Asking { number } => {
            event!(target: TARGET, parent: span, Level::INFO, question = number, "asks");
        }
        EventKind::Answered { seat, answer, .. } => {
            event!(target: TARGET, parent: span, Level::INFO, %seat, ?answer, "answered");
        }
        EventKind::Refused { seat } => {
            event!(target: TARGET, parent: span, Level::WARN, %seat, "refused an answer");
        }
        EventKind::Failed { error } => {
            let source = error.source().map(field::display);
            event!(target: TARGET, parent: span, Level::ERROR, %error, source, "failed");
        }
        EventKind::Panicked => event!(target: TARGET, parent: span, Level::ERROR, "panicked"),
        EventKind::Abandoned => event!(target: TARGET, parent: span, Level::WARN, "abandoned"),
        EventKind::Waiting => event!(target: TARGET, parent: span, Level::TRACE, "waits"),
        EventKind::Suspended => event!(target: TARGET, parent: span, Level::TRACE, "suspended"),
        EventKind::Parked => event!(target: TARGET, parent: span, Level::TRACE, "parked"),
        EventKind::Resumed => event!(target: TARGET, parent: span, Level::TRACE, "resumed"),
        _ => {}
    }
}

fn end(kind: &EventKind<'_>) -> Option<&'static str> {
    Some(match kind {
        EventKind::Ended => "ended",
        EventKind::Cancelled => "cancelled",
        EventKind::Failed { .. } => "failed",
        EventKind::Panicked => "panicked",
        EventKind::Abandoned => "abandoned",
        _ => return None,
    })
}

/// A phase on one line, even if its `Debug` panics.
struct Shown<'a>(PhaseRef<'a>);

impl fmt::Debug for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::new();
        shown(&mut text, usize::MAX, format_args!("{:?}", self.0));
        f.write_str(if text.is_empty() { self.0.name() } else { &text })
    }
}
