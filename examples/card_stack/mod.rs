//! A duel with cards, in which everything can be answered, and every answer, too; a recipe for games with a stack.
//!
//! The stack is the level tree. Whoever plays a card queues, one level up, first the question whether the other duelist
//! answers, and then the resolving of the card. An answer does the same one level further up, so the last one resolves
//! first. Read it in this order:
//!
//! 1. [`cards`] are the cards, with their costs and texts, and [`player`] the two who play them. [`duel`] is the world:
//!    all that the duel knows, as plain data. [`action`] is what a duelist can do, and what stands on the stack.
//! 2. [`phases`] are the steps of the duel. Begin with [`CastPhase`](phases::CastPhase),
//!    [`RespondPhase`](phases::RespondPhase) and [`ResolvePhase`](phases::ResolvePhase), which are the stack. A card is
//!    countered by dropping the phases of its action, a [trigger](phases::Triggers) waits until all of an action is done, and
//!    a [turn](phases::TurnPhase) that ends early is still cleaned up after.
//! 3. [`said`] is what the duel says: how deep in the stack, and who has set off what, it asks the queue.
//! 4. [`game`] puts the two together. Every choice, every card drawn and every die is a question, at which a game can be
//!    saved, copied and undone.
//! 5. [`terminal`] is the table, at which persons or the [`ai`] answer. The AI knows of the game only what
//!    [`Searchable`](crate::searcher::Searchable) asks: who has won, and what is hidden.
//! 6. [`cli`] is the command line.

pub mod action;
pub mod ai;
pub mod cards;
pub mod cli;
pub mod duel;
pub mod game;
#[cfg(feature = "inspector")]
pub mod inspect;
mod options;
pub mod phases;
pub mod player;
pub mod said;
pub mod terminal;
