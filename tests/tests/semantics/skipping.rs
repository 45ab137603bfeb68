//! Dropping what a phase has set off, but for what it has deferred: 'end the turn now, but clean up'.
#![allow(
    clippy::redundant_closure_for_method_calls,
    reason = "the methods of a guard are not general enough in its lifetime to be handed around"
)]

use phase_core::prelude::*;

use crate::play::{Log, Play};
use crate::scenes::{Blow, Move, Turn, played, tell_causes};

fn skip<P: Phase<World = Log>>(guard: &mut EndGuard<'_, P>) {
    let before = guard.queue.current_level();
    let skipped = guard.queue.within::<Turn>().expect("there is a turn").skip();
    assert_eq!(guard.queue.current_level(), before, "the running phase stays on its level");
    guard.world.note(format!("({skipped} skipped)"));
}

/// Skips the innermost turn.
fn skips(name: &'static str) -> Blow {
    Blow::of(name, |mut guard| {
        skip(&mut guard);
        guard.end()
    })
}

#[test]
fn what_the_phase_has_set_off_goes_and_what_it_has_deferred_runs_next() {
    let mut play = Play::default();
    play.phases.push(Turn::of("T", |mut guard| {
        guard.unshift(Move::of("M", |mut guard| {
            guard.unshift(skips("h"));
            guard.unshift(Blow::just("i"));
            guard.defer(Blow::just("e"));
            guard.end()
        }));
        guard.unshift(Move::just("N"));
        guard.defer(Move::just("clean up"));
        guard.push(Turn::just("next turn"));
        guard.end()
    }));
    play.phases.push(Move::just("sibling"));
    play.step();
    play.step();
    play.levels();
    play.step();
    play.levels();
    play.run();
    assert_eq!(
        play.told(),
        "T [ended] M [ended] {0: [sibling, next turn] 1: [clean up] 2: [N] 3: [e] 4: [h, i]} \
         h (3 skipped) [ended] {0: [sibling, next turn] 1: [clean up]} clean up sibling next turn [idle]"
    );
}

#[test]
fn what_the_running_phase_queues_before_goes_and_what_it_queues_afterwards_runs_before_what_was_deferred() {
    let play = played(Turn::of("T", |mut guard| {
        guard.unshift(Move::of("M", |mut guard| {
            guard.unshift(Blow::just("u1"));
            guard.defer(Blow::just("d1"));
            skip(&mut guard);
            guard.defer(Blow::just("d2"));
            guard.unshift(Blow::of("u2", |guard| {
                tell_causes(guard.world, &guard.queue);
                guard.end()
            }));
            guard.push(Turn::just("pushed"));
            guard.end()
        }));
        guard.unshift(Move::just("N"));
        guard.defer(Move::just("clean up"));
        guard.end()
    }));
    assert_eq!(play.told(), "T M (3 skipped) u2 (by Move Turn) d2 clean up pushed [idle]");
}

#[test]
fn by_what_the_phase_has_deferred_the_rest_that_this_one_has_set_off_goes() {
    let play = played(Turn::of("T", |mut guard| {
        guard.defer(Move::of("D", |mut guard| {
            guard.unshift(skips("h"));
            guard.unshift(Blow::just("i"));
            guard.defer(Blow::just("e"));
            guard.end()
        }));
        guard.defer(Move::just("E"));
        guard.end()
    }));
    assert_eq!(play.told(), "T D h (2 skipped) E [idle]");

    let play = played(Turn::of("T", |mut guard| {
        guard.defer(skips("D"));
        guard.defer(skips("E"));
        guard.end()
    }));
    assert_eq!(play.told(), "T D (0 skipped) E (0 skipped) [idle]", "which may be nothing");
}

#[test]
fn what_was_unshifted_to_the_scope_goes_too() {
    let play = played(Turn::of("T", |mut guard| {
        guard.defer(Move::of("D", |mut guard| {
            guard.queue.within::<Turn>().expect("there is a turn").unshift(Blow::just("u"));
            guard.queue.within::<Turn>().expect("there is a turn").defer(Blow::just("s"));
            guard.unshift(skips("h"));
            guard.end()
        }));
        guard.defer(Move::just("E"));
        guard.end()
    }));
    assert_eq!(play.told(), "T D h (1 skipped) E s [idle]");
}

#[test]
fn what_an_inner_phase_has_deferred_goes_with_the_rest_and_what_was_deferred_to_the_outer_one_stays() {
    let play = played(Turn::of("T", |mut guard| {
        guard.unshift(Move::of("M", |mut guard| {
            guard.unshift(Blow::of("h", |mut guard| {
                guard.queue.within::<Move>().expect("there is a move").defer(Blow::just("m"));
                guard.queue.within::<Turn>().expect("there is a turn").defer(Blow::just("t"));
                guard.end()
            }));
            guard.unshift(skips("i"));
            guard.end()
        }));
        guard.end()
    }));
    assert_eq!(play.told(), "T M h i (1 skipped) t [idle]");
}

