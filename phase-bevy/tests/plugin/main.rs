//! Phases in an app, headless.

mod battle;
mod commands;
mod conditions;
mod despawns;
mod events;
mod example;
mod frames;
mod logs;
mod panics;
mod play;
mod questions;
mod random;
#[cfg(feature = "serde")]
mod saves;
mod traps;
mod waits;
