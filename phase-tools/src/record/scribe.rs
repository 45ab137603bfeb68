//! The observer that has a tape take note of what happens.

use std::collections::{BTreeMap, VecDeque};

use phase_core::{AnsweredBy, Event, EventKind, PhaseManager, QueuedBy, QueuedHow};

use super::line::{End, Line};
use super::tape::Tape;

/// Has the tape take note of all that happens in a game.
pub(super) fn attach<W: 'static>(tape: &Tape, phases: &mut PhaseManager<W>) {
    let mut scribe = Scribe {
        tape: tape.clone(),
        at_once: (0, 0),
        origins: Origins::default(),
        resting: Vec::new(),
        names: NameCache::default(),
    };
    phases.observe(move |event, _| scribe.take(event));
}

struct Scribe {
    tape: Tape,
    /// The id of the phase that has started and not rested yet, and the number of its start.
    at_once: (u64, u64),
    origins: Origins,
    /// The ids of those that rest, and the numbers of their starts.
    resting: Vec<(u64, u64)>,
    names: NameCache,
}

impl Scribe {
    fn take(&mut self, event: &Event<'_>) {
        let id = event.id.get();
        if self.tape.is_deaf() {
            if !self.tape.may_come_back() {
                return;
            }
            // An undo or a redo: what was there goes, and what there is then comes.
            match event.kind {
                EventKind::Dropped { .. } => self.origins.leave(id, &self.tape),
                EventKind::Queued { .. } => self.origins.come_back(id),
                _ => {}
            }
            return;
        }
        match event.kind {
            EventKind::Queued { how, by } => self.queued(event, how, by),
            EventKind::Started => self.started(event),
            // Of one that starts and ends at once the end has no line.
            EventKind::Ended if self.at_once.0 == id && !self.tape.may_come_back() => {}
            EventKind::Ended if self.at_once.0 == id => self.origins.end(id, &self.tape),
            EventKind::Waiting | EventKind::Suspended | EventKind::Asking { .. } if self.at_once.0 == id => {
                self.resting.push(self.at_once);
                self.at_once = (0, 0);
            }
            EventKind::Ended => self.over(event, End::Ended),
            EventKind::Cancelled => self.over(event, End::Cancelled),
            EventKind::Failed { .. } => self.over(event, End::Failed),
            EventKind::Abandoned => self.over(event, End::Abandoned),
            // It has been written when it did.
            EventKind::Panicked => {
                self.resting.retain(|(resting, _)| *resting != id);
                self.origins.end(id, &self.tape);
                self.tape.lock().gives_up_panicked();
            }
            EventKind::Dropped { .. } => self.origins.end(id, &self.tape),
            EventKind::Answered { by: AnsweredBy::Fallback, seat, .. } => {
                self.tape.lock().outcome(&Line::Fallback { seat });
            }
            EventKind::Answered { .. } => self.tape.lock().commit(),
            _ => {}
        }
    }

    fn queued(&mut self, event: &Event<'_>, how: QueuedHow, by: QueuedBy) {
        let parent = match by {
            QueuedBy::Phase(parent) if parent.get() == self.at_once.0 => self.at_once.1,
            QueuedBy::Phase(parent) => self.start_of(parent.get()),
            QueuedBy::Host => {
                let mut state = self.tape.lock();
                if state.is_running() {
                    state.outcome(&Line::Delivered { how, name: event.phase.name() });
                }
                0
            }
            _ => 0,
        };
        self.origins.insert(
            event.id.get(),
            Origin { how, parent, start: 0, born: self.tape.moments(), ..Origins::UNKNOWN },
        );
    }

    /// The number of the start of a phase that rests.
    fn start_of(&self, id: u64) -> u64 {
        let found = self.resting.iter().find(|(resting, _)| *resting == id);
        found.map_or_else(|| self.origins.start_of(id), |(_, start)| *start)
    }

    fn started(&mut self, event: &Event<'_>) {
        let id = event.id.get();
        let origin = self.origins.remove(id);
        let name = self.names.index(event.phase.name(), &self.tape);
        let start = self.tape.next_start();
        if self.tape.may_come_back() {
            self.origins.keep(id, Origin { start, ..origin });
        }
        let back = if origin.parent == 0 { 0 } else { start - origin.parent };
        self.tape.start(name, origin.how, event.level, back);
        self.at_once = (id, start);
    }

