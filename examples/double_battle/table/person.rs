//! A person at the table, against the AI.

use std::io::{BufRead, Write};
use std::path::Path;

use phase_core::{Seat, Step};

use super::croupier::cast;
use super::keyboard::{Command, Keyboard};
use super::menu::Menu;
use super::overview::overview;
use crate::double_battle::ai;
use crate::double_battle::battler::Side;
use crate::double_battle::field::field_lines;
use crate::double_battle::in_play::InPlay;
use crate::double_battle::play::{Host, PlayError, Reply};
use crate::double_battle::text::{Line, Tone};
use crate::escape::escape;

/// A person who plays one side, and casts the dice where they are asked for; the AI plays the other side.
#[derive(Debug)]
pub struct Person<R> {
    side: Side,
    keyboard: Keyboard<R>,
    /// How many playouts the AI tries for each of its choices.
    playouts: u64,
}

impl<R: BufRead> Person<R> {
    /// A person who plays this side.
    pub const fn new(side: Side, keyboard: Keyboard<R>, playouts: u64) -> Self {
        Self { side, keyboard, playouts }
    }

    /// Tells the person what there is to know before the first question.
    ///
    /// # Errors
    ///
    /// If the output fails.
    pub fn greet(&self, game: &dyn InPlay, out: &mut dyn Write) -> Result<(), PlayError> {
        let team = &game.battle().team(self.side).name;
        note(&format!("You play {team}. `?` shows what you can type."), out)?;
        if game.phases().question().is_some() {
            writeln!(out)?;
            write_field(game, out)?;
        }
        Ok(writeln!(out)?)
    }
}

impl<R: BufRead> Host for Person<R> {
    fn answer(
        &mut self,
        game: &mut dyn InPlay,
        is_below_text: bool,
        out: &mut dyn Write,
    ) -> Result<Reply, PlayError> {
        // Where both are asked at once, the AI comes first, and can't know what the person answers.
        let ai = self.side.foe().seat();
        while let Some(answer) = ai::choose(game, ai, self.playouts).map_err(PlayError::Host)? {
            let step = game.answer(ai, answer)?;
            if !matches!(step, Step::Asking(_)) {
                return Ok(Reply::Answered(step));
            }
        }
        let Some(question) = game.phases().question() else { return Ok(Reply::Moved) };
        let seats = question.seats(game.battle());
        let seat = if seats.contains(&Seat::Chance) { Seat::Chance } else { self.side.seat() };
        let menu = Menu::of(&question, seat, game.battle());
        if is_below_text {
            writeln!(out)?;
        }
        menu.write(out)?;
        loop {
            write!(out, "  > ")?;
            out.flush()?;
            let Some(line) = self.keyboard.line(out).map_err(PlayError::Input)? else {
                writeln!(out)?;
                note("The input has ended, and you leave the battle.", out)?;
                return Ok(Reply::Left);
            };
            match Command::of(&line) {
                Command::Number(number) => match menu.answer(number) {
                    Some(answer) => {
                        remember(game)?;
                        writeln!(out)?;
                        return Ok(Reply::Answered(game.answer(seat, answer)?));
                    }
                    None => note(&format!("There is no {number}; {}", what_to_type(&menu, seat)), out)?,
                },
                Command::Enter if seat == Seat::Chance => {
                    remember(game)?;
                    let reply = cast(game, out)?;
                    writeln!(out)?;
                    return Ok(reply);
                }
                Command::Enter => {
                    writeln!(out)?;
                    menu.write(out)?;
                }
                Command::Help => write_help(&menu, seat, out)?,
                Command::Field => {
                    writeln!(out)?;
                    overview(game, self.side).iter().try_for_each(|line| line.write(0, out))?;
                    writeln!(out)?;
                    menu.write(out)?;
                }
                Command::Undo if game.undo() => {
                    return moved("Back at the question before.", game, out);
                }
                Command::Undo => note("There is nothing to undo: you have not answered anything yet.", out)?,
                Command::Redo if game.redo() => {
                    return moved("Forward again.", game, out);
                }
                Command::Redo => note("There is no undo to take back.", out)?,
                Command::Save("") => note("Write where to: `s FILE`.", out)?,
                Command::Save(file) => write_save(game, file, out)?,
                Command::Quit => {
                    note("You leave the battle.", out)?;
                    return Ok(Reply::Left);
                }
                Command::Unknown => {
                    let typed = shortened(&line);
                    note(&format!("`{typed}` is no answer; {}", what_to_type(&menu, seat)), out)?;
                }
            }
        }
    }
}

/// Remembers a question that is about to be answered, for an undo to come back to.
fn remember(game: &mut dyn InPlay) -> Result<(), PlayError> {
    game.remember().map_err(|error| PlayError::Host(error.into()))
}

/// Says something that does not belong to the battle.
fn note(text: &str, out: &mut dyn Write) -> Result<(), PlayError> {
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

/// Shows where the battle stands after an undo or a redo.
fn moved(text: &str, game: &dyn InPlay, out: &mut dyn Write) -> Result<Reply, PlayError> {
    note(text, out)?;
    writeln!(out)?;
    write_field(game, out)?;
    writeln!(out)?;
    Ok(Reply::Moved)
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
