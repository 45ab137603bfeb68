//! What an observer is told.

use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, PoisonError};

use phase_core::prelude::*;

use crate::play::{Act, Log, Play, act, end, just, suspends, waits, waits_once};

/// Lines of events, as an observer writes them: `name@level Event`.
#[derive(Clone, Default)]
struct Told(Arc<Mutex<Vec<String>>>);

impl Told {
    fn attach<W: 'static>(&self, phases: &mut PhaseManager<W>) {
        let lines = Arc::clone(&self.0);
        phases.observe(move |event, world| {
            let needs_world = !matches!(event.kind, EventKind::Queued { .. } | EventKind::Dropped { .. });
            assert_eq!(world.is_some(), needs_world, "{event:?}");
            let line = format!("{:?}@{} {}", event.phase, event.level, short(event));
            lines.lock().unwrap_or_else(PoisonError::into_inner).push(line);
        });
    }

    /// What has been told since it was asked last.
    fn take(&self) -> Vec<String> {
        std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

fn short(event: &Event<'_>) -> String {
    match event.kind {
        EventKind::Queued { how, by: QueuedBy::Phase(id) } => format!("{how:?} by {id}"),
        EventKind::Queued { how, by } => format!("{how:?} by {by:?}"),
        EventKind::Asking { number } => format!("Asking {number}"),
        EventKind::Answered { seat, answer, by } => format!("Answered {answer:?} by {seat}, {by:?}"),
        EventKind::Refused { seat } => format!("Refused {seat}"),
        EventKind::Failed { error } => format!("Failed: {error}"),
        EventKind::Dropped { reason } => format!("Dropped {reason:?}"),
        kind => format!("{kind:?}"),
    }
}

fn observed<const N: usize>(phases: [Act; N]) -> (Play, Told) {
    let (mut play, told) = (Play::of([]), Told::default());
    told.attach(&mut play.phases);
    for phase in phases {
        play.phases.push(phase);
    }
    (play, told)
}

#[test]
fn who_queued_what_and_when_it_ran() {
    let (mut play, told) = observed([act("A", |mut guard| {
        guard.unshift(just("U"));
        guard.defer(just("D"));
        guard.push(just("P"));
        guard.queue.insert_before::<Act>(just("I"));
        guard.end()
    })]);
    play.run();
    assert_eq!(
        told.take(),
        [
            "A@0 Push by Host",
            "A@0 Started",
            "U@1 Unshift by 1",
            "D@1 Defer by 1",
            "P@0 Push by 1",
            "I@2 Insert by 1",
            "A@0 Ended",
            "I@2 Started",
            "I@2 Ended",
            "U@2 Started",
            "U@2 Ended",
            "D@1 Started",
            "D@1 Ended",
            "P@0 Started",
            "P@0 Ended",
        ]
    );
}

#[test]
fn the_world_is_as_the_phase_leaves_it() {
    let sizes = Arc::new(Mutex::new(Vec::new()));
    let mut play = Play::of([]);
    let seen = Arc::clone(&sizes);
    play.phases.observe(move |event, world| {
        if let Some(log) = world {
            seen.lock().unwrap().push(format!("{:?}: {}", event.kind, Log::told(log)));
        }
    });
    play.phases.push(just("A").on_end(|log, _| log.note("end")));
    play.run();
    assert_eq!(*sizes.lock().unwrap(), ["Started: ", "Ended: A A. end"]);
}

#[test]
fn what_waits_is_updated_parked_and_comes_back() {
    let (mut play, told) = observed([waits_once("W"), suspends("S")]);
    play.run();
    play.phases.interrupt(just("I"));
    play.run();
    play.run();
    play.log.end_ticket();
    play.run();
    assert_eq!(
        told.take(),
        [
            "W@0 Push by Host",
            "S@0 Push by Host",
            "W@0 Started",
            "W@0 Waiting",
            "I@1 Interrupt by Host",
            "W@0 Parked",
            "I@1 Started",
            "I@1 Ended",
            "W@0 Resumed",
            "W@0 Ended",
            "S@0 Started",
            "S@0 Suspended",
            "S@0 Updated",
            "S@0 Ended",
        ]
    );
    let (mut play, told) = observed([waits("W")]);
    for _ in 0..3 {
        play.run();
    }
    assert_eq!(told.take()[2..], ["W@0 Waiting", "W@0 Updated", "W@0 Updated"]);
}

#[test]
fn each_way_to_give_a_phase_up() {
    let fails = act("F", |mut guard| {
        guard.unshift(just("stays"));
        guard.fail("no")
    });
    let panics = act("P", |_| panic!("oh"));
    let (mut play, told) = observed([fails, panics, suspends("S"), waits("W")]);
    for _ in 0..3 {
        play.run();
    }
    play.log.tickets.clear();
    play.run();
    play.run();
    play.cancel();
    let told: Vec<_> = told.take().into_iter().filter(|line| !line.contains(" by ")).collect();
    assert_eq!(
        told,
        [
            "F@0 Started",
            "F@0 Failed: phase `F` failed in `start`",
            "stays@1 Started",
            "stays@1 Ended",
            "P@0 Started",
            "P@0 Panicked",
            "S@0 Started",
            "S@0 Suspended",
            "S@0 Abandoned",
            "W@0 Started",
            "W@0 Waiting",
            "W@0 Cancelled",
        ]
    );
}

#[test]
fn each_way_to_be_dropped() {
    let (mut play, told) = observed([just("A"), just("B"), just("C"), just("D")]);
    told.take();
    assert!(play.phases.remove(|act: &Act| act.name == "A").is_some());
    play.phases.retain(|phase| format!("{phase:?}") != "B");
    assert!(play.phases.replace(|act: &Act| act.name == "C", just("E")).is_ok());
    play.clear();
    play.phases.push(just("F"));
    play.phases.finish(&mut play.log);
    assert_eq!(
        told.take(),
        [
            "A@0 Dropped Removed",
            "B@0 Dropped Retained",
            "C@0 Dropped Replaced",
            "E@0 Replace by Host",
            "E@0 Dropped Cleared",
            "D@0 Dropped Cleared",
            "F@0 Push by Host",
            "F@0 Dropped Finished",
        ]
    );
    let parent = act("W", |mut guard| {
        guard.unshift(just("U"));
        guard.defer(just("D"));
        guard.wait()
    });
    let (mut play, told) = observed([parent]);
    play.run();
    told.take();
    play.cancel_tree();
    assert_eq!(told.take(), ["U@2 Dropped CancelledTree", "D@1 Dropped CancelledTree", "W@0 Cancelled"]);
}

#[test]
fn what_a_scope_skips_and_what_is_queued_to_it() {
    let (mut play, told) = observed([act("turn", |mut guard| {
        guard.unshift(act("end now", |mut guard| {
            let mut turn = guard.queue.within::<Act>().expect("it was set off");
            turn.defer(just("clean up"));
            turn.unshift(just("never"));
            assert_eq!(turn.skip(), 2);
            guard.end()
        }));
        guard.unshift(just("move"));
        guard.end()
    })]);
    play.run();
    let told = told.take();
    assert_eq!(
        told[5..],
        [
            "end now@1 Started",
            "clean up@1 Defer by 2",
            "never@2 Unshift by 2",
            "move@2 Dropped Skipped",
            "never@2 Dropped Skipped",
            "end now@2 Ended",
            "clean up@1 Started",
            "clean up@1 Ended",
        ]
    );
}

#[test]
fn a_parked_phase_that_a_clear_sweeps_away_is_cancelled() {
    let (mut play, told) = observed([waits("A")]);
    play.run();
    play.phases.interrupt(waits("B"));
    play.run();
    told.take();
    play.clear();
    assert_eq!(play.phases.cancel_all(&mut play.log), 1);
    assert_eq!(told.take(), ["A@0 Cancelled", "B@0 Cancelled"]);
}

#[test]
fn an_observer_that_comes_late_is_told_what_is_there_and_the_others_are_not() {
    let (mut play, first) = observed([waits("A"), just("B")]);
    play.run();
    play.phases.interrupt(waits("C"));
    play.run();
    first.take();
    let second = Told::default();
    second.attach(&mut play.phases);
    assert_eq!(second.take(), ["A@0 Present by Unknown", "C@1 Present by Unknown", "B@0 Present by Unknown"]);
    assert_eq!(first.take(), Vec::<String>::new());
    play.phases.push(just("D"));
    assert_eq!(first.take(), second.take());
}

#[test]
fn a_panic_costs_the_event_and_nothing_else() {
    let mut play = Play::of([]);
    let mut calls = 0;
    play.phases.observe(move |_, _| {
        calls += 1;
        assert!(calls % 2 == 0, "every other event");
    });
    let told = Told::default();
    told.attach(&mut play.phases);
    play.phases.push(just("A"));
    play.phases.push(just("B"));
    play.run();
    assert_eq!(play.told(), "A A. B B. [idle]");
    assert_eq!(told.take().len(), 6);
}

#[test]
fn what_is_supplied_and_what_is_sent() {
    let mut phases = PhaseManager::new().when_empty(|_: &mut Log| just("T"));
    let told = Told::default();
    told.attach(&mut phases);
    let inbox = phases.inbox();
    let mut log = Log::default();
    let mut turns = 0;
    let status = phases.run_with(&mut log, |_| {
        turns += 1;
        inbox.push(just("sent")).unwrap_or_default();
        if turns == 2 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    assert!(matches!(status, Ok(RunStatus::Halted)));
    assert_eq!(
        told.take(),
        [
            "T@0 WhenEmpty by WhenEmpty",
            "T@0 Started",
            "T@0 Ended",
            "sent@0 Push by Host",
            "sent@0 Started",
            "sent@0 Ended",
            "sent@0 Push by Host",
        ]
    );

    let mut phases = PhaseManager::new().when_empty_with(|_: &mut Log, queue| queue.push(act("W", end)));
    told.attach(&mut phases);
    phases.step(&mut log).unwrap();
    assert_eq!(told.take()[0], "W@0 WhenEmpty by WhenEmpty");
}

/// Asks two players, the second of whom answers in secret.
#[phase(world = u32, clone)]
#[derive(Debug, Clone)]
struct Bid(Vec<Seat>);

impl Phase for Bid {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.ask()
    }
}

impl Asks for Bid {
    type Answer = u32;

    fn seats(&self, _: &u32) -> Vec<Seat> {
        [Seat::Player(0), Seat::Player(1)].into_iter().filter(|seat| !self.0.contains(seat)).collect()
    }

    fn check(&self, _: Seat, bid: &u32, most: &u32) -> Result<(), BoxError> {
        if bid > most { Err("too much".into()) } else { Ok(()) }
    }

    fn fallback(&self, _: Seat, _: &u32) -> Option<u32> {
        Some(0)
    }

    fn secret(&self, seat: Seat, _: &u32) -> bool {
        seat == Seat::Player(1)
    }

    fn answer(&mut self, seat: Seat, _: u32, guard: EndGuard<'_, Self>) -> Flow<Self> {
        self.0.push(seat);
        if self.0.len() == 2 { guard.end() } else { guard.ask() }
    }
}

#[test]
fn questions_answers_and_refusals() {
    let (mut phases, mut most, told) = (PhaseManager::new(), 10, Told::default());
    told.attach(&mut phases);
    phases.push(Bid(vec![]));
    phases.run(&mut most).unwrap();
    told.take();
    assert!(phases.answer::<Bid>(&mut most, Seat::Player(0), 11).is_err());
    assert!(phases.answer_any(&mut most, Seat::Player(7), AnyAnswer::new(1_u32)).is_err());
    phases.answer::<Bid>(&mut most, Seat::Player(1), 3).unwrap();
    assert_eq!(phases.time_out(&mut most).unwrap(), [Seat::Player(0)]);
    let told = told.take();
    let kinds: Vec<_> = told.iter().map(|line| line.split_once("@0 ").unwrap().1).collect();
    assert_eq!(
        kinds,
        [
            "Refused player 0",
            "Refused player 7",
            "Answered (secret) by player 1, Host",
            "Asking 1",
            "Answered 0 by player 0, Fallback",
            "Ended",
        ]
    );
}

#[test]
fn a_copy_has_no_observers_and_an_undo_tells_what_went_and_what_came() {
    let (mut phases, mut most, told) = (PhaseManager::new(), 10, Told::default());
    told.attach(&mut phases);
    phases.push(Bid(vec![]));
    phases.run(&mut most).unwrap();
    let mut history = History::new(1);
    history.checkpoint(&phases, &most).unwrap();
    phases.answer::<Bid>(&mut most, Seat::Player(0), 3).unwrap();
    phases.push(Bid(vec![Seat::Player(0)]));
    told.take();

    let mut fork = phases.fork().unwrap();
    fork.clear(&mut most);
    assert_eq!(told.take(), Vec::<String>::new());

    assert!(history.undo(&mut phases, &mut most));
    assert_eq!(
        told.take(),
        [
            "Bid([Player(0)])@0 Dropped Undone",
            "Bid([Player(0)])@0 Dropped Undone",
            "Bid([])@0 Present by Unknown",
        ]
    );
    phases.answer::<Bid>(&mut most, Seat::Player(0), 3).unwrap();
    assert_eq!(told.take()[0], "Bid([])@0 Answered 3 by player 0, Host");
}
