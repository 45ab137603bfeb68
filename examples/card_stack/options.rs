//! What can stand on the command line.

use std::ffi::OsString;
use std::path::PathBuf;

use lexopt::prelude::*;

use super::player::Player;

pub(super) const HELP: &str = "\
A duel with a stack of answers: each card can be answered, and each answer, too.

Usage: cargo run --example card_stack [-- OPTIONS]

Options:
  --play [WHO]   Play against an AI, as `wren` (without WHO, too) or `alder`;
                 or as `both`, two persons who share the keyboard
  --seed N       Another duel: the same seed gives the same one; 1 if left out
  --playouts N   How many playouts the AI tries for each choice; 100 if left out
  --save FILE    Save the duel at each question, to be gone on with later
  --load FILE    Go on with a duel that was saved, at the question where it was
  --inspect      Look at the duel phase by phase, forwards and backwards
  --until N      Stop at question N, or at the next that is not put to the dice
  -h, --help     Show this help

While you play, `?` shows what you can type: to undo, to save, to look at cards.
";

#[derive(Debug)]
pub(super) struct Options {
    pub(super) inspect: bool,
    pub(super) persons: Option<Vec<Player>>,
    pub(super) seed: Option<u64>,
    pub(super) playouts: u64,
    pub(super) save: Option<PathBuf>,
    pub(super) load: Option<PathBuf>,
    pub(super) until: Option<u64>,
}

impl Options {
    /// The options, or `None` where help is asked for.
    pub(super) fn parse(args: impl IntoIterator<Item = OsString>) -> Result<Option<Self>, lexopt::Error> {
        let mut options = Self {
            inspect: false,
            persons: None,
            seed: None,
            playouts: 100,
            save: None,
            load: None,
            until: None,
        };
        let mut parser = lexopt::Parser::from_args(args);
        while let Some(arg) = parser.next()? {
            match arg {
                Short('h') | Long("help") => return Ok(None),
                Long("play") => options.persons = Some(persons(&mut parser)?),
                #[cfg(feature = "inspector")]
                Long("inspect") => options.inspect = true,
                Long("seed") => options.seed = Some(parser.value()?.parse()?),
                Long("playouts") => options.playouts = parser.value()?.parse_with(at_least_one)?,
                Long("save") => options.save = Some(parser.value()?.into()),
                Long("load") => options.load = Some(parser.value()?.into()),
                Long("until") => options.until = Some(parser.value()?.parse_with(at_least_one)?),
                _ => return Err(arg.unexpected()),
            }
        }
        if options.load.is_some() && options.seed.is_some() {
            return Err("`--load` goes on with a duel as it was; leave `--seed` out".into());
        }
        if options.inspect && (options.save.is_some() || options.until.is_some()) {
            return Err("`--inspect` goes to any moment by itself; leave `--save` and `--until` out".into());
        }
        Ok(Some(options))
    }
}

/// Who plays: the next argument, if that is no option.
fn persons(parser: &mut lexopt::Parser) -> Result<Vec<Player>, lexopt::Error> {
    let rest = parser.raw_args()?;
    let is_value = rest.peek().is_some_and(|next| !next.to_string_lossy().starts_with('-'));
    if !is_value {
        return Ok(vec![Player::Wren]);
    }
    parser.value()?.parse_with(|who| match who {
        "wren" => Ok(vec![Player::Wren]),
        "alder" => Ok(vec![Player::Alder]),
        "both" => Ok(Player::BOTH.to_vec()),
        _ => Err("write `wren`, `alder` or `both`"),
    })
}

fn at_least_one(number: &str) -> Result<u64, String> {
    match number.parse() {
        Ok(0) => Err("it has to be at least 1".to_owned()),
        Ok(number) => Ok(number),
        Err(error) => Err(error.to_string()),
    }
}
