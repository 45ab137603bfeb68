//! Recordings: what is written, and what becomes of it when it is played again.

mod game;
mod playing;
mod writing;
