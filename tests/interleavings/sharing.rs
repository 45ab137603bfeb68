//! One ticket that several threads have, and what they see of each other.

use loom::cell::UnsafeCell;
use loom::sync::Arc;
use loom::thread;

use crate::model;
use crate::ticket::{Fate, Ticket};

#[test]
fn the_first_word_counts() {
    model(|| {
        let (ticket, keeper) = Ticket::issue("Phase");
        let ticket = Arc::new(ticket);
        let shared = Arc::clone(&ticket);
        let ends = thread::spawn(move || shared.end().is_ok());
        let cancelled = ticket.cancel().is_ok();
        let ended = ends.join().expect("nothing panics");
        assert!(ended != cancelled);
        assert_eq!(keeper.fate(), if ended { Fate::Ended } else { Fate::Cancelled });
    });
}

#[test]
fn a_half_is_one_half_however_many_end_it() {
    model(|| {
        let (ticket, keeper) = Ticket::issue("Phase");
        let (half, other) = ticket.both();
        let half = Arc::new(half);
        let shared = Arc::clone(&half);
        let ends = thread::spawn(move || shared.end().is_ok());
        let ended = half.end().is_ok();
        assert!(ended != ends.join().expect("nothing panics"));
        assert_eq!(keeper.fate(), Fate::Live);
        other.end().expect("it is live");
        assert_eq!(keeper.fate(), Fate::Ended);
    });
}

#[test]
fn halves_that_are_divided_at_once() {
    model(|| {
        let (ticket, keeper) = Ticket::issue("Phase");
        let (first, second) = ticket.both();
        let other = thread::spawn(move || {
            let (a, b) = first.either();
            drop(a);
            b.end().is_ok()
        });
        let (c, d) = second.either();
        let ended = c.end().is_ok();
        drop(d);
        assert!(ended && other.join().expect("nothing panics"));
        assert_eq!(keeper.fate(), Fate::Ended);
    });
}

/// Two places that are not safe to read while they are written.
#[derive(Default)]
struct Results {
    first: UnsafeCell<u32>,
    second: UnsafeCell<u32>,
}

/// Whoever finds the ticket ended may read all that was written before, by whichever part.
#[test]
fn what_was_written_before_the_end_is_seen_after_it() {
    model(|| {
        let (ticket, keeper) = Ticket::issue("Phase");
        let (first, second) = ticket.both();
        let results = Arc::new(Results::default());
        let theirs = Arc::clone(&results);
        let one = thread::spawn(move || {
            theirs.first.with_mut(|first| write(first, 1));
            first.end().expect("it is live");
        });
        let theirs = Arc::clone(&results);
        let other = thread::spawn(move || {
            theirs.second.with_mut(|second| write(second, 2));
            second.end().expect("it is live");
        });
        while keeper.fate() != Fate::Ended {
            thread::yield_now();
        }
        assert_eq!(results.first.with(read) + results.second.with(read), 3);
        one.join().expect("nothing panics");
        other.join().expect("nothing panics");
    });
}

// loom sees to it that nobody reads while another one writes, and fails the test otherwise.

fn write(place: *mut u32, value: u32) {
    // SAFETY: the place is that of a cell which is alive.
    unsafe { *place = value }
}

fn read(place: *const u32) -> u32 {
    // SAFETY: the place is that of a cell which is alive.
    unsafe { *place }
}
