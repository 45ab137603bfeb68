//! Tickets in two parts: both needed, or either enough.

use std::thread;

use phase_core::prelude::*;

use crate::play::{Act, Play, act, just};

/// A phase that divides its ticket, and leaves the parts in the world.
fn divides(name: &'static str, divide: fn(Ticket) -> Vec<Ticket>) -> Act {
    act(name, move |guard| guard.suspend(move |log, ticket| log.tickets = divide(ticket)))
}

fn both(ticket: Ticket) -> Vec<Ticket> {
    let (first, second) = ticket.both();
    vec![first, second]
}

fn either(ticket: Ticket) -> Vec<Ticket> {
    let (first, second) = ticket.either();
    vec![first, second]
}

/// One that waits for its parts, with another behind it.
fn waits_for(divide: fn(Ticket) -> Vec<Ticket>) -> Play {
    let mut play = Play::of([divides("A", divide), just("B")]);
    play.run();
    play
}

impl Play {
    fn end_part(&mut self, part: usize) {
        let was_live = self.log.tickets[part].is_live();
        let ended = self.log.tickets[part].end();
        assert_eq!(ended.is_ok(), was_live, "what a part says of itself is what it does");
        self.log.note(if ended.is_ok() { "<ok>" } else { "<stale>" });
    }

    fn drop_part(&mut self, part: usize) {
        drop(self.log.tickets.remove(part));
        self.log.note("<drop>");
    }
}

#[test]
fn two_animations_at_once() {
    for (first, second) in [(0, 1), (1, 0)] {
        let mut play = waits_for(both);
        play.end_part(first);
        play.run();
        play.end_part(second);
        play.run();
        assert_eq!(play.told(), "A [waiting] <ok> [waiting] <ok> A. B B. [idle]");
    }
}

#[test]
fn a_player_or_a_clock() {
    for (first, second) in [(0, 1), (1, 0)] {
        let mut play = waits_for(either);
        play.run();
        play.end_part(first);
        play.end_part(second);
        play.run();
        assert_eq!(play.told(), "A [waiting] [waiting] <ok> <stale> A. B B. [idle]");
    }
}

#[test]
fn a_part_is_ended_once() {
    let mut play = waits_for(both);
    play.end_part(0);
    play.end_part(0);
    play.run();
    play.end_part(1);
    play.end_part(1);
    play.run();
    assert_eq!(play.told(), "A [waiting] <ok> <stale> [waiting] <ok> <stale> A. B B. [idle]");
}

#[test]
fn a_whole_ticket_is_ended_once() {
    let mut play = waits_for(|ticket| vec![ticket]);
    play.end_part(0);
    play.end_part(0);
    play.run();
    assert_eq!(play.told(), "A [waiting] <ok> <stale> A. B B. [idle]");
}

#[test]
fn where_both_are_needed_one_that_is_dropped_abandons() {
    for part in [0, 1] {
        let mut play = waits_for(both);
        play.drop_part(part);
        play.end_part(0);
        play.run();
        play.run();
        assert_eq!(play.told(), "A [waiting] <drop> <stale> A! [abandoned] B B. [idle]");

        let mut play = waits_for(both);
        play.end_part(1 - part);
        play.drop_part(part);
        play.run();
        play.run();
        assert_eq!(play.told(), "A [waiting] <ok> <drop> A! [abandoned] B B. [idle]");
    }
}

#[test]
fn where_both_are_needed_one_that_was_ended_may_be_dropped() {
    let mut play = waits_for(both);
    play.end_part(0);
    play.drop_part(0);
    play.run();
    play.end_part(0);
    play.run();
    assert_eq!(play.told(), "A [waiting] <ok> <drop> [waiting] <ok> A. B B. [idle]");
}

#[test]
fn where_either_is_enough_one_may_be_dropped_and_not_both() {
    for part in [0, 1] {
        let mut play = waits_for(either);
        play.drop_part(part);
        play.run();
        play.end_part(0);
        play.run();
        assert_eq!(play.told(), "A [waiting] <drop> [waiting] <ok> A. B B. [idle]");

        let mut play = waits_for(either);
        play.drop_part(part);
        play.drop_part(0);
        play.run();
        play.run();
        assert_eq!(play.told(), "A [waiting] <drop> <drop> A! [abandoned] B B. [idle]");
    }
}

