//! What has happened: which phases have started, what has set each of them off, and what has become of them.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::fmt::{self, Write};
use std::iter;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use phase_core::{DropReason, Event, EventKind, PhaseId, PhaseManager, PhaseRef, QueuedBy, QueuedHow};

use super::story::{Story, dropped, told};

/// A phase that has started.
#[derive(Debug, Clone)]
pub(super) struct Start {
    pub(super) name: &'static str,
    /// As its `Debug` showed it before.
    pub(super) shown: String,
    /// Which of the starts has set it off.
    parent: Option<usize>,
    /// On which level it stands.
    level: usize,
    /// Whether it had started when the test began.
    is_from_before: bool,
}

impl Start {
    /// Whether this is the phase that is meant: by its name, or by its whole `Debug`.
    pub(super) fn is_meant_by(&self, text: &str) -> bool {
        self.name == text || self.shown == text
    }
}

impl fmt::Display for Start {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.shown)
    }
}

/// A start, and all that it has set off.
pub(super) struct Offspring {
    places: HashSet<usize>,
    looked_at: usize,
}

impl Offspring {
    pub(super) fn of(place: usize) -> Self {
        Self { places: HashSet::from([place]), looked_at: place }
    }
}

/// What has happened in a game. A phase that has started is told from others by its place among the starts.
#[derive(Debug, Clone, Default)]
pub(super) struct Log {
    starts: Vec<Start>,
    by_id: HashMap<PhaseId, usize>,
    /// Which start has set off a phase that is queued.
    parents: HashMap<PhaseId, usize>,
    /// What has become of those that did not just run and end.
    stories: HashMap<usize, Story>,
    /// What has left the queue without having started, each with how many starts there were before.
    drops: Vec<(usize, String)>,
    /// The start of the phase that ran last.
    latest: Option<usize>,
    /// What the running phase has queued in the call that goes on.
    queued: Vec<Queued>,
    /// The phase whose place another one takes next.
    replaced: Option<PhaseId>,
}

/// A phase that was queued by one that has not yet come back from its call.
#[derive(Debug, Clone, Copy)]
struct Queued {
    id: PhaseId,
    by: usize,
    how: QueuedHow,
    /// The level that it stood on then.
    level: usize,
}

