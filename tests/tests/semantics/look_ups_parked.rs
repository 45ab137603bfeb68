//! Look-ups in what parked phases, interrupters and phases still to interrupt have queued.

use phase_core::prelude::*;

use crate::play::{Act, Log, Play, act, end, just, parent, waits};

/// One phase parked deep in the tree, one parked above it, one that waits, and two queued to interrupt that.
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
    play.phases.interrupt(waits("U").update(end));
    play.run();
    play.phases.defer(just("u2"));
    play.phases.unshift(just("u1"));
    play.phases.interrupt(just("J"));
    play.phases.interrupt(just("K"));
    play.log = Log::default();
    play
}

fn names(phases: &PhaseManager<Log>) -> String {
    phases.find_all::<Act>().map(|act| act.name).collect::<Vec<_>>().join(" ")
}

#[test]
fn levels_and_run_order() {
    let mut play = filled();
    assert_eq!(names(&play.phases), "K J u1 u2 v1 v2 v3 v4 w1 w2 w3 w4 a1 a2 B");
    assert_eq!(play.phases.len(), 15);
    play.levels();
    play.run();
    assert_eq!(
        play.told(),
        "{0: [B] 1: [a2] 2: [a1] 3: [w3, w4] 4: [w1, w2] 6: [v3, v4] 7: [v1, v2] 9: [u2] 10: [u1] 11: [J] 12: [K]} \
         K K. J J. U~ U. u1 u1. u2 u2. V~ V. v1 v1. v2 v2. v3 v3. v4 v4. W~ W. w1 w1. w2 w2. w3 w3. w4 w4. \
         a1 a1. a2 a2. B B. [idle]"
    );
}

/// What runs, without the ends and updates.
fn starts(mut play: Play) -> String {
    play.run();
    let told = play.told();
    let starts = told.split(' ').filter(|event| event.chars().all(char::is_alphanumeric));
    starts.collect::<Vec<_>>().join(" ")
}

#[test]
fn each_can_be_removed() {
    let all = ["K", "J", "u1", "u2", "v1", "v2", "v3", "v4", "w1", "w2", "w3", "w4", "a1", "a2", "B"];
    for name in all {
        let left: Vec<_> = all.into_iter().filter(|left| *left != name).collect();
        let mut play = filled();
        let removed = play.phases.remove::<Act>(|act| act.name == name);
        assert_eq!(removed.map(|act| act.name), Some(name));
        assert_eq!(names(&play.phases), left.join(" "));
        assert_eq!(play.phases.len(), 14);
        assert_eq!(starts(play), left.join(" "));

        let mut play = filled();
        assert_eq!(play.phases.remove_all::<Act>(|act| act.name != name), 14);
        assert_eq!((names(&play.phases).as_str(), play.phases.len()), (name, 1));
        assert_eq!(starts(play), name);
    }
}

#[test]
fn each_can_be_replaced_and_changed() {
    let mut play = filled();
    for (old, new) in
        [("K", "k"), ("u1", "x1"), ("v4", "x4"), ("w1", "y1"), ("w4", "y4"), ("a1", "z1"), ("B", "b")]
    {
        let replaced = play.phases.replace(|act: &Act| act.name == old, just(new));
        assert_eq!(replaced.map(|act| act.name).map_err(|act| act.name), Ok(old));
    }
    play.phases.find_mut::<Act>(|act| act.name == "w2").expect("it is queued").name = "y2";
    let expected = "k J x1 u2 v1 v2 v3 x4 y1 y2 w3 y4 z1 a2 b";
    assert_eq!(names(&play.phases), expected);
    assert_eq!(starts(play), expected);
}

#[test]
fn everything_can_be_removed_and_the_parked_phases_still_come_back() {
    let mut play = filled();
    assert_eq!(play.phases.remove_all::<Act>(|_| true), 15);
    play.levels();
    play.run();
    assert_eq!(play.told(), "{} U~ U. V~ V. W~ W. [idle]");
}

/// What the others are put beside.
#[phase(world = Log)]
#[derive(Debug)]
struct Mark;

impl Phase for Mark {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.end()
    }
}

#[test]
fn phases_can_be_put_beside_each() {
    let all = ["K", "J", "u1", "u2", "v1", "v2", "v3", "v4", "w1", "w2", "w3", "w4", "a1", "a2", "B"];
    for name in all {
        let mut play = filled();
        let marked = play.phases.replace(|act: &Act| act.name == name, Mark).expect("it is queued");
        assert_eq!(play.phases.insert_before::<Mark>(just("before")), Inserted::Beside);
        assert_eq!(play.phases.insert_after::<Mark>(just("after")), Inserted::Beside);
        play.phases.replace(|_: &Mark| true, marked).expect("it is queued");
        let expected = all.join(" ").replace(name, &format!("before {name} after"));
        assert_eq!(names(&play.phases), expected);
        assert_eq!(play.phases.len(), 17);
        assert_eq!(starts(play), expected);
    }
}

#[test]
fn a_panic_in_a_predicate_takes_nothing_out() {
    let mut play = filled();
    let remove = std::panic::AssertUnwindSafe(|| {
        play.phases.remove_all::<Act>(|act| {
            assert_ne!(act.name, "w3", "in the predicate");
            true
        })
    });
    assert!(std::panic::catch_unwind(remove).is_err());
    assert_eq!(names(&play.phases), "K J u1 u2 v1 v2 v3 v4 w1 w2 w3 w4 a1 a2 B");
    assert_eq!(play.phases.len(), 15);
}
