//! The command line.

use std::ffi::OsString;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use lexopt::prelude::*;

use super::dice::Dice;
use super::fault::Fault;
use super::game::Game;
use super::play::{PlayError, play};
use super::save;
use super::scenario::Scenario;
use super::text::{Line, Tone};
use crate::escape::escape;

const HELP: &str = "\
A double battle: two teams, two creatures a side.

Usage: cargo run --example double_battle [-- [OPTIONS] [SCENARIO]]

Arguments:
  [SCENARIO]         The battle, a TOML file; without it the one that comes with the example

Options:
  --levels           Show the level tree after each start of a phase
  --seed N           Roll other dice: the same seed gives the same battle
  --save-at N FILE   Stop once N phases have started, and save the battle to a file
  --load FILE        Go on with a battle that was saved
  -h, --help         Show this help
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
        Err(Problem::Input(fault)) => (fault.to_string(), BAD_INPUT),
        // Whoever reads has seen enough, as in `double_battle | head`.
        Err(Problem::Play(PlayError::Output(error))) if error.kind() == io::ErrorKind::BrokenPipe => {
            return DONE;
        }
        Err(Problem::Play(PlayError::Output(error))) => (format!("cannot write the battle: {error}"), FAILED),
        Err(Problem::Play(PlayError::Run(error))) => (error.to_string(), FAILED),
        Err(Problem::Save(path, error)) => {
            (format!("{}: cannot write the save: {error}", path.display()), FAILED)
        }
        Err(Problem::NothingToSave { started }) => {
            (format!("the battle is over after {started} starts, so it was not saved"), FAILED)
        }
    };
    // With nowhere left to complain, the exit code has to do.
    let _ = writeln!(err, "error: {}", escape(&message));
    code
}

enum Problem {
    Usage(lexopt::Error),
    Input(Fault),
    Play(PlayError),
    Save(PathBuf, io::Error),
    NothingToSave { started: u64 },
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
    let mut game = match &options.load {
        Some(path) => save::read(path).map_err(Problem::Input)?,
        None => begin(&options, out)?,
    };
    let most = options.save.as_ref().map_or(u64::MAX, |save| save.at);
    let started = play(&mut game, most, options.levels, out).map_err(Problem::Play)?;
    match options.save {
        Some(save) if started < save.at => Err(Problem::NothingToSave { started }),
        Some(Save { file, .. }) => save::write(&game, &file).map_err(|error| Problem::Save(file, error)),
        None => Ok(()),
    }
}

/// A new game, with its heading.
fn begin(options: &Options, out: &mut impl Write) -> Result<Game, Problem> {
    let scenario = match &options.scenario {
        Some(path) => Scenario::read(path),
        None => Scenario::parse(Path::new(DEFAULT.0), DEFAULT.1),
    };
    let Scenario { title, seed, mut battle } = scenario.map_err(Problem::Input)?;
    let seed = options.seed.unwrap_or(seed);
    battle.dice = Dice::new(seed);
    Line::heading(title).and(Tone::Quiet, format!("   seed {seed}")).write(0, out)?;
    writeln!(out)?;
    Ok(Game::new(battle))
}

#[derive(Debug, Default)]
struct Options {
    scenario: Option<PathBuf>,
    seed: Option<u64>,
    levels: bool,
    save: Option<Save>,
    load: Option<PathBuf>,
}

#[derive(Debug)]
struct Save {
    at: u64,
    file: PathBuf,
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
                Long("save-at") => {
                    let at = parser.value()?.parse()?;
                    options.save = Some(Save { at, file: parser.value()?.into() });
                }
                Long("load") => options.load = Some(parser.value()?.into()),
                Value(path) if options.scenario.is_none() => options.scenario = Some(path.into()),
                _ => return Err(arg.unexpected()),
            }
        }
        if options.load.is_some() && (options.scenario.is_some() || options.seed.is_some()) {
            return Err(
                "`--load` goes on with a battle as it was; leave the scenario and `--seed` out".into()
            );
        }
        Ok(Some(options))
    }
}
