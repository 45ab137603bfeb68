//! A duel without a window: what happens, and which animations are shown, as a log by frame.
//!
//! ```text
//! cargo run --example frames
//! ```

#[path = "../duel/mod.rs"]
mod duel;
mod log;

fn main() {
    print!("{}", log::played());
}
