//! Tickets that give their phase up, since what it waited for is gone.

use phase_core::prelude::*;

use crate::play::{Act, Log, Play, act, just, suspend, suspends};

impl Log {
    /// Cancels the oldest ticket, and notes how that went.
    fn cancel_ticket(&mut self) {
        let cancelled = self.tickets.remove(0).cancel();
        self.note(if cancelled.is_ok() { "<gone>" } else { "<stale>" });
    }
}

/// A phase that has queued something before it is suspended.
fn parent() -> Act {
    act("A", |mut guard| {
        guard.unshift(just("U"));
        suspend(guard)
    })
}

#[test]
fn it_is_given_up_by_the_next_run_without_an_error() {
    let mut play = Play::of([parent(), just("B")]);
    play.run();
    play.log.cancel_ticket();
    play.waiting();
    play.run();
    assert_eq!(play.told(), "A [waiting] <gone> (A waits, 0) A! U U. B B. [idle]");
}

#[test]
fn it_is_a_step_of_its_own() {
    let mut play = Play::of([suspends("A"), just("B")]);
    play.run();
    play.log.cancel_ticket();
    let step = play.phases.step(&mut play.log);
    assert_eq!(step.ok(), Some(Step::Ended("Act")));
    assert_eq!(play.told(), "A [waiting] <gone> A!");
    play.step();
    assert_eq!(play.told(), "A [waiting] <gone> A! B B. [ended]");
}

#[test]
fn in_start_itself() {
    let mut play = Play::of([
        act("A", |guard| guard.suspend(|_, ticket| ticket.cancel().expect("the phase is there"))),
        just("B"),
    ]);
    play.step();
    play.run();
    assert_eq!(play.told(), "A A! [ended] B B. [idle]");
}

#[test]
fn while_parked_when_it_would_have_come_back() {
    let mut play = Play::of([parent(), just("B")]);
    play.run();
    play.phases.interrupt(act("I", |mut guard| {
        guard.world.cancel_ticket();
        guard.unshift(just("V"));
        guard.end()
    }));
    for _ in 0..3 {
        play.step();
    }
    play.run();
    assert_eq!(play.told(), "A [waiting] I <gone> I. [ended] V V. [ended] A! [ended] U U. B B. [idle]");
}

#[test]
fn between_the_interrupt_and_the_run() {
    let mut play = Play::of([suspends("W"), just("B")]);
    play.run();
    play.log.cancel_ticket();
    play.phases.interrupt(just("I"));
    play.run();
    assert_eq!(play.told(), "W [waiting] <gone> I I. W! B B. [idle]");
}

#[test]
fn cancelled_and_then_cancelled_by_the_host_or_cleared_away() {
    let mut play = Play::of([suspends("W"), just("B")]);
    play.run();
    play.log.cancel_ticket();
    play.cancel();
    play.run();
    assert_eq!(play.told(), "W [waiting] <gone> W! [cancel: true] B B. [idle]");

    let mut play = Play::of([suspends("W"), just("B")]);
    play.run();
    play.log.cancel_ticket();
    play.phases.interrupt(suspends("I"));
    play.run();
    play.clear();
    play.run();
    assert_eq!(play.told(), "W [waiting] <gone> I [waiting] W! [clear] [waiting]");
}

#[test]
fn the_first_word_counts() {
    type Say = fn(&Ticket) -> Result<(), StaleTicket>;
    let (end, cancel): (Say, Say) = (|ticket| ticket.end(), |ticket| ticket.cancel());
    for (first, then, told) in [
        (end, cancel, "A [waiting] A. [idle]"),
        (cancel, end, "A [waiting] A! [idle]"),
        (cancel, cancel, "A [waiting] A! [idle]"),
    ] {
        let mut play = Play::of([suspends("A")]);
        play.run();
        assert_eq!(first(&play.log.tickets[0]), Ok(()));
        assert!(!play.log.tickets[0].is_live());
        assert_eq!(then(&play.log.tickets[0]), Err(StaleTicket));
        play.log.tickets.clear();
        play.run();
        assert_eq!(play.told(), told);
    }
}

