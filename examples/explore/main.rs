//! `cargo run --release --example explore`: see `--help`, and `phase_examples::explore` for how it is made.

use std::process::ExitCode;

fn main() -> ExitCode {
    phase_examples::explore::cli::main(std::env::args_os().skip(1))
}
