//! What the examples are made of, as a library, so that tests and tools can use it too.
//!
//! `cargo run --example NAME` from the root of the repository runs one:
//!
//! - `foo`: the smallest program there is.
//! - `double_battle`: a turn-based battle of two teams, two creatures a side; see [`double_battle`].

pub mod double_battle;
