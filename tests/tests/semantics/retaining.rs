//! `retain`: what is asked, what goes, and what happens when something panics.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex};

use phase_core::prelude::*;

use crate::play::{Act, Bomb, Log, Play, act, end, just, parent, waits};

/// Of another type than the rest.
#[phase(world = Log)]
#[derive(Debug)]
struct Stranger;

impl Phase for Stranger {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.world.note("Stranger");
        guard.end()
    }
}

fn is_one_of(phase: PhaseRef<'_>, names: &[&str]) -> bool {
    phase.downcast_ref::<Act>().is_some_and(|act| names.contains(&act.name))
}

/// A parked phase, one that waits, and one queued to interrupt that, each with others around.
fn filled() -> Play {
    let mut play = Play::of([
        act("A", |mut guard| {
            guard.unshift(parent("W", ["w1", "w2"], ["w3", "w4"]));
            guard.unshift(just("a1"));
            guard.defer(just("a2"));
            guard.end()
        }),
        just("B"),
    ]);
    play.run();
    play.phases.interrupt(parent("V", ["v1", "v2"], ["v3", "v4"]));
    play.run();
    play.phases.push(Stranger);
    play.phases.interrupt(just("J"));
    play.log = Log::default();
    play
}

#[test]
fn all_that_is_queued_is_asked_in_run_order_and_nothing_else() {
    let mut play = filled();
    let mut asked = Vec::new();
    let dropped = play.phases.retain(|phase| {
        asked.push(format!("{phase:?}"));
        true
    });
    assert_eq!(dropped, 0);
    assert_eq!(asked.join(" "), "J v1 v2 v3 v4 w1 w2 w3 w4 a1 a2 B Stranger");
    play.levels();
    assert_eq!(
        play.told(),
        "{0: [B, Stranger] 1: [a2] 2: [a1] 3: [w3, w4] 4: [w1, w2] 6: [v3, v4] 7: [v1, v2] 8: [J]}"
    );
}

#[test]
fn what_is_kept_stays_where_it_is_on_every_level() {
    let mut play = filled();
    let kept = ["v2", "v3", "w1", "w4", "a2", "B"];
    assert_eq!(play.phases.retain(|phase| is_one_of(phase, &kept)), 7);
    play.levels();
    play.run();
    assert_eq!(
        play.told(),
        "{0: [B] 1: [a2] 3: [w4] 4: [w1] 6: [v3] 7: [v2]} \
         V~ V. v2 v2. v3 v3. W~ W. w1 w1. w4 w4. a2 a2. B B. [idle]"
    );
}

#[test]
fn where_nothing_is_kept_what_waits_and_what_is_parked_goes_on() {
    let mut play = filled();
    assert_eq!(play.phases.retain(|_| false), 13);
    assert!(play.phases.is_empty());
    assert_eq!(play.phases.retain(|_| panic!("there is none to ask about")), 0);
    play.levels();
    play.run();
    assert_eq!(play.told(), "{} V~ V. W~ W. [idle]");
}

/// Writes down that it was dropped.
#[derive(Debug)]
struct Leaves(&'static str, Arc<Mutex<Vec<&'static str>>>);

impl Drop for Leaves {
    fn drop(&mut self) {
        if let Ok(mut left) = self.1.lock() {
            left.push(self.0);
        }
    }
}

#[test]
fn what_is_not_kept_is_dropped_in_run_order() {
    let left = Arc::default();
    let leaves = |name| {
        let leaves = Leaves(name, Arc::clone(&left));
        act(name, move |guard| {
            let _ = &leaves;
            end(guard)
        })
    };
    let mut play = filled();
    for name in ["K", "L"] {
        play.phases.insert_before::<Act>(leaves(name));
        play.phases.insert_after::<Stranger>(leaves(name));
    }
    for name in ["u", "v"] {
        play.phases.unshift(leaves(name));
        play.phases.defer(leaves(name));
        play.phases.interrupt(leaves(name));
    }
    let asked = |phase: PhaseRef<'_>| phase.downcast_ref::<Act>().map(|act| act.name);
    let mut in_run_order = vec![];
    play.phases.retain(|phase| {
        in_run_order.extend(asked(phase).filter(|name| ["K", "L", "u", "v"].contains(name)));
        false
    });
    assert_eq!(*left.lock().expect("nothing has panicked"), in_run_order);
    assert_eq!(in_run_order.join(" "), "v u L K u v u v L K");
}

