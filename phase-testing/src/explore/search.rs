//! The search: breadth first, all positions after n answers before those after n + 1.
//!
//! Positions are tried out in batches, by all threads at once; what has come of them is then taken in by one, in the
//! order in which one thread alone would have come to it. So the report is the same however many there are.

use std::collections::{BTreeSet, HashMap};
use std::sync::Mutex;
use std::thread;

use phase_core::{ForkError, PhaseManager};

use super::advance::{Fault, Guide, Patience, Rest};
use super::expand::{Expanded, Game, Outcome, Position, Reached, Rules, Worker};
use super::flow::{Flow, Seen};
use super::visited::{Visited, Ways};

/// How many positions each of several threads tries out at a time. What comes of them is held until it is taken in. One
/// thread alone takes in what comes of each at once, and so knows more of them already.
const BATCH: usize = 256;
/// After how many positions it is told how far the search has come.
const TOLD: usize = 256;
/// How many of them a thread takes at a time.
const PORTION: usize = 8;

/// Where the search stops.
#[derive(Debug, Clone, Copy)]
pub(super) struct Bounds {
    pub(super) depth: usize,
    pub(super) states: usize,
    pub(super) threads: usize,
}

/// A fault, and by which way it was come to first.
pub(super) struct Found {
    pub(super) fault: Fault,
    pub(super) way: Vec<u32>,
    pub(super) times: usize,
}

/// How far the search has come.
#[derive(Default)]
pub(super) struct Tally {
    pub(super) depth: usize,
    pub(super) waiting: usize,
    pub(super) states: usize,
    pub(super) transitions: usize,
    pub(super) finished: usize,
    /// What has been cut off.
    pub(super) is_cut_by_depth: bool,
    pub(super) is_cut_by_states: bool,
    pub(super) halted: usize,
    /// How many ways end at a fault.
    pub(super) faulty: usize,
    pub(super) unlisted: BTreeSet<&'static str>,
}

pub(super) struct Search<'s, 'a, W: 'static> {
    bounds: Bounds,
    pub(super) tally: Tally,
    pub(super) found: Vec<Found>,
    pub(super) seen: Seen<'s>,
    by_mark: HashMap<String, usize>,
    visited: Visited,
    ways: Ways,
    workers: Vec<Worker<'s, 'a, W>>,
    next: Vec<Position<W>>,
}