    fn over(&mut self, event: &Event<'_>, end: End) {
        let id = event.id.get();
        let is_at_once = self.at_once.0 == id;
        if is_at_once {
            self.at_once = (0, 0);
        }
        if self.tape.may_come_back() {
            let start = self.start_of(id);
            let origin = self.origins.remove(id);
            self.origins.keep(id, Origin { start, ..origin });
        }
        self.origins.end(id, &self.tape);
        self.resting.retain(|(resting, _)| *resting != id);
        let name = (!is_at_once).then(|| event.phase.name());
        self.tape.lock().outcome(&Line::Over { end, name });
    }
}

/// How a phase was queued, the number of the start of the phase that did it, and that of its own, if it has started.
#[derive(Debug, Clone, Copy)]
struct Origin {
    how: QueuedHow,
    parent: u64,
    start: u64,
    /// How many moments had been taken to go back to when it was queued, and when it went last. It is in none but those between.
    born: u64,
    left: u64,
    has_gone: bool,
}

const NEAR: usize = 64;

/// How those were queued that have not started: by the low bits of their ids those that came last, and the others in a map; also
/// those that have started, if they may come back.
struct Origins {
    near: Box<[(u64, Origin); NEAR]>,
    far: BTreeMap<u64, Origin>,
    /// Those that have gone and may come back, the first first: the number of moments then, and their ids.
    gone: VecDeque<(u64, u64)>,
}

impl Default for Origins {
    fn default() -> Self {
        Self { near: Box::new([(0, Self::UNKNOWN); NEAR]), far: BTreeMap::new(), gone: VecDeque::new() }
    }
}

impl Origins {
    const UNKNOWN: Origin =
        Origin { how: QueuedHow::Present, parent: 0, start: 0, born: 0, left: u64::MAX, has_gone: false };

    #[allow(clippy::cast_possible_truncation, reason = "the low bits are meant")]
    fn slot(id: u64) -> usize {
        id as usize % NEAR
    }

    fn insert(&mut self, id: u64, origin: Origin) {
        let (before, moved) = std::mem::replace(&mut self.near[Self::slot(id)], (id, origin));
        if before != 0 && before != id {
            self.far.insert(before, moved);
        }
    }

    fn remove(&mut self, id: u64) -> Origin {
        let slot = &mut self.near[Self::slot(id)];
        if slot.0 == id {
            slot.0 = 0;
            return slot.1;
        }
        self.remove_far(id)
    }

    #[cold]
    fn remove_far(&mut self, id: u64) -> Origin {
        self.far.remove(&id).unwrap_or(Self::UNKNOWN)
    }

    /// A phase is over, and comes back only if a moment to go back to was taken while it was there.
    fn end(&mut self, id: u64, tape: &Tape) {
        let origin = self.remove(id);
        if tape.may_come_back() && origin.born < tape.moments() {
            self.keep(id, origin);
            self.leave(id, tape);
        }
    }

    /// A phase goes, and may come back.
    fn leave(&mut self, id: u64, tape: &Tape) {
        let left = tape.moments();
        let origin = self.remove(id);
        self.keep(id, Origin { left, has_gone: true, ..origin });
        if origin.left != left {
            self.gone.push_back((left, id));
        }
        while let Some((left, id)) = self.gone.front().copied().filter(|(left, _)| *left < tape.oldest()) {
            self.gone.pop_front();
            // It may have come back, or gone again later.
            if self.far.get(&id).is_some_and(|origin| origin.has_gone && origin.left == left) {
                self.far.remove(&id);
            }
        }
    }

    /// A phase is there again.
    fn come_back(&mut self, id: u64) {
        if let Some(origin) = self.far.get_mut(&id) {
            origin.has_gone = false;
        }
    }

    fn keep(&mut self, id: u64, origin: Origin) {
        self.far.insert(id, origin);
    }

    fn start_of(&self, id: u64) -> u64 {
        self.far.get(&id).map_or(0, |origin| origin.start)
    }
}

/// The indices of names, by where those stand in memory.
struct NameCache([(usize, usize, usize); NEAR]);

impl Default for NameCache {
    fn default() -> Self {
        Self([(0, 0, 0); NEAR])
    }
}

impl NameCache {
    fn index(&mut self, name: &'static str, tape: &Tape) -> usize {
        let address = name.as_ptr() as usize;
        let slot = &mut self.0[(address ^ (address >> 6)) % NEAR];
        if slot.0 != address || slot.1 != name.len() {
            *slot = (address, name.len(), tape.lock().log.name(name));
        }
        slot.2
    }
}
