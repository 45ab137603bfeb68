//! When phases are dropped, and what a drop that panics costs.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use phase_core::prelude::*;

use crate::play::{Act, Log, Play, act, end, just, suspends, waits};

/// A phase with something in it that others may want to see gone.
#[phase(world = Log)]
#[derive(Debug)]
struct Loaded(#[expect(dead_code, reason = "only its drop matters")] Arc<()>, Then);

#[derive(Debug)]
enum Then {
    End,
    Fail,
    Wait,
    Suspend,
    Abandon,
}

impl Phase for Loaded {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        match self.1 {
            Then::End => guard.end(),
            Then::Fail => guard.fail("as told"),
            Then::Wait => guard.wait(),
            Then::Suspend => guard.suspend(|log, ticket| log.tickets.push(ticket)),
            Then::Abandon => guard.suspend(|_, ticket| drop(ticket)),
        }
    }
}

impl Waits for Loaded {
    fn update(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.end()
    }
}

/// Queues one loaded phase, plays, and says whether what it held is gone while the manager lives on.
fn is_gone(then: Then, play_on: fn(&mut Play)) -> bool {
    let load = Arc::new(());
    let mut play = Play::default();
    play.phases.push(Loaded(Arc::clone(&load), then));
    assert_eq!(Arc::strong_count(&load), 2);
    play_on(&mut play);
    Arc::strong_count(&load) == 1
}

#[test]
fn a_phase_is_dropped_as_soon_as_it_is_over() {
    assert!(is_gone(Then::End, Play::step), "by its end");
    assert!(is_gone(Then::Fail, Play::step), "by a failure");
    assert!(is_gone(Then::Abandon, Play::step), "with its ticket");
    assert!(!is_gone(Then::Wait, Play::step), "it waits");
    let updated = |play: &mut Play| {
        play.step();
        play.step();
    };
    assert!(is_gone(Then::Wait, updated), "by its update");
    assert!(!is_gone(Then::Suspend, Play::step), "it is suspended");
    assert!(is_gone(Then::Suspend, updated), "by an update that does not wait for the ticket");
    let cancelled = |play: &mut Play| {
        play.step();
        play.cancel();
    };
    assert!(is_gone(Then::Suspend, cancelled), "by a cancel");
    let swept_away = |play: &mut Play| {
        play.step();
        play.phases.interrupt(just("I"));
        play.clear();
    };
    assert!(is_gone(Then::Suspend, swept_away), "by a clear while parked");
}

#[test]
fn a_queued_phase_is_dropped_as_soon_as_it_is_taken_out() {
    assert!(is_gone(Then::End, Play::clear), "by a clear");
    assert!(is_gone(Then::End, |play| drop(play.phases.remove::<Loaded>(|_| true))), "by a removal");
    assert!(is_gone(Then::End, |play| assert_eq!(play.phases.remove_all::<Loaded>(|_| true), 1)));
    let replaced = |play: &mut Play| drop(play.phases.replace(|_: &Loaded| true, just("A")));
    assert!(is_gone(Then::End, replaced), "by another in its place");
    assert!(is_gone(Then::End, |play| drop(std::mem::take(&mut play.phases))), "with its manager");
}

#[test]
fn children_are_dropped_with_their_tree() {
    let load = Arc::new(());
    let child = Loaded(Arc::clone(&load), Then::End);
    let deferred = Loaded(Arc::clone(&load), Then::End);
    let mut play = Play::of([act("A", |mut guard| {
        guard.unshift(child);
        guard.defer(deferred);
        guard.wait()
    })]);
    play.run();
    assert_eq!(Arc::strong_count(&load), 3);
    play.cancel_tree();
    assert_eq!(Arc::strong_count(&load), 1);
}

/// Panics when it is dropped.
#[phase(world = Log)]
#[derive(Debug)]
struct Bomb;

impl Phase for Bomb {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.world.note("Bomb");
        guard.end()
    }

    fn on_end(&mut self, log: &mut Log, _: &mut Queue<'_, Self>) {
        log.note("Bomb.");
    }
}

impl Drop for Bomb {
    fn drop(&mut self) {
        assert!(std::thread::panicking(), "the bomb goes off");
    }
}

fn panics<R>(call: impl FnOnce() -> R) -> bool {
    catch_unwind(AssertUnwindSafe(call)).is_err()
}

#[test]
fn a_panic_in_the_drop_of_a_phase_that_has_ended() {
    let mut play = Play::default();
    play.phases.push(Bomb);
    play.phases.push(just("B"));
    play.run();
    play.run();
    assert_eq!(play.told(), "Bomb Bomb. [panic] B B. [idle]");
}

#[test]
fn a_panic_in_a_drop_during_a_removal() {
    let mut play = Play::of([just("A")]);
    play.phases.unshift(Bomb);
    play.phases.defer(Bomb);
    play.phases.push(just("B"));
    assert!(panics(|| play.phases.remove_all::<Bomb>(|_| true)));
    assert_eq!(play.phases.len(), 2);
    play.run();
    assert_eq!(play.told(), "A A. B B. [idle]");
}

#[test]
fn a_panic_in_a_drop_during_a_clear_still_cancels_what_is_parked() {
    let mut play = Play::of([suspends("W")]);
    play.run();
    play.phases.interrupt(suspends("I"));
    play.run();
    play.phases.push(Bomb);
    assert!(panics(|| play.phases.clear(&mut play.log)));
    assert!(play.phases.is_empty());
    play.run();
    play.waiting();
    assert_eq!(play.told(), "W [waiting] I [waiting] W! [waiting] (I waits, 0)");
}

#[test]
fn a_panic_in_a_drop_during_a_clear_inside_a_phase() {
    let mut play = Play::of([suspends("W")]);
    play.run();
    play.phases.push(Bomb);
    play.phases.interrupt(act("I", |mut guard| {
        guard.queue.clear();
        guard.end()
    }));
    play.run();
    play.run();
    assert_eq!(play.told(), "W [waiting] I [panic] I! W! [idle]");
}

#[test]
fn a_panic_in_a_drop_during_a_cancel_of_the_tree_still_tells_the_phase() {
    let mut play = Play::of([waits("A"), just("B")]);
    play.run();
    play.phases.unshift(Bomb);
    assert!(panics(|| play.phases.cancel_tree(&mut play.log)));
    play.run();
    assert_eq!(play.told(), "A [waiting] A! B B. [idle]");
}

#[test]
fn a_phase_taken_out_by_value_is_the_phase_that_was_queued() {
    let mut play = Play::of([waits("A").on_end(|log, _| log.note("(its own)"))]);
    let phase = play.phases.remove::<Act>(|_| true).expect("it is queued");
    play.phases.unshift(phase.update(end));
    play.run();
    play.run();
    assert_eq!(play.told(), "A [waiting] A~ A. (its own) [idle]");
}
