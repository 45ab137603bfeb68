//! The table that a duel is played at: who answers its questions.

use std::io::{self, BufRead, Write};
use std::path::{Path, PathBuf};

use phase_core::AnyAnswer;
use phase_core::prelude::*;

use super::board::{write_board, write_cards};
use super::commands::Command;
use super::error::{TableError, game_error};
use super::menu::Menu;
use super::page::Page;
use crate::card_stack::ai;
use crate::card_stack::duel::Duel;
use crate::card_stack::game::Game;
use crate::card_stack::player::Player;
use crate::card_stack::said::Said;
use crate::double_battle::table::Keyboard;
use crate::double_battle::text::{Line, Tone};
use crate::escape::escape;
use crate::sealed;

/// How an evening at the table ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    /// The duel is over.
    Over,
    /// The person has left it.
    Left,
    /// It has come to the question at which it was to stop.
    Stopped,
}

/// Persons at a keyboard, the AI, and the dice.
#[derive(Debug)]
pub struct Table<R> {
    keyboard: Keyboard<R>,
    /// How many playouts the AI tries for each of its choices.
    playouts: u64,
    /// Where the duel is saved at each question of a duelist.
    save: Option<PathBuf>,
    /// The number of the question at which to stop.
    until: Option<u64>,
    /// The questions that persons have answered, and who was asked.
    history: History<Duel, Player>,
    /// Who sits at the keyboard.
    reader: Option<Player>,
    /// What has been said since, for the next one to read, where two persons share it.
    unread: Vec<Said>,
}

/// What has come of a question.
enum Reply {
    Answer(AnyAnswer),
    Moved,
    Left,
}

impl<R: BufRead> Table<R> {
    /// A table at which nobody has answered yet.
    pub const fn new(
        keyboard: Keyboard<R>,
        playouts: u64,
        save: Option<PathBuf>,
        until: Option<u64>,
    ) -> Self {
        const MOST_UNDOS: usize = 1000;
        Self {
            keyboard,
            playouts,
            save,
            until,
            history: History::new(MOST_UNDOS),
            reader: None,
            unread: vec![],
        }
    }

    /// Plays a game until it is over, or somebody leaves it.
    ///
    /// # Errors
    ///
    /// If the input, the output, a save or the game fails.
    pub fn play(&mut self, game: &mut Game, out: &mut dyn Write) -> Result<Ending, TableError> {
        let mut page = Page::new(out);
        if let [person] = game.persons[..] {
            self.reader = Some(person);
            page.note(&format!("You play {person}. `?` shows what you can type."))?;
        }
        loop {
            let status = game.run().map_err(game_error)?;
            for said in game.duel.said.drain(..) {
                page.write_said(&said, self.reader)?;
                if game.persons.len() > 1 {
                    self.unread.push(said);
                }
            }
            let Some((number, seat)) = asked(game).filter(|_| status == RunStatus::Asking) else {
                return Ok(Ending::Over);
            };
            if seat != Seat::Chance {
                if let Some(path) = &self.save {
                    sealed::write(game, path).map_err(|error| TableError::Save(path.clone(), error))?;
                }
            }
            if self.until.is_some_and(|until| number >= until && seat != Seat::Chance) {
                return Ok(Ending::Stopped);
            }
            let person = Player::of(seat).filter(|player| game.persons.contains(player));
            let answer = match person {
                Some(person) => match self.ask(game, person, &mut page)? {
                    Reply::Answer(answer) => answer,
                    Reply::Moved => continue,
                    Reply::Left => return Ok(Ending::Left),
                },
                None if seat == Seat::Chance => roll(game)?,
                None => choose(game, seat, self.playouts)?,
            };
            game.phases.answer_any(&mut game.duel, seat, answer).map_err(game_error)?;
        }
    }

