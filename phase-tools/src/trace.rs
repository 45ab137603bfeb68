//! What has happened in a game, kept to be looked at.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use phase_core::{Phase, PhaseId, PhaseManager};

mod chrome;
mod chunk;
mod event;
#[cfg(feature = "inspector")]
mod heard;
mod json;
#[cfg(feature = "timeline")]
mod page;
mod part;
mod pen;
mod queueing;
mod recall;
mod record;
mod ring;
mod room;
mod slices;
mod sync;
mod text;
mod tree;
mod why;
mod writer;

pub use event::{TraceEvent, TraceKind};
pub use why::Why;

pub(crate) use queueing::queueing;

#[cfg(feature = "tracing")]
pub(crate) use {text::write as shown, tree::reason_of};

#[cfg(feature = "inspector")]
pub(crate) use {tree::told, why::verb};

use chrome::Chrome;
use ring::Ring;
use slices::Slices;
use tree::Tree;
use writer::Writer;

/// A record of what happens in a game: which phases were queued by whom, ran, waited, and came to which end.
///
/// It is a handle: clones show the same record. [`attach`](Self::attach) has it listen to a game; then ask
/// [`why`](Self::why) a phase ran, or print the trace. Its `Display` is the tree of what ran, a line for each phase:
/// numbered in the order of queueing, in the order of starting, below the phase that unshifted, deferred, inserted or
/// put it there. The same game gives the same text on every run and machine, as far as the `Debug` of its phases does,
/// so tests can compare it. What a phase that is `#[phase(secret)]` or a [secret](phase_core::Asks::secret) answer holds is never kept.
///
/// A step that does next to nothing takes about 5 times as long with a trace of names only, of which the trace itself takes
/// a third, and 23 times with texts. Names cost 13 times where several games are listened to at once, or in a ring of less
/// than 16 KiB: each event takes a lock there.
///
/// A phase is shown by its `Debug` as it starts, or, if it never does, as it is dropped; on one line, and by its name
/// where that panics.
///
/// # Examples
///
/// ```
/// use phase_core::prelude::*;
/// use phase_tools::Trace;
///
/// #[phase(unshifts(DamagePhase))]
/// #[derive(Debug)]
/// pub struct MovePhase(&'static str);
///
/// impl Phase for MovePhase {
///     fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
///         guard.unshift(DamagePhase(7));
///         guard.end()
///     }
/// }
///
/// #[phase]
/// #[derive(Debug)]
/// pub struct DamagePhase(u32);
///
/// impl Phase for DamagePhase {
///     fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> { guard.end() }
/// }
///
/// let (trace, mut phases) = (Trace::new(), PhaseManager::new());
/// trace.attach(&mut phases);
/// phases.push(MovePhase("Cut"));
/// phases.run(&mut ())?;
/// assert_eq!(
///     trace.to_string(),
///     "1. MovePhase(\"Cut\"): pushed by the host, ended\n\
///     \x20 2. DamagePhase(7): unshifted by 1, ended\n"
/// );
/// # Ok::<(), RunError>(())
/// ```
#[derive(Clone, Default)]
pub struct Trace(Arc<Shared>);

struct Shared {
    names_only: AtomicBool,
    /// The most text that an event may have.
    longest: usize,
    ring: Mutex<Ring>,
}

impl Default for Shared {
    fn default() -> Self {
        Self::new(None)
    }
}

impl Trace {
    /// A trace that keeps everything: for tests and short games.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// A trace that takes no more memory than these bytes: the oldest events make room for new ones, and are counted.
    ///
    /// An event takes 48 bytes, or 56 and 45 for texts. The ring consists of 32 parts, or fewer if it is small, and the oldest
    /// of them goes as a whole; a text that is longer than two fifths of a part is cut. A phase that is there when the trace
    /// comes, or comes by an undo, takes 80 bytes more, and so does each in a game that has gone on since another one came.
    /// Where not even one part has a place, nothing is kept.
    ///
    /// # Examples
    ///
    /// What has happened lately, for reports of a game that runs for days:
    ///
    /// ```
    /// # use phase_core::prelude::*;
    /// use phase_tools::Trace;
    /// # #[phase]
    /// # #[derive(Debug)]
    /// # pub struct TurnPhase;
    /// # impl Phase for TurnPhase {
    /// #     fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> { guard.end() }
    /// # }
    /// # let mut phases = PhaseManager::new();
    /// let trace = Trace::bounded(64 * 1024).names_only();
    /// trace.attach(&mut phases);
    /// for _ in 0..10_000 {
    ///     phases.push(TurnPhase);
    ///     phases.run(&mut ())?;
    /// }
    /// assert_eq!(trace.events().len() + trace.dropped(), 30_000);
    /// # Ok::<(), RunError>(())
    /// ```
    #[must_use]
    pub fn bounded(bytes: usize) -> Self {
        Self(Arc::new(Shared::new(Some(bytes))))
    }

