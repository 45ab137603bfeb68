//! A conversation in the terminal, line by line.
//!
//! It shows phases that wait by being updated: the host reads a line, puts it into the world, and calls
//! [`run`](phase_core::PhaseManager::run), which updates the one phase that waits. That phase takes the line and ends
//! or waits on; it never reads input itself, so nothing blocks, and a test plays the game with a string.
//!
//! 1. [`scene`] is the world: the line that was typed, and what there is to show.
//! 2. [`phases`] are the message, the choice and the pause menu.
//! 3. [`host`] is the loop around them, and the place where `p` and `?` interrupt whatever waits.
//! 4. [`story`] is what is told.

pub mod host;
pub mod phases;
pub mod scene;
pub mod story;

pub use host::run;
