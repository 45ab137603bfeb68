//! Queueing to a phase that set the running one off: after waits, under interrupts, and what belongs to none.
#![allow(
    clippy::redundant_closure_for_method_calls,
    reason = "the methods of a guard are not general enough in its lifetime to be handed around"
)]

use phase_core::prelude::*;

use crate::play::{Log, Play};
use crate::scenes::{Blow, Move, Turn, played, tells};

fn reaches<P>(queue: &mut Queue<'_, P>)
where
    P: Phase<World = Log> + Unshifts<Blow> + Defers<Blow>,
{
    let mut turn = queue.within::<Turn>().expect("there is a turn");
    turn.defer(Blow::just("s"));
    turn.unshift(Blow::just("u"));
}

/// A turn with this in the middle of it.
fn around(child: Blow) -> Play {
    played(Turn::of("T", |mut guard| {
        guard.unshift(Move::of("M", |mut guard| {
            guard.unshift(child);
            guard.unshift(Blow::just("i"));
            guard.end()
        }));
        guard.unshift(Move::just("N"));
        guard.defer(Move::just("D"));
        guard.end()
    }))
}

fn reaches_and_ends(mut guard: EndGuard<'_, Blow>) -> Flow<Blow> {
    reaches(&mut guard.queue);
    guard.end()
}

#[test]
fn in_on_end() {
    let play = around(Blow::just("h").at_end(|_, queue| reaches(queue)));
    assert_eq!(play.told(), "T M h i N u D s [idle]");
}

#[test]
fn in_on_end_after_the_phase_itself_has_queued() {
    let child = Blow::of("h", |mut guard| {
        guard.unshift(Blow::just("h1"));
        guard.defer(Blow::just("h2"));
        guard.end()
    });
    let play = around(child.at_end(|_, queue| reaches(queue)));
    assert_eq!(play.told(), "T M h h1 h2 i N u D s [idle]");
}

#[test]
fn in_an_update_after_the_host_has_queued() {
    let mut play = around(Blow::waits("h", reaches_and_ends));
    play.phases.unshift(Blow::just("hu"));
    play.phases.defer(Blow::just("hd"));
    play.phases.push(Blow::just("hp"));
    play.run();
    assert_eq!(play.told(), "T M h [waiting] h~ hu hd i N u D s hp [idle]");
}

#[test]
fn in_an_update_after_others_have_interrupted() {
    let mut play = around(Blow::waits("h", reaches_and_ends));
    play.phases.interrupt(Turn::of("I", |mut guard| {
        guard.unshift(Move::waits("J", |mut guard| {
            reaches(&mut guard.queue);
            guard.end()
        }));
        guard.end()
    }));
    play.run();
    play.run();
    assert_eq!(play.told(), "T M h [waiting] I J [waiting] J~ u s h~ i N u D s [idle]");
}

#[test]
fn in_an_answer() {
    let mut play = around(Blow::asks("h", reaches_and_ends));
    play.phases.answer::<Blow>(&mut play.log, Seat::Player(0), ()).expect("it asks");
    play.levels();
    play.run();
    assert_eq!(play.told(), "T M h [asking] h? {1: [D, s] 2: [N, u] 3: [i]} i N u D s [idle]");
}

#[test]
fn it_never_reaches_across_an_interrupt() {
    let mut play = around(Blow::waits("h", reaches_and_ends));
    let turn = play.phases.causes().last().expect("it is in a turn").id();
    play.phases.interrupt(Move::of("I", move |mut guard| {
        assert!(guard.queue.within::<Turn>().is_none(), "it is on the other side");
        assert!(guard.queue.scope(turn).is_none(), "nor by its id");
        guard.unshift(Blow::of("j", move |mut guard| {
            let moves: Vec<_> = guard.queue.causes().map(|cause| cause.name()).collect();
            assert_eq!(moves, ["Move"], "and not the one on the other side");
            assert!(guard.queue.within::<Turn>().is_none() && guard.queue.scope(turn).is_none());
            guard.queue.within::<Move>().expect("that of the interrupt").defer(Blow::just("k"));
            guard.end()
        }));
        guard.end()
    }));
    play.run();
    assert_eq!(play.told(), "T M h [waiting] I j k h~ i N u D s [idle]");
}

#[test]
fn two_interrupts_at_once_belong_to_none_nor_to_each_other() {
    let mut play = around(Blow::waits("h", reaches_and_ends));
    play.phases.interrupt(tells("I"));
    play.phases.interrupt(Turn::of("J", |mut guard| {
        guard.unshift(tells("j"));
        guard.end()
    }));
    play.run();
    assert_eq!(play.told(), "T M h [waiting] J j (by Turn) I (by none) h~ i N u D s [idle]");
}

#[test]
fn what_is_pushed_belongs_to_none() {
    let play = played(Turn::of("T", |mut guard| {
        guard.unshift(Move::of("M", |mut guard| {
            guard.push(Blow::of("p", |mut guard| {
                assert!(guard.queue.within::<Turn>().is_none() && guard.queue.within::<Move>().is_none());
                guard.unshift(tells("q"));
                guard.end()
            }));
            guard.queue.within::<Turn>().expect("there is a turn").skip();
            guard.end()
        }));
        guard.end()
    }));
    assert_eq!(play.told(), "T M p q (by Blow) [idle]", "and is not skipped");
}

#[test]
fn cancelling_the_running_phase_leaves_what_it_has_queued_to_others() {
    let mut play = around(Blow::of("h", |mut guard| {
        reaches(&mut guard.queue);
        guard.unshift(Blow::just("own"));
        guard.ask()
    }));
    play.cancel_tree();
    play.run();
    assert_eq!(play.told(), "T M h [asking] [cancel_tree: true] i N u D s [idle]");
}

#[test]
fn a_phase_that_fails_has_queued_to_others_all_the_same() {
    let play = around(Blow::of("h", |mut guard| {
        reaches(&mut guard.queue);
        guard.unshift(Blow::just("own"));
        guard.fail("no")
    }));
    let mut play = play;
    play.run();
    assert_eq!(play.told(), "T M h [failed: no] own i N u D s [idle]");
}

#[test]
fn in_waves() {
    fn bomb(name: &'static str, sets_off: &'static [&'static str]) -> Blow {
        Blow::of(name, move |mut guard| {
            let mut blast = guard.queue.within::<Turn>().expect("there is a blast");
            for other in sets_off {
                blast.unshift(bomb(other, if other.len() < 3 { &["c1c", "c2c"] } else { &[] }));
            }
            blast.defer(Move::just("dies"));
            guard.end()
        })
    }
    let play = played(Turn::of("blast", |mut guard| {
        guard.unshift(bomb("a", &["b1", "b2"]));
        guard.unshift(bomb("b", &["b3"]));
        guard.end()
    }));
    assert_eq!(
        play.told(),
        "blast a b b1 b2 b3 c1c c2c c1c c2c c1c c2c dies dies dies dies dies dies dies dies dies dies dies [idle]"
    );
}

#[test]
fn a_scope_shows_its_id() {
    let play = played(Turn::of("T", |mut guard| {
        let own = guard.queue.id();
        guard.unshift(Blow::of("h", move |mut guard| {
            let turn = guard.queue.within::<Turn>().expect("there is a turn");
            assert_eq!((turn.id(), format!("{turn:?}").as_str()), (own, "Scope { id: 1, .. }"));
            guard.end()
        }));
        guard.end()
    }));
    assert_eq!(play.told(), "T h [idle]");
}
