//! Traces: what they show of a game, as text, letter for letter, and what they keep of a long one.

mod bounds;
mod chrome;
mod ends;
mod games;
mod keeping;
mod model;
mod names;
#[cfg(feature = "timeline")]
mod page;
mod play;
mod random;
mod threads;
mod tree;
mod why;
