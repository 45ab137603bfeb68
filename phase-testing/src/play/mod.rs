//! Plays a game in a test, from one point of interest to the next.

mod difference;
mod log;
mod moving;
mod names;
mod order;
mod script;
mod stop;
mod story;

use std::fmt::{self, Display};
use std::panic::Location;
use std::thread;

use phase_core::{AnyAnswer, Asks, PhaseInfo, PhaseManager, PhaseRef, Seat};
use phase_tools::Trace;

use log::{Log, Offspring, SharedLog};
use script::Script;
use stop::Stop;

/// So much of what has happened last is shown by a failure.
const SHOWN: usize = 10;

/// A game under test, which is taken from one point of interest to the next, without a clock or a thread.
///
/// What can't be reached fails at once, at the line of the test, with where the game stands and what it waits for, what
/// happened last, and what set that off. Questions on the way are answered by what is [scripted](Self::script), and phases
/// that wait to be updated are, up to 1,000 times each. A panic in the game is such a failure, too.
///
/// What has started is held to lists by [`assert_starts`](Self::assert_starts) and its like, in which a phase is given by its
/// name or by its whole `Debug`; and the [`trace`](Self::trace) has all the rest that has happened.
///
/// # Panics
///
/// When it is dropped, if anything is left over that was scripted, unless by a panic.
///
/// # Examples
///
/// ```
/// use phase_core::prelude::*;
/// use phase_testing::Play;
///
/// #[derive(Default)]
/// struct Battle { hp: i32, log: Vec<&'static str> }
///
/// #[phase(world = Battle, asks, unshifts(HitPhase), clone)]
/// #[derive(Debug, Clone)]
/// struct CommandPhase;
///
/// impl Asks for CommandPhase {
///     type Answer = i32;
///     fn answer(&mut self, _: Seat, strength: i32, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
///         guard.unshift(HitPhase(strength));
///         guard.end()
///     }
/// }
///
/// #[phase(world = Battle, defers(FaintPhase), clone)]
/// #[derive(Debug, Clone)]
/// struct HitPhase(i32);
///
/// impl Phase for HitPhase {
///     fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
///         guard.world.hp -= self.0;
///         if guard.world.hp <= 0 {
///             guard.defer(FaintPhase);
///         }
///         guard.end()
///     }
/// }
///
/// #[phase(world = Battle, leaf, clone)]
/// #[derive(Debug, Clone)]
/// struct FaintPhase;
///
/// impl Phase for FaintPhase {
///     fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
///         guard.world.log.push("it faints");
///         guard.end()
///     }
/// }
///
/// let mut phases = PhaseManager::new();
/// phases.push(CommandPhase);
/// phases.push(CommandPhase);
/// let mut play = Play::new(phases, Battle { hp: 10, ..Battle::default() });
/// play.answer::<CommandPhase>(Seat::Player(0), 4);
/// play.through::<HitPhase>();
/// assert_eq!(play.world.hp, 6);
///
/// play.script([(Seat::Player(0), AnyAnswer::new(7))]);
/// play.to::<FaintPhase>();
/// assert!(play.world.log.is_empty()); // it has not fainted yet
/// play.to_rest();
/// assert_eq!(play.world.log, ["it faints"]);
///
/// play.assert_starts(["CommandPhase", "HitPhase(4)", "CommandPhase", "HitPhase(7)", "FaintPhase"]);
/// play.assert_caused::<FaintPhase, HitPhase>();
/// ```
pub struct Play<W: 'static> {
    /// The manager. What is queued here counts as queued by nobody.
    pub phases: PhaseManager<W>,
    /// The world.
    pub world: W,
    log: SharedLog,
    trace: Trace,
    script: Script,
}

