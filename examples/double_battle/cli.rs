//! The command line.

use std::ffi::OsString;
use std::fmt;
use std::io::{self, BufRead, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use phase_tools::Divergence;

use super::battler::Side;
use super::dice::Dice;
use super::fault::Fault;
use super::field::{field_lines, title_line};
use super::game::Game;
use super::in_play::InPlay;
use super::looks::{Traced, Unseen};
use super::options::{HELP, Options, SaveAt};
use super::play::{PlayError, play};
use super::recorded::{self, RecordedGame};
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
        Err(problem) => (problem.shown(), problem.code()),
    };
    // With nowhere left to complain, the exit code has to do.
    let _ = writeln!(err, "error: {message}");
    code
}

enum Problem {
    Usage(lexopt::Error),
    Input(Fault),
    Play(PlayError),
    Save(PathBuf, io::Error),
    NothingToSave {
        started: u64,
    },
    NeverQueued(&'static str),
    Record(PathBuf, io::Error),
    Differs(Divergence),
    File(PathBuf, io::Error),
    #[cfg(feature = "inspector")]
    Terminal(io::Error),
}

impl Problem {
    /// What is said of it: one line, or those of a difference.
    fn shown(&self) -> String {
        match self {
            Self::Differs(difference) => {
                difference.to_string().lines().map(escape).collect::<Vec<_>>().join("\n")
            }
            other => escape(&other.to_string()),
        }
    }