#[test]
fn any_part_cancels() {
    type Divide = fn(Ticket) -> (Ticket, Ticket);
    for divide in [Ticket::both as Divide, Ticket::either] {
        for inner in [Ticket::both as Divide, Ticket::either] {
            for part in 0..3 {
                let mut play = Play::of([act("A", move |guard| {
                    guard.suspend(move |log, ticket| {
                        let (outer, rest) = divide(ticket);
                        let (first, second) = inner(rest);
                        log.tickets = vec![outer, first, second];
                    })
                })]);
                play.run();
                assert_eq!(play.log.tickets[part].cancel(), Ok(()));
                assert!(play.log.tickets.iter().all(|part| !part.is_live()));
                assert!(play.log.tickets.iter().all(|part| part.end().is_err() && part.cancel().is_err()));
                play.run();
                assert_eq!(play.told(), "A [waiting] A! [idle]");
            }
        }
    }
}

#[test]
fn the_rest_of_a_half_ended_one_cancels_and_what_was_ended_does_not() {
    let mut play = Play::of([act("A", |guard| {
        guard.suspend(|log, ticket| {
            let (first, second) = ticket.both();
            log.tickets = vec![first, second];
        })
    })]);
    play.run();
    assert_eq!(play.log.tickets[0].end(), Ok(()));
    play.log.cancel_ticket();
    play.run();
    play.log.cancel_ticket();
    play.run();
    assert_eq!(play.told(), "A [waiting] <stale> [waiting] <gone> A! [idle]");
}

#[test]
fn the_loser_of_two_cancels_nothing() {
    let mut play = Play::of([act("A", |guard| {
        guard.suspend(|log, ticket| {
            let (first, second) = ticket.either();
            log.tickets = vec![first, second];
        })
    })]);
    play.run();
    play.log.end_ticket();
    play.log.cancel_ticket();
    play.run();
    assert_eq!(play.told(), "A [waiting] <ok> <stale> A. [idle]");
}

#[test]
fn on_cancel_finds_the_ticket_stale() {
    let mut play = Play::of([suspends("A").on_cancel(|log| log.note(format!("{:?}", log.tickets[0].end())))]);
    play.run();
    assert_eq!(play.log.tickets[0].cancel(), Ok(()));
    play.run();
    assert_eq!(play.told(), "A [waiting] A! Err(StaleTicket) [idle]");
}

#[test]
fn a_panic_in_on_cancel_costs_that_phase_alone() {
    let mut play = Play::of([
        suspends("A").on_cancel(|_| std::panic::resume_unwind(Box::new("as it was told"))),
        just("B"),
    ]);
    play.run();
    play.log.cancel_ticket();
    play.run();
    play.run();
    assert_eq!(play.told(), "A [waiting] <gone> A! [panic] B B. [idle]");
}

#[test]
fn a_halt_comes_after_it() {
    let mut play = Play::of([
        act("A", |mut guard| {
            guard.queue.halt();
            suspend(guard)
        }),
        just("B"),
    ]);
    play.run();
    play.log.cancel_ticket();
    play.run();
    play.run();
    assert_eq!(play.told(), "A [waiting] <gone> A! [halted] B B. [idle]");
}

#[test]
fn an_async_host_is_woken() {
    let mut play = Play::of([
        act("A", |guard| {
            guard.suspend(|_, ticket| {
                std::thread::spawn(move || ticket.cancel());
            })
        }),
        just("B"),
    ]);
    let status = pollster::block_on(play.phases.run_async(&mut play.log));
    assert_eq!(status.ok(), Some(RunStatus::Idle));
    assert_eq!(play.told(), "A A! B B.");
}
