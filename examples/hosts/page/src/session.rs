//! A battle that a page plays.

use std::io::Write;

use anstream::StripStream;
use phase_examples::double_battle::battle::Battle;
use phase_examples::double_battle::battler::Side;
use phase_examples::double_battle::dice::Dice;
use phase_examples::double_battle::field::title_line;
use phase_examples::double_battle::game::Game;
use phase_examples::double_battle::in_play::InPlay;
use phase_examples::double_battle::play::{PlayError, play};
use phase_examples::double_battle::save;
use phase_examples::double_battle::table::{greet, undo};
#[cfg(feature = "timeline")]
use phase_tools::Trace;
use serde::Deserialize;

use crate::desk::Desk;
use crate::view::View;
use crate::watched::Watched;

/// So many phases may start between two questions; a turn starts fewer than 100. So phases that queue each other for ever are
/// an error, and not a page that hangs.
const MOST_STARTS: usize = 10_000;

/// A battle to be begun.
#[derive(Debug, Deserialize)]
pub struct Beginning {
    /// What it is called.
    pub title: String,
    /// The battle before its first turn.
    pub battle: Battle,
    /// What decides everything that is left to chance: a number, as text, since numbers of JavaScript are not as long.
    pub seed: String,
    /// Which side the person plays.
    pub side: Side,
    /// How many playouts the AI tries for each of its choices.
    pub playouts: u64,
    /// Whether each roll of the dice is asked for.
    pub dice: bool,
}

/// A battle in progress: what `double_battle --play` is in a terminal, between two keys.
#[derive(Debug)]
pub struct Session {
    pub(crate) game: Watched,
    pub(crate) side: Side,
    /// What it is called and its seed, which a save does not know.
    pub(crate) title: Option<(String, u64)>,
    desk: Desk,
    transcript: StripStream<Vec<u8>>,
    #[cfg(feature = "timeline")]
    trace: Trace,
}

impl Session {
    /// Begins a battle, and plays it to its first question.
    ///
    /// # Errors
    ///
    /// If the seed is no number, or the battle fails.
    pub fn begin(beginning: Beginning) -> Result<Self, String> {
        let Beginning { title, mut battle, seed, side, playouts, dice } = beginning;
        let seed: u64 = seed.trim().parse().map_err(|_| {
            format!("`{}` is no seed: write a whole number from 0 to {}", shortened(seed.trim()), u64::MAX)
        })?;
        battle.dice = Dice::new(seed);
        battle.asked.dice |= dice;
        let mut session = Self::new(Game::new(battle), side, playouts);
        let line = title_line(&title, seed);
        session.title = Some((title, seed));
        let written = line.write(0, &mut session.transcript).and_then(|()| writeln!(session.transcript));
        written.map_err(|error| error.to_string())?;
        session.start()
    }

    /// Goes on with a battle from the text of a save, up to the question that it was saved at, or the next one.
    ///
    /// A battle that nobody played is taken over on the home side.
    ///
    /// # Errors
    ///
    /// What is wrong with the save.
    pub fn load(text: &str, playouts: u64) -> Result<Self, String> {
        let game = save::from_text(text, "the save").map_err(|fault| fault.to_string())?;
        let side = game.person.unwrap_or(Side::Home);
        Self::new(game, side, playouts).start()
    }

    fn new(mut game: Game, side: Side, playouts: u64) -> Self {
        game.person = Some(side);
        game.battle.asked.players = true;
        game.phases.set_start_limit(MOST_STARTS);
        #[cfg(feature = "timeline")]
        let trace = {
            let trace = Trace::new();
            trace.attach(&mut game.phases);
            trace
        };
        Self {
            game: Watched::new(game),
            side,
            title: None,
            desk: Desk { side, playouts, typed: None },
            transcript: StripStream::new(Vec::new()),
            #[cfg(feature = "timeline")]
            trace,
        }
    }

    fn start(mut self) -> Result<Self, String> {
        let greeted = greet(&self.game, self.side, &mut self.transcript);
        greeted.and_then(|()| self.play()).map_err(|error| in_words(&error))?;
        Ok(self)
    }

    /// Does what somebody would type in the terminal: a number answers, `u` undoes, `r` takes that back.
    ///
    /// A battle that asks nothing any more can be undone, too, which a terminal has been left by then for; all else changes nothing.
    ///
    /// # Errors
    ///
    /// If the battle fails.
    pub fn type_line(&mut self, line: &str) -> Result<(), String> {
        let done = if self.game.phases().question().is_some() {
            self.desk.typed = Some(line.to_owned());
            self.play()
        } else if line == "u" {
            undo(&mut self.game, &mut self.transcript).and_then(|_| self.play())
        } else {
            Ok(())
        };
        done.map_err(|error| in_words(&error))
    }

    /// Plays up to the next question of the person, or to the end.
    fn play(&mut self) -> Result<(), PlayError> {
        play(&mut self.game, &mut self.desk, u64::MAX, false, &mut self.transcript)?;
        Ok(())
    }

    /// What there is to be seen.
    #[must_use]
    pub fn view(&self) -> View<'_> {
        View::of(self)
    }

    /// The text of a save, as `double_battle --load` reads it.
    ///
    /// # Errors
    ///
    /// If something can't be written.
    pub fn save(&self) -> Result<String, String> {
        save::to_text(&self.game.game).map_err(|error| error.to_string())
    }

    /// All that `double_battle --play` would have written to a pipe by now.
    #[must_use]
    pub fn transcript(&self) -> String {
        String::from_utf8_lossy(self.transcript.as_inner()).into_owned()
    }

    /// What has happened, as a page to look at.
    #[cfg(feature = "timeline")]
    #[must_use]
    pub fn timeline(&self) -> String {
        self.trace.to_html()
    }
}

/// So much of what was typed as fits into a message.
fn shortened(text: &str) -> String {
    const MOST: usize = 40;
    match text.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// What went wrong, and what that came from.
fn in_words(error: &PlayError) -> String {
    let mut words = error.to_string();
    let mut next = match error {
        PlayError::Run(error) => std::error::Error::source(error),
        _ => None,
    };
    while let Some(source) = next {
        words = format!("{words}: {source}");
        next = source.source();
    }
    words
}
