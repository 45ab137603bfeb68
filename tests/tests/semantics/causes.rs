//! Who set off whom.
#![allow(
    clippy::redundant_closure_for_method_calls,
    reason = "the methods of a guard are not general enough in its lifetime to be handed around"
)]

use phase_core::prelude::*;

use crate::play::{Log, Play};
use crate::scenes::{Blow, Move, Turn, played, tell_causes, tells};

#[test]
fn the_nearest_comes_first_whichever_way_the_phases_were_queued() {
    let play = played(Turn::of("T", |mut guard| {
        guard.defer(Move::of("N", |mut guard| {
            guard.defer(tells("d"));
            guard.end()
        }));
        guard.unshift(Move::of("M", |mut guard| {
            guard.unshift(Blow::of("H", |mut guard| {
                guard.unshift(tells("h"));
                guard.defer(tells("e"));
                guard.end()
            }));
            guard.end()
        }));
        guard.unshift(tells("t"));
        guard.end()
    }));
    assert_eq!(
        play.told(),
        "T M H h (by Blow Move Turn) e (by Blow Move Turn) t (by Turn) N d (by Move Turn) [idle]"
    );
}

#[test]
fn what_is_pushed_or_interrupts_or_is_supplied_has_none() {
    let phases = PhaseManager::new().when_empty_with(|log: &mut Log, queue| {
        if !log.told().contains("supplied") {
            queue.push(tells("supplied"));
        }
    });
    let mut play = Play { phases, log: Log::default() };
    play.phases.push(Turn::of("T", |mut guard| {
        guard.unshift(Move::waits("M", |mut guard| {
            guard.push(tells("pushed"));
            guard.end()
        }));
        guard.end()
    }));
    play.run();
    play.phases.interrupt(Blow::of("I", |mut guard| {
        tell_causes(guard.world, &guard.queue);
        guard.unshift(tells("i"));
        guard.end()
    }));
    play.phases.push(tells("p"));
    play.run();
    assert_eq!(
        play.told(),
        "T M [waiting] I (by none) i (by Blow) M~ p (by none) pushed (by none) supplied (by none) [idle]"
    );
}

#[test]
fn what_is_inserted_has_those_of_the_phase_beside_it_and_a_replacement_those_of_what_it_replaces() {
    let play = played(Turn::of("T", |mut guard| {
        guard.unshift(Blow::of("H", |mut guard| {
            guard.queue.insert_before::<Move>(tells("before"));
            guard.queue.insert_after::<Move>(tells("after"));
            let replaced = guard.queue.replace(|phase: &Move| phase.name() == "M", tells("new"));
            assert!(replaced.is_ok(), "it is queued");
            guard.push(Move::just("P"));
            let replaced = guard.queue.replace(|phase: &Move| phase.name() == "P", tells("pushed"));
            assert!(replaced.is_ok(), "it is queued");
            guard.end()
        }));
        guard.defer(Move::just("M"));
        guard.end()
    }));
    assert_eq!(
        play.told(),
        "T H before (by Turn) new (by Turn) after (by Turn) pushed (by none) [idle]",
        "and not the phase that did so"
    );
}

#[test]
fn so_it_is_with_what_the_host_inserts_and_replaces() {
    let mut play = played(Turn::of("T", |mut guard| {
        guard.unshift(Blow::waits("W", |guard| guard.end()));
        guard.unshift(Move::just("M"));
        guard.end()
    }));
    play.phases.insert_before::<Move>(tells("before"));
    play.phases.insert_after::<Move>(tells("after"));
    assert!(play.phases.replace(|_: &Move| true, tells("new")).is_ok(), "it is queued");
    play.run();
    assert_eq!(play.told(), "T W [waiting] W~ before (by Turn) new (by Turn) after (by Turn) [idle]");
}