#[test]
fn two_animations_that_the_player_may_skip() {
    let skippable = |ticket: Ticket| {
        let (animations, key) = ticket.either();
        let (first, second) = animations.both();
        vec![first, second, key]
    };
    let mut play = waits_for(skippable);
    play.end_part(0);
    play.end_part(1);
    play.end_part(2);
    play.run();
    assert_eq!(play.told(), "A [waiting] <ok> <ok> <stale> A. B B. [idle]");

    let mut play = waits_for(skippable);
    play.end_part(0);
    play.end_part(2);
    play.end_part(1);
    play.run();
    assert_eq!(play.told(), "A [waiting] <ok> <ok> <stale> A. B B. [idle]");

    // An animation is lost: the other one is for nothing, and the player can still go on.
    let mut play = waits_for(skippable);
    play.drop_part(0);
    play.end_part(0);
    play.run();
    play.end_part(1);
    play.run();
    assert_eq!(play.told(), "A [waiting] <drop> <stale> [waiting] <ok> A. B B. [idle]");
}

#[test]
fn two_messages_of_which_each_goes_by_a_key_or_by_itself() {
    let two = |ticket: Ticket| {
        let (first, second) = ticket.both();
        let ((a, b), (c, d)) = (first.either(), second.either());
        vec![a, b, c, d]
    };
    let mut play = waits_for(two);
    play.end_part(1);
    play.end_part(0);
    play.run();
    play.end_part(2);
    play.end_part(3);
    play.run();
    assert_eq!(play.told(), "A [waiting] <ok> <stale> [waiting] <ok> <stale> A. B B. [idle]");

    let mut play = waits_for(two);
    play.drop_part(0);
    play.drop_part(2);
    play.run();
    play.drop_part(1);
    play.end_part(0);
    play.run();
    assert_eq!(play.told(), "A [waiting] <drop> <drop> [waiting] <drop> <stale> A! [abandoned]");
}

#[test]
fn parts_that_are_ended_in_start_itself() {
    let mut play = Play::of([
        act("A", |guard| {
            guard.suspend(|_, ticket| {
                let (first, second) = ticket.both();
                first.end().expect("the phase is there");
                second.end().expect("it takes both");
            })
        }),
        just("B"),
    ]);
    play.run();
    assert_eq!(play.told(), "A A. B B. [idle]");
}

#[test]
fn half_ended_and_parked() {
    let mut play = waits_for(both);
    play.end_part(0);
    play.phases.interrupt(act("I", |guard| {
        guard.world.tickets[1].end().expect("it is live while its phase is parked");
        guard.end()
    }));
    play.run();
    assert_eq!(play.told(), "A [waiting] <ok> I I. A. B B. [idle]");
}

#[test]
fn what_is_divided_after_its_end_is_stale() {
    for divide in [both, either] {
        let mut play = waits_for(|ticket| vec![ticket]);
        play.end_part(0);
        let ticket = play.log.tickets.remove(0);
        play.log.tickets = divide(ticket);
        play.end_part(0);
        play.end_part(1);
        play.run();
        assert_eq!(play.told(), "A [waiting] <ok> <stale> <stale> A. B B. [idle]");
    }
}

#[test]
fn a_half_that_is_divided_after_its_end_leaves_the_other_half_as_it_is() {
    let mut play = waits_for(both);
    play.end_part(0);
    let half = play.log.tickets.remove(0);
    play.log.tickets.extend(either(half));
    play.end_part(1);
    play.end_part(2);
    play.run();
    play.end_part(0);
    play.run();
    assert_eq!(play.told(), "A [waiting] <ok> <stale> <stale> [waiting] <ok> A. B B. [idle]");
}

#[test]
fn both_parts_are_stale_once_the_phase_is_gone() {
    for divide in [both, either] {
        let mut play = waits_for(divide);
        play.cancel();
        play.end_part(0);
        play.end_part(1);
        play.run();
        assert_eq!(play.told(), "A [waiting] A! [cancel: true] <stale> <stale> B B. [idle]");
    }
}

#[test]
fn parts_that_are_ended_by_two_threads_at_once() {
    for _ in 0..200 {
        let mut play = waits_for(both);
        let threads = play.log.tickets.drain(..).map(|part| thread::spawn(move || part.end()));
        let threads: Vec<_> = threads.collect();
        for thread in threads {
            assert_eq!(thread.join().unwrap(), Ok(()));
        }
        play.run();
        assert_eq!(play.told(), "A [waiting] A. B B. [idle]");

        let mut play = waits_for(either);
        let threads = play.log.tickets.drain(..).map(|part| thread::spawn(move || part.end()));
        let threads: Vec<_> = threads.collect();
        let ended = threads.into_iter().map(|thread| thread.join().unwrap());
        assert_eq!(ended.flatten().count(), 1);
        play.run();
        assert_eq!(play.told(), "A [waiting] A. B B. [idle]");
    }
}
