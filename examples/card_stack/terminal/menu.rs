//! A question as a person sees it.

use std::io;

use phase_core::{AnyAnswer, Question};

use super::board::{card_text, numbers};
use super::page::Page;
use crate::card_stack::action::{Action, Choice, Target};
use crate::card_stack::cards::Card;
use crate::card_stack::duel::Duel;
use crate::card_stack::phases::{DiscardPhase, KeepPhase, RespondPhase};
use crate::card_stack::player::Player;
use crate::double_battle::text::Tone;

/// A question, with a number for each thing that can be answered.
#[derive(Debug)]
pub(super) struct Menu {
    title: String,
    rows: Vec<Row>,
    answers: Vec<AnyAnswer>,
    /// What counts if nothing is answered.
    fallback: Option<AnyAnswer>,
}

#[derive(Debug)]
enum Row {
    /// What the choices below have in common.
    Heading(String),
    /// The choice of this number.
    Choice(usize, String),
}

impl Menu {
    /// What a duelist is asked.
    pub(super) fn of(question: &Question<'_, Duel>, player: Player, duel: &Duel) -> Self {
        let seat = player.seat();
        let answers = question.options(seat, duel).unwrap_or_default();
        let phase = question.phase();
        let response = phase.downcast_ref::<RespondPhase>();
        let stack = response.map_or(&[][..], |response| &response.stack);
        let title = if let Some(response) = response {
            let to = stack.iter().find(|action| action.id == response.to);
            let to = to.map_or_else(String::new, |action| duel.title(action));
            format!("{player}, do you answer {to}?")
        } else if phase.is::<KeepPhase>() {
            format!("{player}, do you keep this hand?")
        } else if phase.is::<DiscardPhase>() {
            format!("{player}, what do you discard?")
        } else {
            format!("{player}, what do you do in your turn?")
        };
        let fallback = question.fallback(seat, duel);
        let rows = rows(&answers, response.is_some(), stack, duel);
        Self { title, rows, answers, fallback }
    }

    /// The answer of a number, from 1.
    pub(super) fn answer(&self, number: usize) -> Option<&AnyAnswer> {
        self.answers.get(number.checked_sub(1)?)
    }

    /// The numbers that answer.
    pub(super) fn numbers(&self) -> String {
        match self.answers.len() {
            0 | 1 => "1".to_owned(),
            count => format!("1 to {count}"),
        }
    }

    /// What can be typed to answer.
    pub(super) fn range(&self) -> String {
        let enter = if self.enter().is_some() { ", or Enter" } else { "" };
        self.numbers() + enter
    }

    /// What Enter stands for, as a number: what counts for those who do not answer, unless it is a card that they lose.
    pub(super) fn enter(&self) -> Option<usize> {
        let fallback = self.fallback.as_ref().filter(|answer| !answer.is::<Card>())?;
        let place = self.answers.iter().position(|answer| answer == fallback)?;
        Some(place + 1)
    }

    pub(super) fn write(&self, page: &mut Page<'_>) -> io::Result<()> {
        page.write(0, Tone::Heading, &self.title)?;
        for row in &self.rows {
            match row {
                Row::Heading(text) => page.write(1, Tone::Quiet, text)?,
                Row::Choice(number, text) => {
                    let enter = if self.enter() == Some(*number) { " (Enter)" } else { "" };
                    page.write(1, Tone::Plain, &format!("{number:>4}  {text}{enter}"))?;
                }
            }
        }
        Ok(())
    }
}

fn rows(answers: &[AnyAnswer], is_response: bool, stack: &[Action], duel: &Duel) -> Vec<Row> {
    let mut rows: Vec<Row> = Vec::new();
    let mut last = None;
    for (number, answer) in (1..).zip(answers) {
        let mut under = |heading: String| {
            if last.as_ref() != Some(&heading) {
                rows.push(Row::Heading(heading.clone()));
                last = Some(heading);
            }
        };
        let text = if let Some(choice) = answer.downcast_ref::<Choice>() {
            let target_text = |target| target_text(target, stack, duel);
            match *choice {
                Choice::Play(card, target) => {
                    under(card_text(card));
                    target
                        .map_or_else(|| "play it".to_owned(), |target| format!("on {}", target_text(target)))
                }
                Choice::Attack(ally, target) => {
                    under(format!("Attack with {}", target_text(Target::Ally(ally))));
                    target_text(target)
                }
                Choice::Pass => {
                    under("Or".to_owned());
                    if is_response { "let it happen" } else { "end your turn" }.to_owned()
                }
            }
        } else if let Some(card) = answer.downcast_ref::<Card>() {
            card_text(*card)
        } else if let Some(keeps) = answer.downcast_ref::<bool>() {
            if *keeps { "keep it" } else { "put it back and draw another one" }.to_owned()
        } else {
            format!("{answer:?}")
        };
        rows.push(Row::Choice(number, text));
    }
    rows
}

fn target_text(target: Target, stack: &[Action], duel: &Duel) -> String {
    let name = duel.name_of(target, stack.iter());
    match target {
        Target::Duelist(player) => format!("{name} (life {})", duel[player].life),
        Target::Ally(id) => match duel.ally(id) {
            Some(ally) => format!("{name} ({})", numbers(ally)),
            None => name,
        },
        Target::Spell(_) => name,
    }
}
