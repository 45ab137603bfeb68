//! What becomes of an inbox and of what is in it when the game is cleared, saved, forked, undone or dropped.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex};

use phase_core::prelude::*;
use serde::{Deserialize, Serialize};

use crate::play::{Log, Play, act, just, suspends, waits};

/// Notes its name.
#[phase(world = Vec<String>, save, clone)]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct SayPhase(String);

impl Phase for SayPhase {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.world.push(self.0.clone());
        guard.end()
    }
}

fn say(what: &str) -> SayPhase {
    SayPhase(what.to_owned())
}

/// What is said in one run.
fn run(phases: &mut PhaseManager<Vec<String>>) -> String {
    let mut said = vec![];
    assert_eq!(phases.run(&mut said).unwrap(), RunStatus::Idle);
    said.join(" ")
}

#[test]
fn a_dropped_manager_gives_phases_back() {
    let mut phases = PhaseManager::new();
    let inbox = phases.inbox();
    inbox.push(say("lost with the manager")).unwrap();
    drop(phases);
    assert_eq!(inbox.push(say("a")), Err(say("a")));
    assert_eq!(inbox.unshift(say("b")), Err(say("b")));
    assert_eq!(inbox.clone().defer(say("c")), Err(say("c")));
    let back = inbox.interrupt(AnyPhase::new(say("d"))).unwrap_err();
    assert_eq!(back.downcast::<SayPhase>().unwrap(), say("d"));
    assert_eq!(format!("{inbox:?}"), "Inbox { undelivered: 0 }");
}

/// Sends when it is dropped, and says what came of it.
#[phase(world = Log)]
#[derive(Debug)]
struct WillPhase(Inbox<Log>, Arc<Mutex<Vec<bool>>>);

impl Phase for WillPhase {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.end()
    }
}

impl Drop for WillPhase {
    fn drop(&mut self) {
        let sent = self.0.push(just("heir")).is_ok();
        self.1.lock().unwrap().push(sent);
    }
}

#[test]
fn while_its_manager_is_dropped_phases_come_back_too() {
    let mut play = Play::default();
    let inbox = play.phases.inbox();
    let sent = Arc::default();
    play.phases.push(WillPhase(inbox.clone(), Arc::clone(&sent)));
    inbox.push(WillPhase(inbox.clone(), Arc::clone(&sent))).unwrap();
    drop(play);
    assert_eq!(*sent.lock().unwrap(), [false, false]);
}

#[test]
fn what_is_undelivered_may_send_when_it_is_cleared_away() {
    let mut play = Play::default();
    let inbox = play.phases.inbox();
    let sent = Arc::default();
    inbox.push(WillPhase(inbox.clone(), Arc::clone(&sent))).unwrap();
    play.clear();
    assert_eq!(*sent.lock().unwrap(), [true]);
    play.run();
    assert_eq!(play.told(), "[clear] heir heir. [idle]");
}

/// Panics when it is dropped, unless it has run.
#[phase(world = Log)]
#[derive(Debug)]
struct RiggedPhase {
    is_armed: bool,
}

impl Phase for RiggedPhase {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        self.is_armed = false;
        guard.world.note("rigged");
        guard.end()
    }
}

impl Drop for RiggedPhase {
    fn drop(&mut self) {
        assert!(!self.is_armed, "while it is dropped");
    }
}

#[test]
fn a_drop_that_panics_leaves_the_inbox_in_order() {
    let mut play = Play::default();
    let inbox = play.phases.inbox();
    inbox.push(just("A")).unwrap();
    inbox.push(RiggedPhase { is_armed: true }).unwrap();
    let clear = AssertUnwindSafe(|| play.phases.clear(&mut play.log));
    assert!(catch_unwind(clear).is_err());

    inbox.push(RiggedPhase { is_armed: true }).unwrap();
    inbox.push(just("B")).unwrap();
    play.run();
    assert_eq!(play.told(), "rigged B B. [idle]");
}

#[test]
fn a_drop_that_panics_in_another_thread_leaves_the_inbox_in_order() {
    let mut play = Play::default();
    let inbox = play.phases.inbox();
    let other = inbox.clone();
    let thread = std::thread::spawn(move || {
        let _rigged = RiggedPhase { is_armed: true };
        other.push(just("A")).unwrap();
    });
    assert!(thread.join().is_err());
    inbox.push(just("B")).unwrap();
    play.run();
    assert_eq!(play.told(), "A A. B B. [idle]");
}

