//! Flows that a phase did not get for its own guard: kept from an earlier call, or from another manager.
//!
//! A flow is only a decision, so each comes to what it says, and nothing hangs.

use std::sync::{Arc, Mutex};

use phase_core::prelude::*;

use crate::play::{Act, Play, act, end, just, suspend, wait};

type Keep = Arc<Mutex<Option<Flow<Act>>>>;
type Decide = fn(EndGuard<'_, Act>) -> Flow<Act>;

/// A phase that keeps the flow that it got, and fails.
fn keeps(name: &'static str, decide: Decide, keep: &Keep) -> Act {
    let keep = Arc::clone(keep);
    act(name, move |guard| {
        *keep.lock().unwrap() = Some(decide(guard));
        Err::<Flow<Act>, _>("kept its flow").into()
    })
}

/// A phase that gives its own flow away, and returns the one that was kept.
fn returns(name: &'static str, decide: Option<Decide>, keep: &Keep) -> Act {
    let keep = Arc::clone(keep);
    act(name, move |guard| {
        if let Some(decide) = decide {
            drop(decide(guard));
        }
        keep.lock().unwrap().take().expect("a flow was kept")
    })
    .update(wait)
}

/// One phase keeps a flow, the next one returns it; then a run is played, tickets are ended, and two more are played.
fn told(kept: Decide, own: Option<Decide>) -> String {
    let keep = Keep::default();
    let mut play = Play::of([keeps("A", kept, &keep), returns("B", own, &keep), just("C")]);
    play.run();
    play.run();
    while !play.log.tickets.is_empty() {
        play.log.end_ticket();
    }
    play.run();
    play.run();
    play.told()
}

#[test]
fn an_end() {
    let told = told(end, None);
    assert_eq!(told, "A A! [failed: kept its flow] B B. C C. [idle] [idle] [idle]");
}

#[test]
fn an_end_of_one_that_was_suspended_leaves_a_stale_ticket() {
    let told = told(end, Some(suspend));
    assert_eq!(told, "A A! [failed: kept its flow] B B. C C. [idle] <stale> [idle] [idle]");
}

#[test]
fn a_wait() {
    let told = told(wait, None);
    assert_eq!(told, "A A! [failed: kept its flow] B [waiting] B~ [waiting] B~ [waiting]");
}

#[test]
fn a_wait_of_one_that_was_suspended_leaves_a_stale_ticket() {
    let told = told(wait, Some(suspend));
    assert_eq!(told, "A A! [failed: kept its flow] B [waiting] <stale> B~ [waiting] B~ [waiting]");
}

#[test]
fn a_suspension_without_a_ticket_is_abandoned_at_once() {
    let told = told(suspend, None);
    assert_eq!(told, "A A! [failed: kept its flow] B B! [abandoned] <stale> C C. [idle] [idle]");
}

#[test]
fn a_suspension_in_place_of_an_end_is_abandoned_at_once() {
    let told = told(suspend, Some(end));
    assert_eq!(told, "A A! [failed: kept its flow] B B! [abandoned] <stale> C C. [idle] [idle]");
}

#[test]
fn a_suspension_in_place_of_another_goes_by_the_ticket_of_the_phase_that_waits() {
    let told = told(suspend, Some(suspend));
    assert_eq!(told, "A A! [failed: kept its flow] B [waiting] <stale> <ok> B. C C. [idle] [idle]");
}

#[test]
fn a_failure() {
    let told = told(|guard| guard.fail("of A"), None);
    assert_eq!(told, "A A! [failed: kept its flow] B B! [failed: of A] C C. [idle] [idle]");
}

#[test]
fn a_panic_between_the_suspension_and_the_return_leaves_no_ticket_for_the_next_phase() {
    let keep = Keep::default();
    let mut play = Play::of([
        keeps("A", suspend, &keep),
        act("B", |guard| {
            drop(suspend(guard));
            panic!("before the flow is returned")
        }),
        returns("C", None, &keep),
        just("D"),
    ]);
    for _ in 0..4 {
        play.run();
    }
    assert_eq!(play.told(), "A A! [failed: kept its flow] B [panic] B! C C! [abandoned] D D. [idle]");
}

/// A phase that runs another manager, whose phase keeps a flow, and returns that flow.
fn returns_from_another_manager(inner: Decide, own: Option<Decide>) -> Act {
    act("outer", move |guard| {
        let keep = Keep::default();
        let mut nested = Play::of([keeps("inner", inner, &keep), just("rest")]);
        nested.run();
        nested.run();
        guard.world.note(format!("({})", nested.told()));
        guard.world.tickets.append(&mut nested.log.tickets);
        if let Some(own) = own {
            drop(own(guard));
        }
        keep.lock().unwrap().take().expect("a flow was kept")
    })
    .update(wait)
}

const NESTED: &str = "outer (inner inner! [failed: kept its flow] rest rest. [idle])";

#[test]
fn from_another_manager() {
    let told = |inner: Decide, own: Option<Decide>| {
        let mut play = Play::of([returns_from_another_manager(inner, own), just("next")]);
        play.run();
        while !play.log.tickets.is_empty() {
            play.log.end_ticket();
        }
        play.run();
        play.told().strip_prefix(NESTED).expect("the inner run").to_owned()
    };
    assert_eq!(told(end, None), " outer. next next. [idle] [idle]");
    assert_eq!(told(end, Some(suspend)), " outer. next next. [idle] <stale> [idle]");
    assert_eq!(told(wait, None), " [waiting] outer~ [waiting]");
    assert_eq!(told(suspend, None), " outer! [abandoned] <stale> next next. [idle]");
    assert_eq!(told(suspend, Some(suspend)), " [waiting] <stale> <ok> outer. next next. [idle]");
}

/// Fails after it has handed its ticket out, and ends that when it is told.
#[phase(world = Option<Ticket>)]
#[derive(Debug)]
struct Hasty;

impl Phase for Hasty {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.attempt(|guard| {
            let flow = guard.suspend(|world, ticket| *world = Some(ticket));
            Err("it came to nothing")?;
            Ok(flow)
        })
    }

    fn on_cancel(&mut self, world: &mut Option<Ticket>) {
        let ticket = world.take().expect("it was handed out");
        assert!(!ticket.is_live());
        assert_eq!(ticket.end(), Err(StaleTicket));
    }
}

#[test]
fn a_suspended_one_that_is_thrown_away_leaves_a_ticket_that_is_stale_before_anything_else_happens() {
    let mut phases = PhaseManager::new();
    phases.push(Hasty);
    let error = phases.run(&mut None).unwrap_err();
    assert_eq!(error.to_string(), "phase `Hasty` failed in `start`");
}
