//! A game of two over TCP, on Tokio: questions to people at the other end of sockets.
//!
//! Both players pick a hand at once: one phase asks two seats. The server hands each line that comes in to
//! [`answer_from`](phase_core::PhaseManager::answer_from), with the number of the question and the seat. What is late,
//! doubled, from somebody who is not asked, against the rules or no answer at all is refused by the library, which
//! gives the reason; the server has no code for any of it. And since the question is the phase itself, and not something
//! that a connection holds,
//!
//! - a player who leaves costs nothing, and sees the question again after coming back;
//! - so does one who comes to watch, at any time;
//! - a player who does not answer in time is answered for, by [`time_out`](phase_core::PhaseManager::time_out).
//!
//! What one player has picked is secret until the other has, too: it is in the phase, and in nothing that is told.
//!
//! 1. [`hand`] is what players show, [`duel`] is the world, [`phases`] are the steps of a round.
//! 2. `game` is where the library meets the network; begin there.
//! 3. `hall` finds a seat for whoever comes, `visitor` is the task between a socket and a game, [`lines`] is how it
//!    reads, [`server`] lets people in, [`news`] is what it reports.
//! 4. [`demo`] plays a whole game with itself, [`cli`] is the command line.

pub mod cli;
pub mod demo;
pub mod duel;
// The other examples have it too, and it is too little for a package of its own.
#[path = "../../../escape.rs"]
pub mod escape;
mod game;
mod hall;
pub mod hand;
pub mod lines;
pub mod news;
pub mod phases;
pub mod server;
mod visitor;

pub use demo::demonstrate;
pub use server::serve;
