//! Phases that ask, and what comes of answers.
//!
//! See [`play`] for how a transcript is written, and [`draft`] for a game that can be saved and forked.

mod draft;
mod play;

mod any_answers;
mod asking;
mod asynchronous;
mod cases;
mod data;
mod flows;
mod giving_up;
mod hostile;
mod interrupts;
mod keeping;
mod limits;
mod nobody;
mod numbers;
mod panics;
mod playing;
mod refused;
mod seats;
mod secrets;
mod time_out;
mod undo;
