//! Flows that a phase which asks did not get for its own guard: each comes to what it says, and nothing hangs.

use std::sync::{Arc, Mutex};

use phase_core::prelude::*;

use crate::play::{Act, P0, Play, act, ask, asks, end, just, suspend, wait};

type Keep = Arc<Mutex<Option<Flow<Act>>>>;
type Decide = fn(EndGuard<'_, Act>) -> Flow<Act>;

/// A phase that keeps the flow that it got, and ends.
fn keeps(decide: Decide, keep: &Keep) -> Act {
    let keep = Arc::clone(keep);
    act("K", move |guard| {
        *keep.lock().unwrap() = Some(decide(guard));
        Err::<Flow<Act>, _>("kept").into()
    })
}

fn kept(keep: &Keep) -> Flow<Act> {
    keep.lock().unwrap().take().expect("a flow was kept")
}

/// Where a kept flow is returned.
#[derive(Debug, Clone, Copy)]
enum Where {
    Start,
    Answer,
    Unasked,
}

/// One phase keeps a flow; the next one gives its own away, and returns that one; then tickets are ended, and a run follows.
fn told(decide: Decide, own: Option<Decide>, place: Where) -> String {
    let keep = Keep::default();
    let back = Arc::clone(&keep);
    let returns = move |guard: EndGuard<'_, Act>| {
        if let Some(own) = own {
            drop(own(guard));
        }
        kept(&back)
    };
    let mut returns = Some(returns);
    let mut returns = move |guard: EndGuard<'_, Act>| match returns.take() {
        Some(returns) => returns(guard),
        None => guard.end(),
    };
    let phase = match place {
        Where::Start => act("A", returns),
        Where::Answer => asks("A").answer(move |_, _, guard| returns(guard)),
        Where::Unasked => asks("A").unasked(returns),
    }
    .update(wait);
    let mut play = Play::of(1, [keeps(decide, &keep), phase, just("Z")]);
    play.run();
    if matches!(place, Where::Unasked) {
        play.log.asked.clear();
    }
    play.run();
    if matches!(place, Where::Answer) {
        play.answer(P0, 7);
    }
    while !play.log.tickets.is_empty() {
        play.log.end_ticket();
    }
    play.log.asked = vec![P0];
    play.run();
    play.ask();
    play.told().strip_prefix("K K! [failed in start: kept] A ").expect("it starts so").to_owned()
}

#[test]
fn an_ask() {
    assert_eq!(told(ask, None, Where::Start), "[asking] [asking] (A 1: 0)");
    assert_eq!(told(ask, None, Where::Answer), "[asking] A<0:7 [asking A] [asking] (A 2: 0)");
    let fails = "A- A! [failed in unasked: asks nobody: its `seats` are empty] Z Z. [idle] (no question)";
    assert_eq!(told(ask, None, Where::Unasked), fails);
}

/// The ticket that was handed out is stale before anything else happens.
#[test]
fn an_ask_of_one_that_has_suspended() {
    assert_eq!(told(ask, Some(suspend), Where::Start), "[asking] <stale> [asking] (A 1: 0)");
    assert_eq!(
        told(ask, Some(suspend), Where::Answer),
        "[asking] A<0:7 [asking A] <stale> [asking] (A 2: 0)"
    );
    let fails =
        "A- A! [failed in unasked: asks nobody: its `seats` are empty] <stale> Z Z. [idle] (no question)";
    assert_eq!(told(ask, Some(suspend), Where::Unasked), fails);
}

#[test]
fn an_end() {
    assert_eq!(told(end, None, Where::Answer), "[asking] A<0:7 A. [ended] Z Z. [idle] (no question)");
    assert_eq!(
        told(end, Some(suspend), Where::Answer),
        "[asking] A<0:7 A. [ended] <stale> Z Z. [idle] (no question)"
    );
    assert_eq!(told(end, Some(ask), Where::Answer), "[asking] A<0:7 A. [ended] Z Z. [idle] (no question)");
    assert_eq!(told(end, None, Where::Unasked), "A- A. Z Z. [idle] [idle] (no question)");
}

#[test]
fn a_wait() {
    assert_eq!(told(wait, None, Where::Answer), "[asking] A<0:7 [waiting A] A~ [waiting] (no question)");
    assert_eq!(
        told(wait, Some(suspend), Where::Answer),
        "[asking] A<0:7 [waiting A] <stale> A~ [waiting] (no question)"
    );
    assert_eq!(told(wait, Some(ask), Where::Unasked), "A- [waiting] A~ [waiting] (no question)");
}

#[test]
fn a_suspension() {
    let abandoned = "[asking] A<0:7 A! [abandoned] <stale> Z Z. [idle] (no question)";
    assert_eq!(told(suspend, None, Where::Answer), abandoned);
    assert_eq!(told(suspend, Some(ask), Where::Answer), abandoned);
    assert_eq!(
        told(suspend, Some(suspend), Where::Answer),
        "[asking] A<0:7 [waiting A] <stale> <ok> A. Z Z. [idle] (no question)"
    );
    assert_eq!(told(suspend, None, Where::Unasked), "A- A! [abandoned] <stale> Z Z. [idle] (no question)");
}

#[test]
fn a_failure() {
    let fails: Decide = |guard| guard.fail("of K");
    let told_so = "[asking] A<0:7 A! [failed in answer: of K] Z Z. [idle] (no question)";
    assert_eq!(told(fails, None, Where::Answer), told_so);
}

/// Were its half of the ticket left lying about, the next phase that returns a flow of somebody else's would wait for it.
#[test]
fn a_ticket_handed_out_before_an_ask_is_not_taken_for_that_of_another_phase() {
    for place in [Where::Answer, Where::Unasked] {
        let [asked, suspended] = [Keep::default(), Keep::default()];
        let back = Arc::clone(&asked);
        let mut first = true;
        let mut suspends_and_asks = move |guard: EndGuard<'_, Act>| {
            if !std::mem::take(&mut first) {
                return guard.end();
            }
            guard.world.asked = vec![P0];
            drop(suspend(guard));
            kept(&back)
        };
        let phase = match place {
            Where::Answer => asks("A").answer(move |_, _, guard| suspends_and_asks(guard)),
            _ => asks("A")
                .seats(|log| log.asked.clone())
                .unasked(suspends_and_asks)
                .answer(|_, _, guard| guard.end()),
        };
        let back = Arc::clone(&suspended);
        let returns = act("B", move |_| kept(&back));
        let mut play =
            Play::of(1, [keeps(ask, &asked), keeps(suspend, &suspended), phase, returns, just("Z")]);
        for _ in 0..2 {
            play.run();
        }
        play.log.end_ticket();
        if matches!(place, Where::Unasked) {
            play.log.asked.clear();
        }
        play.run();
        if matches!(place, Where::Answer) {
            play.answer(P0, 7);
        }
        assert!(!play.log.tickets.remove(0).is_live(), "{place:?}");
        play.answer(P0, 8);
        play.run();
        play.run();
        assert!(
            play.told().ends_with("A. [ended] B B! [abandoned] Z Z. [idle]"),
            "{place:?}: {}",
            play.told()
        );
    }
}
