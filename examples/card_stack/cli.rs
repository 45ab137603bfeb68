//! The command line.

use std::ffi::OsString;
use std::fmt;
use std::io::{self, BufRead, IsTerminal, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use super::game::Game;
use super::options::{HELP, Options};
use super::terminal::{Ending, Table, TableError};
use crate::double_battle::fault::Fault;
use crate::double_battle::table::Keyboard;
use crate::double_battle::text::{Line, Tone};
use crate::escape::escape;
use crate::sealed;

/// The exit code of a duel that has been played, or help that has been given.
pub const DONE: u8 = 0;
/// The exit code of a run that failed on the way.
pub const FAILED: u8 = 1;
/// The exit code of bad input, of which nothing has been played.
pub const BAD_INPUT: u8 = 2;

/// Runs the program on its arguments (without its own name), with the input and output of the process.
pub fn main(args: impl IntoIterator<Item = OsString>) -> ExitCode {
    let input = io::stdin();
    let keyboard = if input.is_terminal() { Keyboard::terminal } else { Keyboard::pipe };
    let mut out = anstream::stdout().lock();
    run(args, keyboard(input.lock()), &mut out, &mut io::stderr().lock()).into()
}

/// Runs the program on its arguments (without its own name), and gives the exit code.
pub fn run(
    args: impl IntoIterator<Item = OsString>,
    keyboard: Keyboard<impl BufRead>,
    out: &mut impl Write,
    err: &mut impl Write,
) -> u8 {
    let (message, code) = match try_run(args, keyboard, out) {
        Ok(()) => return DONE,
        // Whoever reads has seen enough, as in `card_stack | head`.
        Err(Problem::Table(TableError::Output(error))) if error.kind() == io::ErrorKind::BrokenPipe => {
            return DONE;
        }
        Err(problem) => (problem.to_string(), problem.code()),
    };
    // With nowhere left to complain, the exit code has to do.
    let _ = writeln!(err, "error: {}", escape(&message));
    code
}

enum Problem {
    Usage(lexopt::Error),
    Input(Fault),
    Table(TableError),
    #[cfg(feature = "inspector")]
    Terminal(io::Error),
}

impl Problem {
    const fn code(&self) -> u8 {
        match self {
            Self::Usage(_) | Self::Input(_) => BAD_INPUT,
            Self::Table(_) => FAILED,
            #[cfg(feature = "inspector")]
            Self::Terminal(_) => FAILED,
        }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Usage(error) => write!(f, "{error}; `--help` shows what there is"),
            Self::Input(fault) => fault.fmt(f),
            Self::Table(error) => error.fmt(f),
            #[cfg(feature = "inspector")]
            Self::Terminal(error) => error.fmt(f),
        }
    }
}

impl From<io::Error> for Problem {
    fn from(error: io::Error) -> Self {
        Self::Table(error.into())
    }
}

fn try_run(
    args: impl IntoIterator<Item = OsString>,
    keyboard: Keyboard<impl BufRead>,
    out: &mut impl Write,
) -> Result<(), Problem> {
    let Some(options) = Options::parse(args).map_err(Problem::Usage)? else {
        return Ok(out.write_all(HELP.as_bytes())?);
    };
    let Options { inspect, persons, seed, playouts, save, load, until } = options;
    let mut game = match &load {
        Some(path) => sealed::read(path, "duel", "give the path of a file that `--save` wrote")
            .map_err(Problem::Input)?,
        None if inspect => Game::new(seed.unwrap_or(1)),
        None => begin(seed.unwrap_or(1), out)?,
    };
    if let Some(persons) = persons {
        game.persons = persons;
    }
    #[cfg(feature = "inspector")]
    if inspect {
        return super::inspect::inspect(game, playouts).map_err(Problem::Terminal);
    }
    let mut table = Table::new(keyboard, playouts, save.clone(), until);
    let ending = table.play(&mut game, out).map_err(Problem::Table)?;
    write_farewell(ending, save, out)?;
    Ok(out.flush()?)
}

/// A new game, with its heading.
fn begin(seed: u64, out: &mut impl Write) -> io::Result<Game> {
    Line::heading("A duel of Wren and Alder").and(Tone::Quiet, format!("   seed {seed}")).write(0, out)?;
    writeln!(out)?;
    Ok(Game::new(seed))
}

/// Says how to go on with a duel that is not over.
fn write_farewell(ending: Ending, save: Option<PathBuf>, out: &mut impl Write) -> io::Result<()> {
    match save {
        Some(path) if ending != Ending::Over => {
            let path = escape(&path.display().to_string());
            Line::new(Tone::Quiet, format!("(Saved; `--load {path}` goes on from here.)")).write(0, out)
        }
        _ => Ok(()),
    }
}
