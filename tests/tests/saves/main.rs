//! Saving in the middle of a game, going on from there, and copies of a game.

mod building;
mod cases;
mod causes;
mod divided;
mod errors;
mod finished;
mod forks;
mod format;
mod game;
mod groups;
mod handcraft;
mod history;
mod hostile;
mod memory;
mod names;
mod nested;
mod packed;
mod parked;
mod questions;
mod random;
mod reaching;
mod scoped;
mod states;
mod suspended;
mod undone;
mod unregistered;
