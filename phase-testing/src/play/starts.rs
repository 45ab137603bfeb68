//! What has started, and what has set it off.

use std::collections::{HashMap, HashSet};
use std::fmt::{self, Write};
use std::iter;

use phase_core::{PhaseId, PhaseManager, PhaseRef};

/// A phase that has started.
#[derive(Debug, Clone)]
pub(super) struct Start {
    pub(super) name: &'static str,
    /// As its `Debug` showed it before.
    pub(super) shown: String,
    /// Which of the starts has set it off.
    parent: Option<usize>,
    pub(super) how: Seen,
}

/// What was known of a phase before it started.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Seen {
    /// It was queued.
    Queued,
    /// Nothing: `when_empty` has supplied it.
    Supplied,
    /// It had started when the test began.
    Running,
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

/// All phases that have started, in that order. A phase is told from others by its place in here.
#[derive(Debug, Clone, Default)]
pub(super) struct Starts {
    all: Vec<Start>,
    by_id: HashMap<PhaseId, usize>,
    /// Which start has set off a phase that is queued.
    parents: HashMap<PhaseId, usize>,
    newest: Option<PhaseId>,
}

impl Starts {
    /// Takes note of the phases that are there already, which nothing has set off.
    pub(super) fn of<W: 'static>(phases: &PhaseManager<W>) -> Self {
        let mut starts = Self::default();
        for phase in phases.parked().chain(phases.current()) {
            starts.add(phase.name(), format!("{phase:?}"), Some(phase.id()), Seen::Running);
        }
        let queued = phases.levels().flat_map(|(_, level)| level);
        starts.newest = phases.parked().chain(phases.current()).chain(queued).map(PhaseRef::id).max();
        starts
    }

    /// Notes a start, and gives its place.
    pub(super) fn add(&mut self, name: &'static str, shown: String, id: Option<PhaseId>, how: Seen) -> usize {
        let place = self.all.len();
        let parent = id.and_then(|id| self.parents.remove(&id));
        self.all.push(Start { name, shown, parent, how });
        if let Some(id) = id {
            self.by_id.insert(id, place);
        }
        place
    }

    pub(super) fn count(&self) -> usize {
        self.all.len()
    }

    /// The starts from a place on.
    pub(super) fn from(&self, place: usize) -> &[Start] {
        &self.all[place..]
    }

    /// The starts since the test began.
    pub(super) fn shown(&self) -> impl DoubleEndedIterator<Item = (usize, &Start)> {
        self.all.iter().enumerate().filter(|(_, start)| start.how != Seen::Running)
    }

    /// Where the phase of an id has started.
    pub(super) fn place_of(&self, phase: PhaseRef<'_>) -> Option<usize> {
        self.by_id.get(&phase.id()).copied()
    }

    /// Takes note of what the phase that has just run has queued, apart from what it has pushed. At least so many have come.
    pub(super) fn look_at_queue<W: 'static>(
        &mut self,
        phases: &PhaseManager<W>,
        by: Option<usize>,
        come: usize,
    ) {
        /// A queue of so many is looked through each time, so that what takes the place of another phase is seen.
        const FEW: usize = 32;
        let newest = self.newest;
        // Nearly always they are at the ends of their levels.
        let looks_through = phases.len() <= FEW || self.look_at_ends(phases, by) < come;
        if !looks_through {
            return;
        }
        let own = phases.current_level();
        for (level, queued) in phases.levels() {
            let mut beside = None;
            for phase in queued {
                if Some(phase.id()) <= newest {
                    beside = self.parents.get(&phase.id()).copied();
                } else {
                    self.note_queued(phase, if level > own { by } else { beside });
                }
            }
        }
    }

    /// Does so at the ends of the levels alone, and says how many there were.
    fn look_at_ends<W: 'static>(&mut self, phases: &PhaseManager<W>, by: Option<usize>) -> usize {
        let newest = self.newest;
        let own = phases.current_level();
        let mut found = 0;
        for (level, queued) in phases.levels() {
            let mut from_end = queued.rev();
            let new: Vec<_> = from_end.clone().take_while(|phase| Some(phase.id()) > newest).collect();
            let beside = from_end.nth(new.len()).and_then(|old| self.parents.get(&old.id()).copied());
            found += new.len();
            for phase in new {
                self.note_queued(phase, if level > own { by } else { beside });
            }
        }
        found
    }

    /// Notes who has set a queued phase off. What is put beside another one has been set off by what has set off that one.
    fn note_queued(&mut self, phase: PhaseRef<'_>, parent: Option<usize>) {
        self.newest = self.newest.max(Some(phase.id()));
        if let Some(parent) = parent {
            self.parents.insert(phase.id(), parent);
        }
    }

    /// Adds those to the offspring of a start that have started since.
    pub(super) fn add_to(&self, offspring: &mut Offspring) {
        for place in offspring.looked_at..self.all.len() {
            if self.all[place].parent.is_some_and(|parent| offspring.places.contains(&parent)) {
                offspring.places.insert(place);
            }
        }
        offspring.looked_at = self.all.len();
    }

    /// Whether a phase that is queued, or that has started, was set off by a start, or is that itself.
    pub(super) fn is_of(&self, phase: PhaseRef<'_>, offspring: &Offspring) -> bool {
        let parent = || self.parents.get(&phase.id()).copied();
        self.place_of(phase).or_else(parent).is_some_and(|place| offspring.places.contains(&place))
    }

    /// What has set off the start at a place, the nearest first.
    pub(super) fn causes(&self, place: usize) -> impl Iterator<Item = (usize, &Start)> {
        let parent = move |place: usize| self.all.get(place).and_then(|start| start.parent);
        iter::successors(parent(place), move |&place| parent(place)).map(|place| (place, &self.all[place]))
    }

    /// A start with what has set it off.
    pub(super) fn told(&self, place: usize) -> String {
        /// A loop makes many of them.
        const CAUSES: usize = 12;
        let mut told = self.all[place].to_string();
        let more = self.causes(place).nth(CAUSES).is_some();
        for (nth, (_, cause)) in self.causes(place).take(CAUSES).enumerate() {
            let separator = if nth == 0 { ", set off by " } else { ", " };
            // Writing to a string never fails.
            let _ = write!(told, "{separator}{}", cause.name);
        }
        if more {
            told.push_str(" and more");
        }
        told
    }

    /// The last starts, a line each.
    pub(super) fn last(&self, most: usize) -> String {
        let mut told = String::new();
        let mut last: Vec<_> = self.shown().rev().take(most).collect();
        last.reverse();
        for (place, _) in last {
            let _ = write!(told, "\n    {}", self.told(place));
        }
        if told.is_empty() { "\n    nothing".to_owned() } else { told }
    }
}