#[test]
fn of_an_inner_phase_it_leaves_what_was_deferred_to_an_outer_one() {
    let play = played(Turn::of("T", |mut guard| {
        guard.unshift(Move::of("M", |mut guard| {
            guard.unshift(Blow::of("h", |mut guard| {
                guard.queue.within::<Turn>().expect("there is a turn").defer(Blow::just("t"));
                guard.queue.within::<Move>().expect("there is a move").defer(Blow::just("m"));
                let skipped = guard.queue.within::<Move>().expect("there is a move").skip();
                guard.world.note(format!("({skipped} skipped)"));
                guard.end()
            }));
            guard.unshift(Blow::just("i"));
            guard.end()
        }));
        guard.unshift(Move::just("N"));
        guard.end()
    }));
    assert_eq!(play.told(), "T M h (1 skipped) m N t [idle]");
}

#[test]
fn nothing_more_goes_the_second_time() {
    let play = played(Turn::of("T", |mut guard| {
        guard.unshift(Move::of("M", |mut guard| {
            skip(&mut guard);
            skip(&mut guard);
            guard.unshift(Blow::just("u"));
            skip(&mut guard);
            guard.end()
        }));
        guard.unshift(Move::just("N"));
        guard.defer(Move::just("D"));
        guard.end()
    }));
    assert_eq!(play.told(), "T M (1 skipped) (0 skipped) (1 skipped) D [idle]");
}

#[test]
fn in_on_end_in_an_update_and_in_an_answer() {
    let with = |child: Blow| {
        played(Turn::of("T", move |mut guard| {
            guard.unshift(Move::of("M", |mut guard| {
                guard.unshift(child);
                guard.unshift(Blow::just("i"));
                guard.end()
            }));
            guard.unshift(Move::just("N"));
            guard.defer(Move::just("D"));
            guard.end()
        }))
    };
    let skips_later = |mut guard: EndGuard<'_, Blow>| {
        skip(&mut guard);
        guard.end()
    };
    let play = with(Blow::just("h").at_end(|log, queue| {
        let mut turn = queue.within::<Turn>().expect("there is a turn");
        log.note(format!("({} skipped)", turn.skip()));
        turn.defer(Blow::just("s"));
    }));
    assert_eq!(play.told(), "T M h (2 skipped) D s [idle]");

    let mut play = with(Blow::waits("h", skips_later));
    play.phases.unshift(Blow::just("host's"));
    play.phases.interrupt(Blow::just("I"));
    play.run();
    assert_eq!(play.told(), "T M h [waiting] I h~ (3 skipped) D [idle]");

    let mut play = with(Blow::asks("h", skips_later));
    play.phases.push(Turn::just("U"));
    play.phases.answer::<Blow>(&mut play.log, Seat::Player(0), ()).expect("it asks");
    play.run();
    assert_eq!(play.told(), "T M h [asking] h? (2 skipped) D U [idle]");
}

#[test]
fn of_several_turns_only_that_one_ends() {
    let mut play = Play::default();
    play.phases.push(Turn::of("T", |mut guard| {
        guard.unshift(Turn::of("U", |mut guard| {
            guard.unshift(skips("h"));
            guard.unshift(Blow::just("i"));
            guard.defer(Blow::just("clean up U"));
            guard.end()
        }));
        guard.unshift(Move::just("N"));
        guard.defer(Blow::just("clean up T"));
        guard.end()
    }));
    play.phases.push(Turn::just("V"));
    play.run();
    assert_eq!(play.told(), "T U h (1 skipped) clean up U N clean up T V [idle]");
}

#[test]
fn a_parked_phase_stays_and_what_it_has_set_off_when_an_interrupting_one_skips() {
    let mut play = played(Turn::of("T", |mut guard| {
        guard.unshift(Move::waits("M", |guard| guard.end()));
        guard.unshift(Move::just("N"));
        guard.end()
    }));
    play.phases.interrupt(Turn::of("I", |mut guard| {
        assert!(guard.queue.within::<Turn>().is_none(), "it is on the other side");
        guard.unshift(skips("h"));
        guard.unshift(Blow::just("i"));
        guard.defer(Blow::just("e"));
        guard.end()
    }));
    play.run();
    assert_eq!(play.told(), "T M [waiting] I h (1 skipped) e M~ N [idle]");
}

#[test]
fn what_was_to_interrupt_the_running_phase_is_not_set_off_by_it() {
    let mut play = played(Turn::of("T", |mut guard| {
        guard.unshift(Blow::waits("h", |mut guard| {
            skip(&mut guard);
            guard.end()
        }));
        guard.unshift(Move::just("N"));
        guard.end()
    }));
    play.phases.interrupt(Turn::of("I", |mut guard| {
        guard.unshift(Blow::just("i"));
        guard.end()
    }));
    play.step();
    play.run();
    assert_eq!(play.told(), "T h [waiting] I [ended] i h~ (1 skipped) [idle]");
}
