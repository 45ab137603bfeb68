//! A question that a person is asked, and what comes of what is typed at it.

use std::io::Write;
use std::path::Path;

use phase_core::{AnyAnswer, Seat, Step};

use super::croupier::cast;
use super::keyboard::Command;
use super::menu::Menu;
use super::overview::overview;
use crate::double_battle::ai;
use crate::double_battle::battler::Side;
use crate::double_battle::field::field_lines;
use crate::double_battle::in_play::InPlay;
use crate::double_battle::play::{PlayError, Reply};
use crate::double_battle::text::{Line, Tone};
use crate::escape::escape;

/// What stands in front of what is typed.
pub const READY: &str = "  > ";

/// A question to a person who plays one side.
#[derive(Debug)]
pub struct Prompt {
    menu: Menu,
    seat: Seat,
    side: Side,
}

/// Answers the question that stands for a side that the AI plays, if that is asked: what came of it, unless the question
/// still stands.
///
/// Where both sides are asked at once, this comes first, and can't know what the person answers.
///
/// # Errors
///
/// If the AI fails, or the phase that takes its answer.
pub fn answer_as_ai(game: &mut dyn InPlay, side: Side, playouts: u64) -> Result<Option<Reply>, PlayError> {
    while let Some(answer) = ai::choose(game, side.seat(), playouts).map_err(PlayError::Host)? {
        let step = game.answer(side.seat(), answer)?;
        if !matches!(step, Step::Asking(_)) {
            return Ok(Some(Reply::Answered(step)));
        }
    }
    Ok(None)
}

/// Tells a person who plays a side what there is to know before the first question, or how a finished battle ended.
///
/// # Errors
///
/// If the output fails.
pub fn greet(game: &dyn InPlay, side: Side, out: &mut dyn Write) -> Result<(), PlayError> {
    let team = &game.battle().team(side).name;
    note(&format!("You play {team}. `?` shows what you can type."), out)?;
    let ending = game.battle().ending();
    if game.phases().question().is_some() || ending.is_some() {
        writeln!(out)?;
        write_field(game, out)?;
    }
    if let Some(ending) = ending {
        writeln!(out)?;
        Line::heading(ending).write(0, out)?;
    }
    Ok(writeln!(out)?)
}

impl Prompt {
    /// What whoever plays this side is asked, or the dice if they are; nothing if nothing is asked.
    #[must_use]
    pub fn of(game: &dyn InPlay, side: Side) -> Option<Self> {
        let question = game.phases().question()?;
        let seats = question.seats(game.battle());
        let seat = if seats.contains(&Seat::Chance) { Seat::Chance } else { side.seat() };
        Some(Self { menu: Menu::of(&question, seat, game.battle()), seat, side })
    }

    /// The question in words.
    #[must_use]
    pub fn title(&self) -> &str {
        self.menu.title()
    }

    /// Who is asked: the side that the person plays, or the dice, which the person casts.
    #[must_use]
    pub const fn seat(&self) -> Seat {
        self.seat
    }

    /// What can be answered, each with the number that is typed for it.
    pub fn choices(&self) -> impl Iterator<Item = (u64, &AnyAnswer)> {
        self.menu.choices()
    }

    /// Writes the question, which may stand right below what the battle has told.
    ///
    /// # Errors
    ///
    /// If the output fails.
    pub fn write(&self, is_below_text: bool, out: &mut dyn Write) -> Result<(), PlayError> {
        if is_below_text {
            writeln!(out)?;
        }
        Ok(self.menu.write(out)?)
    }