#[test]
fn clear_finish_and_cancel_all_drop_what_is_undelivered() {
    let mut phases = PhaseManager::new();
    let inbox = phases.inbox();
    inbox.push(say("a")).unwrap();
    phases.clear(&mut vec![]);
    assert_eq!(run(&mut phases), "");

    inbox.push(say("b")).unwrap();
    phases.push(say("queued"));
    assert_eq!(phases.cancel_all(&mut vec![]), 1, "what was not delivered had not come in");
    assert_eq!(run(&mut phases), "");

    inbox.push(say("c")).unwrap();
    phases.finish(&mut vec![]);
    assert_eq!(run(&mut phases), "");
    inbox.push(say("epilogue")).unwrap();
    assert_eq!(run(&mut phases), "epilogue");
}

#[test]
fn a_clear_by_a_phase_drops_what_was_sent_before_it() {
    let mut play = Play::default();
    let inbox = play.phases.inbox();
    play.phases.push(act("A", move |mut guard| {
        inbox.push(just("before")).unwrap();
        guard.queue.clear();
        inbox.push(just("after")).unwrap();
        guard.end()
    }));
    play.phases.push(just("B"));
    play.run();
    assert_eq!(play.told(), "A A. after after. [idle]");
}

#[test]
fn a_phase_that_is_told_of_the_end_may_send_what_comes_after() {
    let mut play = Play::of([waits("A")]);
    let inbox = play.phases.inbox();
    play.run();
    play.phases.interrupt(suspends("I").on_cancel(move |_| inbox.push(just("title")).unwrap()));
    play.run();
    play.phases.cancel_all(&mut play.log);
    play.run();
    assert_eq!(play.told(), "A [waiting] I [waiting] I! A! title title. [idle]");
}

#[test]
fn cancels_and_removals_leave_what_is_undelivered() {
    let mut play = Play::of([waits("A")]);
    let inbox = play.phases.inbox();
    play.run();
    inbox.unshift(just("U")).unwrap();
    play.cancel_tree();
    assert_eq!(play.phases.retain(|_| false), 0);
    play.run();
    assert_eq!(play.told(), "A [waiting] A! [cancel_tree: true] U U. [idle]");
}

#[test]
fn is_in_no_fork_and_no_save() {
    let mut phases = PhaseManager::new();
    let inbox = phases.inbox();
    phases.push(say("queued"));
    inbox.push(say("sent")).unwrap();
    let mut fork = phases.fork().unwrap();
    let json = serde_json::to_string(&phases).unwrap();
    let mut loaded: PhaseManager<Vec<String>> = serde_json::from_str(&json).unwrap();
    assert_eq!(run(&mut fork), "queued");
    assert_eq!(run(&mut loaded), "queued");
    assert_eq!(run(&mut phases), "queued sent");

    // Each has one of its own.
    let (fork_inbox, loaded_inbox) = (fork.inbox(), loaded.inbox());
    inbox.push(say("a")).unwrap();
    fork_inbox.push(say("b")).unwrap();
    loaded_inbox.push(say("c")).unwrap();
    assert_eq!([&mut phases, &mut fork, &mut loaded].map(run), ["a", "b", "c"]);
}

#[test]
fn undo_and_redo_leave_it_with_the_host() {
    let mut phases = PhaseManager::new();
    let mut said = vec![];
    let mut history = History::new(10);
    phases.push(say("queued"));
    history.checkpoint(&phases, &said).unwrap();
    let inbox = phases.inbox();
    inbox.push(say("sent")).unwrap();
    phases.run(&mut said).unwrap();
    assert_eq!(said, ["queued", "sent"]);

    inbox.push(say("still there")).unwrap();
    assert!(history.undo(&mut phases, &mut said));
    assert!(said.is_empty());
    phases.run(&mut said).unwrap();
    assert_eq!(said, ["queued", "still there"]);

    inbox.push(say("and now")).unwrap();
    assert!(history.redo(&mut phases, &mut said));
    phases.run(&mut said).unwrap();
    assert_eq!(said, ["queued", "sent", "and now"]);
    drop(history);
    inbox.push(say("at last")).unwrap();
    phases.run(&mut said).unwrap();
    assert_eq!(said.last().unwrap(), "at last");
}

#[test]
fn a_manager_that_is_moved_keeps_it() {
    let mut phases = PhaseManager::new();
    let inbox = phases.inbox();
    let mut boxed = Box::new(phases);
    inbox.push(say("a")).unwrap();
    assert_eq!(run(&mut boxed), "a");
}
