//! The table that a battle is played at: who answers its questions.
//!
//! A battle asks for what its [`asked`](super::battle::Battle::asked) says. [`Person`] answers for one side with what is
//! typed, and for the other with what the [`ai`](super::ai) thinks; [`Croupier`] does nothing but cast dice. Neither is
//! known to the battle: both find out what is asked from [`question`](phase_core::PhaseManager::question). A host that can't wait
//! for what is typed has [`Prompt`], as the page in `examples/hosts/page` does.

mod croupier;
mod keyboard;
mod menu;
mod overview;
mod person;
mod prompt;

pub use croupier::Croupier;
pub use keyboard::Keyboard;
pub use menu::move_text;
pub use overview::{chosen_text, creature_text};
pub use person::Person;
pub use prompt::{Prompt, READY, answer_as_ai, greet, undo};