    /// Does what a line says, and gives what came of it, unless the question still stands.
    ///
    /// # Errors
    ///
    /// If the output fails, or the phase that takes the answer.
    pub fn take(
        &self,
        line: &str,
        game: &mut dyn InPlay,
        out: &mut dyn Write,
    ) -> Result<Option<Reply>, PlayError> {
        let Self { menu, seat, side } = self;
        let seat = *seat;
        match Command::of(line) {
            Command::Number(number) => match menu.answer(number) {
                Some(answer) => {
                    remember(game)?;
                    writeln!(out)?;
                    return Ok(Some(Reply::Answered(game.answer(seat, answer)?)));
                }
                None => note(&format!("There is no {number}; {}", what_to_type(menu, seat)), out)?,
            },
            Command::Enter if seat == Seat::Chance => {
                remember(game)?;
                let reply = cast(game, out)?;
                writeln!(out)?;
                return Ok(Some(reply));
            }
            Command::Enter => {
                writeln!(out)?;
                menu.write(out)?;
            }
            Command::Help => write_help(menu, seat, out)?,
            Command::Field => {
                writeln!(out)?;
                overview(game, *side).iter().try_for_each(|line| line.write(0, out))?;
                writeln!(out)?;
                menu.write(out)?;
            }
            Command::Undo if undo(game, out)? => return Ok(Some(Reply::Moved)),
            Command::Undo => note("There is nothing to undo: you have not answered anything yet.", out)?,
            Command::Redo if game.redo() => {
                write_moved("Forward again.", game, out)?;
                return Ok(Some(Reply::Moved));
            }
            Command::Redo => note("There is no undo to take back.", out)?,
            Command::Save("") => note("Write where to: `s FILE`.", out)?,
            Command::Save(file) => write_save(game, file, out)?,
            Command::Quit => {
                note("You leave the battle.", out)?;
                return Ok(Some(Reply::Left));
            }
            Command::Unknown => {
                let typed = shortened(line);
                note(&format!("`{typed}` is no answer; {}", what_to_type(menu, seat)), out)?;
            }
        }
        Ok(None)
    }
}

/// Remembers a question that is about to be answered, for an undo to come back to.
fn remember(game: &mut dyn InPlay) -> Result<(), PlayError> {
    game.remember().map_err(|error| PlayError::Host(error.into()))
}

/// Says something that does not belong to the battle.
pub(super) fn note(text: &str, out: &mut dyn Write) -> Result<(), PlayError> {
    Ok(Line::new(Tone::Quiet, format!("({text})")).write(0, out)?)
}

fn what_to_type(menu: &Menu, seat: Seat) -> String {
    let or_enter = if seat == Seat::Chance { " or Enter" } else { "" };
    format!("type {}{or_enter}, or `?` for help.", menu.range())
}

fn write_help(menu: &Menu, seat: Seat, out: &mut dyn Write) -> Result<(), PlayError> {
    let enter = if seat == Seat::Chance { "casts the die" } else { "shows the question again" };
    let answers = [(menu.range(), "answers the question"), ("Enter".to_owned(), enter)];
    let others = Command::HELP.map(|(typed, does)| (typed.to_owned(), does));
    for (typed, does) in answers.into_iter().chain(others) {
        Line::new(Tone::Notable, format!("  {typed:10}")).and(Tone::Plain, does).write(0, out)?;
    }
    Ok(())
}

/// Goes back to the question that was answered last, if there is one, and says whether there was. A host may do so also once the
/// battle is over.
///
/// # Errors
///
/// If the output fails.
pub fn undo(game: &mut dyn InPlay, out: &mut dyn Write) -> Result<bool, PlayError> {
    let has_gone = game.undo();
    if has_gone {
        write_moved("Back at the question before.", game, out)?;
    }
    Ok(has_gone)
}

/// Shows where the battle stands after an undo or a redo.
fn write_moved(text: &str, game: &dyn InPlay, out: &mut dyn Write) -> Result<(), PlayError> {
    note(text, out)?;
    writeln!(out)?;
    write_field(game, out)?;
    Ok(writeln!(out)?)
}

fn write_field(game: &dyn InPlay, out: &mut dyn Write) -> Result<(), PlayError> {
    Ok(field_lines(game.battle()).iter().try_for_each(|line| line.write(0, out))?)
}

/// A save that fails is no reason to end the battle.
fn write_save(game: &dyn InPlay, file: &str, out: &mut dyn Write) -> Result<(), PlayError> {
    let shown = escape(file);
    match game.save(Path::new(file)) {
        Ok(()) => note(&format!("Saved; `--load {shown}` goes on from here."), out),
        Err(error) => note(&format!("{shown}: cannot write the save: {error}"), out),
    }
}

/// What somebody typed, fit for one line of a terminal.
fn shortened(typed: &str) -> String {
    const LONGEST: usize = 16;
    let typed = escape(typed);
    match typed.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &typed[..end]),
        None => typed,
    }
}
