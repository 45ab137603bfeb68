//! What a game calls with each event.

use std::sync::Arc;

use phase_core::{Event, EventKind, QueuedHow};

use super::pen::Pen;
use super::record::Entry;
use super::{Shared, text};

/// The observer of one game. As long as it is the only one, it has the pen, and takes the lock once for each part of the
/// ring, and for texts; with others beside it, once for each event, so that their events are in one order.
pub(super) struct Writer {
    shared: Arc<Shared>,
    game: u16,
    pen: Option<Pen>,
    /// Memory that is used again and again.
    text: String,
}

impl Writer {
    pub(super) fn new(shared: Arc<Shared>) -> Self {
        let game = shared.ring().enter();
        Self { shared, game, pen: None, text: String::new() }
    }

    // Each of these functions is called last of all by the one above, so that the first has nothing to put aside.

    #[inline]
    pub(super) fn take(&mut self, event: &Event<'_>) {
        if let EventKind::Queued { .. } = event.kind {
            return self.take_queued(event);
        }
        let Some(pen) = &mut self.pen else { return self.take_by_the_lock(event) };
        let Some(name) = pen.recall(event) else { return self.take_unknown(event) };
        if !pen.write_alone(event, name) {
            self.take_by_the_lock(event);
        }
    }

    #[inline(never)]
    fn take_queued(&mut self, event: &Event<'_>) {
        let Some(pen) = &mut self.pen else { return self.take_by_the_lock(event) };
        let Some(name) = pen.ask(event) else { return self.take_by_the_lock(event) };
        if !pen.write_queued_alone(event, name) {
            self.take_by_the_lock(event);
        }
    }

    #[inline(never)]
    fn take_unknown(&mut self, event: &Event<'_>) {
        let is_written = self
            .pen
            .as_mut()
            .is_some_and(|pen| pen.ask(event).is_some_and(|name| pen.write_alone(event, name)));
        if !is_written {
            self.take_by_the_lock(event);
        }
    }

    #[cold]
    #[inline(never)]
    fn take_by_the_lock(&mut self, event: &Event<'_>) {
        let Some(entry) = Entry::of(event) else { return };
        self.text.clear();
        if !self.shared.names_only() {
            // Before the ring is locked, since a `Debug` may look at the trace.
            let (text, longest) = (&mut self.text, self.shared.longest);
            match event.kind {
                EventKind::Started
                | EventKind::Dropped { .. }
                | EventKind::Queued { how: QueuedHow::Present, .. } => {
                    text::write(text, longest, format_args!("{:?}", event.phase));
                }
                EventKind::Answered { answer, .. } => text::write(text, longest, format_args!("{answer:?}")),
                EventKind::Failed { error } => text::write(text, longest, format_args!("{error}")),
                _ => {}
            }
        }
        let mut ring = self.shared.ring();
        if let Some(pen) = self.pen.take() {
            ring.give_back(pen);
        }
        ring.push(self.game, entry, event.phase.name(), &self.text);
        self.pen = ring.lend(self.game);
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        let mut ring = self.shared.ring();
        if let Some(pen) = self.pen.take() {
            ring.give_back(pen);
        }
        ring.leave();
    }
}
