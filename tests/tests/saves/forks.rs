//! Copies of a manager in the middle of a game.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use phase_core::ForkError;
use phase_core::prelude::*;

use crate::format::Format;
use crate::game::{Act, Game, Ranked, Then, act, finish, told};

/// Plays a fork and the original to the end, one after the other, and checks that they do the same.
#[track_caller]
fn check(phases: &mut PhaseManager<Game>, game: &mut Game) {
    let mut fork = phases.fork().expect("all of it can be copied");
    let mut other = game.saved();
    assert_eq!(told(&fork), told(phases));
    finish(&mut fork, &mut other);
    finish(phases, game);
    assert_eq!(other.log, game.log);
}

#[test]
fn a_copy_plays_as_the_original_does() -> Result<(), RunError> {
    let (mut phases, mut game) = (PhaseManager::new(), Game::default());
    check(&mut phases, &mut game);
    let a = act("A").unshift(act("U").then(Then::Wait(2))).defer(act("D")).then(Then::Wait(3));
    phases.push(a.clone());
    phases.push(Ranked("slow".to_owned(), 1));
    phases.push(Ranked("fast".to_owned(), 2));
    check(&mut phases, &mut game);

    phases.push(a.clone().halt());
    phases.push(Ranked("slow".to_owned(), 1));
    phases.push(Ranked("fast".to_owned(), 2));
    phases.run(&mut game)?;
    phases.run(&mut game)?;
    assert_eq!(phases.fork().ok().and_then(|fork| fork.waiting()).map(|waiting| waiting.updates), Some(1));
    check(&mut phases, &mut game);

    phases.push(a);
    phases.run(&mut game)?;
    phases.interrupt(act("I").unshift(act("I1")).then(Then::Wait(1)));
    phases.run(&mut game)?;
    phases.interrupt(act("J"));
    phases.interrupt(act("K").then(Then::Wait(2)));
    assert!(told(&phases).contains("parked: [A, I]"));
    check(&mut phases, &mut game);
    Ok(())
}

#[test]
fn a_fork_in_used_memory_has_nothing_of_what_was_there() -> Result<(), Box<dyn std::error::Error>> {
    let (mut phases, mut game) = (PhaseManager::new(), Game::default());
    phases.push(act("A").unshift(act("U")).defer(act("D")));
    phases.push(act("B"));

    // It waits, has parked and ordered phases, a halt to come, and a question.
    let mut worn = PhaseManager::new().start_limit(3).when_empty(|_: &mut Game| act("T"));
    let told_of = Arc::new(AtomicU32::new(0));
    worn.observe({
        let told_of = Arc::clone(&told_of);
        move |_, _| _ = told_of.fetch_add(1, Ordering::Relaxed)
    });
    let inbox = worn.inbox();
    worn.push(act("W").unshift(act("X")).then(Then::Wait(9)));
    worn.push(Ranked("slow".to_owned(), 1));
    worn.run(&mut game)?;
    worn.interrupt(act("I").unshift(act("I1")).halt().then(Then::Ask(1)));
    worn.run(&mut game)?;
    worn.interrupt(act("J"));
    assert!(inbox.push(act("L")).is_ok());

    worn.fork_from(&phases)?;
    let before = told_of.load(Ordering::Relaxed);
    assert_eq!(told(&worn), told(&phases));
    assert!(inbox.push(act("L")).is_err(), "that was the inbox of another course");
    let (mut first, mut second) = (Game::default(), Game::default());
    finish(&mut worn, &mut first);
    finish(&mut phases, &mut second);
    assert_eq!(first.log, second.log);
    assert_eq!(told_of.load(Ordering::Relaxed), before, "those who observed it do no longer");
    Ok(())
}

#[test]
fn what_is_unsettled_is_not_forked_and_changes_nothing() {
    let mut phases = PhaseManager::new();
    phases.push(act("A").then(Then::Panic));
    let mut game = Game::default();
    assert!(catch_unwind(AssertUnwindSafe(|| phases.run(&mut game))).is_err());
    let mut worn = PhaseManager::new();
    worn.push(act("B"));
    let error = worn.fork_from(&phases).expect_err("a phase has panicked");
    assert!(matches!(error, ForkError::Unsettled { phase: "Act", .. }));
    assert_eq!(worn.levels().to_string(), "0: [B]");
}

