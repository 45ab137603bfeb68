//! Parts that are ended, cancelled and dropped at once.

use loom::thread;

use crate::model;
use crate::ticket::{Fate, Keeper, StaleTicket, Ticket};

/// What one thread does with its part.
type Do = fn(Ticket) -> Result<(), StaleTicket>;

const END: Do = |part| part.end();
const CANCEL: Do = |part| part.cancel();
const DROP: Do = |part| {
    drop(part);
    Ok(())
};

/// Has a thread each do this with the parts, the last one this thread; gives what they came to, and what became of the whole.
fn play<const N: usize>(parts: [Ticket; N], keeper: &Keeper, acts: [Do; N]) -> ([bool; N], Fate) {
    let mut parts: Vec<_> = parts.into_iter().zip(acts).collect();
    let (own, act) = parts.pop().expect("there are two at least");
    let threads = parts.into_iter().map(|(part, act)| thread::spawn(move || act(part).is_ok()));
    let threads: Vec<_> = threads.collect();
    let own = act(own).is_ok();
    let others = threads.into_iter().map(|thread| thread.join().expect("nothing panics"));
    let worked: Vec<bool> = others.chain([own]).collect();
    (worked.try_into().expect("as many as there were"), keeper.fate())
}

#[test]
fn both_are_needed() {
    model(|| {
        let (ticket, keeper) = Ticket::issue("Phase");
        let parts = <[Ticket; 2]>::from(ticket.both());
        assert_eq!(play(parts, &keeper, [END, END]), ([true, true], Fate::Ended));
    });
    model(|| {
        let (ticket, keeper) = Ticket::issue("Phase");
        let parts = <[Ticket; 2]>::from(ticket.both());
        assert_eq!(play(parts, &keeper, [END, DROP]).1, Fate::Dropped);
    });
    model(|| {
        let (ticket, keeper) = Ticket::issue("Phase");
        let parts = <[Ticket; 2]>::from(ticket.both());
        let ([_, cancelled], fate) = play(parts, &keeper, [END, CANCEL]);
        assert_eq!((cancelled, fate), (true, Fate::Cancelled));
    });
}

#[test]
fn either_is_enough() {
    model(|| {
        let (ticket, keeper) = Ticket::issue("Phase");
        let parts = <[Ticket; 2]>::from(ticket.either());
        let ([first, second], fate) = play(parts, &keeper, [END, END]);
        assert!(first != second, "one of them is the first");
        assert_eq!(fate, Fate::Ended);
    });
    model(|| {
        let (ticket, keeper) = Ticket::issue("Phase");
        let parts = <[Ticket; 2]>::from(ticket.either());
        assert_eq!(play(parts, &keeper, [END, DROP]), ([true, true], Fate::Ended));
    });
    model(|| {
        let (ticket, keeper) = Ticket::issue("Phase");
        let parts = <[Ticket; 2]>::from(ticket.either());
        assert_eq!(play(parts, &keeper, [DROP, DROP]).1, Fate::Dropped);
    });
    model(|| {
        let (ticket, keeper) = Ticket::issue("Phase");
        let parts = <[Ticket; 2]>::from(ticket.either());
        let (worked, fate) = play(parts, &keeper, [END, CANCEL]);
        match fate {
            Fate::Ended => assert_eq!(worked, [true, false]),
            Fate::Cancelled => assert_eq!(worked, [false, true]),
            other => panic!("it is {other:?}"),
        }
    });
}

#[test]
fn two_animations_that_the_player_may_skip() {
    model(|| {
        let (ticket, keeper) = Ticket::issue("Phase");
        let (animations, key) = ticket.either();
        let (first, second) = animations.both();
        let (worked, fate) = play([first, second, key], &keeper, [END, END, END]);
        assert_eq!(fate, Fate::Ended);
        assert!(worked[2] || (worked[0] && worked[1]), "somebody has ended it: {worked:?}");
        assert!(!worked.iter().all(|worked| *worked), "the last one comes too late");
    });
}

#[test]
fn two_messages_of_which_each_goes_by_a_key_or_by_itself() {
    model(|| {
        let (ticket, keeper) = Ticket::issue("Phase");
        let (first, second) = ticket.both();
        let (key, clock) = first.either();
        let (worked, fate) = play([key, clock, second], &keeper, [END, END, END]);
        assert_eq!(fate, Fate::Ended);
        assert!(worked[0] != worked[1] && worked[2], "{worked:?}");
    });
}

#[test]
fn a_phase_that_goes_at_the_same_time() {
    for act in [END, CANCEL, DROP] {
        model(move || {
            let (ticket, keeper) = Ticket::issue("Phase");
            let (first, second) = ticket.either();
            let other = thread::spawn(move || act(first).is_ok());
            drop(keeper);
            let was_live = second.is_live();
            let ended = second.end();
            assert!(ended.is_err() && !was_live, "the phase is gone");
            other.join().expect("nothing panics");
        });
    }
}
