//! Thousands of double battles in one process, over `WebSocket`s, with every answer on the disk before it is confirmed.
//!
//! ```sh
//! cd examples/hosts/server
//! cargo run    # and open the address that it prints, in two windows
//! ```
//!
//! `lib.rs` beside this file says how it is made.

use std::process::ExitCode;

fn main() -> ExitCode {
    game_server::cli::main(std::env::args_os().skip(1))
}