#[test]
fn what_is_done_to_one_is_not_done_to_the_other() -> Result<(), RunError> {
    let (mut phases, mut game) = (PhaseManager::new(), Game::default());
    phases.push(act("A").unshift(act("U")).defer(act("D")).then(Then::Wait(3)));
    phases.push(act("B"));
    phases.run(&mut game)?;
    let before = told(&phases);
    let mut fork = phases.fork().expect("all of it can be copied");
    let mut other = game.saved();
    fork.unshift(act("V"));
    fork.push(act("P"));
    fork.find_mut::<Act>(|act| act.name == "U").expect("it is queued").name = "changed".to_owned();
    fork.remove::<Act>(|act| act.name == "B");
    fork.interrupt(act("I").clear().halt());
    fork.run(&mut other)?;
    assert!(fork.is_empty());
    assert_eq!(told(&phases), before);

    let fork = phases.fork().expect("all of it can be copied");
    finish(&mut phases, &mut game);
    assert_eq!(told(&fork), before);
    drop(phases);
    assert_eq!(told(&fork), before);
    Ok(())
}

#[test]
fn a_fork_of_a_fork_of_what_was_loaded() -> Result<(), RunError> {
    let (mut phases, mut game) = (PhaseManager::new(), Game::default());
    phases.push(act("A").unshift(act("U")).then(Then::Wait(3)));
    phases.run(&mut game)?;
    phases.interrupt(act("I"));
    let mut loaded = Format::Postcard.hop(&phases);
    let fork = loaded.fork().and_then(|fork| fork.fork()).expect("all of it can be copied");
    let mut fork = Format::Json.hop(&fork);
    assert_eq!(told(&fork), told(&phases));
    let (mut other, mut third) = (game.saved(), game.saved());
    finish(&mut phases, &mut game);
    finish(&mut loaded, &mut other);
    finish(&mut fork, &mut third);
    assert_eq!((&other.log, &third.log), (&game.log, &game.log));
    Ok(())
}

#[test]
fn a_suspended_phase_gets_a_ticket_of_its_own() -> Result<(), RunError> {
    let (mut phases, mut game) = (PhaseManager::new(), Game::default());
    phases.push(act("A").then(Then::Suspend));
    phases.run(&mut game)?;
    let (mut branch, mut its_game) = (phases.fork().expect("it is `clone`"), Game::default());
    assert!(its_game.restored.is_empty(), "not before the world is there");
    assert_eq!(branch.run(&mut its_game)?, RunStatus::Waiting);
    assert_eq!(its_game.restored, ["A"]);
    its_game.end("A").expect("it waits");
    assert_eq!(branch.run(&mut its_game)?, RunStatus::Idle);

    assert_eq!(phases.run(&mut game)?, RunStatus::Waiting, "the first one waits on");
    game.end("A").expect("its ticket is as it was");
    assert_eq!(phases.run(&mut game)?, RunStatus::Idle);
    assert!(game.restored.is_empty());
    Ok(())
}

#[test]
fn a_parked_one_and_one_that_is_not_restored_yet_likewise() -> Result<(), RunError> {
    let (mut phases, mut game) = (PhaseManager::new(), Game::default());
    phases.push(act("A").then(Then::Suspend));
    phases.run(&mut game)?;
    phases.interrupt(act("I").then(Then::Suspend));
    phases.run(&mut game)?;
    let branch = phases.fork().expect("they are `clone`");
    let (mut branch, mut its_game) = (branch.fork().expect("also before its first run"), Game::default());
    branch.run(&mut its_game)?;
    assert_eq!(its_game.restored, ["A", "I"]);
    Ok(())
}

#[test]
fn a_ticket_that_was_ended_or_dropped_stays_so() -> Result<(), RunError> {
    for is_ended in [true, false] {
        let (mut phases, mut game) = (PhaseManager::new(), Game::default());
        phases.push(act("A").then(Then::Suspend));
        phases.run(&mut game)?;
        let (_, ticket) = game.tickets.remove(0);
        if is_ended {
            ticket.end().expect("it waits");
        } else {
            drop(ticket);
        }
        let (mut branch, mut its_game) = (phases.fork().expect("it is `clone`"), Game::default());
        assert_eq!(branch.run(&mut its_game).is_ok(), is_ended);
        assert_eq!(phases.run(&mut game).is_ok(), is_ended);
        assert!(its_game.restored.is_empty());
    }
    Ok(())
}

/// Not declared `clone`.
#[phase(world = Game)]
#[derive(Debug)]
struct Unique;

impl Phase for Unique {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.wait()
    }
}

impl Waits for Unique {
    fn update(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.wait()
    }
}

type Enqueue = fn(&mut PhaseManager<Game>);

