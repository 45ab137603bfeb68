//! A conversation in the terminal, line by line.
//!
//! Whatever needs the player is a question: a line that waits for Enter, a choice, a menu. The host runs the phases until
//! one of them asks, shows what there is to choose from, and gives the manager what was typed. A phase never reads input
//! itself, so nothing blocks, and a test plays the game with a string. A menu may open over any question: what is
//! answered then is the menu, and the question underneath asks on once that is closed.
//!
//! 1. [`phases`] are the message, the choice and the pause menu.
//! 2. [`host`] is the loop around them, and the place where `p` and `?` interrupt whatever is asked.
//! 3. [`scene`] is the world, which here does nothing but hold what is said; [`story`] is what is told.

pub mod host;
#[cfg(feature = "inspector")]
pub mod inspect;
pub mod phases;
pub mod scene;
pub mod story;

pub use host::run;