#[test]
fn what_the_host_queues_is_set_off_by_the_phase_that_ran_last() {
    let mut play = Play::default();
    play.phases.unshift(tells("before any"));
    play.phases.push(Turn::of("T", |mut guard| {
        guard.unshift(Move::waits("M", |guard| guard.end()));
        guard.end()
    }));
    play.run();
    play.phases.unshift(tells("u"));
    play.phases.defer(tells("d"));
    play.run();
    assert_eq!(
        play.told(),
        "before any (by none) T M [waiting] M~ u (by Move Turn) d (by Move Turn) [idle]",
        "while it waits"
    );

    let mut play = Play::default();
    play.phases.push(Turn::of("T", |mut guard| {
        guard.unshift(Move::just("M"));
        guard.end()
    }));
    play.step();
    play.step();
    play.phases.unshift(tells("u"));
    play.phases.defer(tells("d"));
    play.phases.push(tells("p"));
    play.run();
    assert_eq!(
        play.told(),
        "T [ended] M [ended] u (by Move Turn) d (by Move Turn) p (by none) [idle]",
        "and when it is over"
    );
}

#[test]
fn what_the_host_queues_during_an_interrupt_is_set_off_by_that_and_afterwards_by_what_has_come_back() {
    let mut play = played(Turn::of("T", |mut guard| {
        guard.unshift(Move::asks("M", |guard| guard.end()));
        guard.end()
    }));
    play.phases.interrupt(Blow::waits("I", |guard| guard.end()));
    play.run();
    play.phases.unshift(tells("i"));
    play.step();
    play.phases.unshift(tells("j"));
    play.run();
    play.phases.unshift(tells("m"));
    play.phases.answer::<Move>(&mut play.log, Seat::Player(0), ()).expect("it asks");
    play.run();
    assert_eq!(
        play.told(),
        "T M [asking] I [waiting] I~ [ended] i (by Blow) j (by Blow) [asking] M? m (by Move Turn) [idle]"
    );
}

#[test]
fn after_a_clear_the_running_phase_has_none() {
    let play = played(Turn::of("T", |mut guard| {
        guard.unshift(Move::of("M", |mut guard| {
            tell_causes(guard.world, &guard.queue);
            guard.queue.clear();
            tell_causes(guard.world, &guard.queue);
            assert!(guard.queue.within::<Turn>().is_none(), "it has none");
            guard.unshift(tells("u"));
            guard.push(tells("p"));
            guard.end()
        }));
        guard.end()
    }));
    assert_eq!(play.told(), "T M (by Turn) (by none) u (by Move) p (by none) [idle]");
}

#[test]
fn after_a_clear_by_the_host_the_waiting_phase_has_none() {
    let mut play = played(Turn::of("T", |mut guard| {
        guard.unshift(Move::waits("M", |guard| {
            tell_causes(guard.world, &guard.queue);
            guard.end()
        }));
        guard.end()
    }));
    play.clear();
    assert_eq!(play.phases.causes().count(), 0);
    play.phases.unshift(tells("u"));
    play.run();
    assert_eq!(play.told(), "T M [waiting] [clear] M~ (by none) u (by Move) [idle]");
}

#[test]
fn the_waiting_phase_tells_them_to_the_host() {
    fn told(play: &Play) -> String {
        play.phases.causes().map(|cause| format!("{cause:?}")).collect::<Vec<_>>().join(" ")
    }
    let mut play = Play::default();
    assert_eq!(told(&play), "", "nothing has run");
    play.phases.push(Turn::of("T", |mut guard| {
        guard.unshift(Move::of("M", |mut guard| {
            guard.unshift(Blow::waits("H", |guard| guard.end()));
            guard.end()
        }));
        guard.end()
    }));
    play.run();
    assert_eq!(told(&play), "Causer(\"Move\", 2) Causer(\"Turn\", 1)");
    let cause = play.phases.causes().next().expect("there are two");
    assert_eq!((cause.name(), cause.id().get()), ("Move", 2));
    assert!(cause.is::<Move>() && !cause.is::<Turn>());
    play.phases.interrupt(Turn::asks("I", |guard| guard.end()));
    play.run();
    assert_eq!(told(&play), "", "it has interrupted");
    play.phases.answer::<Turn>(&mut play.log, Seat::Player(0), ()).expect("it asks");
    play.step();
    assert_eq!(told(&play), "", "nothing waits");
    play.run();
    assert_eq!(told(&play), "", "all is over");
}

