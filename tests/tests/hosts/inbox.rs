//! The inbox: when what comes in is delivered, and where it stands then.

use std::ops::ControlFlow;

use phase_core::prelude::*;

use crate::play::{Log, Play, act, end, just, suspends, unshifts, waits, waits_once};

fn send(sent: Result<(), impl std::fmt::Debug>) {
    sent.expect("the manager is there");
}

#[test]
fn is_for_all_threads_whatever_the_world() {
    struct Local(#[expect(dead_code, reason = "only its type counts")] std::rc::Rc<()>);
    fn is_shared<T: Send + Sync + Clone>() {}

    is_shared::<Inbox<Local>>();
}

#[test]
fn is_delivered_at_the_beginning_of_a_run_in_order_as_from_the_host() {
    let mut play = Play::of([just("A")]);
    let inbox = play.phases.inbox();
    send(inbox.push(just("P")));
    send(inbox.defer(just("D")));
    send(inbox.unshift(just("U")));
    send(inbox.clone().unshift(just("V")));
    send(play.phases.inbox().interrupt(just("I")));
    send(inbox.push(AnyPhase::new(just("Q"))));
    play.levels();
    play.run();
    assert_eq!(play.told(), "{0: [A]} I I. U U. V V. D D. A A. P P. Q Q. [idle]");
}

#[test]
fn is_in_no_look_before_it_is_delivered() {
    let mut play = Play::default();
    let inbox = play.phases.inbox();
    send(inbox.push(just("P")));
    assert_eq!((play.phases.len(), play.phases.is_empty()), (0, true));
    assert!(play.phases.peek(&play.log).is_none());
    assert!(!play.phases.contains::<crate::play::Act>(|_| true));
    let mut handed_out = 0;
    play.phases.for_each_mut(|_| handed_out += 1);
    assert_eq!(handed_out, 0);
    assert_eq!(format!("{inbox:?}"), "Inbox { undelivered: 1 }");
    play.run();
    assert_eq!(format!("{inbox:?}"), "Inbox { undelivered: 0 }");
    assert_eq!(play.told(), "P P. [idle]");
}

#[test]
fn is_received_without_a_run_where_a_run_would_put_it() {
    let mut play = Play::of([just("A")]);
    let inbox = play.phases.inbox();
    assert!(inbox.is_empty());
    send(inbox.push(just("P")));
    send(inbox.unshift(just("U")));
    send(inbox.interrupt(just("I")));
    assert_eq!(inbox.len(), 3);
    play.phases.receive();
    assert!(inbox.is_empty());
    play.levels();
    play.phases.receive();
    play.run();
    assert_eq!(play.told(), "{0: [A, P] 1: [U] 2: [I]} I I. U U. A A. P P. [idle]");
}

#[test]
fn what_a_phase_sends_comes_when_it_has_ended_and_before_anything_else_starts() {
    let mut play = Play::default();
    let inbox = play.phases.inbox();
    play.phases.push(act("A", move |mut guard| {
        guard.unshift(just("U"));
        send(inbox.unshift(just("V")));
        send(inbox.defer(just("D")));
        send(inbox.push(just("P")));
        guard.unshift(just("W"));
        guard.end()
    }));
    play.phases.push(just("B"));
    play.step();
    play.levels();
    play.run();
    assert_eq!(
        play.told(),
        "A A. [ended] {0: [B, P] 1: [D] 2: [U, W, V]} U U. W W. V V. D D. B B. P P. [idle]"
    );
}

#[test]
fn what_on_end_and_on_cancel_send_comes_too() {
    let mut play = Play::default();
    let (first, second) = (play.phases.inbox(), play.phases.inbox());
    play.phases.push(just("A").on_end(move |_, _| send(first.unshift(just("end")))));
    play.phases
        .push(act("B", |guard| guard.fail("no")).on_cancel(move |_| send(second.unshift(just("cancel")))));
    play.phases.push(just("C"));
    play.run();
    play.levels();
    play.run();
    assert_eq!(play.told(), "A A. end end. B B! [failed: no] {0: [C]} cancel cancel. C C. [idle]");
}

#[test]
fn what_the_drop_of_a_phase_sends_comes_too() {
    /// Sends its last words.
    #[phase(world = Log)]
    #[derive(Debug)]
    struct MortalPhase(Inbox<Log>);

    impl Phase for MortalPhase {
        fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
            guard.end()
        }
    }

    impl Drop for MortalPhase {
        fn drop(&mut self) {
            send(self.0.unshift(just("words")));
        }
    }

    let mut play = Play::default();
    let inbox = play.phases.inbox();
    play.phases.push(MortalPhase(inbox.clone()));
    play.phases.push(just("B"));
    play.run();
    play.phases.push(MortalPhase(inbox));
    play.clear();
    play.run();
    assert_eq!(play.told(), "words words. B B. [idle] [clear] words words. [idle]");
}

