//! Phases that were waiting for a ticket, which can't be saved.

use std::panic::{AssertUnwindSafe, catch_unwind};

use phase_core::prelude::*;
use serde::{Deserialize, Serialize};

use crate::format::{ALL, Format};
use crate::game::{Game, Then, act, check, told};

fn suspended(format: Format) -> Result<(PhaseManager<Game>, PhaseManager<Game>, Game), RunError> {
    let (mut phases, mut game) = (PhaseManager::new(), Game::default());
    phases.push(act("A").unshift(act("U")).then(Then::Suspend));
    phases.run(&mut game)?;
    let loaded = format.hop(&phases);
    Ok((phases, loaded, game))
}

#[test]
fn they_go_on_as_they_would_have() -> Result<(), RunError> {
    let (mut phases, _, mut game) = suspended(Format::Json)?;
    check(&mut phases, &mut game);
    assert_eq!(game.log, ["A", "Waiting", "A ends", "U", "U ends"]);
    Ok(())
}

#[test]
fn they_get_a_new_ticket_at_the_first_call_that_has_the_world() -> Result<(), RunError> {
    type Call = fn(&mut PhaseManager<Game>, &mut Game) -> bool;
    let calls: [(Call, bool); 5] = [
        (|phases, game| matches!(phases.run(game), Ok(RunStatus::Waiting)), true),
        (|phases, game| matches!(phases.step(game), Ok(Step::Waiting("Act"))), true),
        (PhaseManager::cancel, false),
        (PhaseManager::cancel_tree, false),
        (|phases, game| (phases.clear(game), true).1, true),
    ];
    for format in ALL {
        for (call, is_live) in calls {
            let (_old, mut loaded, _) = suspended(format)?;
            let mut game = Game::default();
            loaded.snapshot().expect("it can be saved before it has seen the world");
            assert!(loaded.current().is_some());
            assert!(game.restored.is_empty());
            assert!(call(&mut loaded, &mut game));
            assert_eq!(game.restored, ["A"]);
            assert_eq!(game.tickets[0].1.is_live(), is_live);
            assert_eq!(loaded.run(&mut game).is_ok(), is_live || loaded.is_empty());
            assert_eq!(game.restored, ["A"], "once");
            assert!(!game.log.contains(&"A".to_owned()), "it is not started again");
        }
    }
    Ok(())
}

#[test]
fn parked_ones_get_theirs_first() -> Result<(), RunError> {
    for format in ALL {
        let (mut phases, _, mut game) = suspended(format)?;
        for name in ["I", "J", "K"] {
            phases.interrupt(act(name).then(Then::Suspend));
            phases.run(&mut game)?;
        }
        let mut loaded = format.hop(&phases);
        let mut game = Game::default();
        assert_eq!(loaded.run(&mut game)?, RunStatus::Waiting);
        assert_eq!(game.restored, ["A", "I", "J", "K"], "{format:?}");
        game.end("I").expect("its ticket is good while it is parked");
        game.end("K").expect("it waits");
        assert_eq!(loaded.run(&mut game)?, RunStatus::Waiting);
        game.end("J").expect("it waits again");
        assert_eq!(loaded.run(&mut game)?, RunStatus::Waiting);
        assert_eq!(game.log, ["K ends", "J ends", "I ends"]);
        game.end("A").expect("it waits again");
        assert_eq!(loaded.run(&mut game)?, RunStatus::Idle);
    }
    Ok(())
}

/// What the phases of one test were told, in order.
#[derive(Default)]
pub(crate) struct Told(Vec<&'static str>, Option<Ticket>);

#[phase(world = Told, save)]
#[derive(Debug, Serialize, Deserialize)]
struct Below;

impl Phase for Below {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.suspend(|told, ticket| told.1 = Some(ticket))
    }
}

impl Restores for Below {
    fn on_restore(&mut self, told: &mut Told, ticket: Ticket) {
        told.0.push("restored");
        told.1 = Some(ticket);
    }
}

