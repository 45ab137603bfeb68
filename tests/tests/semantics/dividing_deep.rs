//! Tickets that are divided again and again.

use phase_core::prelude::*;

use crate::play::{Play, act};

/// More divisions in a row than a stack would hold if each dropped the next.
const DEEP: usize = 200_000;

/// A phase that waits for a ticket that was divided so often, each time the second part.
fn divided(depth: usize, divide: fn(Ticket) -> (Ticket, Ticket)) -> Play {
    let mut play = Play::of([act("A", move |guard| {
        guard.suspend(|log, mut ticket| {
            for _ in 0..depth {
                let (part, rest) = divide(ticket);
                log.tickets.push(part);
                ticket = rest;
            }
            log.tickets.push(ticket);
        })
    })]);
    play.run();
    play
}

#[test]
fn each_of_many_parts_is_needed() {
    let mut play = divided(500, Ticket::both);
    let last = play.log.tickets.pop().expect("there are many");
    assert!(play.log.tickets.drain(..).all(|part| part.end().is_ok()));
    play.run();
    assert_eq!(last.end(), Ok(()));
    play.run();
    assert_eq!(play.told(), "A [waiting] [waiting] A. [idle]");
}

#[test]
fn any_of_a_great_many_parts_is_enough() {
    let mut play = divided(DEEP, Ticket::either);
    assert_eq!(play.log.tickets[DEEP].end(), Ok(()), "the innermost goes all the way up");
    play.run();
    assert_eq!(play.told(), "A [waiting] A. [idle]");
}

#[test]
fn a_great_many_parts_are_dropped() {
    let mut play = divided(DEEP, Ticket::either);
    let last = play.log.tickets.pop();
    play.log.tickets.clear();
    play.run();
    drop(last);
    play.run();
    assert_eq!(play.told(), "A [waiting] [waiting] A! [abandoned]");
}