impl<W: 'static> Play<W> {
    /// A game under test, as it stands.
    #[must_use]
    pub fn new(phases: PhaseManager<W>, world: W) -> Self {
        let log = Log::of(&phases);
        Self::with_log(phases, world, log)
    }

    fn with_log(mut phases: PhaseManager<W>, world: W, log: Log) -> Self {
        let trace = Trace::new();
        trace.attach(&mut phases);
        let log = log.listen(&mut phases);
        Self { phases, world, log, trace, script: Script::default() }
    }

    /// Goes on to just before the next `P` starts; where the game stands right before one already, it stays there.
    ///
    /// A second call in a row then does nothing. To come to the next one, go [`through`](Self::through) this one first:
    /// `play.through::<DamagePhase>().to::<DamagePhase>()`.
    ///
    /// One that `when_empty` supplies, or that comes by an inbox, can't be seen before; the game then stands right after its
    /// start.
    ///
    /// # Panics
    ///
    /// If that can't be reached.
    #[track_caller]
    pub fn to<P: PhaseInfo>(&mut self) -> &mut Self {
        let mut from = self.log.read().count();
        let result = self.go(|play| {
            let is_next = play.phases.current().is_none() && play.next().is_some_and(PhaseRef::is::<P>);
            is_next || play.log.read().look_for(P::NAME, &mut from).is_some()
        });
        self.reached(result, &format_args!("the start of `{}`", P::NAME));
        self
    }

    /// Goes on until a `P` has ended, and all that it has set off: the one that waits, or else the next one.
    ///
    /// After [`to`](Self::to) that is the one that the game stands right before.
    ///
    /// # Panics
    ///
    /// If that can't be reached.
    #[track_caller]
    pub fn through<P: PhaseInfo>(&mut self) -> &mut Self {
        let goal = format!("the end of `{}`", P::NAME);
        let running = self.phases.current().filter(|running| running.is::<P>());
        let running = running.and_then(|running| self.log.read().place_of(running));
        let place = if let Some(place) = running {
            place
        } else {
            let (mut from, mut found) = (self.log.read().count(), None);
            let result = self.go(|play| {
                found = play.log.read().look_for(P::NAME, &mut from);
                found.is_some()
            });
            self.reached(result, &goal);
            found.unwrap_or_default()
        };
        let mut offspring = Offspring::of(place);
        let result = self.go(|play| play.is_over(&mut offspring));
        self.reached(result, &goal);
        self
    }

    /// Goes on until somebody is asked for whom nothing is scripted.
    ///
    /// # Panics
    ///
    /// If that can't be reached.
    #[track_caller]
    pub fn to_question(&mut self) -> &mut Self {
        let stop = self.go(|_| false);
        if !matches!(stop, Err(Stop::Asks { .. })) {
            self.reached(stop, &"a question");
        }
        self
    }

    /// Goes on until nothing can proceed: the game is idle, asks, waits, or has halted.
    ///
    /// # Panics
    ///
    /// If a phase fails on the way, if it never rests, or if a scripted answer is refused.
    #[track_caller]
    pub fn to_rest(&mut self) -> &mut Self {
        let stop = self.rest();
        if stop.as_ref().is_err_and(Stop::is_fault) {
            self.reached(stop, &"a rest");
        }
        self
    }

    /// Goes on to the next question, and answers it.
    ///
    /// # Panics
    ///
    /// If no question can be reached, another phase asks than `P`, or the answer is refused.
    #[track_caller]
    pub fn answer<P>(&mut self, seat: Seat, answer: P::Answer) -> &mut Self
    where
        P: Asks<World = W>,
    {
        let stop = self.go(|_| false);
        let goal = format!("the answer of {seat} to `{}`", P::NAME);
        if !matches!(stop, Err(Stop::Asks { .. })) {
            self.reached(stop, &goal);
        }
        let given = self.give(|play| play.phases.answer::<P>(&mut play.world, seat, answer));
        self.reached(given, &goal);
        self
    }

    /// Has answers ready for the questions on the way: each one is given when its seat is asked for an answer of its type.
    ///
    /// Those of one type are given in their order. What is left over when this is dropped is a failure.
    #[track_caller]
    pub fn script(&mut self, answers: impl IntoIterator<Item = (Seat, AnyAnswer)>) -> &mut Self {
        self.script.add(answers, Location::caller());
        self
    }

    /// Has ready how the dice fall: a [script](Self::script) for [`Seat::Chance`].
    #[track_caller]
    pub fn rolls(&mut self, rolls: impl IntoIterator<Item = AnyAnswer>) -> &mut Self {
        self.script(rolls.into_iter().map(|roll| (Seat::Chance, roll)))
    }

    /// Has so many frames go by: in each, the phase that waits is updated, and what proceeds then runs.
    ///
    /// # Panics
    ///
    /// If a phase fails, if it never rests, or if a scripted answer is refused.
    #[track_caller]
    pub fn frames(&mut self, count: usize) -> &mut Self {
        for _ in 0..count {
            let result = self.advance().and_then(|()| self.rest());
            if result.as_ref().is_err_and(Stop::is_fault) {
                self.reached(result, &"the next frame");
            }
        }
        self
    }

    /// A copy of the game as it stands, to go on another way. It knows what has started, and has nothing scripted.
    ///
    /// # Panics
    ///
    /// If a phase is not `clone`.
    #[must_use]
    #[track_caller]
    pub fn branch(&self) -> Self
    where
        W: Clone,
    {
        match self.phases.fork() {
            Ok(phases) => {
                let log = self.log.read().clone();
                Self::with_log(phases, self.world.clone(), log)
            }
            Err(error) => panic!("the game can't be branched: {error}"),
        }
    }

    /// What has started so far, each phase as its `Debug` showed it before.
    #[must_use]
    pub fn starts(&self) -> Vec<String> {
        self.log.read().starts().map(|(_, start)| start.shown.clone()).collect()
    }

    /// All that has happened since the test began; in a branch since that was made.
    ///
    /// Its `Display` is the same on every run, as far as the `Debug` of the phases is, and so fits snapshots; and
    /// [`why`](Trace::why) tells of a phase by whom it was queued.
    #[must_use]
    pub fn trace(&self) -> &Trace {
        &self.trace
    }

    #[track_caller]
    fn reached(&self, result: Result<(), Stop>, goal: &dyn Display) {
        if let Err(stop) = result {
            self.fail(goal, &stop);
        }
    }

    #[track_caller]
    fn fail(&self, goal: &dyn Display, stop: &Stop) -> ! {
        let (last, script) = (self.log.read().last(SHOWN), self.script.told());
        panic!("{goal} can't be reached: {stop}\nwhat happened last:{last}{script}");
    }
}

impl<W: 'static> Drop for Play<W> {
    fn drop(&mut self) {
        let is_used_up = self.script.lines.is_empty() || thread::panicking();
        assert!(is_used_up, "answers are left over that were scripted:{}", self.script);
    }
}

impl<W: 'static> fmt::Debug for Play<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let started = self.log.read().starts().count();
        f.debug_struct("Play")
            .field("phases", &self.phases)
            .field("started", &started)
            .finish_non_exhaustive()
    }
}
