//! A game of two over TCP: each choice is a phase that waits, asleep, for a line from a socket.
//!
//! ```sh
//! cargo run --example turn_server                  # a server, two players, and a whole game: what they saw
//! cargo run --example turn_server -- --port 7777   # for real players: `nc localhost 7777`, twice
//! ```
//!
//! `phase_examples::turn_server` is how it is made.

use std::io;
use std::process::ExitCode;

use lexopt::prelude::*;
use phase_examples::turn_server::{demonstrate, serve};
use tokio::net::TcpListener;
use tokio::runtime::Builder;
use tokio::sync::mpsc;

fn main() -> ExitCode {
    let port = match parse_args() {
        Ok(port) => port,
        Err(error) => {
            eprintln!("error: {error}; the one option is `--port N`");
            return ExitCode::from(2);
        }
    };
    let played = Builder::new_current_thread().enable_all().build().and_then(|runtime| match port {
        Some(port) => runtime.block_on(serve_on(port)),
        None => runtime.block_on(demonstrate(&mut io::stdout().lock())),
    });
    match played {
        Ok(()) => ExitCode::SUCCESS,
        // Whoever reads has seen enough, as in `turn_server | head`.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

/// The port to serve on, if one is named.
fn parse_args() -> Result<Option<u16>, lexopt::Error> {
    let mut args = lexopt::Parser::from_env();
    let mut port = None;
    while let Some(arg) = args.next()? {
        match arg {
            Long("port") => port = Some(args.value()?.parse()?),
            _ => return Err(arg.unexpected()),
        }
    }
    Ok(port)
}

/// Serves whoever comes, until the process is stopped.
async fn serve_on(port: u16) -> io::Result<()> {
    let listener = TcpListener::bind(("127.0.0.1", port)).await?;
    println!("Two players are welcome at {}.", listener.local_addr()?);
    let (games, mut played) = mpsc::unbounded_channel();
    tokio::spawn(async move {
        while let Some(outcome) = played.recv().await {
            match outcome {
                Ok(outcome) => println!("A game is over. {outcome}"),
                Err(error) => eprintln!("A game went wrong: {error}"),
            }
        }
    });
    serve(listener, games).await
}
