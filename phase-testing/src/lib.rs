//! Tests for turn-based games written with [`phase_core`].
//!
//! # Everything that can happen
//!
//! A game that asks its players, and its dice, can be played by a machine: [`explore`] gives every answer of every seat, in
//! every order, and tells what goes wrong, with the shortest way there.
//!
//! ```
//! use phase_core::prelude::*;
//! use phase_testing::explore;
//!
//! #[derive(Debug, Clone)]
//! struct Chest {
//!     gold: u32,
//! }
//!
//! /// The players take gold in turn, until there is none left.
//! #[phase(world = Chest, asks, pushes(TakePhase), clone)]
//! #[derive(Debug, Clone)]
//! struct TakePhase {
//!     player: u32,
//! }
//!
//! impl Asks for TakePhase {
//!     type Answer = u32;
//!
//!     fn seats(&self, _: &Chest) -> Vec<Seat> {
//!         vec![Seat::Player(self.player)]
//!     }
//!
//!     fn options(&self, _: Seat, chest: &Chest) -> Option<Vec<u32>> {
//!         Some((1..=3).filter(|taken| *taken <= chest.gold).collect())
//!     }
//!
//!     fn answer(&mut self, _: Seat, taken: u32, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
//!         guard.world.gold -= taken;
//!         guard.push(TakePhase { player: 1 - self.player }); // also where nothing is left
//!         guard.end()
//!     }
//! }
//!
//! let mut phases = PhaseManager::new();
//! phases.push(TakePhase { player: 0 });
//! let report = explore(&phases, &Chest { gold: 4 }).same_when(|chest| chest.gold).run();
//! assert_eq!(
//!     report.to_string(),
//!     "\
//! explored in part: 8 positions, 12 answers, 0 of the positions final
//! cut off: 2 ways end at a fault, and what may come behind that was not looked at
//! 1 fault found
//!
//! 1. stall: `TakePhase { player: 0 }` asks player 0, and gives no options
//!    after 2 answers, and come to 2 times in all:
//!       1. TakePhase { player: 0 } asks player 0, who answers 1
//!       2. TakePhase { player: 1 } asks player 1, who answers 3
//!    then started TakePhase
//! "
//! );
//! ```
//!
//! [`Finding::to_test`] writes the source of a test that goes the same way, with the line that runs it; and
//! [`Finding::recording`] is the way as a [`Recording`](phase_tools::Recording): a text to keep beside the game, which says
//! when it goes another way.
//!
//! # One thing that should happen
//!
//! [`Play`] takes a game under test to a point of interest, `to` the start of a phase or `through` it, and answers on the
//! way what was scripted. What can't be reached fails at once, with what the game waits for and what happened last; and the
//! order in which things have happened can be held to a list: exactly, with others between, or as what set what off. See
//! there for an example.
//!
//! # How far a search goes
//!
//! Without more, no two positions are the same, and each way to play is a game of its own. [`Explorer::same_when`] says what
//! of the world matters, and so lets ways come together: of tic-tac-toe's 255,168 games are left 5,478 positions.
//! [`Explorer::depth`] and [`Explorer::states`] bound the search, and nothing is tried behind a fault; the report says whether
//! that has cut anything off.
//!
//! A game that is too big to be tried out is played by chance, so many times, with [`Explorer::random`]: it finds the same
//! faults, and shrinks the way to each.
//!
//! The search goes breadth first, so that it finds the shortest way to each fault, and with all processors; the report is the
//! same however many there are.

#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]

mod explore;
mod panics;
mod play;

pub use explore::{Cut, Edge, EdgeKind, Explorer, Finding, FindingKind, Given, Progress, Report, explore};
pub use play::Play;

/// Has the README's examples run as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
