//! `cargo run --example card_stack`: see `--help`, and `phase_examples::card_stack` for how it is made.

use std::process::ExitCode;

fn main() -> ExitCode {
    phase_examples::card_stack::cli::main(std::env::args_os().skip(1))
}