#[phase(world = Told, save)]
#[derive(Debug, Serialize, Deserialize)]
struct Above;

impl Phase for Above {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.wait()
    }
}

impl Waits for Above {
    fn update(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.world.0.push("updated");
        guard.wait()
    }
}

#[test]
fn parked_ones_get_theirs_before_the_one_that_waits_is_updated() -> Result<(), RunError> {
    let (mut phases, mut told) = (PhaseManager::new(), Told::default());
    phases.push(Below);
    phases.run(&mut told)?;
    phases.interrupt(Above);
    phases.run(&mut told)?;
    for format in ALL {
        let (mut loaded, mut told) = (format.hop(&phases), Told::default());
        loaded.run(&mut told)?;
        assert_eq!(told.0, ["restored", "updated"], "{format:?}");
    }
    Ok(())
}

#[test]
fn one_that_is_interrupted_before_it_has_a_ticket() -> Result<(), RunError> {
    let (_old, mut loaded, _) = suspended(Format::Cbor)?;
    loaded.interrupt(act("I").then(Then::Suspend));
    let mut loaded = Format::Postcard.hop(&loaded);
    let mut game = Game::default();
    assert_eq!(loaded.run(&mut game)?, RunStatus::Waiting);
    assert_eq!((game.restored.join(" "), game.log.join(" ")), ("A".to_owned(), "I".to_owned()));
    Ok(())
}

#[phase(world = Game, save)]
#[derive(Debug, Serialize, Deserialize)]
struct Forgetful;

impl Phase for Forgetful {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.suspend(|game, ticket| game.tickets.push(("Forgetful".to_owned(), ticket)))
    }

    fn on_cancel(&mut self, game: &mut Game) {
        game.note("Forgetful is cancelled");
    }
}

impl Restores for Forgetful {
    fn on_restore(&mut self, _: &mut Game, ticket: Ticket) {
        drop(ticket);
    }
}

#[test]
fn where_on_restore_drops_the_ticket_they_are_abandoned_and_named() -> Result<(), RunError> {
    for format in ALL {
        let (mut phases, mut game) = (PhaseManager::new(), Game::default());
        phases.push(Forgetful);
        phases.push(act("B"));
        phases.run(&mut game)?;
        let mut loaded = format.hop(&phases);
        let mut game = Game::default();
        let error = loaded.run(&mut game).expect_err("its ticket has been dropped");
        assert!(matches!(error, RunError::Abandoned { phase: "Forgetful", .. }), "{error}");
        assert_eq!(loaded.run(&mut game)?, RunStatus::Idle, "the rest goes on");
        assert_eq!(game.log, ["Forgetful is cancelled", "B", "B ends"]);

        phases.interrupt(act("I"));
        let mut loaded = format.hop(&phases);
        let error = loaded.run(&mut game).expect_err("parked ones likewise, as they resume");
        assert!(matches!(error, RunError::Abandoned { phase: "Forgetful", .. }), "{error}");
        assert_eq!(game.log[3..], ["I", "I ends", "Forgetful is cancelled"]);
    }
    Ok(())
}

#[test]
fn a_ticket_that_was_ended_before_the_save_stays_so() -> Result<(), RunError> {
    for format in ALL {
        let (mut phases, _, mut game) = suspended(format)?;
        game.end("A").expect("it waits");
        let mut loaded = format.hop(&phases);
        phases.interrupt(act("I"));
        let mut parked = format.hop(&phases);
        let mut game = Game::default();
        assert_eq!(loaded.run(&mut game)?, RunStatus::Idle);
        assert_eq!(game.log, ["A ends", "U", "U ends"], "{format:?}");
        let mut game = Game::default();
        assert_eq!(parked.run(&mut game)?, RunStatus::Idle);
        assert_eq!(game.log, ["I", "I ends", "A ends", "U", "U ends"], "{format:?}");
        assert!(game.restored.is_empty(), "it needs no ticket");
    }
    Ok(())
}

