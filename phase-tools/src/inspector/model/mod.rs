//! The model: a game with its past, without any terminal.

mod at_work;
mod beside;
mod breaks;
mod caught;
mod diff;
mod ear;
mod game;
mod goal;
mod list;
mod look;
mod past;
#[cfg(feature = "record")]
mod recorded;
mod run;
mod session;
mod setup;
mod shown;
mod travel;
mod tree;
mod why;
mod world;

pub(super) use at_work::AtWork;
pub(super) use breaks::Breakpoint;
pub(super) use caught::{call, take_note, told_before};
pub(super) use diff::Mark;
pub(super) use game::Outcome;
pub(super) use goal::{Goal, Stop};
pub(super) use list::Place;
pub(super) use look::Asked;
pub(super) use session::{NOT_ASKED, Session};
pub(super) use shown::line;
pub(super) use tree::{Tree, TreeRow};
pub(super) use why::{Link, Why};
pub(super) use world::World;
