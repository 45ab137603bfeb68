//! A game of two over TCP: both players are asked at once, and whatever else comes in is refused by the library.
//!
//! ```sh
//! cd examples/hosts/turn_server
//! cargo run                  # a server, two players, one who watches: what they saw
//! cargo run -- --port 7777   # for real players: `nc localhost 7777`, twice
//! ```
//!
//! `lib.rs` beside this file says how it is made.

use std::process::ExitCode;

fn main() -> ExitCode {
    turn_server::cli::main(std::env::args_os().skip(1))
}