impl Log {
    /// Takes note of the phases that run already, which nothing has set off.
    pub(super) fn of<W: 'static>(phases: &PhaseManager<W>) -> Self {
        let mut log = Self::default();
        for phase in phases.parked().chain(phases.current()) {
            let level = phases.current_level();
            log.start(phase.id(), phase.name(), shown(phase), level);
        }
        log.starts.iter_mut().for_each(|start| start.is_from_before = true);
        log
    }

    /// Has a log be kept of all that happens from now on.
    pub(super) fn listen<W: 'static>(self, phases: &mut PhaseManager<W>) -> SharedLog {
        let log = SharedLog(Arc::new(Mutex::new(self)));
        let shared = SharedLog(Arc::clone(&log.0));
        phases.observe(move |event, _| {
            // Before the log is locked, since this calls into the game.
            let text = match event.kind {
                EventKind::Started | EventKind::Dropped { .. } => shown(event.phase),
                _ => String::new(),
            };
            shared.read().take(event, text);
        });
        log
    }

    fn take(&mut self, event: &Event<'_>, text: String) {
        let Event { id, level, kind, .. } = *event;
        match kind {
            EventKind::Queued { how, by } => self.queue(id, how, by, level),
            EventKind::Started => self.start(id, event.phase.name(), text, level),
            EventKind::Dropped { reason } if !self.by_id.contains_key(&id) => {
                self.replaced = (reason == DropReason::Replaced).then_some(id);
                self.drops.push((self.starts.len(), format!("{text} {}", dropped(reason))));
            }
            kind => {
                if let Some(&place) = self.by_id.get(&id) {
                    self.ran(place, level);
                    self.go_on(place, told(kind));
                }
            }
        }
    }

    fn start(&mut self, id: PhaseId, name: &'static str, shown: String, level: usize) {
        self.settle(0);
        let place = self.starts.len();
        let parent = self.parents.remove(&id);
        self.starts.push(Start { name, shown, parent, level, is_from_before: false });
        self.by_id.insert(id, place);
        self.latest = Some(place);
    }

    fn queue(&mut self, id: PhaseId, how: QueuedHow, by: QueuedBy, level: usize) {
        match how {
            QueuedHow::Unshift | QueuedHow::Defer | QueuedHow::Insert => {}
            QueuedHow::Replace => {
                let Some(old) = self.replaced.take() else { return };
                let same = self.queued.iter().find(|queued| queued.id == old);
                if let Some(&same) = same {
                    self.queued.push(Queued { id, ..same });
                } else if let Some(&parent) = self.parents.get(&old) {
                    self.parents.insert(id, parent);
                }
                return;
            }
            // Nothing has set them off.
            _ => return,
        }
        match by {
            QueuedBy::Phase(by) => {
                if let Some(&by) = self.by_id.get(&by) {
                    self.queued.push(Queued { id, by, how, level });
                }
            }
            QueuedBy::Host => {
                self.settle(0);
                if let Some(parent) = self.latest.and_then(|latest| self.opener(latest, level)) {
                    self.parents.insert(id, parent);
                }
            }
            _ => {}
        }
    }

    /// What has opened a level, and so has set off all phases on it: the nearest that stands below, of a phase that ran
    /// above, and of what has set that off.
    fn opener(&self, above: usize, level: usize) -> Option<usize> {
        let causes = self.causes(above).map(|(place, _)| place);
        iter::once(above).chain(causes).find(|&place| self.starts[place].level < level)
    }

    /// Whose scope unshifts to a level below a phase: that of the one that has set off what stands on it, or what stands on
    /// the level of the deferred ones below.
    fn unshifts_to(&self, above: usize, level: usize) -> Option<usize> {
        let on = |level| {
            let causes = self.causes(above).map(|(place, _)| place);
            iter::once(above).chain(causes).find(|&place| self.starts[place].level == level)
        };
        let next = on(level).or_else(|| on(level.checked_sub(1)?))?;
        self.starts[next].parent
    }

    /// A phase that has started comes back from a call, and stands on this level.
    fn ran(&mut self, place: usize, level: usize) {
        self.latest = Some(place);
        let before = self.starts[place].level;
        self.settle(level.saturating_sub(before));
        self.starts[place].level = level;
    }

    /// Finds out what has set off what was queued in the call that is over. So many levels were opened meanwhile below the
    /// phase that ran, by scopes, and all levels above those have got new numbers.
    fn settle(&mut self, mut opened: usize) {
        let mut scopes = Vec::new();
        for Queued { id, by, how, level } in std::mem::take(&mut self.queued) {
            let is_scoped = how != QueuedHow::Insert && level <= self.starts[by].level;
            let parent = match how {
                QueuedHow::Unshift if is_scoped => self.unshifts_to(by, level),
                _ => self.opener(by, level),
            };
            let Some(parent) = parent else { continue };
            self.parents.insert(id, parent);
            if is_scoped && opened > 0 && !scopes.contains(&(parent, how)) {
                scopes.push((parent, how));
                opened -= 1;
                let mut above = Some(by);
                while let Some(start) = above.and_then(|place| self.starts.get_mut(place)) {
                    start.level += usize::from(start.level >= level);
                    above = start.parent;
                }
            }
        }
    }

    fn go_on(&mut self, place: usize, told: Cow<'static, str>) {
        /// That a phase has ended is said of those alone that did not do so at once.
        const ENDED: &str = "ended";
        if told != ENDED || self.stories.contains_key(&place) {
            self.stories.entry(place).or_default().add(told);
        }
    }

    /// Nothing is left to run, so that what the host queues from now on has been set off by nothing.
    pub(super) fn came_to_an_end(&mut self) {
        self.latest = None;
    }

    pub(super) fn count(&self) -> usize {
        self.starts.len()
    }

    /// The first start of a phase of this name, from a place on, which goes on to what was not looked at.
    pub(super) fn look_for(&self, name: &str, from: &mut usize) -> Option<usize> {
        let place = std::mem::replace(from, self.starts.len());
        self.starts[place..].iter().position(|start| start.name == name).map(|further| place + further)
    }

    /// The starts since the test began.
    pub(super) fn starts(&self) -> impl DoubleEndedIterator<Item = (usize, &Start)> {
        self.starts.iter().enumerate().filter(|(_, start)| !start.is_from_before)
    }

    /// The start of the phase that ran last.
    pub(super) fn latest(&self) -> Option<&Start> {
        self.latest.map(|place| &self.starts[place])
    }

    /// Where the phase of an id has started.
    pub(super) fn place_of(&self, phase: PhaseRef<'_>) -> Option<usize> {
        self.by_id.get(&phase.id()).copied()
    }

    /// Adds those to the offspring of a start that have started since.
    pub(super) fn add_to(&self, offspring: &mut Offspring) {
        for place in offspring.looked_at..self.starts.len() {
            if self.starts[place].parent.is_some_and(|parent| offspring.places.contains(&parent)) {
                offspring.places.insert(place);
            }
        }
        offspring.looked_at = self.starts.len();
    }

    /// Whether a phase that is queued, or that has started, was set off by a start, or is that itself.
    pub(super) fn is_of(&self, phase: PhaseRef<'_>, offspring: &Offspring) -> bool {
        let parent = || self.parents.get(&phase.id()).copied();
        self.place_of(phase).or_else(parent).is_some_and(|place| offspring.places.contains(&place))
    }

    /// What has set off the start at a place, the nearest first.
    pub(super) fn causes(&self, place: usize) -> impl Iterator<Item = (usize, &Start)> {
        let parent = move |place: usize| self.starts.get(place).and_then(|start| start.parent);
        iter::successors(parent(place), move |&place| parent(place)).map(|place| (place, &self.starts[place]))
    }

    /// A start with what has set it off.
    pub(super) fn told(&self, place: usize) -> String {
        /// A loop makes many of them.
        const CAUSES: usize = 12;
        let mut told = self.starts[place].to_string();
        for (nth, (_, cause)) in self.causes(place).take(CAUSES).enumerate() {
            let separator = if nth == 0 { ", set off by " } else { ", " };
            // Writing to a string never fails.
            let _ = write!(told, "{separator}{}", cause.name);
        }
        if self.causes(place).nth(CAUSES).is_some() {
            told.push_str(" and more");
        }
        told
    }

    /// What has happened last, a line for each start and for each phase that never did.
    pub(super) fn last(&self, most: usize) -> String {
        let mut last = Vec::new();
        let mut drops = self.drops.iter().rev().peekable();
        let mut starts = self.starts().rev().peekable();
        while last.len() < most {
            let latest = starts.peek().map(|&(place, _)| place);
            if let Some((_, dropped)) = drops.next_if(|(after, _)| latest.is_none_or(|place| *after > place))
            {
                last.push(dropped.clone());
            } else if let Some((place, _)) = starts.next() {
                let story = self.stories.get(&place).map(ToString::to_string).unwrap_or_default();
                last.push(self.told(place) + &story);
            } else {
                break;
            }
        }
        let lines = last.iter().rev().fold(String::new(), |lines, line| lines + "\n    " + line);
        if lines.is_empty() { "\n    nothing".to_owned() } else { lines }
    }
}

/// A log that goes on as the game does.
pub(super) struct SharedLog(Arc<Mutex<Log>>);

impl SharedLog {
    pub(super) fn read(&self) -> MutexGuard<'_, Log> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A phase as its `Debug` shows it, or its name where that panics.
pub(super) fn shown(phase: PhaseRef<'_>) -> String {
    catch_unwind(AssertUnwindSafe(|| format!("{phase:?}"))).unwrap_or_else(|panic| {
        // What is thrown may panic once more when it is dropped.
        std::mem::forget(panic);
        phase.name().to_owned()
    })
}
