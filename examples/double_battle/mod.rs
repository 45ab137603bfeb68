//! A double battle: two teams, two creatures a side, and a turn that is a tree of phases.
//!
//! Read it in this order:
//!
//! 1. [`battle`] is the world: all that the game knows, as plain data. [`creature`], [`moves`] and [`ability`] are
//!    its parts, [`dice`] is its only source of chance.
//! 2. [`phases`] are the steps of the game. Each is a small struct; what it may queue stands above it.
//! 3. [`queueing`] has the helpers that several phases share, such as [`queue_faint`](queueing::queue_faint).
//! 4. [`game`] puts the two together; [`play`] drives a game one start at a time and shows what was said, and
//!    [`save`] keeps one in a file.
//! 5. [`scenario`] reads a battle from a TOML file, [`cli`] is the command line.

pub mod ability;
pub mod battle;
pub mod battler;
pub mod cli;
pub mod creature;
pub mod dice;
pub mod fault;
pub mod game;
pub mod moves;
pub mod orders;
pub mod phases;
pub mod play;
pub mod queueing;
pub mod rules;
pub mod save;
pub mod scenario;
pub mod text;
