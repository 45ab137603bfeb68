//! Loads a server with games, and measures how it is played with, stops, and comes back.

use std::process::ExitCode;
use std::time::Duration;

use game_server::drive::{Load, Process, load};
use lexopt::prelude::*;

const HELP: &str = "\
Loads a server with games, and measures how it is played with, stops, and comes back.

Usage: cargo run --release --bin load [-- OPTIONS]    once `cargo build --release` has built the server

Options:
  --games N       How many games the server holds (10000)
  --playing N     How many of them are played at once; may be given several times (1, 50 and 500)
  --seconds N     How long each measurement takes (10)
  --data DIR      An empty folder for the games; they stay there
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
    let mut how = Load { program, folder, games: 10_000, playing: Vec::new(), time: Duration::from_secs(10) };
    let mut keeps = false;
    let mut parser = lexopt::Parser::from_env();
    while let Some(arg) = parser.next()? {
        match arg {
            Short('h') | Long("help") => {
                print!("{HELP}");
                return Ok(());
            }
            Long("games") => how.games = parser.value()?.parse()?,
            Long("playing") => how.playing.push(parser.value()?.parse()?),
            Long("seconds") => how.time = Duration::from_secs(parser.value()?.parse::<u32>()?.max(1).into()),
            Long("data") => (how.folder, keeps) = (parser.value()?.into(), true),
            _ => return Err(arg.unexpected().into()),
        }
    }
    if how.playing.is_empty() {
        how.playing = vec![1, 50, 500];
    }
    std::fs::create_dir_all(&how.folder)?;
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(load(&how, |line| println!("{line}")))?;
    if !keeps {
        std::fs::remove_dir_all(&how.folder)?;
    }
    Ok(())
}
