//! The search as users ask for it.

use std::fmt;
use std::hash::Hash;
use std::num::NonZero;
use std::thread;

use phase_core::{ForkError, PhaseManager};

use super::advance::{Fault, Patience};
use super::expand::{Invariant, Rules};
use super::finding::Finding;
use super::flow::{Flow, not_clone};
use super::random::{Games, Random};
use super::recorded::record;
use super::report::{Cut, Report};
use super::sameness::Sameness;
use super::search::{Bounds, Found, Search, Tally};
use super::way::retrace;

/// A search through every answer of every seat, from a game as it stands; [`run`](Self::run) starts it.
///
/// Two positions are never the same, unless [`same_when`](Self::same_when) says when they are.
#[must_use = "`run` starts the search"]
pub struct Explorer<'a, W: 'static> {
    phases: &'a PhaseManager<W>,
    world: &'a W,
    bounds: Bounds,
    patience: Patience,
    rules: Rules<'a, W>,
    random: Option<Random>,
    on_progress: Option<OnProgress<'a>>,
}

type OnProgress<'a> = Box<dyn FnMut(&Progress) + 'a>;

/// How far a search has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Progress {
    /// How many answers lead to the positions that are looked at now.
    pub depth: usize,
    /// How many positions were come to.
    pub states: usize,
    /// How many answers were tried.
    pub transitions: usize,
    /// How many positions are known in which nothing was tried yet.
    pub waiting: usize,
    /// How many faults were found.
    pub findings: usize,
}

/// Tries every answer of every seat of a game, from how it stands now; the game itself is left alone.
///
/// It finds, by itself: games that can't go on (and questions without options), loops without a question, panics, failures,
/// abandoned tickets, and options that are refused; and invariants that do not hold any more. Each with the shortest way
/// there.
///
/// The game has to depend on nothing but world, phases and answers: chance has to be [asked](phase_core::Seat::Chance), or
/// come from a generator in the world. Phases that wait are run on, for so many [frames](Explorer::frames); who else would
/// end a ticket is not there. The answers that [`may_revise`](phase_core::Asks::may_revise) allows are not tried. An
/// inbox is not taken along.
///
/// # Panics
///
/// If a phase that is there, or that is declared to be queued by one of those, is not `clone`; with its name.
///
/// # Examples
///
/// Two players take one or two matches in turn, and somebody has forgotten that there may be only one left:
///
/// ```
/// use phase_core::prelude::*;
/// use phase_testing::{FindingKind, explore};
///
/// #[phase(world = u32, asks, pushes(TakePhase), clone)]
/// #[derive(Debug, Clone)]
/// struct TakePhase(u32);
///
/// impl Asks for TakePhase {
///     type Answer = u32;
///
///     fn seats(&self, _: &u32) -> Vec<Seat> {
///         vec![Seat::Player(self.0)]
///     }
///
///     fn options(&self, _: Seat, _: &u32) -> Option<Vec<u32>> {
///         Some(vec![1, 2])
///     }
///
///     fn answer(&mut self, _: Seat, taken: u32, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
///         *guard.world = guard.world.checked_sub(taken).expect("there are enough");
///         if *guard.world > 0 {
///             guard.push(TakePhase(1 - self.0));
///         }
///         guard.end()
///     }
/// }
///
/// let mut phases = PhaseManager::new();
/// phases.push(TakePhase(0));
/// let report = explore(&phases, &3).run();
/// let [finding] = &report.findings[..] else { panic!("{report}") };
/// assert_eq!(finding.kind, FindingKind::Panic);
/// assert_eq!(finding.phase, Some("TakePhase"));
/// assert_eq!(finding.way[0].to_string(), "TakePhase(0) asks player 0, who answers 2");
/// assert_eq!(finding.way[1].to_string(), "TakePhase(1) asks player 1, who answers 2");
/// ```
#[track_caller]
pub fn explore<'a, W: Clone + Send + 'static>(phases: &'a PhaseManager<W>, world: &'a W) -> Explorer<'a, W> {
    if let Some(phase) = not_clone(phases) {
        refuse(&format_args!(
            "phase `{phase}` cannot be copied; declare it `#[phase(clone)]`, with `#[derive(Clone)]`"
        ));
    }
    Explorer {
        phases,
        world,
        bounds: Bounds {
            depth: usize::MAX,
            states: usize::MAX,
            threads: thread::available_parallelism().map_or(1, NonZero::get),
        },
        patience: Patience { frames: 1000, starts: 100_000, past_halts: false },
        rules: Rules { same: None, invariants: Vec::new() },
        random: None,
        on_progress: None,
    }
}

