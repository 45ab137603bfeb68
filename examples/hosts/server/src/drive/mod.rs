//! What it takes to drive a server from outside: players of straw, and the process that serves them.
//!
//! The drivers `load` and `kill` in `src/bin` are made of this, and so are the tests.

mod diary;
mod kill;
mod load;
mod player;
mod process;

pub use kill::{Killed, Rounds, kill};
pub use load::{Load, load};
pub use player::{Asked, Heard, Offered, Player, View, pair};
pub use process::Process;
