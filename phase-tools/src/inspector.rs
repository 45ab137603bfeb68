//! A game under inspection in a terminal.

mod attached;
mod input;
mod model;
mod screen;
mod terminal;
mod view;

use std::{fmt, io};

use phase_core::{AnyAnswer, PhaseManager, Seat};
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::layout::Rect;

pub use attached::Attached;
use input::Desk;
use model::Session;
pub use screen::Screen;

/// A game under inspection in a terminal: watched phase by phase, forwards and backwards.
///
/// Needs the [feature](crate#features) `inspector`, and Rust 1.88.
///
/// It shows the level tree, the phase that runs or starts next and why, what has happened, the world and what the last step has
/// changed in it, and what the game has said. It makes a step, steps over a phase with all that it sets off, runs to a phase, a
/// question or the end, stops at breakpoints, answers questions, and goes back to any moment, to go on from there in another
/// way. `?` shows the keys.
///
/// # Backwards
///
/// With [`remember`](Self::remember), copies of the game are kept as it goes on, and a moment is found again from the nearest one
/// before: each phase has to be declared `#[phase(clone)]`. With [`restart`](Self::restart), it is found again from the beginning. Either
/// way the same phases run once more on the way there, so a game that takes something from outside, such as the time, may come
/// out in another way; it is said where it does. After that the game goes on in a copy of its manager, which has no observers but
/// the inspector's, and for which inboxes and tickets of the one before are stale, as after loading.
///
/// # Recordings
///
/// With the feature `record` a branch can be written to a file, as a recording of the game from its beginning: what whoever looks has
/// answered is in it, and so a bug that was found is a test. `recording` opens one, to be walked forwards and backwards; the first
/// difference from it is marked. To change a recording is to go to a moment, to answer in another way there, and to write the branch.
/// Answers, and what the host queues, have to be `Serialize` and `Deserialize` for that, as with a `Recorder`.
///
/// # What a program brings along
///
/// A program whose main loop is the inspector's has this crate as a dependency like any other, not under `[dev-dependencies]`: those
/// are for tests and examples. What the game says in the world is shown by [`output`](Self::output); on unix, also what it prints, which
/// goes there instead of the terminal as long as the panes are shown, standard error only where it is a terminal. A game that keeps its
/// own main loop [attaches](Self::attach) the inspector.
///
/// # What may go wrong
///
/// A panic of the game is a moment like others: it is shown where it came, the past is still there, and the branch can be written. Only on
/// leaving, if the game goes no further than that, it is told on the normal screen, and goes on. A program that aborts at
/// panics gives the terminal back before it does.
///
/// A phase that does not return is named after a while on the last line, and `q` or Ctrl-C then ends the whole program, with the exit
/// code 130: nothing can stop a thread from outside. In a run at full speed the moment is told instead of its name: run again, and go
/// to the one before.
///
/// On unix the terminal is given back also at the signals that end or stop a program, and taken again where it goes on; Ctrl-Z is
/// heeded. So it is, with Linux and macOS, where a phase calls [`exit`](std::process::exit) on the thread of the inspector. Nothing can be
/// done where the process ends in another way, by `abort` or a stack that is used up: type `reset` then to have the terminal as it was.
/// From the first inspector on, a thread sees to these signals as long as the program runs.
///
/// The keyboard is the inspector's: a phase that reads from standard input takes keys away from it, and stands still until Enter is
/// pressed. A game that is to be inspected asks the player by a question (`asks`), which is answered here by keys, or else by a closure,
/// [`player`](Self::player).
///
/// # What it costs
///
/// A run to the end without breakpoints is told nothing of single phases: no observer is there meanwhile, and what happened last is
/// found again when it stops, from the copy before. No more than an eightieth of the time goes into drawing, and a hundredth into
/// copies, however large the game; and a thread of its own writes to the terminal, so that one that does not read delays nobody: no
/// frame is drawn before the last one is taken. All in all that is less than 5 % where a phase takes 50 ns or more; attached, each call of `run` takes about 0.2 µs. No more
/// of a level is looked at than is shown, and a `Debug` is cut after a megabyte.
///
/// # Examples
///
/// The main loop of a game that is inspected:
///
/// ```no_run
/// use phase_core::prelude::*;
/// use phase_tools::Inspector;
///
/// # #[phase(world = Battle, clone)]
/// # #[derive(Debug, Clone)]
/// # pub struct TurnPhase(u32);
/// # impl Phase for TurnPhase {
/// #     fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> { guard.end() }
/// # }
/// #[derive(Debug, Clone, Default)]
/// pub struct Battle {
///     pub log: Vec<String>,
/// }
///
/// # fn main() -> std::io::Result<()> {
/// let mut phases = PhaseManager::new();
/// phases.push(TurnPhase(1));
/// let (phases, battle) = Inspector::new(phases, Battle::default())
///     .remember(64 << 20)
///     .output(|battle| battle.log.drain(..).collect())
///     .run()?;
/// # Ok(())
/// # }
/// ```
pub struct Inspector<W: 'static> {
    desk: Desk<W>,
}