impl<'s, 'a, W: Clone + Send + 'static> Search<'s, 'a, W> {
    pub(super) fn new(rules: &'s Rules<'a, W>, bounds: Bounds, patience: Patience, flow: &'s Flow) -> Self {
        let seen = Seen::nothing_of(flow);
        let worker = || Worker::new(rules, Guide::new(patience, seen.clone()));
        let workers = (0..bounds.threads.max(1)).map(|_| worker()).collect();
        Self {
            bounds,
            tally: Tally::default(),
            found: Vec::new(),
            by_mark: HashMap::new(),
            visited: Visited::default(),
            ways: Ways::default(),
            workers,
            next: Vec::new(),
            seen,
        }
    }

    /// Searches, and tells `progress` from time to time how far it has come.
    pub(super) fn run(
        &mut self,
        phases: PhaseManager<W>,
        world: W,
        mut progress: impl FnMut(&Tally, usize),
    ) -> Result<(), ForkError> {
        // What runs or is set aside has started before.
        for phase in phases.current().into_iter().chain(phases.parked()) {
            self.seen.started(phase.name(), &mut Vec::new());
        }
        let goes_on = self.bounds.depth > 0;
        let game = Box::new(Game { phases, world });
        let first = self.workers[0].try_out(game, None, 0, goes_on, &self.visited);
        self.take_in(Ways::ROOT, first);
        while !self.next.is_empty() {
            self.tally.depth += 1;
            let mut layer = std::mem::take(&mut self.next).into_iter();
            let most = if self.workers.len() > 1 { BATCH * self.workers.len() } else { 1 };
            let mut untold = 0;
            while layer.len() > 0 {
                let batch: Vec<_> = layer.by_ref().take(most).collect();
                untold += batch.len();
                for Expanded { node, outcomes } in self.expand(batch)? {
                    for outcome in outcomes {
                        if self.tally.is_cut_by_states {
                            return Ok(());
                        }
                        self.tally.transitions += 1;
                        self.take_in(node, outcome);
                    }
                }
                if untold >= TOLD || layer.len() == 0 {
                    untold = 0;
                    self.tally.waiting = layer.len() + self.next.len();
                    progress(&self.tally, self.found.len());
                }
            }
        }
        Ok(())
    }

    /// Tries out all answers at each position of a batch.
    fn expand(&mut self, batch: Vec<Position<W>>) -> Result<Vec<Expanded<W>>, ForkError> {
        let goes_on = self.tally.depth < self.bounds.depth;
        let known = &self.visited;
        let (first, others) = self.workers.split_at_mut(1);
        if others.is_empty() || batch.len() <= PORTION {
            return batch.into_iter().map(|position| first[0].expand(position, goes_on, known)).collect();
        }
        let places = batch.len();
        let left = Mutex::new(batch.into_iter().enumerate());
        let work = |worker: &mut Worker<'s, 'a, W>| {
            let mut done = Vec::new();
            loop {
                // What panics in the game is caught, so that nothing ever breaks off under this lock.
                let portion: Vec<_> = match left.lock() {
                    Ok(mut left) => left.by_ref().take(PORTION).collect(),
                    Err(_) => return done,
                };
                if portion.is_empty() {
                    return done;
                }
                for (place, position) in portion {
                    done.push((place, worker.expand(position, goes_on, known)));
                }
            }
        };
        let mut expanded: Vec<_> = (0..places).map(|_| None).collect();
        thread::scope(|scope| {
            let threads: Vec<_> = others.iter_mut().map(|worker| scope.spawn(|| work(worker))).collect();
            let mut done = work(&mut first[0]);
            for thread in threads {
                done.extend(thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
            }
            for (place, result) in done {
                expanded[place] = Some(result);
            }
        });
        expanded.into_iter().flatten().collect()
    }

    /// Takes in what has come of one answer.
    fn take_in(&mut self, from: u32, Outcome { choice, news, reached }: Outcome<W>) {
        let reached = match reached {
            Ok(reached) => reached,
            Err(fault) => {
                self.seen.learn(&news);
                self.tally.faulty += 1;
                self.note(*fault, from, choice);
                return;
            }
        };
        let Reached { rest, fingerprint, faults, unlisted, is_cut, ends_at_fault, game } = reached;
        let is_new = match fingerprint {
            Some(fingerprint) if self.tally.states >= self.bounds.states => {
                !self.visited.contains(fingerprint)
            }
            Some(fingerprint) => self.visited.insert(fingerprint),
            None => true,
        };
        if is_new && self.tally.states >= self.bounds.states {
            self.tally.is_cut_by_states = true;
            self.tally.transitions -= 1;
            return;
        }
        self.seen.learn(&news);
        if !is_new {
            return;
        }
        self.tally.states += 1;
        self.tally.unlisted.extend(unlisted);
        self.tally.is_cut_by_depth |= is_cut;
        self.tally.faulty += usize::from(ends_at_fault);
        for fault in faults {
            self.note(fault, from, choice);
        }
        match rest {
            Rest::Over => self.tally.finished += 1,
            Rest::Halted => {
                self.tally.finished += 1;
                self.tally.halted += 1;
            }
            Rest::Asks => {
                let Some((game, choices)) = game else { return };
                match self.way_to(from, choice) {
                    Some(node) => self.next.push(Position { node, game, choices }),
                    None => self.tally.is_cut_by_states = true,
                }
            }
        }
    }

    fn way_to(&mut self, from: u32, choice: u32) -> Option<u32> {
        if self.tally.depth == 0 { Some(Ways::ROOT) } else { self.ways.add(from, choice) }
    }

    /// Notes a fault; of several that are the same the first one.
    fn note(&mut self, fault: Fault, from: u32, choice: u32) {
        if let Some(&known) = self.by_mark.get(&fault.mark) {
            self.found[known].times += 1;
            return;
        }
        let mut way = self.ways.to(from);
        if self.tally.depth > 0 {
            way.push(choice);
        }
        self.by_mark.insert(fault.mark.clone(), self.found.len());
        self.found.push(Found { fault, way, times: 1 });
    }
}