#[test]
fn a_phase_that_is_not_clone_is_an_error_that_names_it() -> Result<(), RunError> {
    let (mut phases, mut game) = (PhaseManager::new(), Game::default());
    phases.push(Unique);
    let not_clone = phases.fork().expect_err("it is not `clone`");
    phases.clear(&mut game);
    assert!(matches!(not_clone, ForkError::NotClone { phase: "Unique", .. }), "{not_clone}");
    let told = "phase `Unique` cannot be copied; declare it `#[phase(clone)]`, with `#[derive(Clone)]`";
    assert_eq!(not_clone.to_string(), told);
    let queue: [Enqueue; 4] =
        [|p| p.push(Unique), |p| p.unshift(Unique), |p| p.defer(Unique), |p| p.interrupt(Unique)];
    for queue in queue {
        queue(&mut phases);
        assert_eq!(phases.fork().err(), Some(not_clone));
        phases.clear(&mut game);
        assert!(phases.fork().is_ok());
    }
    phases.push(Unique);
    phases.run(&mut game)?;
    assert_eq!(phases.fork().err(), Some(not_clone), "if it waits");
    phases.interrupt(act("I").then(Then::Wait(5)));
    phases.run(&mut game)?;
    assert_eq!(phases.fork().err(), Some(not_clone), "if it is parked");
    let entry = |name| registry().of::<Game>().get(name).map(PhaseEntry::is_clone);
    assert_eq!((entry("Unique"), entry("Act")), (Some(false), Some(true)));
    Ok(())
}

#[test]
fn a_phase_that_is_still_to_be_cancelled_is_an_error() -> Result<(), RunError> {
    let (mut phases, mut game) = (PhaseManager::new(), Game::default());
    phases.push(act("A").then(Then::Panic));
    assert!(catch_unwind(AssertUnwindSafe(|| phases.run(&mut game))).is_err());
    let unsettled = phases.fork().expect_err("it is still to be cancelled");
    assert!(matches!(unsettled, ForkError::Unsettled { phase: "Act", .. }), "{unsettled}");
    assert!(unsettled.to_string().ends_with("call `run` first"));
    phases.push(act("B").then(Then::Wait(5)));
    phases.run(&mut game)?;
    assert!(phases.fork().is_ok());
    phases.interrupt(act("I").clear().then(Then::Panic));
    assert!(catch_unwind(AssertUnwindSafe(|| phases.run(&mut game))).is_err());
    assert_eq!(phases.fork().err(), Some(unsettled), "`B` is still to be told that it was cleared away");
    phases.run(&mut game)?;
    assert!(phases.fork().is_ok());
    Ok(())
}

#[test]
fn when_empty_and_the_start_limit_go_along() -> Result<(), RunError> {
    let made = Arc::new(AtomicU32::new(0));
    let count = Arc::clone(&made);
    let mut phases = PhaseManager::new()
        .when_empty(move |_: &mut Game| {
            count.fetch_add(1, Ordering::Relaxed);
            act("T").halt()
        })
        .start_limit(2);
    let mut game = Game::default();
    let mut fork = phases.fork().expect("there is nothing to copy");
    for manager in [&mut fork, &mut phases] {
        assert_eq!(manager.run(&mut game)?, RunStatus::Halted);
        (0..3).for_each(|_| manager.push(act("A")));
        let error = manager.run(&mut game).expect_err("three are too many");
        assert!(matches!(error, RunError::StartLimit { limit: 2, .. }));
    }
    drop(phases);
    assert_eq!(fork.run(&mut game)?, RunStatus::Halted);
    assert_eq!(made.load(Ordering::Relaxed), 3);
    let mut other = fork.fork().expect("there is nothing to copy").start_limit(9);
    (0..3).for_each(|_| other.push(act("A")));
    assert_eq!(other.run(&mut game)?, RunStatus::Halted, "it can be given another one");
    Ok(())
}

/// Counts how many of it there are.
#[phase(world = (), clone)]
#[derive(Debug, Clone)]
struct Counted {
    _token: Arc<()>,
}

impl Phase for Counted {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.end()
    }
}

#[phase(clone)]
#[derive(Debug)]
struct Stubborn;

impl Clone for Stubborn {
    fn clone(&self) -> Self {
        std::panic::resume_unwind(Box::new("as ever"))
    }
}

impl Phase for Stubborn {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.end()
    }
}

#[test]
fn each_phase_is_cloned_once_and_none_is_left_behind() {
    let token = Arc::new(());
    let mut phases = PhaseManager::new();
    phases.push(Counted { _token: Arc::clone(&token) });
    phases.unshift(Counted { _token: Arc::clone(&token) });
    phases.interrupt(Counted { _token: Arc::clone(&token) });
    let fork = phases.fork().expect("all of it can be copied");
    assert_eq!(Arc::strong_count(&token), 7);
    drop(fork);
    assert_eq!(Arc::strong_count(&token), 4);

    phases.push(Stubborn);
    phases.push(Counted { _token: Arc::clone(&token) });
    assert!(catch_unwind(AssertUnwindSafe(|| phases.fork().map(drop))).is_err());
    assert_eq!((Arc::strong_count(&token), phases.len()), (5, 5), "a panic in `clone` costs nothing");
}
