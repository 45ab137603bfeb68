//! Traces: what they show of a game, as text, letter for letter, and what they keep of a long one.

mod bounds;
mod ends;
mod keeping;
mod play;
mod tree;
mod why;
