//! Queueing to a phase that set the running one off: what it defers.
#![allow(
    clippy::redundant_closure_for_method_calls,
    reason = "the methods of a guard are not general enough in its lifetime to be handed around"
)]

use phase_core::prelude::*;

use crate::play::Play;
use crate::scenes::{Blow, Move, Turn, played};

/// Defers one to the innermost turn, and ends.
fn defers(name: &'static str, deferred: &'static str) -> Blow {
    Blow::of(name, move |mut guard| {
        guard.queue.within::<Turn>().expect("there is a turn").defer(Blow::just(deferred));
        guard.end()
    })
}

/// Unshifts to the innermost turn, and ends.
fn unshifts(name: &'static str, unshifted: &'static str) -> Blow {
    Blow::of(name, move |mut guard| {
        guard.queue.within::<Turn>().expect("there is a turn").unshift(Blow::just(unshifted));
        guard.end()
    })
}

fn moves(name: &'static str, children: Vec<Blow>) -> Move {
    Move::of(name, move |mut guard| {
        for child in children {
            guard.unshift(child);
        }
        guard.end()
    })
}

#[test]
fn what_is_deferred_comes_after_all_that_the_phase_has_set_off() {
    let mut play = Play::default();
    play.phases.push(Turn::of("T", |mut guard| {
        guard.unshift(moves("M", vec![defers("h", "s1"), Blow::just("i")]));
        guard.unshift(moves("N", vec![]));
        guard.end()
    }));
    play.phases.push(Move::just("sibling"));
    play.run();
    assert_eq!(play.told(), "T M h i N s1 sibling [idle]");
}

#[test]
fn by_itself_by_children_and_by_grandchildren_in_the_order_in_which_they_do_so() {
    let play = played(Turn::of("T", |mut guard| {
        guard.defer(Blow::just("s1"));
        guard.unshift(Move::of("M", |mut guard| {
            guard.unshift(defers("h", "s3"));
            guard.queue.within::<Turn>().expect("there is a turn").defer(Blow::just("s2"));
            guard.defer(Blow::just("e"));
            guard.end()
        }));
        guard.unshift(defers("i", "s4"));
        guard.end()
    }));
    assert_eq!(play.told(), "T M h e i s1 s2 s3 s4 [idle]");

    let play = played(Turn::of("T", |mut guard| {
        guard.unshift(moves("M", vec![defers("h", "s1")]));
        guard.unshift(defers("i", "s2"));
        guard.end()
    }));
    assert_eq!(play.told(), "T M h i s1 s2 [idle]", "also where it has deferred nothing itself");
}

#[test]
fn deferred_phases_defer_more_of_them() {
    let play = played(Turn::of("T", |mut guard| {
        guard.defer(Move::of("D", |mut guard| {
            guard.unshift(defers("h", "s2"));
            guard.defer(Blow::just("e"));
            guard.queue.within::<Turn>().expect("there is a turn").defer(Blow::just("s1"));
            guard.end()
        }));
        guard.defer(Blow::just("E"));
        guard.end()
    }));
    assert_eq!(play.told(), "T D h e E s1 s2 [idle]");
}

#[test]
fn what_is_unshifted_comes_after_what_it_has_unshifted_and_before_what_it_defers() {
    let play = played(Turn::of("T", |mut guard| {
        guard.defer(Blow::just("d"));
        guard.unshift(moves("M", vec![unshifts("h", "u1"), unshifts("i", "u2"), Blow::just("j")]));
        guard.unshift(moves("N", vec![unshifts("k", "u3")]));
        guard.end()
    }));
    assert_eq!(play.told(), "T M h i j N k u1 u2 u3 d [idle]");
}

#[test]
fn so_it_does_where_the_phase_has_unshifted_nothing_more() {
    let play = played(Turn::of("T", |mut guard| {
        guard.unshift(Move::of("M", |mut guard| {
            guard.queue.within::<Turn>().expect("there is a turn").unshift(Blow::just("u1"));
            guard.unshift(unshifts("h", "u2"));
            guard.defer(Blow::just("e"));
            guard.end()
        }));
        guard.end()
    }));
    assert_eq!(play.told(), "T M h e u1 u2 [idle]");
}

#[test]
fn a_deferred_phase_unshifts_before_the_rest_of_what_was_deferred() {
    let play = played(Turn::of("T", |mut guard| {
        guard.defer(Move::of("D", |mut guard| {
            guard.unshift(unshifts("h", "u1"));
            guard.defer(unshifts("e", "u2"));
            guard.end()
        }));
        guard.defer(Blow::just("E"));
        guard.end()
    }));
    assert_eq!(play.told(), "T D h e u1 u2 E [idle]");
}

#[test]
fn a_phase_with_nothing_queued_left_can_be_queued_to() {
    for deferred in [false, true] {
        let play = played(Turn::of("T", move |mut guard| {
            let child = Move::of("M", |mut guard| {
                guard.defer(Blow::of("H", |mut guard| {
                    assert!(guard.queue.is_empty(), "nothing is left");
                    let mut turn = guard.queue.within::<Turn>().expect("there is a turn");
                    turn.defer(Blow::just("s1"));
                    turn.unshift(Blow::just("u1"));
                    turn.defer(Blow::just("s2"));
                    turn.unshift(Blow::just("u2"));
                    guard.queue.within::<Move>().expect("there is a move").defer(Blow::just("m"));
                    guard.end()
                }));
                guard.end()
            });
            if deferred {
                guard.defer(child);
            } else {
                guard.unshift(child);
            }
            guard.end()
        }));
        assert_eq!(play.told(), "T M H m u1 u2 s1 s2 [idle]", "deferred: {deferred}");
    }
}