#[test]
fn a_phase_that_waits_delivers_nothing_before_the_next_run() {
    let mut play = Play::default();
    let inbox = play.phases.inbox();
    play.phases.push(
        act("A", move |guard| {
            send(inbox.interrupt(just("I")));
            send(inbox.unshift(just("U")));
            guard.wait()
        })
        .update(end),
    );
    play.run();
    play.levels();
    play.run();
    assert_eq!(play.told(), "A [waiting] {} I I. A~ A. U U. [idle]");
}

#[test]
fn an_update_that_waits_on_delivers_nothing() {
    let mut play = Play::default();
    let inbox = play.phases.inbox();
    play.phases.push(waits("A").update(move |guard| {
        send(inbox.push(just("P")));
        guard.wait()
    }));
    play.run();
    play.run();
    play.levels();
    play.step();
    play.levels();
    assert_eq!(play.told(), "A [waiting] A~ [waiting] {} A~ [waiting] {0: [P]}");
}

#[test]
fn run_comes_to_idle_only_when_it_is_empty() {
    let mut play = Play::default();
    let inbox = play.phases.inbox();
    play.phases.set_when_empty_with(move |log: &mut Log, _| {
        log.note("(supply)");
        if log.told().matches("(supply)").count() < 3 {
            send(inbox.push(just("T")));
        }
    });
    play.run();
    assert_eq!(play.told(), "(supply) T T. (supply) T T. (supply) [idle]");
}

#[test]
fn what_the_supply_sends_beside_what_it_queues_comes_after_the_first_phase() {
    let mut play = Play::default();
    let inbox = play.phases.inbox();
    play.phases.set_when_empty_with(move |log: &mut Log, queue| {
        if log.told().is_empty() {
            queue.push(just("A"));
            queue.push(just("B"));
            send(inbox.unshift(just("U")));
        }
    });
    play.run();
    assert_eq!(play.told(), "A A. U U. B B. [idle]");
}

#[test]
fn a_step_delivers_before_and_after() {
    let mut play = Play::of([just("A")]);
    let inbox = play.phases.inbox();
    let from_a = inbox.clone();
    send(inbox.interrupt(act("I", move |guard| {
        send(from_a.push(just("P")));
        guard.end()
    })));
    play.step();
    play.levels();
    play.run();
    assert_eq!(play.told(), "I I. [ended] {0: [A, P]} A A. P P. [idle]");
}

#[test]
fn a_step_with_nothing_else_to_do_starts_what_has_come() {
    let mut play = Play::default();
    let inbox = play.phases.inbox();
    play.step();
    send(inbox.push(just("P")));
    play.step();
    play.step();
    assert_eq!(play.told(), "[idle] P P. [ended] [idle]");
}

#[test]
fn the_closure_of_run_with_comes_before_the_delivery() {
    let mut play = Play::of([just("A"), just("B")]);
    let inbox = play.phases.inbox();
    let mut ended = 0;
    let status = play.phases.run_with(&mut play.log, |log| {
        log.note("|");
        ended += 1;
        if ended == 1 {
            send(inbox.unshift(just("U")));
        }
        ControlFlow::Continue(())
    });
    assert!(matches!(status, Ok(RunStatus::Idle)), "{status:?}");
    assert_eq!(play.told(), "A A. | U U. | B B. |");
}

#[test]
fn what_the_closure_sends_is_delivered_before_its_break_counts() {
    let mut play = Play::of([just("A"), just("B")]);
    let inbox = play.phases.inbox();
    let status = play.phases.run_with(&mut play.log, |_| {
        send(inbox.unshift(just("U")));
        ControlFlow::Break(())
    });
    assert!(matches!(status, Ok(RunStatus::Halted)), "{status:?}");
    play.levels();
    assert_eq!(play.told(), "A A. {0: [B] 1: [U]}");
}

