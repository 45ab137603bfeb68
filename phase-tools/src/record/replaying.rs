//! What a recording can be played for.

use std::fmt;
use std::hash::Hash;

use phase_core::PhaseManager;

use super::contents::Contents;
use super::divergence::Divergence;
use super::line::Line;
use super::recorder::Recorder;
use super::recording::Recording;
use super::replay::Replay;

/// A game that a recording was played in, as it is at the end of that.
///
/// Needs the [feature](crate#features) `record`.
#[derive(Debug)]
pub struct Replayed<W: 'static> {
    /// What is still to happen.
    pub phases: PhaseManager<W>,
    /// The world.
    pub world: W,
}

/// A recording that is played in parts; see [`Recording::walk`].
pub struct Walk<'r, W: 'static>(Replay<'r, W>);

impl<W: 'static> Walk<'_, W> {
    /// Plays on, up to just before a step; nothing happens if the game stands there already, or beyond.
    ///
    /// # Errors
    ///
    /// [`Divergence`], if there is a difference before. The game then stands behind it, and is not fit to be played on.
    pub fn to(&mut self, step: u64) -> Result<(), Divergence> {
        self.0.play(step)
    }

    /// Whether all of the recording has been played.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.0.is_over()
    }

    /// The phases, to look at.
    #[must_use]
    pub fn phases(&self) -> &PhaseManager<W> {
        self.0.recorder.phases()
    }

    /// The world, to look at.
    #[must_use]
    pub fn world(&self) -> &W {
        self.0.recorder.world()
    }

    /// Goes on from here with other inputs.
    #[must_use]
    pub fn into_recorder(self) -> Recorder<W> {
        self.0.recorder
    }
}

impl<W: fmt::Debug> fmt::Debug for Walk<'_, W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Walk").field(&self.0.recorder).finish()
    }
}

/// How often a recording is played to find hidden chance.
const RUNS: usize = 8;

