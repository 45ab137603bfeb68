//! Games that are played by chance: for those of which not all can be tried.
//!
//! Each game has its own source of chance, so that it goes the same way whichever thread plays it; and what comes of the
//! games is taken in by their numbers. So the report is the same however many threads there are.

use std::collections::HashMap;
use std::hash::Hasher;
use std::sync::Mutex;
use std::thread;

use phase_core::{AnyAnswer, ForkError, PhaseManager, Seat};
use siphasher::sip::SipHasher13;

use super::advance::{Fault, Guide, Patience, Rest};
use super::choices::Choice;
use super::expand::{Game, Rules, Worker};
use super::flow::{Flow, News, Seen};
use super::search::{Bounds, Found, Search, Tally};
use super::shrink::{Attempt, shrink};
use super::visited::Visited;

/// After so many answers a game is left, unless a bound says when.
const LONGEST: usize = 10_000;
/// So many positions are looked at for a way that is shorter than what shrinking has left.
const MOST_POSITIONS: usize = 20_000;
/// How many games each thread plays before what has come of them is taken in.
const BATCH: usize = 64;

/// Which games are played.
#[derive(Debug, Clone, Copy)]
pub(super) struct Random {
    pub(super) seed: u64,
    pub(super) games: usize,
}

/// An answer that was given.
#[derive(Debug, Clone)]
pub(super) struct Pick {
    /// Its number among all that could be answered.
    pub(super) number: u32,
    /// Who has given it, and what; nothing if it is to be found by its number.
    pub(super) given: Option<(Seat, AnyAnswer)>,
}

/// What has come of a game.
#[derive(Default)]
struct Played {
    way: Vec<Pick>,
    positions: usize,
    /// What tells the positions from others, if any are the same.
    fingerprints: Vec<u128>,
    faults: Vec<Fault>,
    news: News,
    rest: Option<Rest>,
    unlisted: Option<&'static str>,
    is_cut: bool,
    ends_at_fault: bool,
}

/// A row of games, each from the same position on.
pub(super) struct Games<'s, 'a, W: 'static> {
    pub(super) tally: Tally,
    pub(super) found: Vec<Found>,
    pub(super) seen: Seen<'s>,
    phases: &'s PhaseManager<W>,
    world: &'s W,
    longest: usize,
    workers: Vec<Worker<'s, 'a, W>>,
    visited: Visited,
    /// Where in `found` a fault stands, by its mark.
    by_mark: HashMap<String, usize>,
    /// The ways to what was found, not shrunk yet.
    ways: Vec<Vec<Pick>>,
}

