//! The mailbox behind an inbox: nothing is lost, each sender's order is kept, and nobody sleeps over a letter.

use std::future::poll_fn;
use std::task::Poll;

use loom::future::block_on;
use loom::sync::Arc;
use loom::thread;

use crate::mailbox::{Mailbox, Slot};

/// Sends numbers from one sender.
fn sends(slot: &Slot<(u8, u8)>, from: u8, numbers: std::ops::Range<u8>) {
    for number in numbers {
        slot.send((from, number), |letter| letter).expect("the mailbox is there");
    }
}

#[test]
fn nothing_is_lost_and_each_senders_order_is_kept() {
    loom::model(|| {
        let mailbox = Mailbox::new();
        // Two letters of one sender and one of another: with one more it takes minutes.
        let senders = [2, 1].map(|letters| {
            let slot = mailbox.slot();
            thread::spawn(move || sends(&slot, letters, 0..letters))
        });
        let mut received: Vec<_> = mailbox.take().into();
        for sender in senders {
            sender.join().unwrap();
        }
        received.extend(mailbox.take());
        assert!(!mailbox.has_any() && mailbox.take().is_empty());
        for letters in [2, 1] {
            let of_one = received.iter().filter(|letter| letter.0 == letters);
            assert!(of_one.map(|letter| letter.1).eq(0..letters), "{received:?}");
        }
    });
}

#[test]
fn what_was_sent_before_is_seen() {
    loom::model(|| {
        let mailbox = Mailbox::new();
        let slot = mailbox.slot();
        let sender = thread::spawn(move || sends(&slot, 0, 0..1));
        let early = mailbox.take().len();
        sender.join().unwrap();
        assert_eq!(mailbox.has_any(), early == 0);
        assert_eq!(early + mailbox.take().len(), 1);
    });
}

#[test]
fn a_letter_is_taken_dropped_or_given_back() {
    loom::model(|| {
        let mailbox = Mailbox::new();
        let (slot, late) = (mailbox.slot(), mailbox.slot());
        let letter = Arc::new(());
        let sent = Arc::clone(&letter);
        let sender = thread::spawn(move || {
            let first = slot.send(Arc::clone(&sent), |letter| letter).is_ok();
            let second = slot.send(sent, |letter| letter).is_ok();
            assert!(first || !second, "what is closed stays so");
        });
        let taken = mailbox.take();
        drop(mailbox);
        drop(taken);
        assert!(late.send(Arc::clone(&letter), |letter| letter).is_err());
        sender.join().unwrap();
        assert_eq!(Arc::strong_count(&letter), 1);
    });
}

#[test]
fn who_sleeps_is_woken() {
    loom::model(|| {
        let mailbox = Mailbox::new();
        let slot = mailbox.slot();
        let sender = thread::spawn(move || sends(&slot, 0, 0..1));
        let received = block_on(poll_fn(|context| {
            mailbox.wake(context.waker());
            if mailbox.has_any() { Poll::Ready(mailbox.take()) } else { Poll::Pending }
        }));
        assert_eq!(received, [(0, 0)]);
        sender.join().unwrap();
    });
}
