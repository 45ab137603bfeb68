//! What the examples are made of, as a library, so that tests and tools can use it too.
//!
//! `cargo run --example NAME` from the root of the repository runs one:
//!
//! - `foo`: the smallest program there is.
//! - `double_battle`: a turn-based battle of two teams, two creatures a side; see [`double_battle`].
//! - `card_stack`: a duel with cards in which every answer can be answered; see [`card_stack`].
//! - `search`: an AI that tries answers out on forks of a game, against players that do not; see [`search`].
//! - `explore`: tries every answer of the games above out, and tells what goes wrong; see [`explore`].
//! - `dialogue`: a conversation in the terminal, question by question, with menus over it; see [`dialogue`].
//! - `compared`: a small duel by an enum, and by phases; see [`compared`].
//! - `matches`: a first game, with a question, tests and a save, as the guide builds it up.
//! - `tween`: animations whose timers end them from other threads; see [`tween`].
//! - `catalogue`: writes the phases of the double battle, with a picture of their flow, as a page to browse; it is a
//!   package of its own, in `examples/catalogue`, because it needs what games don't.
//!
//! So are games that bring a server or a browser, in `examples/hosts`. They take this library without its default features, and so
//! with the double battle alone, and with what it needs.

#[cfg(feature = "terminal")]
pub mod card_stack;
#[cfg(feature = "terminal")]
pub mod compared;
#[cfg(feature = "terminal")]
pub mod dialogue;
pub mod double_battle;
pub mod escape;
#[cfg(feature = "terminal")]
pub mod explore;
pub mod sealed;
#[cfg(feature = "terminal")]
pub mod search;
pub mod searcher;
#[cfg(feature = "terminal")]
pub mod tween;
