//! Faults of saving that real games shipped, each as the shortest game that shows it.

use phase_core::prelude::*;

use crate::format::{ALL, Format};
use crate::game::{Act, Game, Ranked, Then, act};

/// What happens from outside, one thing each time that a phase waits.
#[derive(Clone, Copy)]
enum Outside {
    Save,
    Load,
    Done(&'static str),
}

use Outside::{Done, Load, Save};

fn supplied(phases: PhaseManager<Game>) -> PhaseManager<Game> {
    phases.when_empty(|_| act("T").then(Then::Suspend))
}

/// The order of starts, and the reports from outside.
fn play(format: Format, mut phases: PhaseManager<Game>, outside: &[Outside]) -> Result<String, RunError> {
    phases = supplied(phases);
    let mut game = Game::default();
    let (mut save, mut reports) = (vec![], vec![]);
    for &action in outside {
        assert_eq!(phases.run(&mut game)?, RunStatus::Waiting);
        reports.push(match action {
            Save => {
                save = format.save(&phases);
                "saved"
            }
            Load => {
                phases = supplied(format.load(&save).expect("it was saved"));
                "loaded"
            }
            Done(name) => end_live(&mut game, name),
        });
    }
    assert_eq!(phases.run(&mut game)?, RunStatus::Waiting);
    game.log.retain(|line| !line.ends_with("ends"));
    Ok(format!("{} ; {}", game.log.join(" "), reports.join(" ")))
}

fn end_live(game: &mut Game, name: &str) -> &'static str {
    let live = game.tickets.iter().position(|(of, ticket)| of == name && ticket.is_live());
    let ended = live.map_or(Err(StaleTicket), |index| game.tickets.remove(index).1.end());
    if ended.is_ok() { "ok" } else { "err:stale" }
}

fn waiting(name: &str) -> Act {
    act(name).then(Then::Suspend)
}

/// One class of queue entry was not written to the save.
#[test]
fn every_kind_of_queued_phase_is_in_the_save() -> Result<(), RunError> {
    for format in ALL {
        let mut phases = PhaseManager::new();
        let first = act("A").unshift(waiting("U.1")).unshift(waiting("U.2")).defer(act("D")).push(act("P"));
        phases.push(first);
        phases.push(act("B"));
        phases.push(Ranked("M.x".to_owned(), 10));
        phases.push(Ranked("M.y".to_owned(), 20));
        let outside = [Save, Done("U.1"), Load, Done("U.1"), Done("U.2")];
        let told = play(format, phases, &outside)?;
        assert_eq!(told, "A U.1 U.2 U.2 D B M.y M.x P T ; saved ok loaded ok ok", "{format:?}");
    }
    Ok(())
}

/// What was loaded did not reach the dispatcher.
#[test]
fn the_restored_phase_is_the_one_that_can_be_ended() -> Result<(), RunError> {
    for format in ALL {
        let mut phases = PhaseManager::new();
        phases.push(waiting("A"));
        phases.push(waiting("B"));
        let outside = [Done("A"), Save, Done("B"), Load, Done("A"), Done("B")];
        let told = play(format, phases, &outside)?;
        assert_eq!(told, "A B T T ; ok saved ok loaded err:stale ok", "{format:?}");
    }
    Ok(())
}

/// The progress of the phase was not in the save.
#[test]
fn a_restored_phase_is_not_started_again() -> Result<(), RunError> {
    for format in ALL {
        let mut phases = PhaseManager::new();
        phases.push(waiting("A").unshift(act("X")));
        let told = play(format, phases, &[Save, Load, Done("A")])?;
        assert_eq!(told, "A X T ; saved loaded ok", "{format:?}");
    }
    Ok(())
}