    /// Puts the question that stands to a person, until it is answered or the person goes elsewhere.
    fn ask(&mut self, game: &mut Game, player: Player, page: &mut Page<'_>) -> Result<Reply, TableError> {
        if self.reader != Some(player) && !self.hand_over(player, page)? {
            return Ok(Reply::Left);
        }
        let Some(question) = game.phases.question() else { return Ok(Reply::Moved) };
        let menu = Menu::of(&question, player, &game.duel);
        write_question(game, player, &menu, page)?;
        loop {
            let Some(line) = self.prompt(page)? else { return Ok(Reply::Left) };
            let number = match Command::of(&line) {
                Command::Number(number) => Some(number),
                Command::Enter if menu.enter().is_some() => menu.enter(),
                Command::Enter => {
                    page.note(&format!("Type {}, or `?` for help.", menu.range()))?;
                    continue;
                }
                Command::Help => {
                    write_help(&menu, page)?;
                    continue;
                }
                Command::Board => {
                    write_question(game, player, &menu, page)?;
                    continue;
                }
                Command::Cards => {
                    write_cards(page)?;
                    continue;
                }
                Command::Undo => match self.history.last().copied() {
                    Some(whose) if self.history.undo(&mut game.phases, &mut game.duel) => {
                        page.note(&format!("Back at the last question that {whose} answered."))?;
                        self.unread.clear();
                        return Ok(Reply::Moved);
                    }
                    _ => {
                        page.note("There is nothing to undo: nothing has been answered yet.")?;
                        continue;
                    }
                },
                Command::Redo if self.history.redo(&mut game.phases, &mut game.duel) => {
                    page.note("Forward again.")?;
                    self.unread.clear();
                    return Ok(Reply::Moved);
                }
                Command::Redo => {
                    page.note("There is no undo to take back.")?;
                    continue;
                }
                Command::Save("") => {
                    page.note("Write where to: `s FILE`.")?;
                    continue;
                }
                Command::Save(file) => {
                    write_save(game, file, page)?;
                    continue;
                }
                Command::Quit => {
                    page.note("You leave the duel.")?;
                    return Ok(Reply::Left);
                }
                Command::Unknown => None,
            };
            if let Some(answer) = number.and_then(|number| menu.answer(number)) {
                let remembered = self.history.checkpoint_as(player, &game.phases, &game.duel);
                remembered.map_err(game_error)?;
                page.blank()?;
                return Ok(Reply::Answer(answer.clone()));
            }
            let typed = escape(&line.chars().take(20).collect::<String>());
            page.note(&format!("`{typed}` is no answer; type {}, or `?` for help.", menu.range()))?;
        }
    }

    /// Two persons share the keyboard: what one of them sees is gone before the other one looks.
    fn hand_over(&mut self, player: Player, page: &mut Page<'_>) -> Result<bool, TableError> {
        if self.reader.is_some() {
            write!(page.out(), "\x1b[2J\x1b[3J\x1b[H")?;
        }
        self.reader = Some(player);
        page.blank()?;
        page.note(&format!("{player} comes to the keyboard, and the other one looks away. Press Enter."))?;
        let goes_on = self.prompt(page)?.is_some();
        for said in self.unread.drain(..) {
            page.write_said(&said, self.reader)?;
        }
        Ok(goes_on)
    }

    fn prompt(&mut self, page: &mut Page<'_>) -> Result<Option<String>, TableError> {
        write!(page.out(), "  > ")?;
        page.out().flush()?;
        let line = self.keyboard.line(page.out()).map_err(TableError::Input)?;
        if line.is_none() {
            page.blank()?;
            page.note("The input has ended, and you leave the duel.")?;
        }
        Ok(line)
    }
}

/// The number of the question that stands, and the first of those who are asked.
fn asked(game: &Game) -> Option<(u64, Seat)> {
    let question = game.phases.question()?;
    Some((question.number(), *question.seats(&game.duel).first()?))
}

/// What the dice of the duel say.
fn roll(game: &mut Game) -> Result<AnyAnswer, TableError> {
    let Game { duel, phases, .. } = game;
    let fallen = phases.question().and_then(|question| {
        let count = question.count(Seat::Chance, duel)?;
        let index = duel.dice.below(u32::try_from(count).ok()?);
        question.pick(Seat::Chance, duel, index as usize)
    });
    fallen.ok_or_else(|| game_error("chance is asked, and nothing can happen"))
}

fn choose(game: &Game, seat: Seat, playouts: u64) -> Result<AnyAnswer, TableError> {
    let chosen = ai::choose(game, seat, playouts).map_err(game_error)?;
    chosen.ok_or_else(|| game_error("the AI is asked, and has nothing to choose from"))
}

fn write_question(game: &Game, player: Player, menu: &Menu, page: &mut Page<'_>) -> io::Result<()> {
    page.blank()?;
    write_board(game, player, page)?;
    page.blank()?;
    menu.write(page)
}

fn write_help(menu: &Menu, page: &mut Page<'_>) -> io::Result<()> {
    let enter = if menu.enter().is_some() { "answers what it is said to" } else { "shows what to type" };
    let answers = [(&*menu.numbers(), "answers the question"), ("Enter", enter)];
    for (typed, does) in answers.into_iter().chain(Command::HELP) {
        page.write(0, Tone::Plain, &format!("{typed:10}{does}"))?;
    }
    Ok(())
}

/// A save that fails is no reason to end the duel.
fn write_save(game: &Game, file: &str, page: &mut Page<'_>) -> io::Result<()> {
    let shown = escape(file);
    let text = match sealed::write(game, Path::new(file)) {
        Ok(()) => format!("(Saved; `--load {shown}` goes on from here.)"),
        Err(error) => format!("({shown}: cannot write the save: {error})"),
    };
    // On one line, however long the path is.
    Line::new(Tone::Quiet, text).write(0, page.out())
}