    /// Has the trace keep names in place of texts: no `Debug` is called, and a ring that is full asks for no memory.
    ///
    /// Meant for a new trace; what an old one has kept is dropped.
    #[must_use]
    pub fn names_only(self) -> Self {
        self.ring().keep_names_only();
        self.0.names_only.store(true, Ordering::Relaxed);
        self
    }

    /// Has the trace listen to a game from now on, and take note of what is there already.
    ///
    /// One trace may listen to several games, such as one that was loaded in place of another; each is a tree of its own.
    /// Events of different games are kept in the order in which they happen, as far as one happens before the other; on
    /// threads that run at the same time, in any order. More than 65,000 games in all are not told apart.
    pub fn attach<W: 'static>(&self, phases: &mut PhaseManager<W>) {
        let mut writer = Writer::new(Arc::clone(&self.0));
        phases.observe(move |event, _| writer.take(event));
    }

    /// All events that are kept, oldest first.
    #[must_use]
    pub fn events(&self) -> Vec<TraceEvent> {
        self.ring().events()
    }

    /// How many events were dropped to make room.
    #[must_use]
    pub fn dropped(&self) -> usize {
        self.ring().dropped()
    }

    /// The phase of this type that started last, or else the one that was heard of last.
    ///
    /// Types are told apart by their names, so those of one name count as one.
    #[must_use]
    pub fn last<P: Phase>(&self) -> Option<PhaseId> {
        self.last_named(P::NAME)
    }

    /// The phase of this name that started last, or else the one that was heard of last.
    #[must_use]
    pub fn last_named(&self, name: &str) -> Option<PhaseId> {
        self.ring().last(name)
    }

    /// Why a phase was queued: the chain of the phases that queued each other, up to the call of the host; nothing if the
    /// trace does not know how it was queued.
    ///
    /// Where several games are listened to, the phase is one of the game that was attached last and has that id. Takes
    /// about as long for a long trace as for a short one; a chain ends after 1,000 phases.
    ///
    /// # Examples
    ///
    /// ```
    /// use phase_core::prelude::*;
    /// use phase_tools::Trace;
    ///
    /// # #[phase(unshifts(DamagePhase))]
    /// # #[derive(Debug)]
    /// # pub struct MovePhase(&'static str);
    /// # impl Phase for MovePhase {
    /// #     fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
    /// #         guard.unshift(DamagePhase(7));
    /// #         guard.end()
    /// #     }
    /// # }
    /// # #[phase]
    /// # #[derive(Debug)]
    /// # pub struct DamagePhase(u32);
    /// # impl Phase for DamagePhase {
    /// #     fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> { guard.end() }
    /// # }
    /// let (trace, mut phases) = (Trace::new(), PhaseManager::new());
    /// trace.attach(&mut phases);
    /// phases.push(MovePhase("Cut"));
    /// phases.run(&mut ())?;
    /// let damage = trace.last::<DamagePhase>().unwrap();
    /// assert_eq!(
    ///     trace.why(damage).unwrap().to_string(),
    ///     "DamagePhase(7), unshifted by\nMovePhase(\"Cut\"), pushed by the host\n"
    /// );
    /// # Ok::<(), RunError>(())
    /// ```
    #[must_use]
    pub fn why(&self, id: PhaseId) -> Option<Why> {
        Why::of(&self.ring(), id)
    }

    /// The trace as a file for `chrome://tracing` and [Perfetto](https://ui.perfetto.dev): JSON in the Trace Event Format.
    ///
    /// A slice is a phase with all that it has set off, which stands inside it. What a phase pushes runs later, for itself, and
    /// an arrow leads there; so it does to whatever else stands apart from the phase that has queued it. A phase that waits,
    /// asks, is suspended or parked has a slice inside for as long as it does, and so has an answer. What is dropped, fails or is
    /// given up is an instant, and all instants have a track. Each game is a process. What comes in the middle of something else,
    /// as an interrupt does, has a track of its own.
    ///
    /// A trace has no clock: time is in steps, and one is shown as a millisecond. A start is a step, and so is each update, answer,
    /// and refusal, and that a phase begins to wait.
    ///
    /// There is an event on each line, in the order of time, and each begins and ends there, so that a file that was cut off
    /// is one of a shorter game. Perfetto opens it wherever it was cut, in the middle of a line, too (its versions up to 47 ask for the
    /// closing `]`); `chrome://tracing` does not need the `]` either, but the last line has to be whole, or gone.
    ///
    /// # Examples
    ///
    /// ```
    /// # use phase_core::prelude::*;
    /// use phase_tools::Trace;
    /// # #[phase]
    /// # #[derive(Debug)]
    /// # pub struct DamagePhase(u32);
    /// # impl Phase for DamagePhase {
    /// #     fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> { guard.end() }
    /// # }
    /// # let mut phases = PhaseManager::new();
    /// let trace = Trace::new();
    /// trace.attach(&mut phases);
    /// phases.push(DamagePhase(7));
    /// phases.run(&mut ())?;
    /// let json = trace.to_chrome_json();
    /// assert!(json.contains(r#""ts":1000,"ph":"X","dur":1000,"cat":"phase","name":"DamagePhase""#));
    /// # Ok::<(), RunError>(())
    /// ```
    #[must_use]
    pub fn to_chrome_json(&self) -> String {
        let (events, dropped) = self.kept();
        Chrome { slices: &Slices::new(&events), dropped }.to_string()
    }

    /// The trace as a page to look at: one HTML file, which needs nothing else, not even a network.
    ///
    /// Needs the [feature](crate#features) `timeline`.
    ///
    /// It has a row for each phase, below the phase that has set it off or by levels, with a bar for the steps in which it ran and
    /// those in which it waited. Rows can be folded and searched, and narrowed to what failed, waited or was dropped; a click
    /// tells why a phase ran, what it queued, what of that was dropped, and what happened to it. The page is light or dark as its reader likes,
    /// can be used by keyboard, and read on a phone. It draws what is in view, so a game of 100,000 events opens at once.
    ///
    /// A step is as in [`to_chrome_json`](Self::to_chrome_json).
    ///
    /// # Examples
    ///
    /// ```
    /// # use phase_core::prelude::*;
    /// use phase_tools::Trace;
    /// # #[phase]
    /// # #[derive(Debug)]
    /// # pub struct DamagePhase(u32);
    /// # impl Phase for DamagePhase {
    /// #     fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> { guard.end() }
    /// # }
    /// # let mut phases = PhaseManager::new();
    /// let trace = Trace::new();
    /// trace.attach(&mut phases);
    /// phases.push(DamagePhase(7));
    /// phases.run(&mut ())?;
    /// let page = trace.to_html(); // to be written to a file
    /// assert!(page.starts_with("<!doctype html>"));
    /// # Ok::<(), RunError>(())
    /// ```
    #[cfg(feature = "timeline")]
    #[must_use]
    pub fn to_html(&self) -> String {
        let (events, dropped) = self.kept();
        page::Page { slices: &Slices::new(&events), events: events.len(), dropped }.to_string()
    }

    /// The ring, to look at.
    fn ring(&self) -> MutexGuard<'_, Ring> {
        let mut ring = self.0.ring();
        ring.settle();
        ring
    }

    /// The events, and how many were dropped before them.
    fn kept(&self) -> (Vec<TraceEvent>, usize) {
        let ring = self.ring();
        (ring.events(), ring.dropped())
    }
}

impl Shared {
    fn new(bytes: Option<usize>) -> Self {
        Self {
            names_only: AtomicBool::new(false),
            longest: room::room(bytes, true).map_or(0, |room| room.text),
            ring: Mutex::new(Ring::new(bytes)),
        }
    }

    fn ring(&self) -> MutexGuard<'_, Ring> {
        self.ring.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn names_only(&self) -> bool {
        self.names_only.load(Ordering::Relaxed)
    }
}

impl fmt::Display for Trace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (events, dropped) = self.kept();
        Tree::new(&events, dropped).fmt(f)
    }
}

impl fmt::Debug for Trace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ring = self.ring();
        f.debug_struct("Trace")
            .field("events", &ring.len())
            .field("dropped", &ring.dropped())
            .finish_non_exhaustive()
    }
}
