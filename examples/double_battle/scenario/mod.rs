//! A battle from a TOML file.
//!
//! The file is read in two steps: `file` has its shape, with the place of every value; `check` gives it meaning,
//! and is where every rule is enforced before the battle begins. What is wrong is a [`Fault`], one line of text.
//!
//! ```toml
//! title = "An example"
//! seed = 7                  # what decides everything that is left to chance
//! turn-limit = 30           # a draw after so many turns; 50 if left out
//!
//! [[move]]
//! name = "Undertow"
//! target = "foe"            # or "foes", "self", "ally"
//! accuracy = 95             # percent; 100 if left out
//! priority = 0              # higher goes first, whatever the speed
//! contact = true            # the user touches the target
//! power = 60                # damage
//! heal = 50                 # percent of full hp
//! flinch = 30               # percent
//! stats = { attack = -1 }   # in stages, of `attack`, `defence` and `speed`
//! call = true               # the target, if it has still to move, moves next
//! song = true               # those with the ability "Mockingbird" repeat it
//!
//! [[team]]                  # two of them, of three to six creatures each
//! name = "Harbour"
//! [[team.creature]]
//! name = "Brindle"
//! hp = 90
//! attack = 70
//! defence = 60
//! speed = 80
//! ability = "Thorns"        # or "Mirror", "Glass Mirror", "Menace", "Mockingbird"; may be left out
//! second-wind = 25          # percent of full hp with which it gets up, once, instead of fainting
//! moves = ["Undertow"]
//!
//! [[turn]]                  # any number of them; once they run out, the turns are played by chance
//! orders = [{ creature = "Brindle", move = "Undertow", target = "Pane" }]
//!
//! [[turn]]
//! auto = true               # this turn by chance
//! ```
//!
//! In a turn with orders, a creature without one passes, and an order of a creature that is not on the field by then
//! is passed over.

mod check;
mod check_turns;
mod fault;
mod file;

use std::fs;
use std::path::Path;

use super::battle::Battle;
use super::fault::Fault;

/// A battle to be played.
#[derive(Debug, Clone)]
pub struct Scenario {
    /// What it is called.
    pub title: String,
    /// The seed that it asks for.
    pub seed: u64,
    /// The battle before its first turn.
    pub battle: Battle,
}

impl Scenario {
    /// Reads a scenario file.
    ///
    /// # Errors
    ///
    /// The first thing that is wrong with it.
    pub fn read(path: &Path) -> Result<Self, Fault> {
        let text = fs::read_to_string(path).map_err(|error| {
            Fault::unreadable(path, "scenario", &error, "give the path of a TOML file, or none at all")
        })?;
        Self::parse(path, &text)
    }

    /// Reads a scenario from the text of a file; the path is for messages alone.
    ///
    /// # Errors
    ///
    /// The first thing that is wrong with it.
    pub fn parse(path: &Path, text: &str) -> Result<Self, Fault> {
        let read = toml::from_str(text).map_err(|error| fault::Wrong::from(&error));
        read.and_then(check::scenario).map_err(|wrong| wrong.in_file(path, text))
    }
}
