//! The inspector, driven by keys, on screens that are no terminal.

mod answering;
mod back;
mod bounds;
mod game;
mod large;
mod panes;
mod panics;
#[cfg(feature = "record")]
mod recordings;
mod running;
mod stopping;
mod why;
