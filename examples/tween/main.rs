//! Animations: phases that timers on other threads end, and one that is skipped before its timer is done.
//!
//! ```sh
//! cargo run --example tween
//! ```
//!
//! It draws every frame on a line of its own, takes about a second, and ends by itself. `phase_examples::tween` is how
//! it is made.

use std::io;
use std::process::ExitCode;
use std::time::Duration;

use phase_examples::tween::show;

fn main() -> ExitCode {
    match show(Duration::from_millis(40), &mut io::stdout().lock()) {
        Ok(()) => ExitCode::SUCCESS,
        // Whoever reads has seen enough, as in `tween | head`.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}
