//! The double battle in a browser: the game of `phase_examples`, as it is, behind a few functions that JavaScript calls.
//!
//! [`session`] is a battle that rests at each question, [`view`] what a page shows of it, [`exports`] the functions.
//! `cargo run` builds the page out of this library and the folder `web`, and serves it; see the README beside this package.

mod desk;
pub mod exports;
pub mod session;
pub mod view;
mod watched;
