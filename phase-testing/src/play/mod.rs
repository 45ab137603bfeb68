//! Plays a game in a test, from one point of interest to the next.

mod difference;
mod moving;
mod script;
mod starts;
mod stop;

use std::fmt::{self, Display};
use std::panic::Location;
use std::thread;

use phase_core::{AnswerError, AnyAnswer, Asks, PhaseInfo, PhaseManager, PhaseRef, Seat};

use difference::difference;
use script::{Line, Script};
use starts::{Offspring, Seen, Start, Starts};
use stop::{Stop, told};

/// So many of the last starts are shown by a failure.
const SHOWN: usize = 10;

/// A game under test, which is taken from one point of interest to the next, without a clock or a thread.
///
/// What can't be reached fails at once, with where the game stands and what it waits for, what started last, and what set
/// that off. Questions on the way are answered by what is [scripted](Self::script), and phases that wait to be updated are,
/// up to 1,000 times each.
///
/// Starts are told from each other by [`peek`](PhaseManager::peek). So phases that `when_empty` supplies, which can't be
/// seen before, are known by their name alone if they end where they start.
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
    starts: Starts,
    script: Script,
    /// The start of the phase that ran last.
    latest: Option<usize>,
    /// How many phases were queued after that.
    queued: usize,
}

impl<W: 'static> Play<W> {
    /// A game under test, as it stands.
    #[must_use]
    pub fn new(phases: PhaseManager<W>, world: W) -> Self {
        let starts = Starts::of(&phases);
        let latest = phases.current().and_then(|running| starts.place_of(running));
        let queued = phases.len();
        Self { phases, world, starts, script: Script::default(), latest, queued }
    }

    /// Goes on to just before the next `P` starts.
    ///
    /// One that `when_empty` supplies can't be seen before; the game then stands right after its start.
    ///
    /// # Panics
    ///
    /// If that can't be reached.
    #[track_caller]
    pub fn to<P: PhaseInfo>(&mut self) -> &mut Self {
        let from = self.starts.count();
        let result = self.go(|play| {
            let is_next = play.phases.current().is_none() && play.next().is_some_and(PhaseRef::is::<P>);
            let was_supplied = |start: &Start| start.how == Seen::Supplied && start.name == P::NAME;
            is_next || play.starts.from(from).last().is_some_and(was_supplied)
        });
        self.reached(result, &format_args!("the start of `{}`", P::NAME));
        self
    }

    /// Goes on until a `P` has ended, and all that it has set off: the one that waits, or the next one.
    ///
    /// # Panics
    ///
    /// If that can't be reached.
    #[track_caller]
    pub fn through<P: PhaseInfo>(&mut self) -> &mut Self {
        let goal = format!("the end of `{}`", P::NAME);
        let running = self.phases.current().filter(|running| running.is::<P>());
        let place = running.and_then(|running| self.starts.place_of(running)).unwrap_or_else(|| {
            let from = self.starts.count();
            let result =
                self.go(|play| play.starts.from(from).last().is_some_and(|start| start.name == P::NAME));
            self.reached(result, &goal);
            self.starts.count().saturating_sub(1)
        });
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
        if let Err(Stop::Failed(_) | Stop::Limit(_) | Stop::Refused(_)) = stop {
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
        let queued = self.phases.len();
        match self.phases.answer::<P>(&mut self.world, seat, answer) {
            Ok(_) => self.note_queue(queued),
            Err(AnswerError::Run(error)) => self.fail(&goal, &Stop::Failed(error)),
            Err(refusal) => self.fail(&goal, &Stop::Refused(told(&refusal))),
        }
        self
    }

    /// Has answers ready for the questions on the way: each one is given when its seat is asked for an answer of its type.
    ///
    /// Those of one type are given in their order. What is left over when this is dropped is a failure.
    #[track_caller]
    pub fn script(&mut self, answers: impl IntoIterator<Item = (Seat, AnyAnswer)>) -> &mut Self {
        let place = Location::caller();
        self.script.lines.extend(answers.into_iter().map(|(seat, answer)| Line { seat, answer, place }));
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
            if let Err(Stop::Failed(_) | Stop::Limit(_) | Stop::Refused(_)) = result {
                self.reached(result, &"the next frame");
            }
        }
        self
    }

    /// A copy of the game as it stands, to go on another way. It has nothing scripted.
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
            Ok(phases) => Self {
                phases,
                world: self.world.clone(),
                starts: self.starts.clone(),
                script: Script::default(),
                latest: self.latest,
                queued: self.queued,
            },
            Err(error) => panic!("the game can't be branched: {error}"),
        }
    }

    /// What has started so far, each phase as its `Debug` showed it before.
    #[must_use]
    pub fn starts(&self) -> Vec<String> {
        self.starts.shown().map(|(_, start)| start.shown.clone()).collect()
    }

    /// Holds that just these phases have started, in this order; each is given by its name or its whole `Debug`.
    ///
    /// # Panics
    ///
    /// If it was otherwise, with both lists as a difference.
    #[track_caller]
    pub fn assert_starts<S: AsRef<str>>(&self, expected: impl IntoIterator<Item = S>) {
        let expected: Vec<S> = expected.into_iter().collect();
        let expected: Vec<&str> = expected.iter().map(AsRef::as_ref).collect();
        let found: Vec<&Start> = self.starts.shown().map(|(_, start)| start).collect();
        let is_same = expected.len() == found.len()
            && expected.iter().zip(&found).all(|(text, start)| start.is_meant_by(text));
        assert!(
            is_same,
            "other phases have started than expected (-: expected, +: started):{}",
            difference(&expected, &found, |text, start| start.is_meant_by(text))
        );
    }

    /// Holds that each `Child` that has started was set off by a `Parent`, and that there was one.
    ///
    /// # Panics
    ///
    /// If it was otherwise.
    #[track_caller]
    pub fn assert_caused<Child: PhaseInfo, Parent: PhaseInfo>(&self) {
        let (child, parent) = (Child::NAME, Parent::NAME);
        let mut children = self.starts.shown().filter(|(_, start)| start.name == child).peekable();
        assert!(
            children.peek().is_some(),
            "no `{child}` has started, so none was set off by a `{parent}`; what started last:{}",
            self.starts.last(SHOWN)
        );
        for (place, _) in children {
            let is_caused = self.starts.causes(place).any(|(_, cause)| cause.name == parent);
            assert!(
                is_caused,
                "a `{child}` was not set off by a `{parent}`:\n    {}",
                self.starts.told(place)
            );
        }
    }

    #[track_caller]
    fn reached(&self, result: Result<(), Stop>, goal: &dyn Display) {
        if let Err(stop) = result {
            self.fail(goal, &stop);
        }
    }

    #[track_caller]
    fn fail(&self, goal: &dyn Display, stop: &Stop) -> ! {
        let script = if self.script.lines.is_empty() {
            String::new()
        } else {
            format!("\nstill scripted:{}", self.script)
        };
        panic!("{goal} can't be reached: {stop}\nwhat started last:{}{script}", self.starts.last(SHOWN));
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
        let started = self.starts.shown().count();
        f.debug_struct("Play")
            .field("phases", &self.phases)
            .field("started", &started)
            .finish_non_exhaustive()
    }
}
