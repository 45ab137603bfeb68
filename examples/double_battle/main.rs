//! `cargo run --example double_battle`: see `--help`, and `phase_examples::double_battle` for how it is made.

use std::process::ExitCode;

fn main() -> ExitCode {
    phase_examples::double_battle::cli::main(std::env::args_os().skip(1))
}
