//! The command line.

use std::ffi::OsString;
use std::io::{self, Write};
use std::process::ExitCode;
use std::time::Instant;

use lexopt::prelude::*;
use phase_core::BoxError;

use super::contest::{Verdict, arena, fight, tic_tac_toe};
use crate::double_battle::battler::Side;
use crate::escape::escape;
use crate::searcher::Searcher;

const HELP: &str = "\
An AI that tries its answers out on forks of the game, against players that do not look ahead.

Usage: cargo run --release --example search [-- OPTIONS]

Options:
  --battles N    How many battles; 100 if left out
  --games N      How many games of tic-tac-toe; 100 if left out
  --playouts N   How many playouts for each choice; 300 if left out
  --seed N       Other games, and other playouts
  -h, --help     Show this help
";

/// The exit code of a contest that is over, or help that has been given.
pub const DONE: u8 = 0;
/// The exit code of a run that failed on the way.
pub const FAILED: u8 = 1;
/// The exit code of a bad command line.
pub const BAD_INPUT: u8 = 2;

/// Runs the program on its arguments (without its own name), with the output of the process.
pub fn main(args: impl IntoIterator<Item = OsString>) -> ExitCode {
    run(args, &mut io::stdout().lock(), &mut io::stderr().lock()).into()
}

/// Runs the program on its arguments (without its own name), and gives the exit code.
pub fn run(args: impl IntoIterator<Item = OsString>, out: &mut impl Write, err: &mut impl Write) -> u8 {
    let options = match Options::parse(args) {
        Ok(options) => options,
        Err(error) => {
            // With nowhere left to complain, the exit code has to do.
            let _ = writeln!(err, "error: {}; `--help` shows what there is", escape(&error.to_string()));
            return BAD_INPUT;
        }
    };
    let done = match options {
        Some(options) => compete(&options, out),
        None => out.write_all(HELP.as_bytes()).map_err(Into::into),
    };
    match done {
        Ok(()) => DONE,
        // Whoever reads has seen enough.
        Err(error) if is_broken_pipe(&error) => DONE,
        Err(error) => {
            let _ = writeln!(err, "error: {error}");
            FAILED
        }
    }
}

fn is_broken_pipe(error: &BoxError) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}

/// Has the searcher play both games, now on one side and now on the other.
fn compete(options: &Options, out: &mut impl Write) -> Result<(), BoxError> {
    let &Options { battles, games, playouts, seed } = options;
    writeln!(out, "Search against first move: {battles} battles, {playouts} playouts a choice, seed {seed}")?;
    writeln!(out, "Each mark is a battle: + won, = drawn, - lost, as the search sees it.")?;
    let arena = arena().map_err(|fault| fault.to_string())?;
    play_all(battles, options, out, |nth, searcher| {
        fight(&arena, Side::BOTH[(nth % 2) as usize], seed.wrapping_add(nth), searcher)
    })?;
    writeln!(out)?;
    writeln!(
        out,
        "Search against chance: {games} games of tic-tac-toe, {playouts} playouts a choice, seed {seed}"
    )?;
    play_all(games, options, out, |nth, searcher| {
        tic_tac_toe(Side::BOTH[(nth % 2) as usize].seat(), seed.wrapping_add(nth), searcher)
    })
}

/// Plays so many games, with a mark for each, and sums up.
fn play_all(
    games: u64,
    &Options { playouts, seed, .. }: &Options,
    out: &mut impl Write,
    mut play: impl FnMut(u64, &mut Searcher) -> Result<Verdict, BoxError>,
) -> Result<(), BoxError> {
    const MARKS_A_LINE: u64 = 50;
    let start = Instant::now();
    let mut playouts_played = 0;
    let (mut won, mut drawn) = (0, 0);
    for nth in 0..games {
        let mut searcher = Searcher::new(playouts, seed.wrapping_add(nth));
        let mark = match play(nth, &mut searcher)? {
            Verdict::Won => {
                won += 1;
                '+'
            }
            Verdict::Drawn => {
                drawn += 1;
                '='
            }
            Verdict::Lost => '-',
        };
        playouts_played += searcher.played();
        if nth % MARKS_A_LINE == 0 {
            write!(out, "\n  ")?;
        }
        write!(out, "{mark}")?;
        out.flush()?;
    }
    let lost = games - won - drawn;
    let rate = 100 * won / games;
    writeln!(out, "\n\nSearch wins {won} of {games}, {rate} %, draws {drawn} and loses {lost}.")?;
    let time = start.elapsed();
    let speed = u128::from(playouts_played) * 1000 / time.as_millis().max(1);
    writeln!(out, "{playouts_played} playouts in {time:.1?}: {speed} a second.")?;
    Ok(())
}

#[derive(Debug)]
struct Options {
    battles: u64,
    games: u64,
    playouts: u64,
    seed: u64,
}

impl Options {
    /// The options, or `None` where help is asked for.
    fn parse(args: impl IntoIterator<Item = OsString>) -> Result<Option<Self>, lexopt::Error> {
        let mut options = Self { battles: 100, games: 100, playouts: 300, seed: 1 };
        let mut parser = lexopt::Parser::from_args(args);
        while let Some(arg) = parser.next()? {
            match arg {
                Short('h') | Long("help") => return Ok(None),
                Long("battles") => options.battles = at_least_one("battles", parser.value()?.parse()?)?,
                Long("games") => options.games = at_least_one("games", parser.value()?.parse()?)?,
                Long("playouts") => options.playouts = at_least_one("playouts", parser.value()?.parse()?)?,
                Long("seed") => options.seed = parser.value()?.parse()?,
                _ => return Err(arg.unexpected()),
            }
        }
        Ok(Some(options))
    }
}

fn at_least_one(what: &str, number: u64) -> Result<u64, lexopt::Error> {
    if number > 0 { Ok(number) } else { Err(format!("the number of {what} has to be at least 1").into()) }
}