impl<'s, 'a, W: Clone + Send + 'static> Games<'s, 'a, W> {
    pub(super) fn new(
        (phases, world): (&'s PhaseManager<W>, &'s W),
        rules: &'s Rules<'a, W>,
        bounds: Bounds,
        patience: Patience,
        flow: &'s Flow,
    ) -> Self {
        let seen = Seen::nothing_of(flow);
        let worker = || Worker::new(rules, Guide::new(patience, seen.clone()));
        Self {
            tally: Tally::default(),
            found: Vec::new(),
            workers: (0..bounds.threads.max(1)).map(|_| worker()).collect(),
            seen,
            phases,
            world,
            longest: if bounds.depth == usize::MAX { LONGEST } else { bounds.depth },
            visited: Visited::default(),
            by_mark: HashMap::new(),
            ways: Vec::new(),
        }
    }

    /// After how many answers a game is left.
    pub(super) fn longest(&self) -> usize {
        self.longest
    }

    /// Plays all games, and tells `progress` from time to time how far that has come.
    pub(super) fn run(
        &mut self,
        plan: Random,
        mut progress: impl FnMut(&Tally, usize),
    ) -> Result<(), ForkError> {
        // What runs or is set aside has started before.
        for phase in self.phases.current().into_iter().chain(self.phases.parked()) {
            self.seen.started(phase.name(), &mut Vec::new());
        }
        let mut left = 0..plan.games as u64;
        while !left.is_empty() {
            let batch = left.by_ref().take(BATCH * self.workers.len());
            let batch = batch.map(|number| Ok((number, Game::copy_of(self.phases, self.world)?)));
            let batch = batch.collect::<Result<Vec<_>, ForkError>>()?;
            for played in self.play(plan.seed, batch) {
                self.take_in(played);
            }
            self.tally.waiting = left.clone().count();
            progress(&self.tally, self.found.len());
        }
        self.shrink_all()
    }

    /// Plays a batch of games, and gives what has come of them in their order.
    fn play(&mut self, seed: u64, batch: Vec<(u64, Box<Game<W>>)>) -> Vec<Played> {
        let longest = self.longest;
        let play = |worker: &mut Worker<'s, 'a, W>, (number, game): (u64, Box<Game<W>>)| {
            let mut chance = Chance { seed, game: number, drawn: 0 };
            (number, play(worker, game, longest, |choices| Some(chance.below(choices.len()))))
        };
        let left = Mutex::new(batch.into_iter());
        let work = |worker: &mut Worker<'s, 'a, W>| {
            let mut done = Vec::new();
            // What panics in the game is caught, so that nothing ever breaks off under this lock.
            while let Some(next) = left.lock().ok().and_then(|mut left| left.next()) {
                done.push(play(worker, next));
            }
            done
        };
        let (first, others) = self.workers.split_at_mut(1);
        let mut done = thread::scope(|scope| {
            let threads: Vec<_> = others.iter_mut().map(|worker| scope.spawn(|| work(worker))).collect();
            let mut done = work(&mut first[0]);
            for thread in threads {
                done.extend(thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
            }
            done
        });
        done.sort_by_key(|(number, _)| *number);
        done.into_iter().map(|(_, played)| played).collect()
    }

    fn take_in(&mut self, played: Played) {
        let Played { way, positions, fingerprints, faults, news, rest, unlisted, is_cut, ends_at_fault } =
            played;
        let tally = &mut self.tally;
        let new = fingerprints.iter().map(|&fingerprint| self.visited.insert(fingerprint));
        let new: Vec<bool> = new.collect();
        // Without fingerprints no two positions are the same.
        let is_new_end = new.last().is_none_or(|is_new| *is_new);
        tally.states += if new.is_empty() { positions } else { new.iter().filter(|is_new| **is_new).count() };
        tally.transitions += way.len();
        tally.depth = tally.depth.max(way.len());
        tally.unlisted.extend(unlisted);
        tally.is_cut_by_depth |= is_cut;
        tally.faulty += usize::from(ends_at_fault);
        match rest {
            Some(Rest::Over) => tally.finished += usize::from(is_new_end),
            Some(Rest::Halted) => {
                tally.finished += usize::from(is_new_end);
                tally.halted += 1;
            }
            _ => {}
        }
        self.seen.learn(&news);
        for fault in faults {
            if let Some(&known) = self.by_mark.get(&fault.mark) {
                self.found[known].times += 1;
                continue;
            }
            self.by_mark.insert(fault.mark.clone(), self.found.len());
            self.found.push(Found { fault, way: Vec::new(), times: 1 });
            self.ways.push(way.clone());
        }
    }

    /// Makes the ways to all that was found shorter.
    fn shrink_all(&mut self) -> Result<(), ForkError> {
        let mut all = std::mem::take(&mut self.found);
        for (found, way) in all.iter_mut().zip(std::mem::take(&mut self.ways)) {
            let mark = found.fault.mark.clone();
            let shrunk = shrink(&way, |picks| {
                let game = Game::copy_of(self.phases, self.world)?;
                let mut given = picks.iter();
                let played = play(&mut self.workers[0], game, picks.len(), |choices| {
                    given.next().map(|pick| pick.among(choices))
                });
                let answers = played.way.len();
                let fault = played.faults.into_iter().find(|fault| fault.mark == mark);
                Ok(Attempt { answers, shown: fault.map(|fault| (played.way, fault)) })
            })?;
            let Some((way, fault)) = shrunk else { continue };
            found.fault = fault;
            found.way = way.iter().map(|pick| pick.number).collect();
            if let Some(shorter) = self.shorter(&found.fault.mark, found.way.len())? {
                (found.fault, found.way) = (shorter.fault, shorter.way);
            }
        }
        all.sort_by_key(|found| found.way.len());
        self.found = all;
        Ok(())
    }
}

