//! The loop around the phases: run, show what is asked, read a line, answer.

use std::io::{self, BufRead, Write};

use phase_core::prelude::*;
use phase_core::{AnyAnswer, Question};

use super::phases::{Choice, ChoicePhase, MessagePhase, PassagePhase, PausePhase};
use super::scene::Scene;
use super::story::JETTY;

const HELP: &str = "(Enter goes on, a number chooses, `p` is the pause menu, and `?` is this help.)";

/// The player, who is the only one.
const PLAYER: Seat = Seat::Player(0);

/// Tells the story to whoever types `input`, until it or the input ends.
///
/// # Errors
///
/// If a line cannot be read or written.
pub fn run(input: impl BufRead, output: &mut impl Write) -> io::Result<()> {
    let mut scene = Scene::default();
    let mut phases = PhaseManager::new();
    phases.push(PassagePhase(&JETTY));

    let mut lines = input.split(b'\n');
    let mut seen = None;
    while phases.run(&mut scene).map_err(io::Error::other)? == RunStatus::Asking {
        write_shown(&mut scene, output)?;
        let Some(question) = phases.question() else { break };
        // Another question than before; or the same again, after a menu that stood over it.
        if seen.replace(question.number()) != Some(question.number()) {
            write_question(&question, &scene, output)?;
        }
        let Some(line) = lines.next().transpose()? else {
            give_up(&mut phases, &mut scene);
            break;
        };
        let is_paused = question.phase().is::<PausePhase>();
        let answer = match String::from_utf8_lossy(&line).trim() {
            "?" => {
                phases.interrupt(MessagePhase(HELP));
                continue;
            }
            "p" if is_paused => Ok(AnyAnswer::new(PausePhase::GO_ON)),
            "p" => {
                phases.interrupt(PausePhase);
                continue;
            }
            line => answer_of(line, &choices(&question, &scene)),
        };
        match answer {
            Ok(answer) => {
                phases.answer_any(&mut scene, PLAYER, answer).map_err(io::Error::other)?;
            }
            Err(advice) => scene.show(advice),
        }
    }
    write_shown(&mut scene, output)
}

/// What may be said; nothing where only Enter is waited for.
fn choices(question: &Question<'_, Scene>, scene: &Scene) -> Vec<Choice> {
    let options = question.options(PLAYER, scene).unwrap_or_default();
    options.iter().filter_map(AnyAnswer::downcast_ref).copied().collect()
}

fn write_question(question: &Question<'_, Scene>, scene: &Scene, output: &mut impl Write) -> io::Result<()> {
    let phase = question.phase();
    if let Some(MessagePhase(line)) = phase.downcast_ref() {
        writeln!(output, "{line} [Enter]")?;
    } else if phase.is::<ChoicePhase>() {
        writeln!(output, "You say:")?;
    } else {
        writeln!(output, "-- Paused --")?;
    }
    for (number, Choice(text)) in (1..).zip(choices(question, scene)) {
        writeln!(output, "  {number}. {text}")?;
    }
    output.flush()
}

/// The answer that a line stands for.
///
/// # Errors
///
/// What to type, for a line that stands for none.
fn answer_of(line: &str, choices: &[Choice]) -> Result<AnyAnswer, String> {
    if choices.is_empty() {
        return Ok(AnyAnswer::new(()));
    }
    let number = line.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
    let choice = number.and_then(|number| choices.get(number));
    let advice = || format!("(Type a number from 1 to {}, or `?` for help.)", choices.len());
    choice.copied().map(AnyAnswer::new).ok_or_else(advice)
}

/// Gives up the question that stands and all behind it: nobody is left to answer.
fn give_up(phases: &mut PhaseManager<Scene>, scene: &mut Scene) {
    scene.show("(There is no more input.)");
    phases.cancel(scene);
    phases.clear(scene);
}

fn write_shown(scene: &mut Scene, output: &mut impl Write) -> io::Result<()> {
    for line in scene.shown.drain(..) {
        writeln!(output, "{line}")?;
    }
    output.flush()
}
