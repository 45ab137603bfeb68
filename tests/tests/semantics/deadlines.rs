//! Suspended phases that are updated as well: those with a deadline.

use std::sync::atomic::{AtomicU32, Ordering};

use phase_core::prelude::*;

use crate::play::{Act, Log, Play, act, end, just, suspend, suspends, wait, waits};

/// A suspended phase that looks at its clock, with another behind it.
fn ticking(update: impl FnMut(EndGuard<'_, Act>) -> Flow<Act> + Send + Sync + 'static) -> Play {
    Play::of([suspends("A").update(update), just("B")])
}

/// What does this in so many updates, and another thing in the one after.
fn after(
    updates: u32,
    mut then: impl FnMut(EndGuard<'_, Act>) -> Flow<Act> + Send + Sync + 'static,
) -> impl FnMut(EndGuard<'_, Act>) -> Flow<Act> + Send + Sync + 'static {
    let left = AtomicU32::new(updates);
    move |guard| match left.load(Ordering::Relaxed) {
        0 => then(guard),
        more => {
            left.store(more - 1, Ordering::Relaxed);
            guard.wait()
        }
    }
}

#[test]
fn a_player_has_three_frames_to_press_a_key() {
    let mut play = ticking(after(2, end));
    for _ in 0..5 {
        play.run();
    }
    play.log.end_ticket();
    assert_eq!(
        play.told(),
        "A [waiting] A~ [waiting] A~ [waiting] A~ A. B B. [idle] [idle] <stale>",
        "too late"
    );

    let mut play = ticking(after(2, end));
    play.run();
    play.run();
    play.log.end_ticket();
    play.run();
    assert_eq!(play.told(), "A [waiting] A~ [waiting] <ok> A. B B. [idle]", "in time");
}

#[test]
fn not_in_the_run_in_which_it_suspends() {
    let mut play = Play::of([waits("A").update(after(1, suspend)), just("B")]);
    play.run();
    play.run();
    play.run();
    assert_eq!(play.told(), "A [waiting] A~ [waiting] A~ [waiting]");
    play.run();
    assert_eq!(play.told(), "A [waiting] A~ [waiting] A~ [waiting] A~ [waiting]");
}

#[test]
fn once_a_step_as_well() {
    let mut play = ticking(after(1, end));
    for _ in 0..5 {
        play.step();
    }
    assert_eq!(play.told(), "A [waiting] A~ [waiting] A~ A. [ended] B B. [ended] [idle]");
}

#[test]
fn it_counts_no_updates_since_it_waits_for_its_ticket() {
    let mut play = ticking(wait);
    play.run();
    play.run();
    play.waiting();
    assert!(play.phases.waiting().is_some_and(|waiting| waiting.suspended));
    assert_eq!(play.told(), "A [waiting] A~ [waiting] (A waits, 0)");
}

#[test]
fn one_that_waits_on_keeps_its_ticket() {
    let mut play = ticking(wait);
    for _ in 0..3 {
        play.run();
    }
    assert!(play.log.tickets[0].is_live());
    play.log.end_ticket();
    play.run();
    assert_eq!(play.told(), "A [waiting] A~ [waiting] A~ [waiting] <ok> A. B B. [idle]");
}

#[test]
fn one_that_suspends_anew_hands_out_a_new_ticket() {
    let mut play = ticking(|guard| {
        guard.suspend(|log, ticket| {
            log.note(if log.tickets[0].is_live() { "old is live" } else { "old is stale" });
            log.tickets.push(ticket);
        })
    });
    play.run();
    play.run();
    play.log.end_ticket();
    play.log.end_ticket();
    play.run();
    assert_eq!(play.told(), "A [waiting] A~ old is stale [waiting] <stale> <ok> A. B B. [idle]");
}

#[test]
fn a_new_ticket_that_is_lost_abandons() {
    let mut play = ticking(|guard| guard.suspend(|_, ticket| drop(ticket)));
    play.run();
    play.run();
    play.run();
    assert_eq!(play.told(), "A [waiting] A~ A! [abandoned] B B. [idle]");
}

#[test]
fn an_end_finds_the_ticket_stale_in_on_end() {
    let mut play = Play::of([suspends("A").update(end).on_end(|log, _| log.end_ticket()), just("B")]);
    play.run();
    play.run();
    assert_eq!(play.told(), "A [waiting] A~ A. <stale> B B. [idle]");
}

#[test]
fn a_failure_finds_the_ticket_stale_in_on_cancel() {
    let mut play = Play::of([
        suspends("A").update(|guard| guard.fail("too late")).on_cancel(Log::end_ticket),
        just("B"),
    ]);
    play.run();
    play.run();
    play.run();
    assert_eq!(play.told(), "A [waiting] A~ A! <stale> [failed: too late] B B. [idle]");
}

#[test]
fn a_panic_makes_the_ticket_stale() {
    let mut play = ticking(|_| std::panic::resume_unwind(Box::new("as it was told")));
    play.run();
    play.run();
    play.log.end_ticket();
    play.run();
    assert_eq!(play.told(), "A [waiting] A~ [panic] <stale> A! B B. [idle]");
}

#[test]
fn an_attempt_that_fails_behind_a_new_suspension_makes_both_tickets_stale() {
    let mut play = ticking(|guard| {
        guard.attempt(|guard| {
            let _flow = suspend(guard);
            Err("changed its mind".into())
        })
    });
    play.run();
    play.run();
    play.log.end_ticket();
    play.log.end_ticket();
    assert_eq!(play.told(), "A [waiting] A~ A! [failed: changed its mind] <stale> <stale>");
}

#[test]
fn an_update_that_ends_cancels_or_drops_the_ticket_settles_it_at_once() {
    type Do = fn(&mut Log);
    for (act, told) in [
        ((|log| log.end_ticket()) as Do, "A [waiting] A~ <ok> A. B B. [idle]"),
        (|log| log.tickets[0].cancel().expect("it is live"), "A [waiting] A~ A! B B. [idle]"),
        (|log| log.tickets.clear(), "A [waiting] A~ A! [abandoned]"),
    ] {
        let mut play = ticking(move |guard| {
            act(guard.world);
            guard.wait()
        });
        play.run();
        play.run();
        assert_eq!(play.told(), told);
    }
}

#[test]
fn what_an_update_says_counts_more_than_what_it_does_to_the_ticket() {
    let mut play = ticking(|guard| {
        guard.world.tickets.clear();
        guard.end()
    });
    play.run();
    play.run();
    assert_eq!(play.told(), "A [waiting] A~ A. B B. [idle]");
}

#[test]
fn a_ticket_that_is_settled_leaves_no_update() {
    let mut play = ticking(wait);
    play.run();
    play.log.tickets.clear();
    play.run();
    play.run();
    assert_eq!(play.told(), "A [waiting] A! [abandoned] B B. [idle]");
}

#[test]
fn what_the_update_queues_stands_where_the_phase_would_put_it() {
    let mut play = ticking(|mut guard| {
        guard.unshift(just("U"));
        guard.defer(just("D"));
        guard.wait()
    });
    play.run();
    play.run();
    play.levels();
    play.log.end_ticket();
    play.run();
    assert_eq!(play.told(), "A [waiting] A~ [waiting] {0: [B] 1: [D] 2: [U]} <ok> A. U U. D D. B B. [idle]");
}

#[test]
fn it_may_clear_and_halt_as_ever() {
    let mut play = Play::of([suspends("W"), just("B")]);
    play.run();
    play.phases.interrupt(suspends("A").update(|mut guard| {
        guard.queue.clear();
        guard.queue.halt();
        guard.wait()
    }));
    play.run();
    play.run();
    play.log.end_ticket();
    play.log.end_ticket();
    play.run();
    play.run();
    assert_eq!(play.told(), "W [waiting] A [waiting] A~ W! [waiting] <stale> <ok> A. [halted] [idle]");
}

#[test]
fn a_parked_one_is_not_updated_until_it_comes_back() {
    let mut play = ticking(wait);
    play.run();
    play.phases.interrupt(suspends("I"));
    play.run();
    play.run();
    let menu = play.log.tickets.pop().expect("it waits");
    menu.end().expect("it is live");
    play.run();
    play.run();
    play.log.end_ticket();
    play.run();
    assert_eq!(
        play.told(),
        "A [waiting] I [waiting] [waiting] I. A~ [waiting] A~ [waiting] <ok> A. B B. [idle]"
    );
}

#[test]
fn a_part_of_a_divided_ticket_is_for_nothing_once_the_deadline_is_over() {
    let divides = act("A", |guard| {
        guard.suspend(|log, ticket| {
            let (first, second) = ticket.both();
            log.tickets = vec![first, second];
        })
    });
    let mut play = Play::of([divides.update(after(1, end)), just("B")]);
    play.run();
    play.log.end_ticket();
    play.run();
    play.run();
    play.log.end_ticket();
    assert_eq!(play.told(), "A [waiting] <ok> A~ [waiting] A~ A. B B. [idle] <stale>");
}

#[test]
fn an_async_host_updates_it_whenever_it_polls() {
    use std::task::{Context, Waker};

    let mut play = ticking(after(2, end));
    let mut context = Context::from_waker(Waker::noop());
    for _ in 0..3 {
        assert!(play.phases.poll_run(&mut play.log, &mut context).is_pending());
        play.log.note("[pending]");
    }
    assert!(play.phases.poll_run(&mut play.log, &mut context).is_ready());
    assert_eq!(play.told(), "A [pending] A~ [pending] A~ [pending] A~ A. B B.");
}

#[test]
fn an_async_host_is_woken_by_the_new_ticket() {
    let mut play = ticking(move |guard| {
        if !guard.world.tickets.is_empty() {
            guard.world.tickets.clear();
            return guard.suspend(|_, ticket| {
                std::thread::spawn(move || ticket.end());
            });
        }
        guard.wait()
    });
    play.run();
    let status = pollster::block_on(play.phases.run_async(&mut play.log));
    assert_eq!(status.ok(), Some(RunStatus::Idle));
    // How often it was polled in between is up to the host.
    assert_eq!(play.told().replace(" A~", ""), "A [waiting] A. B B.");
}