impl<W: fmt::Debug + 'static> Inspector<W> {
    /// An inspector of a game, which stands where it is.
    #[must_use]
    pub fn new(phases: PhaseManager<W>, world: W) -> Self {
        Self { desk: Desk::new(Session::new(phases, world), true) }
    }
}

impl<W: 'static> Inspector<W> {
    /// Has it keep a past of up to so many bytes, by copies of the game.
    ///
    /// Half of them are for copies, and half for what has happened. Where they are used up, copies get farther apart, and what has
    /// happened long ago is forgotten, to be found out anew by going there. A world counts as large as its `Debug` is long,
    /// unless [`weigh`](Self::weigh) tells; without this call there are no copies, and 64 MB.
    #[must_use]
    pub fn remember(mut self, bytes: usize) -> Self
    where
        W: Clone,
    {
        self.desk.session.set_memory(bytes);
        self.desk.session.set_copy(W::clone);
        self
    }

    /// Tells how many bytes a world takes.
    #[must_use]
    pub fn weigh(mut self, weigh: impl Fn(&W) -> usize + 'static) -> Self {
        self.desk.session.set_weigh(weigh);
        self
    }

    /// Has it go back by making the game anew, and going through it again to where it is to be.
    ///
    /// For games that can't be copied; of those that can, a copy is nearer. The closure has to make the same game each time.
    #[must_use]
    pub fn restart(mut self, make: impl Fn() -> (PhaseManager<W>, W) + 'static) -> Self {
        self.desk.session.set_restart(make);
        self
    }

    /// Has it show what the game says: the closure takes the lines out of the world, after each step.
    #[must_use]
    pub fn output(mut self, output: impl FnMut(&mut W) -> Vec<String> + 'static) -> Self {
        self.desk.session.set_output(output);
        self
    }

    /// Has questions answered by an AI, or the dice of the game: the closure gets the phases, of which one asks, the seat, and the
    /// world. Where it gives nothing, whoever inspects the game has to answer; at each question they may do so.
    #[must_use]
    pub fn player(
        mut self,
        player: impl FnMut(&PhaseManager<W>, Seat, &W) -> Option<AnyAnswer> + 'static,
    ) -> Self {
        self.desk.session.set_player(player);
        self
    }

    /// Adds something that the host does between two steps, to be picked by its name: to open a menu, or to send an interrupt.
    #[must_use]
    pub fn act(
        mut self,
        name: impl Into<String>,
        act: impl FnMut(&mut PhaseManager<W>, &mut W) + 'static,
    ) -> Self {
        self.desk.session.add_act(name, act);
        self
    }

    /// Has it walk through a recording of this game, which stands where that begins: it is the first branch, to be gone along, left by
    /// other answers, and written again.
    ///
    /// Needs the [feature](crate#features) `record`.
    ///
    /// The first difference is found and marked. To be found, the game has to be one that can be copied or made anew, so call
    /// [`remember`](Self::remember) or [`restart`](Self::restart) before.
    #[cfg(feature = "record")]
    #[must_use]
    #[expect(clippy::needless_pass_by_value, reason = "whoever gives it away has no more use for it")]
    pub fn recording(mut self, recording: crate::record::Recording) -> Self {
        self.desk.session.open(&recording);
        self
    }

    /// Has the recordings that it writes say with which seed the game began.
    ///
    /// Needs the [feature](crate#features) `record`.
    #[cfg(feature = "record")]
    #[must_use]
    pub fn seed(mut self, seed: impl Into<String>) -> Self {
        self.desk.session.header.seed = Some(seed.into());
        self
    }

    /// Has the recordings that it writes say of which version the game is.
    ///
    /// Needs the [feature](crate#features) `record`.
    #[cfg(feature = "record")]
    #[must_use]
    pub fn version(mut self, version: impl Into<String>) -> Self {
        self.desk.session.header.version = Some(version.into());
        self
    }

    /// Has the recordings that it writes hold the save from which the game goes on, as it stands now.
    ///
    /// Needs the [feature](crate#features) `record`.
    ///
    /// Like [`seed`](Self::seed) and [`version`](Self::version), this is as with a [`Recorder`](crate::Recorder). Of a game whose
    /// [`recording`](Self::recording) is walked they are known, unless one of these is called after that.
    #[cfg(feature = "record")]
    #[must_use]
    pub fn save(mut self, save: impl Into<String>) -> Self {
        self.desk.session.header.save = Some(save.into());
        self
    }

    /// Has it run at once, and not stand until a key is pressed.
    #[must_use]
    pub fn running(mut self) -> Self {
        self.desk.run();
        self
    }

    /// Shows the game in the terminal until somebody quits, and gives it back as it stands then.
    ///
    /// Colours are left out where `NO_COLOR` is set.
    ///
    /// # Errors
    ///
    /// If standard input or output is no terminal, or the terminal fails.
    ///
    /// # Panics
    ///
    /// If the game goes no further than a panic: once somebody leaves, and the terminal is given back.
    pub fn run(mut self) -> io::Result<(PhaseManager<W>, W)> {
        self.desk.view.has_colour = terminal::has_colour();
        terminal::run(&mut self.desk)?;
        Ok(self.desk.session.into_game())
    }

    /// Takes the terminal, for a game that keeps its own main loop: it has the inspector run its phases.
    ///
    /// What the inspector was [built with](Self::new) is only there until the game comes for the first time: an empty manager and
    /// any world will do. Between two calls of [`run`](Attached::run) the game's loop does what it likes with its phases
    /// and its world. What it has done is a moment of its own, which can be gone back to as long as there is a copy of it,
    /// and can't be written into a recording.
    ///
    /// The game stands at first, unless it is to be [`running`](Self::running).
    ///
    /// # Errors
    ///
    /// If standard input or output is no terminal, or the terminal fails.
    ///
    /// # Examples
    ///
    /// ```no_run
    /// use phase_core::prelude::*;
    /// use phase_tools::Inspector;
    ///
    /// # #[phase(world = Battle, clone)]
    /// # #[derive(Debug, Clone)]
    /// # pub struct TurnPhase(u32);
    /// # impl Phase for TurnPhase {
    /// #     fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> { guard.end() }
    /// # }
    /// # #[derive(Debug, Clone, Default)]
    /// # pub struct Battle;
    /// # fn draw(_: &Battle) {}
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let (mut phases, mut battle) = (PhaseManager::new(), Battle::default());
    /// phases.push(TurnPhase(1));
    /// let mut inspector =
    ///     Inspector::new(PhaseManager::new(), Battle::default()).remember(64 << 20).running().attach()?;
    /// // In the place of `phases.run(&mut battle)?`:
    /// while inspector.run(&mut phases, &mut battle)? != RunStatus::Idle {
    ///     draw(&battle);
    /// }
    /// # Ok(())
    /// # }
    /// ```
    pub fn attach(mut self) -> io::Result<Attached<W>> {
        self.desk.view.has_colour = terminal::has_colour();
        Attached::new(self.desk)
    }

    /// Presses keys, one after the other, without a terminal: for tests and pictures.
    ///
    /// A character is its key; others have their names between `<` and `>`: `Enter`, `Esc`, `Tab`, `Backspace`, `Left`, `Right`, `Up`,
    /// `Down`, `Home`, `End`, `PageUp`, `PageDown`, `Ctrl-u` and other letters, as with `Alt-`, and `lt` for `<`. A run goes on until it stops by itself, or has waited for
    /// 100 frames.
    ///
    /// # Panics
    ///
    /// At a name that is none of these. A panic of the game is shown.
    ///
    /// # Examples
    ///
    /// ```
    /// use phase_core::prelude::*;
    /// use phase_tools::Inspector;
    ///
    /// #[phase(world = u32, clone)]
    /// #[derive(Debug, Clone)]
    /// pub struct CountPhase(u32);
    ///
    /// impl Phase for CountPhase {
    ///     fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
    ///         *guard.world += self.0;
    ///         guard.end()
    ///     }
    /// }
    ///
    /// let mut phases = PhaseManager::new();
    /// phases.push(CountPhase(3));
    /// phases.push(CountPhase(4));
    /// let mut inspector = Inspector::new(phases, 0).remember(1 << 20);
    /// inspector.press("ll"); // two steps
    /// assert!(inspector.screen(80, 24).to_string().contains("+ 7"));
    /// inspector.press("h"); // and one back
    /// let screen = inspector.screen(80, 24).to_string();
    /// assert!(screen.contains("moment 1 of 2"));
    /// assert!(screen.contains("▶ CountPhase(4)"));
    /// ```
    pub fn press(&mut self, keys: &str) {
        /// How long a run may wait for nothing.
        const FRAMES: usize = 100;
        for key in parsed(keys) {
            self.desk.press(key);
            self.desk.run_out(FRAMES);
        }
    }

    /// What it shows, on a screen of that many columns and rows.
    #[must_use]
    pub fn screen(&mut self, width: u16, height: u16) -> Screen {
        let mut buffer = Buffer::empty(Rect::new(0, 0, width, height));
        self.desk.draw(buffer.area, &mut buffer);
        Screen(buffer)
    }
}

