//! A game of two over TCP: each choice is a phase that waits, asleep, for a line from a socket.
//!
//! ```sh
//! cargo run --example turn_server                  # a server, two players, and a whole game: what they saw
//! cargo run --example turn_server -- --port 7777   # for real players: `nc localhost 7777`, twice
//! ```
//!
//! `phase_examples::turn_server` is how it is made.

use std::process::ExitCode;

fn main() -> ExitCode {
    phase_examples::turn_server::cli::main(std::env::args_os().skip(1))
}
