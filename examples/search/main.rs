//! `cargo run --release --example search`: see `--help`, and `phase_examples::search` for how it is made.

use std::process::ExitCode;

fn main() -> ExitCode {
    phase_examples::search::cli::main(std::env::args_os().skip(1))
}
