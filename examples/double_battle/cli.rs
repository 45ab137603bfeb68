//! The command line.

use std::ffi::OsString;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use lexopt::prelude::*;

use super::dice::Dice;
use super::play::{PlayError, play};
use super::scenario::{Fault, Scenario};
use super::text::{Line, Tone};

const HELP: &str = "\
A double battle: two teams, two creatures a side.

Usage: cargo run --example double_battle [-- [OPTIONS] [SCENARIO]]

Arguments:
  [SCENARIO]   The battle, a TOML file; without it the one that comes with the example

Options:
  --levels     Show the level tree after each start of a phase
  --seed N     Roll other dice: the same seed gives the same battle
  -h, --help   Show this help
";

/// The battle that is played when none is named.
const DEFAULT: (&str, &str) = ("worked_example.toml", include_str!("scenarios/worked_example.toml"));

/// The exit code of a battle that has been played, or help that has been given.
pub const DONE: u8 = 0;
/// The exit code of a run that failed on the way.
pub const FAILED: u8 = 1;
/// The exit code of bad input, of which nothing has been played.
pub const BAD_INPUT: u8 = 2;

/// Runs the program on its arguments (without its own name), with the output of the process.
pub fn main(args: impl IntoIterator<Item = OsString>) -> ExitCode {
    // This takes the colours out where they do not belong: in a pipe or a file, and wherever `NO_COLOR` is set.
    let mut out = anstream::stdout().lock();
    run(args, &mut out, &mut io::stderr().lock()).into()
}

/// Runs the program on its arguments (without its own name), and gives the exit code.
pub fn run(args: impl IntoIterator<Item = OsString>, out: &mut impl Write, err: &mut impl Write) -> u8 {
    let (message, code) = match try_run(args, out) {
        Ok(()) => return DONE,
        Err(Problem::Usage(error)) => (format!("{error}; `--help` shows what there is"), BAD_INPUT),
        Err(Problem::Scenario(fault)) => (fault.to_string(), BAD_INPUT),
        // Whoever reads has seen enough, as in `double_battle | head`.
        Err(Problem::Play(PlayError::Output(error))) if error.kind() == io::ErrorKind::BrokenPipe => {
            return DONE;
        }
        Err(Problem::Play(PlayError::Output(error))) => (format!("cannot write the battle: {error}"), FAILED),
        Err(Problem::Play(PlayError::Run(error))) => (error.to_string(), FAILED),
    };
    // With nowhere left to complain, the exit code has to do.
    let _ = writeln!(err, "error: {message}");
    code
}

enum Problem {
    Usage(lexopt::Error),
    Scenario(Fault),
    Play(PlayError),
}

impl From<io::Error> for Problem {
    fn from(error: io::Error) -> Self {
        Self::Play(PlayError::Output(error))
    }
}

fn try_run(args: impl IntoIterator<Item = OsString>, out: &mut impl Write) -> Result<(), Problem> {
    let Some(options) = Options::parse(args).map_err(Problem::Usage)? else {
        return Ok(out.write_all(HELP.as_bytes())?);
    };
    let scenario = match &options.scenario {
        Some(path) => Scenario::read(path),
        None => Scenario::parse(Path::new(DEFAULT.0), DEFAULT.1),
    };
    let Scenario { title, seed, mut battle } = scenario.map_err(Problem::Scenario)?;
    let seed = options.seed.unwrap_or(seed);
    battle.dice = Dice::new(seed);
    Line::heading(title).and(Tone::Quiet, format!("   seed {seed}")).write(0, out)?;
    writeln!(out)?;
    play(&mut battle, options.levels, out).map_err(Problem::Play)
}

#[derive(Debug, Default)]
struct Options {
    scenario: Option<PathBuf>,
    seed: Option<u64>,
    levels: bool,
}

impl Options {
    /// The options, or `None` where help is asked for.
    fn parse(args: impl IntoIterator<Item = OsString>) -> Result<Option<Self>, lexopt::Error> {
        let mut options = Self::default();
        let mut parser = lexopt::Parser::from_args(args);
        while let Some(arg) = parser.next()? {
            match arg {
                Short('h') | Long("help") => return Ok(None),
                Long("levels") => options.levels = true,
                Long("seed") => options.seed = Some(parser.value()?.parse()?),
                Value(path) if options.scenario.is_none() => options.scenario = Some(path.into()),
                _ => return Err(arg.unexpected()),
            }
        }
        Ok(Some(options))
    }
}
