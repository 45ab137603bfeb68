//! `cargo run --example catalogue`: see `--help`, and `phase_examples::catalogue` for how it is made.

use std::process::ExitCode;

fn main() -> ExitCode {
    phase_examples::catalogue::cli::main(std::env::args_os().skip(1))
}
