//! The command line.

use std::ffi::OsString;
use std::fmt;
use std::io::{self, BufRead, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use super::dice::Dice;
use super::fault::Fault;
use super::game::Game;
use super::looks::{Traced, Unseen};
use super::options::{HELP, Options, SaveAt};
use super::play::{PlayError, play};
use super::save;
use super::scenario::Scenario;
use super::table::{Croupier, Keyboard, Person};
use super::text::{Line, Tone};
use crate::escape::escape;

/// The battle that is played when none is named.
const DEFAULT: (&str, &str) = ("worked_example.toml", include_str!("scenarios/worked_example.toml"));

/// The exit code of a battle that has been played, or help that has been given.
pub const DONE: u8 = 0;
/// The exit code of a run that failed on the way.
pub const FAILED: u8 = 1;
/// The exit code of bad input, of which nothing has been played.
pub const BAD_INPUT: u8 = 2;

/// Runs the program on its arguments (without its own name), with the input and output of the process.
pub fn main(args: impl IntoIterator<Item = OsString>) -> ExitCode {
    let input = io::stdin();
    let keyboard = if input.is_terminal() { Keyboard::terminal } else { Keyboard::pipe };
    // This takes the colours out where they do not belong: in a pipe or a file, and wherever `NO_COLOR` is set.
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
        // Whoever reads has seen enough, as in `double_battle | head`.
        Err(Problem::Play(PlayError::Output(error))) if error.kind() == io::ErrorKind::BrokenPipe => {
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
    Play(PlayError),
    Save(PathBuf, io::Error),
    NothingToSave { started: u64 },
    NeverQueued(&'static str),
    File(PathBuf, io::Error),
}

impl Problem {
    const fn code(&self) -> u8 {
        match self {
            Self::Usage(_) | Self::Input(_) => BAD_INPUT,
            Self::Play(_)
            | Self::Save(..)
            | Self::NothingToSave { .. }
            | Self::NeverQueued(_)
            | Self::File(..) => FAILED,
        }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Usage(error) => write!(f, "{error}; `--help` shows what there is"),
            Self::Input(fault) => fault.fmt(f),
            Self::Play(error) => error.fmt(f),
            Self::Save(path, error) => write!(f, "{}: cannot write the save: {error}", path.display()),
            Self::NothingToSave { started } => {
                write!(f, "the battle is over after {started} starts, so it was not saved")
            }
            Self::NeverQueued(name) => write!(f, "no `{name}` was queued, so there is nothing to tell of it"),
            Self::File(path, error) => write!(f, "{}: cannot be written: {error}", path.display()),
        }
    }
}

impl From<io::Error> for Problem {
    fn from(error: io::Error) -> Self {
        Self::Play(PlayError::Output(error))
    }
}

impl From<Unseen> for Problem {
    fn from(unseen: Unseen) -> Self {
        match unseen {
            Unseen::NeverQueued(name) => Self::NeverQueued(name),
            Unseen::File(path, error) => Self::File(path, error),
            Unseen::Output(error) => error.into(),
        }
    }
}

impl From<PlayError> for Problem {
    fn from(error: PlayError) -> Self {
        Self::Play(error)
    }
}

fn try_run(
    args: impl IntoIterator<Item = OsString>,
    keyboard: Keyboard<impl BufRead>,
    out: &mut impl Write,
) -> Result<(), Problem> {
    let Some(mut options) = Options::parse(args).map_err(Problem::Usage)? else {
        return Ok(out.write_all(HELP.as_bytes())?);
    };
    let mut game = match &options.load {
        Some(path) => save::read(path).map_err(Problem::Input)?,
        None => begin(&options, out)?,
    };
    game.battle.asked.dice |= options.dice;
    if let Some(side) = options.play {
        game.person = Some(side);
        game.battle.asked.players = true;
    }
    let traced = Traced::new(std::mem::take(&mut options.looks), &mut game);
    let played = play_on(&mut game, options, keyboard, out);
    let shown = traced.show(out);
    played?;
    Ok(shown?)
}

fn play_on(
    game: &mut Game,
    options: Options,
    keyboard: Keyboard<impl BufRead>,
    out: &mut impl Write,
) -> Result<(), Problem> {
    match game.person {
        None => watch(game, options, out),
        Some(_) if options.save.is_some() => Err(Problem::Usage(
            "`--save-at` is for a battle that nobody plays; `s FILE` saves one that you play".into(),
        )),
        Some(side) => {
            let mut person = Person::new(side, keyboard, options.playouts);
            person.greet(game, out)?;
            play(game, &mut person, u64::MAX, options.levels, out)?;
            Ok(())
        }
    }
}

/// Plays a battle that needs nobody.
fn watch(game: &mut Game, options: Options, out: &mut impl Write) -> Result<(), Problem> {
    let most = options.save.as_ref().map_or(u64::MAX, |save| save.starts);
    let started = play(game, &mut Croupier, most, options.levels, out)?;
    match options.save {
        Some(save) if started < save.starts => Err(Problem::NothingToSave { started }),
        Some(SaveAt { file, .. }) => save::write(game, &file).map_err(|error| Problem::Save(file, error)),
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
