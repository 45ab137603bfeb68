//! A double battle: two teams, two creatures a side, and a turn that is a tree of phases.
//!
//! Read it in this order:
//!
//! 1. [`battle`] is the world: all that the game knows, as plain data. [`creature`], [`moves`] and [`ability`] are
//!    its parts, [`dice`] is its only source of chance.
//! 2. [`phases`] are the steps of the game. Each is a small struct; what it may queue stands above it.
//! 3. [`queueing`] has the helpers that several phases share, such as [`queue_faint`](queueing::queue_faint).
//! 4. [`game`] puts the two together; [`play`] drives a game one start at a time and shows what was said, and
//!    [`save`] keeps one in a file. [`in_play`] is what driver and players see of it.
//! 5. What a player has to decide is a question: see [`phases::CommandPhase`] and those beside it, and [`table`] for who
//!    answers. The dice can be questions, too: see [`luck`].
//! 6. [`scenario`] reads a battle from a TOML file, [`cli`] is the command line. `--why NAME` tells why a phase ran, from a
//!    [`Trace`](phase_tools::Trace), `--timeline FILE` shows the battle as a page, and `--trace FILE` is for Perfetto;
//!    `--record FILE` writes a [`Recording`](phase_tools::Recording), and [`recorded`] has what goes on with one.

pub mod ability;
pub mod ai;
pub mod battle;
pub mod battler;
#[cfg(feature = "terminal")]
pub mod cli;
pub mod creature;
pub mod dice;
pub mod fault;
pub mod field;
pub mod game;
pub mod in_play;
#[cfg(feature = "inspector")]
pub mod inspect;
#[cfg(feature = "terminal")]
mod looks;
pub mod luck;
pub mod moves;
#[cfg(feature = "terminal")]
mod options;
pub mod orders;
pub mod phases;
pub mod play;
pub mod queueing;
#[cfg(feature = "terminal")]
pub mod recorded;
pub mod rules;
pub mod save;
#[cfg(feature = "scenarios")]
pub mod scenario;
pub mod table;
pub mod text;
#[cfg(feature = "terminal")]
mod why;
