//! Where phases are queued, and which one runs next.

use crate::play::{Play, act, just, unshifts};

#[test]
fn the_running_phase_is_in_no_level() {
    let mut play = Play::of([
        act("A", |guard| {
            let (len, is_empty) = (guard.queue.len(), guard.queue.is_empty());
            guard.world.note(format!("(len {len}, empty {is_empty})"));
            guard.end()
        }),
        act("B", |guard| {
            let (len, is_empty) = (guard.queue.len(), guard.queue.is_empty());
            guard.world.note(format!("(len {len}, empty {is_empty})"));
            guard.end()
        }),
    ]);
    play.levels();
    play.step();
    play.levels();
    play.run();
    assert_eq!(
        play.told(),
        "{0: [A, B]} A (len 1, empty false) A. [ended] {0: [B]} B (len 0, empty true) B. [idle]"
    );
}

#[test]
fn a_push_goes_to_the_end_of_level_0_from_any_depth() {
    let child = act("child", |mut guard| {
        guard.unshift(act("grandchild", |mut guard| {
            guard.push(just("last"));
            guard.end()
        }));
        guard.end()
    });
    let mut play = Play::of([
        act("A", |mut guard| {
            guard.push(just("pushed first"));
            guard.unshift(child);
            guard.end()
        }),
        just("B"),
    ]);
    for _ in 0..3 {
        play.step();
    }
    play.levels();
    play.run();
    assert_eq!(
        play.told(),
        "A A. [ended] child child. [ended] grandchild grandchild. [ended] {0: [B, pushed first, last]} \
         B B. pushed first pushed first. last last. [idle]"
    );
}

#[test]
fn unshifted_phases_stand_above_deferred_ones_whichever_came_first() {
    let run = |unshift_first: bool| {
        let mut play = Play::of([
            act("A", move |mut guard| {
                if unshift_first {
                    guard.unshift(just("U"));
                    guard.defer(just("D"));
                } else {
                    guard.defer(just("D"));
                    guard.unshift(just("U"));
                }
                guard.end()
            }),
            just("B"),
        ]);
        play.step();
        play.levels();
        play.run();
        play.told()
    };
    assert_eq!(run(true), "A A. [ended] {0: [B] 1: [D] 2: [U]} U U. D D. B B. [idle]");
    assert_eq!(run(true), run(false));
}

#[test]
fn either_kind_alone_stands_one_level_up() {
    let mut play = Play::of([
        unshifts("A", &["U1", "U2"]),
        act("B", |mut guard| {
            guard.defer(just("D1"));
            guard.defer(just("D2"));
            guard.end()
        }),
    ]);
    play.step();
    play.levels();
    for _ in 0..3 {
        play.step();
    }
    play.levels();
    play.run();
    assert_eq!(
        play.told(),
        "A A. [ended] {0: [B] 1: [U1, U2]} U1 U1. [ended] U2 U2. [ended] B B. [ended] {1: [D1, D2]} \
         D1 D1. D2 D2. [idle]"
    );
}

#[test]
fn siblings_of_each_kind_are_first_in_first_out_when_mixed() {
    let mut play = Play::of([
        act("A", |mut guard| {
            guard.unshift(just("U1"));
            guard.defer(just("D1"));
            guard.push(just("P1"));
            guard.defer(just("D2"));
            guard.unshift(just("U2"));
            guard.push(just("P2"));
            guard.end()
        }),
        just("B"),
    ]);
    play.step();
    play.levels();
    play.run();
    assert_eq!(
        play.told(),
        "A A. [ended] {0: [B, P1, P2] 1: [D1, D2] 2: [U1, U2]} U1 U1. U2 U2. D1 D1. D2 D2. B B. P1 P1. P2 P2. [idle]"
    );
}

#[test]
fn a_subtree_runs_before_what_its_parent_defers() {
    let mut play = Play::of([
        act("A", |mut guard| {
            guard.defer(just("D"));
            guard.unshift(act("U1", |mut guard| {
                guard.unshift(unshifts("V", &["W"]));
                guard.end()
            }));
            guard.unshift(just("U2"));
            guard.end()
        }),
        just("B"),
    ]);
    play.run();
    assert_eq!(play.told(), "A A. U1 U1. V V. W W. U2 U2. D D. B B. [idle]");
}

#[test]
fn a_phase_deferred_by_a_child_runs_before_the_childs_siblings() {
    let mut play = Play::of([act("A", |mut guard| {
        guard.unshift(act("child", |mut guard| {
            guard.defer(just("its deferred"));
            guard.unshift(just("its own"));
            guard.end()
        }));
        guard.unshift(just("sibling"));
        guard.defer(just("deferred"));
        guard.end()
    })]);
    play.step();
    play.levels();
    play.step();
    play.levels();
    play.run();
    assert_eq!(
        play.told(),
        "A A. [ended] {1: [deferred] 2: [child, sibling]} \
         child child. [ended] {1: [deferred] 2: [sibling] 3: [its deferred] 4: [its own]} \
         its own its own. its deferred its deferred. sibling sibling. deferred deferred. [idle]"
    );
}

#[test]
fn a_deferred_phase_owns_two_levels_as_well() {
    let mut play = Play::of([
        act("A", |mut guard| {
            guard.defer(act("D1", |mut guard| {
                guard.defer(just("E"));
                guard.unshift(act("V", |mut guard| {
                    guard.defer(just("F"));
                    guard.end()
                }));
                guard.end()
            }));
            guard.defer(just("D2"));
            guard.end()
        }),
        just("B"),
    ]);
    play.step();
    play.step();
    play.levels();
    play.step();
    play.levels();
    play.run();
    assert_eq!(
        play.told(),
        "A A. [ended] D1 D1. [ended] {0: [B] 1: [D2] 2: [E] 3: [V]} \
         V V. [ended] {0: [B] 1: [D2] 2: [E] 4: [F]} F F. E E. D2 D2. B B. [idle]"
    );
}

#[test]
fn levels_that_a_removal_has_emptied_are_not_shown_and_move_nothing() {
    let mut play = Play::of([
        act("A", |mut guard| {
            guard.unshift(act("B", |mut guard| {
                guard.unshift(just("C"));
                guard.defer(just("D"));
                guard.end()
            }));
            guard.unshift(just("X"));
            guard.end()
        }),
        just("Z"),
    ]);
    play.step();
    play.step();
    play.levels();
    play.phases.remove::<crate::play::Act>(|act| act.name == "X");
    play.phases.remove::<crate::play::Act>(|act| act.name == "C");
    play.levels();
    play.phases.unshift(just("E"));
    play.phases.defer(just("F"));
    play.levels();
    play.run();
    assert_eq!(
        play.told(),
        "A A. [ended] B B. [ended] {0: [Z] 1: [X] 2: [D] 3: [C]} {0: [Z] 2: [D]} {0: [Z] 2: [D, F] 3: [E]} \
         E E. D D. F F. Z Z. [idle]"
    );
}

#[test]
fn levels_tell_numbers_and_phases() {
    let mut play = Play::of([unshifts("A", &["B", "C"]), just("D")]);
    play.step();
    let seen: Vec<_> = play
        .phases
        .levels()
        .map(|(number, phases)| (number, phases.map(|phase| format!("{} {phase:?}", phase.name())).collect()))
        .collect::<Vec<(usize, Vec<String>)>>();
    assert_eq!(seen, [(0, vec!["Act D".to_owned()]), (1, vec!["Act B".to_owned(), "Act C".to_owned()])]);
    assert_eq!((play.phases.len(), play.phases.is_empty()), (3, false));
}
