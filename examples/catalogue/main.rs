//! `cargo run --example catalogue`: see `--help`, and `lib.rs` beside this file for how it is made.

use std::process::ExitCode;

fn main() -> ExitCode {
    battle_catalogue::cli::main(std::env::args_os().skip(1))
}