#[test]
fn what_a_phase_sends_that_halts_is_delivered_before_the_halt() {
    let mut play = Play::default();
    let inbox = play.phases.inbox();
    play.phases.push(act("A", move |mut guard| {
        guard.queue.halt();
        send(inbox.push(just("P")));
        guard.end()
    }));
    play.run();
    play.levels();
    assert_eq!(play.told(), "A A. [halted] {0: [P]}");
}

#[test]
fn an_interrupt_parks_what_waits() {
    let mut play = Play::of([suspends("A")]);
    let inbox = play.phases.inbox();
    play.run();
    send(inbox.interrupt(suspends("I")));
    assert_eq!(play.phases.parked().count(), 0);
    play.run();
    assert_eq!(play.phases.parked().count(), 1);
    send(inbox.interrupt(just("J")));
    play.run();
    play.waiting();
    assert_eq!(play.told(), "A [waiting] I [waiting] J J. [waiting] (I waits, 0)");
}

#[test]
fn ordered_phases_run_by_their_keys() {
    #[phase(world = Log, ordered)]
    #[derive(Debug)]
    struct FastPhase(u32);

    impl Phase for FastPhase {
        fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
            guard.world.note(self.0.to_string());
            guard.end()
        }
    }

    impl Ordered for FastPhase {
        type Key = u32;

        fn key(&self, _: &Log) -> u32 {
            self.0
        }
    }

    let mut play = Play::default();
    let inbox = play.phases.inbox();
    for speed in [2, 7, 5] {
        send(inbox.push(FastPhase(speed)));
    }
    play.run();
    assert_eq!(play.told(), "7 5 2 [idle]");
}

#[test]
fn counts_for_the_limit_as_all_phases_do() {
    let mut play = Play::default();
    play.phases.set_start_limit(2);
    let inbox = play.phases.inbox();
    for name in ["A", "B", "C"] {
        send(inbox.push(just(name)));
    }
    play.run();
    play.levels();
    send(inbox.push(just("D")));
    play.run();
    play.run();
    assert_eq!(play.told(), "A A. B B. [limit: 2] {0: [C]} C C. D D. [idle] [idle]");
}

#[test]
fn a_phase_that_sends_another_of_itself_for_ever_meets_the_limit() {
    #[phase(world = Log)]
    #[derive(Debug)]
    struct EchoPhase(Inbox<Log>);

    impl Phase for EchoPhase {
        fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
            send(self.0.push(Self(self.0.clone())));
            guard.end()
        }
    }

    let mut play = Play::default();
    play.phases.set_start_limit(1_000);
    let inbox = play.phases.inbox();
    send(inbox.push(EchoPhase(inbox.clone())));
    play.run();
    assert_eq!(play.told(), "[limit: 1000]");
}

#[test]
fn a_panic_leaves_what_was_sent_to_the_next_run() {
    let mut play = Play::default();
    let inbox = play.phases.inbox();
    play.phases.push(act("A", move |_| {
        send(inbox.unshift(just("U")));
        panic!("after it was sent");
    }));
    play.phases.push(just("B"));
    play.run();
    play.run();
    assert_eq!(play.told(), "A [panic] A! U U. B B. [idle]");
}

#[test]
fn an_inbox_that_is_there_changes_nothing() {
    let game = |has_inbox| {
        let mut play = Play::of([unshifts("A", &["U", "V"]), waits_once("W"), suspends("S"), just("B")]);
        if has_inbox {
            let _ = play.phases.inbox();
        }
        play.run();
        play.phases.interrupt(just("I"));
        play.run();
        play.log.end_ticket();
        play.run();
        play.told()
    };
    assert_eq!(game(true), game(false));
}

#[test]
fn a_phase_gets_its_id_when_it_is_delivered() {
    let mut play = Play::default();
    let inbox = play.phases.inbox();
    send(inbox.push(waits("late")));
    play.phases.push(waits("early"));
    play.run();
    let early = play.phases.current().unwrap().id();
    play.cancel();
    play.run();
    let late = play.phases.current().unwrap();
    assert_eq!(format!("{late:?}"), "late");
    assert!(early < late.id());
}

#[test]
fn what_comes_after_a_phase_has_ended_was_set_off_by_that() {
    let mut play = Play::default();
    let inbox = play.phases.inbox();
    play.phases.push(act("A", move |guard| {
        send(inbox.unshift(waits("U")));
        send(inbox.push(waits("P")));
        guard.end()
    }));
    play.run();
    assert_eq!(play.phases.causes().count(), 1);
    play.cancel();
    play.run();
    assert_eq!(play.phases.causes().count(), 0);
}