#[test]
fn a_phase_whose_ticket_was_ended_can_still_be_interrupted_and_cancelled() -> Result<(), RunError> {
    for format in ALL {
        let (mut phases, _, mut game) = suspended(format)?;
        game.end("A").expect("it waits");
        let mut loaded = format.hop(&phases);
        let mut other = game.saved();
        assert_eq!(told(&loaded), told(&phases), "{format:?}");
        for (phases, game) in [(&mut phases, &mut game), (&mut loaded, &mut other)] {
            phases.interrupt(act("I"));
            assert_eq!(phases.run(game)?, RunStatus::Idle);
        }
        assert_eq!(game.log, ["A", "I", "I ends", "A ends", "U", "U ends"]);
        assert_eq!(other.log, game.log, "{format:?}");

        let (phases, _, mut game) = suspended(format)?;
        game.end("A").expect("it waits");
        let mut loaded = format.hop(&phases);
        assert!(loaded.cancel(&mut game));
        assert_eq!(game.log, ["A", "A is cancelled"], "{format:?}");
    }
    Ok(())
}

#[test]
fn a_ticket_that_was_dropped_before_the_save_stays_so() -> Result<(), RunError> {
    for format in ALL {
        let (phases, _, mut game) = suspended(format)?;
        game.tickets.clear();
        let mut loaded = format.hop(&phases);
        let mut game = Game::default();
        assert!(matches!(loaded.run(&mut game), Err(RunError::Abandoned { phase: "Act", .. })), "{format:?}");
        assert_eq!((game.log.join(" "), game.restored.len()), ("A is cancelled".to_owned(), 0));
        assert_eq!(loaded.run(&mut game)?, RunStatus::Idle);
    }
    Ok(())
}

#[test]
fn old_tickets_are_those_of_the_old_manager() -> Result<(), RunError> {
    for format in ALL {
        let (mut phases, mut loaded, mut old) = suspended(format)?;
        let mut new = Game::default();
        assert_eq!(loaded.run(&mut new)?, RunStatus::Waiting);
        old.end("A").expect("the old manager still waits for it");
        assert_eq!(loaded.run(&mut new)?, RunStatus::Waiting, "{format:?}");
        assert_eq!(phases.run(&mut old)?, RunStatus::Idle);
        new.end("A").expect("the new ticket is good");
        assert_eq!(loaded.run(&mut new)?, RunStatus::Idle);

        let (phases, loaded, mut old) = suspended(format)?;
        drop(phases);
        assert_eq!(old.end("A"), Err(StaleTicket), "once the old manager is gone");
        let (mut loaded, mut new) = (loaded, Game::default());
        assert_eq!(loaded.run(&mut new)?, RunStatus::Waiting);
        drop(loaded);
        assert_eq!(new.end("A"), Err(StaleTicket));
    }
    Ok(())
}

/// What becomes of the new ticket.
#[phase(world = Vec<&'static str>, save)]
#[derive(Debug, Serialize, Deserialize)]
enum Eager {
    Ends,
    Panics,
    FromThread,
}

impl Phase for Eager {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.world.push("start");
        guard.suspend(|_, ticket| std::mem::forget(ticket))
    }

    fn on_end(&mut self, log: &mut Vec<&'static str>, _: &mut Queue<'_, Self>) {
        log.push("end");
    }

    fn on_cancel(&mut self, log: &mut Vec<&'static str>) {
        log.push("cancel");
    }
}

impl Restores for Eager {
    fn on_restore(&mut self, _: &mut Vec<&'static str>, ticket: Ticket) {
        match self {
            Self::Ends => ticket.end().expect("it waits"),
            Self::Panics => std::panic::resume_unwind(Box::new("as it was told")),
            Self::FromThread => {
                std::thread::spawn(move || ticket.end());
            }
        }
    }
}

fn eager(phase: Eager) -> Result<PhaseManager<Vec<&'static str>>, RunError> {
    let mut phases = PhaseManager::new();
    phases.push(phase);
    phases.run(&mut vec![])?;
    Ok(Format::Postcard.hop(&phases))
}

