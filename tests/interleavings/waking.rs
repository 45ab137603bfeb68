//! Tasks that sleep until the ticket is settled. One that is not woken hangs, which loom finds.

use std::future::poll_fn;
use std::task::Poll;

use loom::future::block_on;
use loom::thread;

use crate::model;
use crate::ticket::{Fate, Keeper, Ticket};

/// Sleeps as the manager does.
fn wait(keeper: &Keeper) -> Fate {
    block_on(poll_fn(|context| {
        keeper.wake(context.waker());
        match keeper.fate() {
            Fate::Live => Poll::Pending,
            fate => Poll::Ready(fate),
        }
    }))
}

#[test]
fn by_whatever_becomes_of_it() {
    type Do = fn(Ticket);
    let acts: [(Do, Fate); 3] = [
        (|ticket| ticket.end().expect("it is live"), Fate::Ended),
        (|ticket| ticket.cancel().expect("it is live"), Fate::Cancelled),
        (drop, Fate::Dropped),
    ];
    for (act, fate) in acts {
        model(move || {
            let (ticket, keeper) = Ticket::issue("Phase");
            thread::spawn(move || act(ticket));
            assert_eq!(wait(&keeper), fate);
        });
    }
}

#[test]
fn by_the_last_of_two_parts() {
    model(|| {
        let (ticket, keeper) = Ticket::issue("Phase");
        let (first, second) = ticket.both();
        thread::spawn(move || first.end().expect("it is live"));
        thread::spawn(move || second.end().expect("it is live"));
        assert_eq!(wait(&keeper), Fate::Ended);
    });
}
