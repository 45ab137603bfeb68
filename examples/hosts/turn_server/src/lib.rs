//! A game of two over TCP, on Tokio.
//!
//! It shows phases that are suspended on sockets. Each game is a task that awaits
//! [`run_async`](phase_core::PhaseManager::run_async), and sleeps while a player thinks. Each player is another task,
//! which reads lines ahead of the game, and holds the ticket of the phase that waits for the player. A player
//! who leaves takes the ticket along: it is dropped with all that the task owns, so the game gets
//! [`Abandoned`](phase_core::RunError::Abandoned), and does not hang.
//!
//! 1. [`hand`] is what players type, [`duel`] is the world.
//! 2. [`phases`] are the steps of a round.
//! 3. [`player`] is the task between a socket and a game, [`lines`] is how it reads.
//! 4. [`server`] seats the players, and drives the phases of their game.
//! 5. [`demo`] plays a whole game with itself, [`cli`] is the command line.

pub mod cli;
pub mod demo;
pub mod duel;
// The other examples have it too, and it is too little for a package of its own.
#[path = "../../../escape.rs"]
pub mod escape;
pub mod hand;
pub mod lines;
pub mod phases;
pub mod player;
pub mod server;

pub use demo::demonstrate;
pub use server::serve;