#[test]
fn on_restore_may_end_the_phase_at_once() -> Result<(), RunError> {
    let mut log = vec![];
    assert_eq!(eager(Eager::Ends)?.run(&mut log)?, RunStatus::Idle);
    assert_eq!(log, ["end"]);
    Ok(())
}

#[test]
fn a_panic_in_on_restore_abandons_the_phase() -> Result<(), RunError> {
    let (mut phases, mut log) = (eager(Eager::Panics)?, vec![]);
    assert!(catch_unwind(AssertUnwindSafe(|| phases.run(&mut log))).is_err());
    assert!(matches!(phases.run(&mut log), Err(RunError::Abandoned { phase: "Eager", .. })));
    assert_eq!(log, ["cancel"]);
    Ok(())
}

#[test]
fn a_panic_in_on_restore_leaves_the_others_their_tickets() -> Result<(), RunError> {
    let (mut phases, mut log) = (PhaseManager::new(), vec![]);
    phases.push(Eager::Ends);
    phases.run(&mut log)?;
    phases.interrupt(Eager::Panics);
    phases.run(&mut log)?;
    phases.interrupt(Eager::Ends);
    phases.run(&mut log)?;
    let (mut phases, mut log) = (Format::Json.hop(&phases), vec![]);
    assert!(catch_unwind(AssertUnwindSafe(|| phases.run(&mut log))).is_err());
    assert!(matches!(phases.run(&mut log), Err(RunError::Abandoned { phase: "Eager", .. })));
    assert_eq!(phases.run(&mut log)?, RunStatus::Idle);
    assert_eq!(log, ["end", "cancel", "end"]);
    Ok(())
}

#[test]
fn an_async_host_is_woken_by_the_new_ticket() -> Result<(), RunError> {
    let (mut phases, mut log) = (eager(Eager::FromThread)?, vec![]);
    assert_eq!(pollster::block_on(phases.run_async(&mut log))?, RunStatus::Idle);
    assert_eq!(log, ["end"]);
    Ok(())
}

/// Panics when it is cancelled.
#[phase(world = Game, save, clone)]
#[derive(Debug, Clone, Serialize, Deserialize)]
struct Brittle;

impl Phase for Brittle {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.wait()
    }

    fn on_cancel(&mut self, _: &mut Game) {
        std::panic::resume_unwind(Box::new("as ever"));
    }
}

impl Waits for Brittle {
    fn update(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.wait()
    }
}

/// The clear of `A` cancels `Brittle`, and its panic leaves `A` between its flow and its `on_end`.
fn between_flow_and_end() -> Result<(PhaseManager<Game>, Game), RunError> {
    let (mut phases, mut game) = (PhaseManager::new(), Game::default());
    phases.push(Brittle);
    phases.run(&mut game)?;
    phases.interrupt(act("A").clear().unshift(act("U")));
    assert!(catch_unwind(AssertUnwindSafe(|| phases.run(&mut game))).is_err());
    assert!(phases.current().is_none(), "it no longer waits");
    Ok((phases, game))
}

#[test]
fn a_phase_that_is_still_to_be_told_of_its_end_is_told_first() -> Result<(), RunError> {
    let (mut phases, mut game) = between_flow_and_end()?;
    let fork = phases.fork().expect("it can be copied");
    // To refuse this moment would do as well.
    let loaded = phases.snapshot().is_ok().then(|| Format::Json.hop(&phases));
    for (who, mut copy) in
        [("the fork", fork)].into_iter().chain(loaded.map(|loaded| ("what was loaded", loaded)))
    {
        let mut other = game.saved();
        copy.interrupt(act("I"));
        assert_eq!(copy.run(&mut other)?, RunStatus::Idle);
        assert_eq!(other.log, ["A", "A ends", "I", "I ends", "U", "U ends"], "{who}");
    }
    phases.interrupt(act("I"));
    assert_eq!(phases.run(&mut game)?, RunStatus::Idle);
    assert_eq!(game.log, ["A", "A ends", "I", "I ends", "U", "U ends"]);
    Ok(())
}
