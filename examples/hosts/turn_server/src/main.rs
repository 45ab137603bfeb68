//! A game of two over TCP: each choice is a phase that waits, asleep, for a line from a socket.
//!
//! ```sh
//! cd examples/hosts/turn_server
//! cargo run                  # a server, two players, and a whole game: what they saw
//! cargo run -- --port 7777   # for real players: `nc localhost 7777`, twice
//! ```
//!
//! `lib.rs` beside this file says how it is made.

use std::process::ExitCode;

fn main() -> ExitCode {
    turn_server::cli::main(std::env::args_os().skip(1))
}