/// The keys that a text stands for.
fn parsed(keys: &str) -> Vec<KeyEvent> {
    let (mut parsed, mut rest) = (Vec::new(), keys);
    while let Some(first) = rest.chars().next() {
        let name = rest.strip_prefix('<').and_then(|rest| rest.split_once('>'));
        let Some((name, behind)) = name else {
            parsed.push(KeyCode::Char(first).into());
            rest = &rest[first.len_utf8()..];
            continue;
        };
        let held = [("Ctrl-", KeyModifiers::CONTROL), ("Alt-", KeyModifiers::ALT)];
        let held = held
            .into_iter()
            .find_map(|(prefix, held)| Some((name.strip_prefix(prefix)?.chars().next()?, held)));
        let key = match name {
            "Enter" => KeyCode::Enter,
            "Esc" => KeyCode::Esc,
            "Tab" => KeyCode::Tab,
            "Backspace" => KeyCode::Backspace,
            "Left" => KeyCode::Left,
            "Right" => KeyCode::Right,
            "Up" => KeyCode::Up,
            "Down" => KeyCode::Down,
            "Home" => KeyCode::Home,
            "End" => KeyCode::End,
            "PageUp" => KeyCode::PageUp,
            "PageDown" => KeyCode::PageDown,
            "lt" => KeyCode::Char('<'),
            other => match held {
                Some((letter, _)) => KeyCode::Char(letter),
                None => panic!("there is no key `<{other}>`"),
            },
        };
        let modifiers = held.map_or(KeyModifiers::NONE, |(_, held)| held);
        parsed.push(KeyEvent::new(key, modifiers));
        rest = behind;
    }
    parsed
}

impl<W: 'static> fmt::Debug for Inspector<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Inspector").field("at", &self.desk.session.at()).finish_non_exhaustive()
    }
}