impl<'a, W: Clone + Send + 'static> Explorer<'a, W> {
    /// Tries out no more than so many answers in a row. There is no bound at first.
    pub fn depth(mut self, most: usize) -> Self {
        self.bounds.depth = most;
        self
    }

    /// Looks at no more than so many positions. There is no bound at first, but for memory.
    pub fn states(mut self, most: usize) -> Self {
        self.bounds.states = most;
        self
    }

    /// Searches with so many threads; with one for each processor if this is left out. The report is the same.
    pub fn threads(mut self, count: usize) -> Self {
        self.bounds.threads = count.max(1);
        self
    }

    /// For how many runs a phase may wait before that is a [stall](super::FindingKind::Stall): 1,000 if this is left out.
    pub fn frames(mut self, most: usize) -> Self {
        self.patience.frames = most;
        self
    }

    /// How many phases may start without a question before that is a [loop](super::FindingKind::Loop): 100,000 if this is
    /// left out.
    pub fn starts(mut self, most: usize) -> Self {
        self.patience.starts = most;
        self
    }

    /// Goes on with a game that has [halted](phase_core::RunStatus::Halted), as a host does that saves there. Without this
    /// a game that halts is over; and if it has phases left to run, the search is not complete.
    pub fn past_halts(mut self) -> Self {
        self.patience.past_halts = true;
        self
    }

    /// Takes two positions for one if this key of the world, and all phases, are the same.
    ///
    /// Phases are compared by name and `Debug`, so a field that this does not show belongs into the key; as does what a
    /// secret phase holds, which only shows its name. What the key leaves out must not matter to how the game goes on.
    ///
    /// Positions are told from each other by a fingerprint of 128 bits, which two of them never share in practice. Each
    /// takes about 50 bytes.
    ///
    /// # Examples
    ///
    /// Each of three players says yes or no, and only the number of those who say yes counts:
    ///
    /// ```
    /// use phase_core::prelude::*;
    /// use phase_testing::explore;
    ///
    /// #[derive(Clone, Default)]
    /// struct Vote { log: Vec<String>, yes: u32 }
    ///
    /// #[phase(world = Vote, asks, unshifts(VotePhase), clone)]
    /// #[derive(Debug, Clone)]
    /// struct VotePhase { voter: u32 }
    ///
    /// impl Asks for VotePhase {
    ///     type Answer = bool;
    ///
    ///     fn options(&self, _: Seat, _: &Vote) -> Option<Vec<bool>> {
    ///         Some(vec![false, true])
    ///     }
    ///
    ///     fn answer(&mut self, _: Seat, yes: bool, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
    ///         guard.world.log.push(format!("{} says {yes}", self.voter));
    ///         guard.world.yes += u32::from(yes);
    ///         if self.voter < 2 {
    ///             guard.unshift(VotePhase { voter: self.voter + 1 });
    ///         }
    ///         guard.end()
    ///     }
    /// }
    ///
    /// let mut phases = PhaseManager::new();
    /// phases.push(VotePhase { voter: 0 });
    /// let vote = Vote::default();
    /// let report = explore(&phases, &vote).run();
    /// assert_eq!((report.states, report.finished), (1 + 2 + 4 + 8, 8));
    ///
    /// let report = explore(&phases, &vote).same_when(|vote| vote.yes).run();
    /// assert_eq!((report.states, report.finished), (1 + 2 + 3 + 4, 4));
    /// ```
    pub fn same_when<K: Hash + Eq>(mut self, key: impl Fn(&W) -> K + Send + Sync + 'a) -> Self {
        self.rules.same = Some(Sameness::new(key));
        self
    }

    /// Something that has to hold whenever somebody is asked, and when the game is over. Where it does not, the search goes
    /// no further.
    ///
    /// # Examples
    ///
    /// ```
    /// # use phase_core::prelude::*;
    /// # use phase_testing::{FindingKind, explore};
    /// # #[phase(world = i32, asks, pushes(HitPhase), clone)]
    /// # #[derive(Debug, Clone)]
    /// # struct HitPhase;
    /// # impl Asks for HitPhase {
    /// #     type Answer = i32;
    /// #     fn options(&self, _: Seat, _: &i32) -> Option<Vec<i32>> { Some(vec![3, 5]) }
    /// #     fn answer(&mut self, _: Seat, hit: i32, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
    /// #         *guard.world -= hit;
    /// #         if *guard.world > 0 { guard.push(HitPhase); }
    /// #         guard.end()
    /// #     }
    /// # }
    /// # let mut phases = PhaseManager::new();
    /// # phases.push(HitPhase);
    /// let hp = 10;
    /// let report = explore(&phases, &hp).invariant("hp stay above zero", |hp, _| *hp >= 0).run();
    /// assert_eq!(report.findings[0].kind, FindingKind::Broken("hp stay above zero".into()));
    /// assert_eq!(report.findings[0].way.len(), 3); // 3, 3 and 5; after 5 and 5 there are none left
    /// ```
    pub fn invariant(
        mut self,
        name: impl Into<String>,
        holds: impl Fn(&W, &PhaseManager<W>) -> bool + Send + Sync + 'a,
    ) -> Self {
        self.rules.invariants.push(Invariant { name: name.into(), holds: Box::new(holds) });
        self
    }

    /// Plays so many games by chance, in place of a search: for a game of which not every answer can be tried.
    ///
    /// Each answer is picked out of all that can be given, each of them equally likely; the same seed gives the same games,
    /// in every version and on every machine. Faults are the same as those of a search. The way to each is shrunk: answers
    /// are left out, and changed for those that stand earlier among the options, as long as it leads to the fault; and where
    /// there are few positions before it, it is the shortest there is.
    /// A game is left after [`depth`](Self::depth) answers, or after 10,000 of them; [`states`](Self::states) bounds nothing.
    ///
    /// The report is never complete: that nothing was found says nothing of other games.
    ///
    /// # Examples
    ///
    /// ```
    /// use phase_core::prelude::*;
    /// use phase_testing::{Cut, explore};
    ///
    /// /// Climbs or slips, and must not come to the thirteenth floor.
    /// #[phase(world = u32, asks, pushes(ClimbPhase), clone)]
    /// #[derive(Debug, Clone)]
    /// struct ClimbPhase;
    ///
    /// impl Asks for ClimbPhase {
    ///     type Answer = i32;
    ///
    ///     fn options(&self, _: Seat, _: &u32) -> Option<Vec<i32>> {
    ///         Some(vec![-1, 1, 2, 3])
    ///     }
    ///
    ///     fn answer(&mut self, _: Seat, floors: i32, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
    ///         *guard.world = guard.world.saturating_add_signed(floors);
    ///         if *guard.world == 13 {
    ///             return guard.fail("an unlucky floor");
    ///         }
    ///         guard.push(ClimbPhase); // without an end
    ///         guard.end()
    ///     }
    /// }
    ///
    /// let mut phases = PhaseManager::new();
    /// phases.push(ClimbPhase);
    /// let report = explore(&phases, &0).random(7, 20).depth(1000).run();
    /// let [finding] = &report.findings[..] else { panic!("{report}") };
    /// assert_eq!(finding.way.len(), 5); // 1 and four times 3
    /// assert!(report.cut.contains(&Cut::Random(20)) && !report.complete);
    /// ```
    pub fn random(mut self, seed: u64, games: usize) -> Self {
        self.random = Some(Random { seed, games });
        self
    }

    /// Calls this from time to time, on the thread that calls [`run`](Self::run).
    pub fn on_progress(mut self, tell: impl FnMut(&Progress) + 'a) -> Self {
        self.on_progress = Some(Box::new(tell));
        self
    }

    /// Searches.
    ///
    /// # Panics
    ///
    /// If a phase turns up that is not `clone`, without any declaration that told of it before; with its name.
    #[must_use]
    #[track_caller]
    pub fn run(self) -> Report {
        match self.result() {
            Ok(report) => report,
            Err(error) => refuse(&error),
        }
    }

    fn result(self) -> Result<Report, ForkError> {
        let Self { phases, world, mut bounds, patience, rules, random, mut on_progress } = self;
        let flow = Flow::of::<W>();
        let progress = |tally: &Tally, findings| {
            if let Some(tell) = &mut on_progress {
                let &Tally { depth, waiting, states, transitions, .. } = tally;
                tell(&Progress { depth, states, transitions, waiting, findings });
            }
        };
        let (tally, found, seen) = if let Some(plan) = random {
            let mut games = Games::new((phases, world), &rules, bounds, patience, &flow);
            bounds.depth = games.longest();
            games.run(plan, progress)?;
            (games.tally, games.found, games.seen)
        } else {
            let mut search = Search::new(&rules, bounds, patience, &flow);
            search.run(phases.fork()?, world.clone(), progress)?;
            (search.tally, search.found, search.seen)
        };
        let findings = found.into_iter().map(|Found { fault, way, times }| {
            let way = retrace(phases, world, &way, patience, &flow)?;
            let recording = record(phases, world, &way, &fault, patience)?;
            let Fault { kind, phase, message, started, cycle, .. } = fault;
            Ok(Finding { kind, phase, message, way, recording, started, cycle, times })
        });
        let findings = findings.collect::<Result<_, ForkError>>()?;
        let mut cut = cuts(&tally, bounds);
        cut.extend(random.map(|plan| Cut::Random(plan.games)));
        Ok(Report {
            complete: cut.is_empty(),
            cut,
            states: tally.states,
            transitions: tally.transitions,
            finished: tally.finished,
            findings,
            unreached: seen.unreached(),
            untaken: seen.untaken(),
            is_merged: rules.same.is_some(),
        })
    }
}

fn cuts(tally: &Tally, bounds: Bounds) -> Vec<Cut> {
    let depth = tally.is_cut_by_depth.then_some(Cut::Depth(bounds.depth));
    let states = tally.is_cut_by_states.then_some(Cut::States(tally.states));
    let halted = (tally.halted > 0).then_some(Cut::Halted(tally.halted));
    let unlisted = tally.unlisted.iter().map(|phase| Cut::Unlisted(phase));
    let faults = (tally.faulty > 0).then_some(Cut::Faults(tally.faulty));
    depth.into_iter().chain(states).chain(unlisted).chain(halted).chain(faults).collect()
}

#[track_caller]
fn refuse(error: &dyn fmt::Display) -> ! {
    panic!("the game can't be explored: {error}")
}

impl<W: 'static> fmt::Debug for Explorer<'_, W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Explorer").field("bounds", &self.bounds).finish_non_exhaustive()
    }
}
