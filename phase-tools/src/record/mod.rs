//! Recordings of games, which play them again and say where something differs.
//!
//! A [`Recorder`] holds a game, drives it, and writes down what the host did and what came of it. The [`Recording`] is a text, for
//! a bug report, a test, or a server that keeps its games. It can be played again, up to any step, in a program that has
//! changed since, and stops at the first difference:
//!
//! ```
#![doc = include_str!("table.txt")]
//! use phase_tools::{Recorder, Recording};
//!
//! let mut recorder = Recorder::new(PhaseManager::new(), Table::default()).version("1.0").seed("42");
//! recorder.push(GuessPhase { most: 10 })?;
//! recorder.run()?;
//! recorder.answer::<GuessPhase>(Seat::Player(0), 7)?;
//! recorder.run()?;
//! let text = recorder.recording().to_string();
//!
//! // Somebody has changed what is asked: the recording has question 1, to player 0.
//! let recording: Recording = text.replace("player 0", "player 1").parse()?;
//! let difference = recording.replay(PhaseManager::new(), Table::default()).unwrap_err();
//! assert_eq!(
//!     difference.to_string(),
//!     "\
//! the game differs from its recording at step 2, line 7: another seat
//!   recorded: `GuessPhase` asks question 1 of player 1
//!   happened: `GuessPhase` asks question 1 of player 0
//! the steps before it, which are the same:
//!   1. `GuessPhase` is pushed by the host
//! to stand right before it: recording.resume_at(2, phases, world)"
//! );
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # What comes into a game
//!
//! A game can be played again if all that comes into it is in the recording. So the recorder has the inputs of the
//! [`PhaseManager`](phase_core::PhaseManager) that can be written, and lends phases and world only to be looked at. What a player
//! does comes in as an answer to a phase that [asks](phase_core::Asks), and so does a die; a seed stands in the header. Answers and
//! what the host queues have to be `Serialize` and `Deserialize`, which is an error in that very call if they are not. An answer that
//! is refused, and a `time_out` that answers for nobody, change nothing and are not recorded. After a panic they do first what any
//! call does: give up the phase that panicked. That is recorded, as `recover`.
//!
//! Two things come in besides, since they belong to the host and not to the recorder: a **ticket** that something outside has ended,
//! dropped or cancelled, and a phase that was sent by an **inbox** from before. The recording holds what came of them, an end of a phase
//! that was suspended (`ended`) or a phase that was `delivered`. When it is played again, the host's timer or whatever it is has to
//! do so once more; a phase in the game that does it by itself does. Otherwise the replay stops there, with a
//! [`Wait`](DivergenceKind::Wait) or a [`Delivery`](DivergenceKind::Delivery).
//!
//! # Undo
//!
//! An undo takes the recording back with the game, so that what was undone is not in it. There has to be a moment to go back to:
//! [`undoable`](Recorder::undoable) remembers the one before each answer, by a copy of the world and a fork of the phases, as
//! [`History`](phase_core::History) does; [`checkpoint`](Recorder::checkpoint) remembers those that the host chooses. A recorder of a
//! world that can't be copied has no undo, and costs nothing for it. Of each phase that is in a moment to go back to the recorder
//! keeps some 70 bytes besides, as long as there is a way back to that moment; one by `checkpoint` stays for good if there is no
//! `undoable` that says how many.
//!
//! # The text
//!
//! A line each. What the host did stands at the margin, and what came of it is set in:
//!
//! ```text
//! recording 1                         the number of the format
//! version "1.0"                       header: what the host says of the game
//! seed "42"
//! save {"version":4,..}               the save from which it goes on; in quotes if it is no JSON
//! # a comment                         on a line of its own, or behind any other
//! push TurnPhase {"number":1}         also unshift, defer, interrupt
//! run                                 or step; `run 12` for so many in a row that only waited
//!   start TurnPhase pushed 0          how it was queued, and the level that it came from
//!   start MovePhase unshifted 1 by -1 the phase that started one start before has queued it
//!   failed                            it failed; also panicked, abandoned, cancelled
//!   ended LinePhase                   one that had waited has ended; also failed, and so on
//!   asks MovePhase 1 player 0         or waits, suspended, idle, halted, start_limit, chain_limit
//! answer player 0 {"Fight":0}
//! time_out                            the host's other calls: cancel, cancel_tree, cancel_parked 0,
//!   fallback player 1                 cancel_all, clear, finish
//! recover                             a refused answer had a panicked phase given up, and what it cleared
//!   cancelled LinePhase
//!   delivered CryPhase pushed         it came by an inbox
//!   world 0123456789abcdef            a digest of the world, where it has changed; before the first line at
//!                                     the margin that of the world at the start
//! ```
//!
//! Numbers of questions are those of the game, as if nothing had been undone. Names are those that phases had when the recording
//! was made: a phase that was renamed is found by its `save(alias = "..")`.
//!
//! # Secrets
//!
//! A recording holds all answers, [secret](phase_core::Asks::secret) ones too: it could not be played again otherwise. Whoever has it
//! can read them, so give it to nobody who may not. Errors and differences never show a secret answer, nor data of a phase that is
//! `#[phase(secret)]`. An answer that is no secret may be quoted where it is refused or can't be read, by the words that say why;
//! phases that differ from run to run are shown as their `Debug` tells them; and so is the message of a panic, as it is.
//!
//! # Games that end badly
//!
//! Where a phase fails or panics, the recording goes up to there and says so, and the recorder can still be asked for it:
//! it is a value, and what it has written is not lost with the run. So a host writes it out after an error:
//!
//! ```no_run
//! # use phase_core::prelude::*;
//! # let mut recorder = phase_tools::Recorder::new(PhaseManager::new(), ());
//! if let Err(error) = recorder.run() {
//!     std::fs::write("failed.recording", recorder.recording().to_string())?;
//!     return Err(error.into());
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! For a panic that takes the program with it, a panic hook writes it out from a [`Tape`], as the example there does. When it is
//! played again, a panic is caught, and has to be at the same place.
//!
//! # Costs
//!
//! A recorded game is [observed](phase_core::PhaseManager::observe), and writing costs some 15 nanoseconds a phase on top; see
//! `cargo bench -p phase-tools --features record --bench recordings`. A start takes four to five bytes.

mod acts;
mod again;
mod causes;
mod compare;
mod contents;
mod data;
mod digest;
mod divergence;
mod line;
mod log;
mod lossy;
mod parse;
mod recorder;
mod recording;
mod replay;
mod replaying;
mod scribe;
mod state;
mod tape;
mod text;
mod undo;
mod worlds;

pub use acts::NotRecorded;
pub use divergence::{Divergence, DivergenceKind};
pub use line::{End, Line, Rest, Seats};
pub use parse::RecordingError;
pub use recorder::Recorder;
pub use recording::{RecordedLine, Recording};
pub use replaying::{Replayed, Walk};
pub use tape::Tape;