#[test]
fn in_every_order_of_queueing_what_is_unshifted_comes_before_what_is_deferred() {
    for order in 0..64 {
        let play = played(Turn::of("T", move |mut guard| {
            guard.unshift(Move::of("M", move |mut guard| {
                guard.unshift(Blow::of("h", move |mut guard| {
                    let mut turn = guard.queue.within::<Turn>().expect("there is a turn");
                    if order & 1 == 0 {
                        turn.defer(Blow::just("s"));
                    } else {
                        turn.unshift(Blow::just("u"));
                    }
                    let mut phase = guard.queue.within::<Move>().expect("there is a move");
                    if order & 2 == 0 {
                        phase.defer(Blow::just("e"));
                    } else {
                        phase.unshift(Blow::just("h"));
                    }
                    if order & 4 == 0 {
                        guard.defer(Blow::just("y"));
                    } else {
                        guard.unshift(Blow::just("x"));
                    }
                    let mut turn = guard.queue.within::<Turn>().expect("there is a turn");
                    if order & 8 == 0 {
                        turn.unshift(Blow::just("u"));
                    } else {
                        turn.defer(Blow::just("s"));
                    }
                    let mut phase = guard.queue.within::<Move>().expect("there is a move");
                    if order & 16 == 0 {
                        phase.unshift(Blow::just("h"));
                    } else {
                        phase.defer(Blow::just("e"));
                    }
                    if order & 32 == 0 {
                        guard.unshift(Blow::just("x"));
                    } else {
                        guard.defer(Blow::just("y"));
                    }
                    guard.end()
                }));
                guard.end()
            }));
            guard.end()
        }));
        let told = play.told();
        let started: Vec<_> = told.split(' ').skip(3).take_while(|event| *event != "[idle]").collect();
        let place = |name: &&str| ["x", "y", "h", "e", "u", "s"].iter().position(|known| known == name);
        assert_eq!(started.len(), 6, "{order:06b}: {told}");
        assert!(started.is_sorted_by_key(place), "{order:06b}: {told}");
    }
}

#[test]
fn where_a_level_is_opened_below_others_these_get_higher_numbers() {
    fn after(play: &mut Play) -> String {
        play.levels();
        play.log.note(format!("at {}", play.phases.current_level()));
        play.run();
        play.told()
    }
    let mut play = played(Turn::of("T", |mut guard| {
        guard.unshift(Move::of("M", |mut guard| {
            guard.unshift(Blow::of("h", |mut guard| {
                guard.queue.within::<Turn>().expect("there is a turn").defer(Blow::just("s"));
                guard.queue.halt();
                guard.end()
            }));
            guard.unshift(Blow::just("i"));
            guard.end()
        }));
        guard.unshift(Move::just("N"));
        guard.end()
    }));
    assert_eq!(after(&mut play), "T M h [halted] {1: [s] 2: [N] 3: [i]} at 3 i N s [idle]");

    let mut play = played(Turn::of("T", |mut guard| {
        guard.defer(Move::of("D", |mut guard| {
            guard.unshift(Blow::of("h", |mut guard| {
                guard.queue.within::<Turn>().expect("there is a turn").unshift(Blow::just("u"));
                guard.queue.halt();
                guard.end()
            }));
            guard.unshift(Blow::just("i"));
            guard.end()
        }));
        guard.defer(Move::just("E"));
        guard.end()
    }));
    assert_eq!(after(&mut play), "T D h [halted] {1: [E] 2: [u] 3: [i]} at 3 i u E [idle]");
}

#[test]
fn among_several_of_one_type_the_innermost_an_outer_one_and_the_outermost() {
    let innermost = Blow::of("h", |mut guard: EndGuard<'_, Blow>| {
        guard.queue.within::<Turn>().expect("there are three").defer(Blow::just("inner"));
        let outermost = guard.queue.causes().filter(|cause| cause.is::<Turn>()).last();
        let outermost = outermost.expect("there are three").id();
        let mut scope = guard.queue.scope(outermost).expect("it is one of the causes");
        assert_eq!(scope.id(), outermost);
        scope.defer(Blow::just("outermost"));
        guard.end()
    });
    let play = played(Turn::of("T", |mut guard| {
        guard.unshift(Turn::of("U", |mut guard| {
            guard.unshift(Turn::of("V", |mut guard| {
                guard.queue.within::<Turn>().expect("there are two").defer(Blow::just("outer"));
                guard.unshift(innermost);
                guard.unshift(Blow::just("v"));
                guard.end()
            }));
            guard.unshift(Blow::just("u"));
            guard.end()
        }));
        guard.unshift(Blow::just("t"));
        guard.end()
    }));
    assert_eq!(play.told(), "T U V h v inner u outer t outermost [idle]");
}

#[test]
fn an_id_of_none_of_the_causes_has_no_scope() {
    let play = played(Turn::of("T", |mut guard| {
        guard.unshift(Move::of("M", |mut guard| {
            // It has run, and is a cause of nothing any more.
            let sibling = guard.queue.id();
            guard.queue.within::<Turn>().expect("there is a turn").defer(Blow::of("h", move |mut guard| {
                assert!(guard.queue.scope(sibling).is_none());
                let queued = guard.queue.levels().flat_map(|(_, level)| level).map(PhaseRef::id);
                let queued: Vec<_> = queued.collect();
                assert_eq!(queued.len(), 2);
                for id in queued {
                    assert!(guard.queue.scope(id).is_none(), "it has set nothing off");
                }
                guard.end()
            }));
            guard.end()
        }));
        guard.unshift(Move::just("N"));
        guard.push(Turn::just("U"));
        guard.push(Turn::just("V"));
        guard.end()
    }));
    assert_eq!(play.told(), "T M N h U V [idle]");
}
