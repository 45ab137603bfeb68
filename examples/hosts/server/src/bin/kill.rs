//! Kills a server while it is played with, over and over, and looks whether anything is lost.

use std::process::ExitCode;

use game_server::drive::{Process, Rounds, kill};
use lexopt::prelude::*;

const HELP: &str = "\
Kills a server while it is played with, and looks whether anything is lost.

Usage: cargo run --bin kill [-- OPTIONS]    once `cargo build` has built the server

Options:
  --rounds N    How often to kill it (200)
  --games N     How many games are played meanwhile (24)
  --seed N      What decides what the players do, and when the server is killed (1)
  --data DIR    An empty folder for the games; they stay there
";

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<(), Box<dyn std::error::Error>> {
    let folder = std::env::temp_dir().join(format!("games-{}", std::process::id()));
    let program = Process::beside_this()?;
    let mut how = Rounds { program, folder, rounds: 200, games: 24, seed: 1 };
    let mut keeps = false;
    let mut parser = lexopt::Parser::from_env();
    while let Some(arg) = parser.next()? {
        match arg {
            Short('h') | Long("help") => {
                print!("{HELP}");
                return Ok(());
            }
            Long("rounds") => how.rounds = parser.value()?.parse()?,
            Long("games") => how.games = parser.value()?.parse()?,
            Long("seed") => how.seed = parser.value()?.parse()?,
            Long("data") => (how.folder, keeps) = (parser.value()?.into(), true),
            _ => return Err(arg.unexpected().into()),
        }
    }
    std::fs::create_dir_all(&how.folder)?;
    let started = std::time::Instant::now();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let killed = runtime.block_on(kill(&how))?;
    println!(
        "killed {} times in {:.0?}: {} answers were confirmed in {} games, none is lost or doubled, and all games were \
         played to their end",
        killed.kills,
        started.elapsed(),
        killed.confirmed,
        killed.games,
    );
    if !keeps {
        std::fs::remove_dir_all(&how.folder)?;
    }
    Ok(())
}