#[test]
fn they_are_the_same_in_each_call_of_a_phase() {
    let mut play = played(Turn::of("T", |mut guard| {
        guard.unshift(Move::of("M", |mut guard| {
            let noisy = |mut guard: EndGuard<'_, Blow>| {
                tell_causes(guard.world, &guard.queue);
                guard.unshift(tells("h"));
                guard.end()
            };
            guard.unshift(Blow::waits("W", noisy).at_end(|log, queue| tell_causes(log, queue)));
            guard.unshift(Blow::asks("A", noisy).at_end(|log, queue| {
                tell_causes(log, queue);
                queue.unshift(tells("e"));
            }));
            guard.end()
        }));
        guard.end()
    }));
    // Others run in the meantime.
    play.phases.interrupt(tells("I"));
    play.run();
    play.phases.interrupt(tells("J"));
    play.run();
    play.phases.answer::<Blow>(&mut play.log, Seat::Player(0), ()).expect("it asks");
    play.run();
    assert_eq!(
        play.told(),
        "T M W [waiting] I (by none) W~ (by Move Turn) (by Move Turn) h (by Blow Move Turn) A [asking] \
         J (by none) [asking] A? (by Move Turn) (by Move Turn) h (by Blow Move Turn) e (by Blow Move Turn) [idle]"
    );
}

#[test]
fn what_a_phase_queues_into_its_grandparents_scope_is_set_off_by_that() {
    let play = played(Turn::of("T", |mut guard| {
        guard.unshift(Move::of("M", |mut guard| {
            guard.unshift(Blow::of("H", |mut guard| {
                let mut turn = guard.queue.within::<Turn>().expect("it was set off by one");
                turn.defer(tells("d"));
                turn.unshift(tells("u"));
                guard.end()
            }));
            guard.end()
        }));
        guard.end()
    }));
    assert_eq!(play.told(), "T M H u (by Turn) d (by Turn) [idle]");
}

#[test]
fn the_running_phase_is_not_its_own() {
    let play = played(Move::of("M", |mut guard| {
        assert!(guard.queue.within::<Move>().is_none(), "there is no other");
        let own = guard.queue.id();
        assert!(guard.queue.scope(own).is_none(), "nor by its id");
        let outer = own;
        guard.unshift(Move::of("N", move |mut guard| {
            let own = guard.queue.id();
            let found = guard.queue.within::<Move>().map(|scope| scope.id());
            assert!(found == Some(outer) && found != Some(own));
            tell_causes(guard.world, &guard.queue);
            guard.end()
        }));
        guard.end()
    }));
    assert_eq!(play.told(), "M N (by Move) [idle]");
}

/// Sets off another of itself so many times, and tells how many causes the last one has.
fn chain(left: usize) -> Blow {
    Blow::of("", move |mut guard: EndGuard<'_, Blow>| {
        if left == 0 {
            let ids: Vec<_> = guard.queue.causes().map(|cause| cause.id()).collect();
            let own = guard.queue.id().get();
            let nearest = ids.iter().take(256).zip(1..).all(|(id, distance)| id.get() == own - distance);
            guard.world.note(format!("({} kept, in order: {nearest})", ids.len() >= 256));
            let is_bounded = ids.len() < 1_000;
            let turn = guard.queue.within::<Turn>().map(|mut turn| turn.skip());
            guard.world.note(format!("(bounded: {is_bounded}, turn: {turn:?})"));
        } else {
            guard.unshift(chain(left - 1));
        }
        guard.end()
    })
}

fn noted(play: &Play) -> Vec<&str> {
    let at = play.log.all().iter().position(|event| event.starts_with('('));
    play.log.all()[at.expect("it notes something")..].iter().map(String::as_str).collect()
}

#[test]
fn of_a_long_line_the_nearest_are_kept_and_those_that_something_queued_needs() {
    let mut play = Play { phases: PhaseManager::new(), log: Log::default() };
    play.phases.push(Turn::of("T", |mut guard| {
        guard.defer(tells("d"));
        guard.unshift(chain(10_000));
        guard.end()
    }));
    play.run();
    assert_eq!(
        noted(&play),
        ["(true kept, in order: true)", "(bounded: true, turn: Some(0))", "d", "(by Turn)", "[idle]"]
    );
}