    const fn code(&self) -> u8 {
        match self {
            Self::Usage(_) | Self::Input(_) => BAD_INPUT,
            Self::Play(_)
            | Self::Save(..)
            | Self::NothingToSave { .. }
            | Self::NeverQueued(_)
            | Self::Record(..)
            | Self::File(..)
            | Self::Differs(_) => FAILED,
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
            Self::Play(error) => error.fmt(f),
            Self::Save(path, error) => write!(f, "{}: cannot write the save: {error}", path.display()),
            Self::NothingToSave { started } => {
                write!(f, "the battle is over after {started} starts, so it was not saved")
            }
            Self::Record(path, error) => write!(f, "{}: cannot write the recording: {error}", path.display()),
            Self::Differs(difference) => difference.fmt(f),
            Self::NeverQueued(name) => write!(f, "no `{name}` was queued, so there is nothing to tell of it"),
            Self::File(path, error) => write!(f, "{}: cannot be written: {error}", path.display()),
            #[cfg(feature = "inspector")]
            Self::Terminal(error) => error.fmt(f),
        }
    }
}

impl From<io::Error> for Problem {
    fn from(error: io::Error) -> Self {
        Self::Play(PlayError::Output(error))
    }
}

impl From<PlayError> for Problem {
    fn from(error: PlayError) -> Self {
        Self::Play(error)
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

fn try_run(
    args: impl IntoIterator<Item = OsString>,
    keyboard: Keyboard<impl BufRead>,
    out: &mut impl Write,
) -> Result<(), Problem> {
    let Some(mut options) = Options::parse(args).map_err(Problem::Usage)? else {
        return Ok(out.write_all(HELP.as_bytes())?);
    };
    let traced = Traced::new(std::mem::take(&mut options.looks));
    let played = match options.replay.take() {
        Some(file) => replay(&file, options, &traced, keyboard, out),
        None => play_anew(options, &traced, keyboard, out),
    };
    if matches!(played, Err(Problem::Usage(_) | Problem::Input(_))) {
        return played;
    }
    let shown = traced.show(out);
    played?;
    Ok(shown?)
}

/// Plays a battle from its beginning, or from a save.
fn play_anew(
    mut options: Options,
    traced: &Traced,
    keyboard: Keyboard<impl BufRead>,
    out: &mut impl Write,
) -> Result<(), Problem> {
    let mut game = match &options.load {
        Some(path) => save::read(path).map_err(Problem::Input)?,
        None if options.inspect => begin(&options, &mut io::sink())?,
        None => begin(&options, out)?,
    };
    game.battle.asked.dice |= options.dice;
    if let Some(side) = options.play {
        game.person = Some(side);
        game.battle.asked.players = true;
    }
    #[cfg(feature = "inspector")]
    if options.inspect {
        return super::inspect::inspect(game, options.playouts).map_err(Problem::Terminal);
    }
    traced.attach(&mut game.phases);
    let person = game.person;
    let Some(file) = options.record.take() else { return play_on(&mut game, person, options, keyboard, out) };
    let mut game = RecordedGame::new(game).map_err(|error| Problem::Record(file.clone(), error.into()))?;
    record(&mut game, file, |game| play_on(game, person, options, keyboard, out))
}

/// Plays a battle whose recording goes to a file.
fn record(
    game: &mut RecordedGame,
    file: PathBuf,
    play: impl FnOnce(&mut RecordedGame) -> Result<(), Problem>,
) -> Result<(), Problem> {
    let keeper = game.keep_in(file);
    let played = play(game);
    let kept = keeper.write().map_err(|(file, error)| Problem::Record(file, error));
    played.and(kept)
}

fn play_on(
    game: &mut dyn InPlay,
    person: Option<Side>,
    options: Options,
    keyboard: Keyboard<impl BufRead>,
    out: &mut impl Write,
) -> Result<(), Problem> {
    match person {
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
fn watch(game: &mut dyn InPlay, options: Options, out: &mut impl Write) -> Result<(), Problem> {
    let most = options.save.as_ref().map_or(u64::MAX, |save| save.starts);
    let started = play(game, &mut Croupier, most, options.levels, out)?;
    match options.save {
        Some(save) if started < save.starts => Err(Problem::NothingToSave { started }),
        Some(SaveAt { file, .. }) => game.save(&file).map_err(|error| Problem::Save(file, error)),
        None => Ok(()),
    }
}

/// Plays a recorded battle again: to its end, or to a step from which it goes on.
fn replay(
    file: &Path,
    mut options: Options,
    traced: &Traced,
    keyboard: Keyboard<impl BufRead>,
    out: &mut impl Write,
) -> Result<(), Problem> {
    let (recording, mut game) = recorded::read(file).map_err(Problem::Input)?;
    if options.play.is_some() && !game.battle.asked.players {
        return Err(Problem::Usage(
            "nobody played the battle that was recorded, so it asks no player; leave `--play` out".into(),
        ));
    }
    let person = options.play.or(game.person);
    #[cfg(feature = "inspector")]
    if options.inspect {
        game.person = person;
        let inspector = super::inspect::inspector(game, options.playouts).recording(recording);
        return inspector.run().map(drop).map_err(Problem::Terminal);
    }
    let before = options.until.unwrap_or(u64::MAX);
    traced.attach(&mut game.phases);
    let mut game = RecordedGame::resume(&recording, game, before).map_err(Problem::Differs)?;
    let steps = recording.steps();
    let stands = match options.until {
        Some(step) if step <= steps => format!("Before step {step} of {steps}"),
        _ => format!("As recorded, up to the last of {steps} steps"),
    };
    Line::heading(stands).write(0, out)?;
    writeln!(out)?;
    let (Some(side), true) = (person, options.until.is_some()) else {
        return Ok(write_standing(&game, out)?);
    };
    game.person = Some(side);
    match options.record.take() {
        Some(file) => record(&mut game, file, |game| play_on(game, person, options, keyboard, out)),
        None => play_on(&mut game, person, options, keyboard, out),
    }
}

/// Shows how a battle stands: the field, what is queued, and who is asked.
fn write_standing(game: &dyn InPlay, out: &mut impl Write) -> io::Result<()> {
    field_lines(game.battle()).iter().try_for_each(|line| line.write(0, out))?;
    writeln!(out)?;
    let levels = game.phases().levels().to_string();
    for row in if levels.is_empty() { "nothing is queued" } else { &levels }.lines() {
        Line::new(Tone::Quiet, row).write(0, out)?;
    }
    let Some(question) = game.phases().question() else { return Ok(()) };
    for seat in question.seats(game.battle()) {
        Line::new(Tone::Plain, format!("{:?} asks {seat}", question.phase())).write(0, out)?;
    }
    Ok(())
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
    title_line(&title, seed).write(0, out)?;
    writeln!(out)?;
    Ok(Game::new(battle))
}
