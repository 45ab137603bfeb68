//! The command line.

use std::ffi::OsString;
use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use lexopt::prelude::*;
use phase_core::BoxError;
use phase_testing::{Progress, Report};

use super::games::{Bounds, Tell, card_stack, double_battle, tic_tac_toe};
use crate::escape::escape;

const HELP: &str = "\
Tries every answer of three games, and tells what goes wrong, with the shortest way there.

Usage: cargo run --release --example explore [-- OPTIONS]

Options:
  --battle N   After how many answers the double battle is left; 14 if left out
  --cards N    After how many answers the duel with cards is left; 5 if left out
  -h, --help   Show this help
";

/// The exit code where nothing was found, or help has been given.
pub const DONE: u8 = 0;
/// The exit code where something was found, or a run that failed on the way.
pub const FOUND: u8 = 1;
/// The exit code of a bad command line.
pub const BAD_INPUT: u8 = 2;

/// Runs the program on its arguments (without its own name), with the output of the process.
pub fn main(args: impl IntoIterator<Item = OsString>) -> ExitCode {
    let is_watched = io::stderr().is_terminal();
    run(args, &mut io::stdout().lock(), &mut io::stderr().lock(), is_watched).into()
}

/// Runs the program on its arguments (without its own name), and gives the exit code. If somebody watches, errors go to a
/// terminal, which shows how far a search has come, too.
pub fn run(
    args: impl IntoIterator<Item = OsString>,
    out: &mut impl Write,
    err: &mut impl Write,
    is_watched: bool,
) -> u8 {
    let bounds = match parse(args) {
        Ok(bounds) => bounds,
        Err(error) => {
            // With nowhere left to complain, the exit code has to do.
            let _ = writeln!(err, "error: {}; `--help` shows what there is", escape(&error.to_string()));
            return BAD_INPUT;
        }
    };
    let Some(Bounds { battle, cards }) = bounds else {
        return if out.write_all(HELP.as_bytes()).is_ok() { DONE } else { FOUND };
    };
    let games: [Game<'_>; 3] = [
        ("tic-tac-toe", Box::new(|tell| Ok(tic_tac_toe(tell)))),
        (
            "double battle",
            Box::new(move |tell| double_battle(battle, tell).map_err(|fault| fault.to_string().into())),
        ),
        ("duel with cards", Box::new(move |tell| Ok(card_stack(cards, tell)?))),
    ];
    explore_all(games, out, err, is_watched)
}

/// A game, and what explores it.
pub type Game<'a> = (&'a str, Box<dyn FnOnce(Tell<'_>) -> Result<Report, BoxError> + 'a>);

/// Explores some games, prints the reports, and gives the exit code.
pub fn explore_all<'a>(
    games: impl IntoIterator<Item = Game<'a>>,
    out: &mut impl Write,
    err: &mut impl Write,
    is_watched: bool,
) -> u8 {
    let mut code = DONE;
    for (number, (name, explore)) in games.into_iter().enumerate() {
        let mut line = Line { name, err, is_watched, shown: None };
        let report = explore(&mut |progress| line.show(progress));
        line.wipe();
        let told = match report {
            Ok(report) => {
                if !report.findings.is_empty() {
                    code = FOUND;
                }
                let gap = if number > 0 { "\n" } else { "" };
                write!(out, "{gap}{name}\n{report}")
            }
            Err(error) => {
                code = FOUND;
                writeln!(err, "error: {name}: {}", escape(&error.to_string()))
            }
        };
        match told {
            Ok(()) => {}
            // Whoever reads has seen enough.
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => return code,
            Err(error) => {
                let _ = writeln!(err, "error: {error}");
                return FOUND;
            }
        }
    }
    code
}

/// The line that says how far a search has come.
struct Line<'a, E> {
    name: &'a str,
    err: &'a mut E,
    is_watched: bool,
    shown: Option<Instant>,
}

impl<E: Write> Line<'_, E> {
    fn show(&mut self, progress: &Progress) {
        const OFTEN: Duration = Duration::from_millis(100);
        if !self.is_watched || self.shown.is_some_and(|shown| shown.elapsed() < OFTEN) {
            return;
        }
        self.shown = Some(Instant::now());
        let Progress { depth, states, waiting, findings, .. } = progress;
        // A line that can't be shown is not missed.
        let _ = write!(
            self.err,
            "\r\x1b[K{}: {states} positions after up to {depth} answers, {waiting} to go on from, {findings} faults",
            self.name
        );
        let _ = self.err.flush();
    }

    fn wipe(&mut self) {
        if self.shown.take().is_some() {
            let _ = write!(self.err, "\r\x1b[K");
        }
    }
}

/// The bounds, or `None` where help is asked for.
fn parse(args: impl IntoIterator<Item = OsString>) -> Result<Option<Bounds>, lexopt::Error> {
    let mut bounds = Bounds { battle: 14, cards: 5 };
    let mut parser = lexopt::Parser::from_args(args);
    while let Some(arg) = parser.next()? {
        match arg {
            Short('h') | Long("help") => return Ok(None),
            Long("battle") => bounds.battle = parser.value()?.parse()?,
            Long("cards") => bounds.cards = parser.value()?.parse()?,
            _ => return Err(arg.unexpected()),
        }
    }
    Ok(Some(bounds))
}
