//! Thousands of double battles in one process, over `WebSocket`s, and every answer on the disk before it is confirmed.
//!
//! The library says what a game is: phases, questions, and answers that it takes or refuses. Here is what a server adds to
//! that, and nothing of it knows more of the game than its questions:
//!
//! - **Nothing that was confirmed is lost.** An answer changes the game in memory, goes to the store with all others that
//!   wait, and is told to both players when the disk has it; before that nobody has seen anything of it.
//! - **What is late, doubled, foreign, malformed or too long** is refused with a reason, and changes nothing.
//! - **A game that goes wrong ends alone**: a panic, an error or an endless loop of phases. Its recording is kept.
//! - **No seat sees what is hidden from it**, not even how often the other one was asked.
//!
//! Each room imports only those above it:
//!
//! 1. [`moment`] and [`key`]: time that a restart does not change, and what proves that somebody may have a seat.
//! 2. [`store`]: what is kept of a game, the trait behind which a database stands, and the ledger that writes for everybody
//!    at once.
//! 3. [`game`]: one game at a table, without sockets and disks; begin there.
//! 4. [`wire`]: the messages.
//! 5. [`hall`]: all games, who sits where, and what happens when the time is up.
//! 6. [`web`]: the page, and the socket of each seat.
//! 7. [`cli`] is the program. [`drive`] is the other end: players of straw, who load it, and kill it.

pub mod cli;
pub mod drive;
pub mod game;
pub mod hall;
pub mod key;
pub mod moment;
pub mod store;
pub mod web;
pub mod wire;