impl Recording {
    /// Plays the recording in a game that begins as the recorded one did, and stops at the first difference.
    ///
    /// How long that takes depends on the recording: one may say that a game has waited for years. One from a stranger can be asked for
    /// its [steps](Self::steps) before.
    ///
    /// Everything that the host did is done again, and everything that came of it is compared: which phase starts, by which verb it
    /// was queued, from which level it comes and which phase has queued it; where the game waits, what it asks and whom; where a
    /// phase fails or panics. A game that panicked while it was recorded has to do so again. A recording that breaks off, as that of
    /// a game that was killed, is played as far as it goes: if its last line is not one that a call of the host ends with, such as
    /// `asks` or `idle`, whatever more comes of that call is no difference. Digests of the world are compared by
    /// [`replay_with_digests`](Self::replay_with_digests) alone.
    ///
    /// # Errors
    ///
    /// [`Divergence`]: the first difference.
    ///
    /// # Examples
    ///
    /// ```
    #[doc = include_str!("table.txt")]
    /// # use phase_tools::{Recorder, Recording};
    /// # let mut recorder = Recorder::new(PhaseManager::new(), Table::default());
    /// # recorder.push(GuessPhase { most: 10 })?;
    /// # recorder.run()?;
    /// # recorder.answer::<GuessPhase>(Seat::Player(0), 7)?;
    /// let text = recorder.recording().to_string(); // into a file, and from there
    /// let recording: Recording = text.parse()?;
    /// let replayed = recording.replay(PhaseManager::new(), Table::default())?;
    /// assert_eq!(replayed.world.guesses, [7]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn replay<W: 'static>(&self, phases: PhaseManager<W>, world: W) -> Result<Replayed<W>, Divergence> {
        self.replayed(Recorder::new(phases, world), false)
    }

    /// Like [`replay`](Self::replay), and compares the digests of the world that the recording holds: from the first of them on, if it
    /// was recorded without up to there.
    ///
    /// # Errors
    ///
    /// As there, and a [`Divergence`] of the kind [`NoDigests`](super::DivergenceKind::NoDigests), before anything is played, if the
    /// recording holds none.
    pub fn replay_with_digests<W: Hash + 'static>(
        &self,
        phases: PhaseManager<W>,
        world: W,
    ) -> Result<Replayed<W>, Divergence> {
        if !self.lines().any(|line| matches!(line.line, Line::World(_))) {
            return Err(Divergence::no_digests());
        }
        self.replayed(Recorder::new(phases, world).digests(), true)
    }

    fn replayed<W: 'static>(
        &self,
        recorder: Recorder<W>,
        has_digests: bool,
    ) -> Result<Replayed<W>, Divergence> {
        let mut replay = Replay::new(self, recorder, has_digests);
        replay.play(u64::MAX)?;
        let (phases, world, _) = replay.recorder.into_parts();
        Ok(Replayed { phases, world })
    }

    /// Plays the recording up to just before a step, and goes on recording from there: with other inputs, or to look at how the
    /// game stands.
    ///
    /// The header is taken over. Where the step is in the middle of a run, that has become steps in the new recording. With 0 or 1
    /// the game stands at its beginning; with a number beyond the last step, at its end.
    ///
    /// Digests of the world are neither compared nor taken over: the new recording has none. Call
    /// [`digests`](Recorder::digests) on what comes back, and it has them from there on.
    ///
    /// # Errors
    ///
    /// [`Divergence`], if there is a difference before.
    ///
    /// # Examples
    ///
    /// What if the player had guessed higher?
    ///
    /// ```
    #[doc = include_str!("table.txt")]
    /// # use phase_tools::{Recorder, Recording};
    /// # let mut recorder = Recorder::new(PhaseManager::new(), Table::default());
    /// # recorder.push(GuessPhase { most: 10 })?;
    /// # recorder.run()?;
    /// # recorder.answer::<GuessPhase>(Seat::Player(0), 7)?;
    /// # let recording = recorder.recording();
    /// // 1: the host pushes, 2: the phase starts, 3: the answer
    /// let mut other = recording.resume_at(3, PhaseManager::new(), Table::default())?;
    /// other.answer::<GuessPhase>(Seat::Player(0), 9)?;
    /// assert_eq!(other.world().guesses, [9]);
    /// # other.recording().replay(PhaseManager::new(), Table::default())?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn resume_at<W: 'static>(
        &self,
        step: u64,
        phases: PhaseManager<W>,
        world: W,
    ) -> Result<Recorder<W>, Divergence> {
        let mut walk = self.walk(phases, world);
        walk.to(step)?;
        Ok(walk.into_recorder())
    }

    /// Plays the recording in parts, to look at the game between them: for an inspector.
    ///
    /// # Examples
    ///
    /// ```
    #[doc = include_str!("table.txt")]
    /// # use phase_tools::{Recorder, Recording};
    /// # let mut recorder = Recorder::new(PhaseManager::new(), Table::default());
    /// # recorder.push(GuessPhase { most: 10 })?;
    /// # recorder.run()?;
    /// # recorder.answer::<GuessPhase>(Seat::Player(0), 7)?;
    /// # let recording = recorder.recording();
    /// let mut walk = recording.walk(PhaseManager::new(), Table::default());
    /// walk.to(3)?;
    /// assert!(walk.phases().question().is_some());
    /// walk.to(4)?;
    /// assert_eq!(walk.world().guesses, [7]);
    /// assert!(walk.is_over());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn walk<W: 'static>(&self, phases: PhaseManager<W>, world: W) -> Walk<'_, W> {
        Walk(Replay::new(self, Recorder::new(phases, world), false))
    }

    /// Plays the recording several times in games that are made anew, and says where two of them differ: chance that does not
    /// come by the recording, such as the order of a hash map, what an earlier game has left in a static, or a draw without a seed.
    ///
    /// Two runs differ in the lines that they record, or in what a phase holds when it starts, as its `Debug` tells it. So a `Debug`
    /// must tell nothing that differs from run to run and is no part of the game, such as an address, or a hash map in the order
    /// that it happens to have. What a phase holds that is `#[phase(secret)]` is not looked at, and neither is the world, which is for
    /// [`hidden_chance_with_digests`](Self::hidden_chance_with_digests).
    ///
    /// Where the games agree with each other and not with the recording, it is the game that has changed, and the difference is that
    /// of [`replay`](Self::replay); [`Divergence::is_hidden_chance`] tells the two apart.
    ///
    /// # Errors
    ///
    /// [`Divergence`]: the first difference.
    ///
    /// # Examples
    ///
    /// A game that counts its turns in the wrong place:
    ///
    /// ```
    /// # use phase_core::prelude::*;
    /// # use serde::{Deserialize, Serialize};
    /// use std::sync::atomic::{AtomicU32, Ordering};
    ///
    /// # use phase_tools::Recorder;
    /// static TURN: AtomicU32 = AtomicU32::new(0);
    ///
    /// # pub struct Match;
    /// #[phase(world = Match, save)]
    /// #[derive(Debug, Serialize, Deserialize)]
    /// struct TurnPhase;
    ///
    /// impl Phase for TurnPhase {
    ///     fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
    ///         if TURN.fetch_add(1, Ordering::Relaxed) < 3 {
    ///             guard.push(TurnPhase);
    ///         }
    ///         guard.end()
    ///     }
    /// }
    ///
    /// let mut recorder = Recorder::new(PhaseManager::new(), Match);
    /// recorder.push(TurnPhase)?;
    /// recorder.run()?;
    /// # TURN.store(2, Ordering::Relaxed);
    /// let found = recorder.recording().hidden_chance(|| (PhaseManager::new(), Match)).unwrap_err();
    /// assert!(found.is_hidden_chance());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn hidden_chance<W: 'static>(
        &self,
        make: impl FnMut() -> (PhaseManager<W>, W),
    ) -> Result<(), Divergence> {
        self.runs_alike(make, |recorder| recorder, false)
    }

    /// Like [`hidden_chance`](Self::hidden_chance), and compares digests of the worlds, too; whether or not the recording holds
    /// some.
    ///
    /// # Errors
    ///
    /// As there.
    pub fn hidden_chance_with_digests<W: Hash + 'static>(
        &self,
        make: impl FnMut() -> (PhaseManager<W>, W),
    ) -> Result<(), Divergence> {
        self.runs_alike(make, Recorder::digests, true)
    }

    fn runs_alike<W: 'static>(
        &self,
        mut make: impl FnMut() -> (PhaseManager<W>, W),
        prepare: fn(Recorder<W>) -> Recorder<W>,
        has_digests: bool,
    ) -> Result<(), Divergence> {
        let mut begin = || {
            let (phases, world) = make();
            let mut recorder = prepare(Recorder::new(phases, world));
            let contents = Contents::of(&mut recorder.phases);
            (recorder, contents)
        };
        let (recorder, contents) = begin();
        let mut first = Replay::new(self, recorder, has_digests);
        let with_recording = first.play(u64::MAX);
        let first = first.recorder.recording();
        for _ in 1..RUNS {
            let (recorder, own) = begin();
            let mut again = Replay::new(&first, recorder, has_digests).with_contents(contents.clone(), own);
            again.play(u64::MAX).map_err(Divergence::between_runs)?;
        }
        with_recording
    }
}