#[test]
fn by_type_and_by_name() {
    let mut play = filled();
    assert_eq!(play.phases.retain(|phase| phase.name() != "Act"), 12);
    play.levels();
    assert_eq!(play.phases.retain(|phase| !phase.is::<Stranger>()), 1);
    play.levels();
    assert_eq!(play.told(), "{0: [Stranger]} {}");
}

#[test]
fn inside_a_phase_what_it_has_queued_itself_is_asked_too() {
    let mut play = Play::of([
        act("A", |mut guard| {
            guard.unshift(just("u1"));
            guard.unshift(just("u2"));
            guard.unshift(Stranger);
            guard.defer(just("d"));
            let dropped = guard.queue.retain(|phase| is_one_of(phase, &["u2", "C"]));
            guard.world.note(format!("({dropped} dropped)"));
            guard.unshift(just("u3"));
            guard.defer(just("d2"));
            guard.end()
        }),
        just("B"),
        just("C"),
    ]);
    play.step();
    play.levels();
    play.run();
    assert_eq!(
        play.told(),
        "A (4 dropped) A. [ended] {0: [C] 1: [d2] 2: [u2, u3]} u2 u2. u3 u3. d2 d2. C C. [idle]"
    );
}

#[test]
fn in_on_end() {
    let mut play = Play::of([
        just("A").on_end(|log, queue| {
            let dropped = queue.retain(|phase| is_one_of(phase, &["C"]));
            log.note(format!("({dropped} dropped)"));
        }),
        just("B"),
        just("C"),
    ]);
    play.run();
    assert_eq!(play.told(), "A A. (1 dropped) C C. [idle]");
}

#[test]
fn what_goes_is_told_nothing() {
    let hooks = |name| {
        waits(name).on_end(|_, _| panic!("it has not ended")).on_cancel(|_| panic!("it never started"))
    };
    let mut play = Play::of([hooks("A"), hooks("B")]);
    assert_eq!(play.phases.retain(|_| false), 2);
    play.run();
    assert_eq!(play.told(), "[idle]");
}

#[test]
fn a_panic_in_the_predicate_drops_nothing_and_moves_nothing() {
    let mut play = filled();
    let before = play.phases.levels().to_string();
    let retained = catch_unwind(AssertUnwindSafe(|| {
        play.phases.retain(|phase| {
            assert!(!is_one_of(phase, &["w3"]), "it can't tell");
            false
        })
    }));
    assert!(retained.is_err(), "the predicate has panicked");
    assert_eq!((play.phases.levels().to_string(), play.phases.len()), (before, 13));
    play.run();
    assert_eq!(
        play.told(),
        "J J. V~ V. v1 v1. v2 v2. v3 v3. v4 v4. W~ W. w1 w1. w2 w2. w3 w3. w4 w4. a1 a1. a2 a2. B B. Stranger [idle]"
    );
}

#[test]
fn a_panic_in_the_predicate_inside_a_phase_costs_that_phase_alone() {
    let mut play = Play::of([
        act("A", |mut guard| {
            guard.unshift(just("u"));
            guard.queue.retain(|_| panic!("it can't tell"));
            guard.end()
        }),
        just("B"),
    ]);
    play.run();
    play.run();
    assert_eq!(play.told(), "A [panic] A! u u. B B. [idle]");
}

#[test]
fn where_a_drop_panics_all_that_was_not_kept_is_gone() {
    let bomb = Bomb;
    let mut play = Play::of([
        just("A"),
        just("B"),
        act("bomb", move |guard| {
            let _ = &bomb;
            end(guard)
        }),
        just("C"),
        just("D"),
    ]);
    let retained =
        catch_unwind(AssertUnwindSafe(|| play.phases.retain(|phase| is_one_of(phase, &["B", "D"]))));
    assert!(retained.is_err(), "the drop has panicked");
    play.levels();
    play.run();
    assert_eq!(play.told(), "{0: [B, D]} B B. D D. [idle]");
}
