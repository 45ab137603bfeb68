//! What can stand on the command line.

use std::ffi::OsString;
use std::path::PathBuf;

use lexopt::prelude::*;
use phase_core::{PhaseEntry, registry};

use super::battle::Battle;
use super::battler::Side;

pub(super) const HELP: &str = "\
A double battle: two teams, two creatures a side.

Usage: cargo run --example double_battle [-- [OPTIONS] [SCENARIO]]

Arguments:
  [SCENARIO]         The battle, a TOML file; without it the one that comes with the example

Options:
  --play SIDE        Play a side yourself, `home` (the first team) or `away`, against an AI; the
                     turns of the scenario are left out
  --playouts N       How many playouts the AI tries for each of its choices; 100 if left out
  --dice             Ask for each roll of the dice: it is shown, and whoever plays can set it
  --levels           Show the level tree after each start of a phase
  --seed N           Roll other dice: the same seed gives the same battle
  --inspect          Look at the battle phase by phase, forwards and backwards; with
                     `--replay`, at one that was recorded
  --save-at N FILE   Stop once N phases have started, and save the battle to a file
  --load FILE        Go on with a battle that was saved
  --record FILE      Write to a file what is done and what comes of it, also of a battle that fails
  --replay FILE      Play a recorded battle again, and stop where it goes another way
  --until N          With `--replay`: play it up to just before step N, and go on by hand from there
                     if somebody plays, or show how it stands
  --why NAME         Tell at the end why the last phase of that name ran, as in `--why FaintPhase`
  --trace FILE       Write what happened as a trace for chrome://tracing or ui.perfetto.dev (JSON)
  --timeline FILE    Write what happened as a page to look at (HTML)
  -h, --help         Show this help
";

#[derive(Debug)]
pub(super) struct Options {
    pub(super) scenario: Option<PathBuf>,
    pub(super) seed: Option<u64>,
    pub(super) levels: bool,
    pub(super) dice: bool,
    pub(super) inspect: bool,
    pub(super) play: Option<Side>,
    pub(super) playouts: u64,
    pub(super) save: Option<SaveAt>,
    pub(super) load: Option<PathBuf>,
    pub(super) record: Option<PathBuf>,
    pub(super) replay: Option<PathBuf>,
    pub(super) until: Option<u64>,
    pub(super) looks: Looks,
}

#[derive(Debug)]
pub(super) struct SaveAt {
    pub(super) starts: u64,
    pub(super) file: PathBuf,
}

/// What is to be seen of the battle afterwards.
#[derive(Debug, Default)]
pub(super) struct Looks {
    pub(super) why: Option<&'static str>,
    pub(super) trace: Option<PathBuf>,
    pub(super) timeline: Option<PathBuf>,
}

impl Looks {
    pub(super) fn are_wanted(&self) -> bool {
        self.why.is_some() || self.trace.is_some() || self.timeline.is_some()
    }
}

impl Options {
    const DEFAULT: Self = Self {
        scenario: None,
        seed: None,
        levels: false,
        dice: false,
        inspect: false,
        play: None,
        playouts: 100,
        save: None,
        load: None,
        record: None,
        replay: None,
        until: None,
        looks: Looks { why: None, trace: None, timeline: None },
    };

    /// The options, or `None` where help is asked for.
    pub(super) fn parse(args: impl IntoIterator<Item = OsString>) -> Result<Option<Self>, lexopt::Error> {
        let mut options = Self::DEFAULT;
        let mut parser = lexopt::Parser::from_args(args);
        while let Some(arg) = parser.next()? {
            match arg {
                Short('h') | Long("help") => return Ok(None),
                Long("levels") => options.levels = true,
                Long("dice") => options.dice = true,
                #[cfg(feature = "inspector")]
                Long("inspect") => options.inspect = true,
                Long("play") => options.play = Some(parser.value()?.parse_with(side)?),
                Long("playouts") => options.playouts = parser.value()?.parse_with(at_least_one)?,
                Long("seed") => options.seed = Some(parser.value()?.parse()?),
                Long("save-at") => {
                    let starts = parser.value()?.parse()?;
                    options.save = Some(SaveAt { starts, file: parser.value()?.into() });
                }
                Long("load") => options.load = Some(parser.value()?.into()),
                Long("record") => options.record = Some(parser.value()?.into()),
                Long("replay") => options.replay = Some(parser.value()?.into()),
                Long("until") => options.until = Some(parser.value()?.parse_with(at_least_one)?),
                Long("why") => options.looks.why = Some(parser.value()?.parse_with(phase)?),
                Long("trace") => options.looks.trace = Some(parser.value()?.into()),
                Long("timeline") => options.looks.timeline = Some(parser.value()?.into()),
                Value(path) if options.scenario.is_none() => options.scenario = Some(path.into()),
                _ => return Err(arg.unexpected()),
            }
        }
        let is_other_battle = options.load.is_some() || options.scenario.is_some() || options.seed.is_some();
        if options.replay.is_some() && (is_other_battle || options.dice || options.save.is_some()) {
            return Err("`--replay` plays the battle that was recorded, as it was; leave the scenario, `--load`, `--seed`, \
                        `--dice` and `--save-at` out"
                .into());
        }
        if options.until.is_some() && options.replay.is_none() {
            return Err("`--until` says how far to play what `--replay` reads".into());
        }
        if options.replay.is_some()
            && options.until.is_none()
            && (options.play.is_some() || options.record.is_some())
        {
            return Err("a battle that is replayed to its end is not played on; add `--until N`, or leave `--play` and `--record` out"
                .into());
        }
        if options.load.is_some() && (options.scenario.is_some() || options.seed.is_some()) {
            return Err(
                "`--load` goes on with a battle as it was; leave the scenario and `--seed` out".into()
            );
        }
        let is_shown = options.levels || options.looks.are_wanted();
        let is_written = options.save.is_some() || options.record.is_some() || options.until.is_some();
        if options.inspect && (is_shown || is_written) {
            return Err("`--inspect` shows the battle in its own way; leave the other options on what is \
                        shown and saved out"
                .into());
        }
        Ok(Some(options))
    }
}

fn side(name: &str) -> Result<Side, &'static str> {
    match name {
        "home" => Ok(Side::Home),
        "away" => Ok(Side::Away),
        _ => Err("write `home` or `away`"),
    }
}

fn phase(name: &str) -> Result<&'static str, String> {
    let phases = registry().of::<Battle>();
    let known: Vec<_> = phases.iter().map(PhaseEntry::name).collect();
    match known.iter().find(|known| **known == name) {
        Some(known) => Ok(known),
        None => Err(format!("there is no such phase; write one of {}", known.join(", "))),
    }
}

fn at_least_one(number: &str) -> Result<u64, String> {
    match number.parse() {
        Ok(0) => Err("it has to be at least 1".to_owned()),
        Ok(number) => Ok(number),
        Err(error) => Err(error.to_string()),
    }
}