impl<W: Clone + Send + 'static> Games<'_, '_, W> {
    /// A fault of this mark after fewer answers, if there are not too many positions to look for one.
    fn shorter(&self, mark: &str, answers: usize) -> Result<Option<Found>, ForkError> {
        let Some(depth) = answers.checked_sub(1) else { return Ok(None) };
        let bounds = Bounds { depth, states: MOST_POSITIONS, threads: 1 };
        let Worker { rules, guide, .. } = &self.workers[0];
        let mut search = Search::new(rules, bounds, guide.patience, self.seen.flow());
        search.run(self.phases.fork()?, self.world.clone(), |_, _| {})?;
        Ok(search.found.into_iter().find(|found| found.fault.mark == mark))
    }
}

impl Pick {
    /// Which of these it means: the same answer of the same seat, or else the one of its number.
    fn among(&self, choices: &[Choice]) -> usize {
        let is_same = |choice: &Choice| {
            self.given.as_ref().is_some_and(|(seat, answer)| choice.seat == *seat && choice.answer == *answer)
        };
        let same = choices.iter().position(is_same);
        same.unwrap_or_else(|| self.number as usize % choices.len())
    }
}

/// Plays one game, in which `choose` picks each answer, until it has none.
fn play<W: Clone + 'static>(
    worker: &mut Worker<'_, '_, W>,
    mut game: Box<Game<W>>,
    longest: usize,
    mut choose: impl FnMut(&[Choice]) -> Option<usize>,
) -> Played {
    let mut played = Played::default();
    let known = Visited::default();
    let mut choice = None;
    loop {
        let goes_on = played.way.len() < longest;
        let outcome = worker.try_out(game, choice.take(), 0, goes_on, &known);
        played.news.extend(outcome.news);
        let reached = match outcome.reached {
            Ok(reached) => reached,
            Err(fault) => {
                played.faults.push(*fault);
                played.ends_at_fault = true;
                return played;
            }
        };
        played.positions += 1;
        played.fingerprints.extend(reached.fingerprint);
        played.rest = Some(reached.rest);
        played.unlisted = played.unlisted.or(reached.unlisted);
        played.is_cut = reached.is_cut;
        played.ends_at_fault = reached.ends_at_fault;
        let is_sound = reached.faults.is_empty();
        played.faults.extend(reached.faults);
        let Some((next, mut choices)) = reached.game.filter(|(_, choices)| is_sound && !choices.is_empty())
        else {
            return played;
        };
        let Some(number) = choose(&choices) else { return played };
        let picked = choices.swap_remove(number);
        let given = Some((picked.seat, picked.answer.clone()));
        played.way.push(Pick { number: u32::try_from(number).unwrap_or(u32::MAX), given });
        (game, choice) = (next, Some(picked));
    }
}

/// Where the numbers of a game come from. They are the same in every version and on every machine.
struct Chance {
    seed: u64,
    game: u64,
    drawn: u64,
}

impl Chance {
    fn below(&mut self, bound: usize) -> usize {
        self.drawn += 1;
        let mut hasher = SipHasher13::new_with_keys(self.seed, self.game);
        hasher.write_u64(self.drawn.to_le());
        let number = u128::from(hasher.finish()) * bound as u128;
        usize::try_from(number >> 64).unwrap_or_default()
    }
}
