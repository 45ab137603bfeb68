//! Putting phases in the place of queued ones, and beside them.

use phase_core::prelude::*;

use crate::play::{Act, Log, Play, act, just};

/// What others are put beside.
#[phase(world = Log)]
#[derive(Debug, PartialEq)]
struct Target(u32);

#[phase(world = Log)]
#[derive(Debug, PartialEq)]
struct New(u32);

macro_rules! only_starts {
    ($($phase:ty),*) => {$(
        impl Phase for $phase {
            fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
                guard.world.note(format!("{self:?}"));
                guard.end()
            }
        }
    )*};
}

only_starts!(Target, New);

/// A phase that queues targets on three levels, and then does something with its queue.
fn with_targets(then: impl FnOnce(&mut EndGuard<'_, Act>) + Send + Sync + 'static) -> Play {
    let mut play = Play::default();
    play.phases.push(act("A", |mut guard| {
        for number in [3, 4] {
            guard.defer(Target(number));
        }
        guard.unshift(just("U"));
        for number in [1, 2] {
            guard.unshift(Target(number));
        }
        then(&mut guard);
        guard.end()
    }));
    play.phases.push(Target(5));
    play
}

#[test]
fn replace_keeps_the_place() {
    let mut play = with_targets(|guard| {
        let first = guard.queue.replace(|_: &Target| true, New(10));
        let deferred = guard.queue.replace(|target: &Target| target.0 == 4, just("B"));
        let ground = guard.queue.replace(|target: &Target| target.0 == 5, New(11));
        assert_eq!((first, ground), (Ok(Target(1)), Ok(Target(5))));
        assert_eq!(deferred.map_err(|act| act.name), Ok(Target(4)));
    });
    play.step();
    play.levels();
    assert_eq!(play.told(), "A A. [ended] {0: [New(11)] 1: [Target(3), B] 2: [U, New(10), Target(2)]}");
}

#[test]
fn replace_from_outside() {
    let mut play = with_targets(|_| {});
    play.step();
    assert_eq!(play.phases.replace(|target: &Target| target.0 == 3, New(10)), Ok(Target(3)));
    assert_eq!(play.phases.replace(|target: &Target| target.0 == 9, New(11)), Err(New(11)));
    play.levels();
    assert_eq!(
        play.told(),
        "A A. [ended] {0: [Target(5)] 1: [New(10), Target(4)] 2: [U, Target(1), Target(2)]}"
    );
}

#[test]
fn replace_without_a_match_gives_the_new_phase_back() {
    let mut play = with_targets(|guard| {
        assert_eq!(guard.queue.replace(|target: &Target| target.0 == 9, New(10)), Err(New(10)));
        assert_eq!(guard.queue.replace(|_: &New| true, New(11)).map_err(|new| new.0), Err(11));
    });
    play.step();
    assert_eq!(play.phases.len(), 6);
}

#[test]
fn insert_goes_beside_the_first_match_in_run_order() {
    let mut play = with_targets(|guard| {
        assert_eq!(guard.queue.insert_before::<Target>(New(10)), Inserted::Beside);
        assert_eq!(guard.queue.insert_after::<Target>(New(11)), Inserted::Beside);
        assert_eq!(guard.queue.insert_before::<Act>(New(12)), Inserted::Beside);
    });
    play.step();
    play.levels();
    play.run();
    assert_eq!(
        play.told(),
        "A A. [ended] {0: [Target(5)] 1: [Target(3), Target(4)] 2: [New(12), U, New(10), Target(1), New(11), Target(2)]} \
         New(12) U U. New(10) Target(1) New(11) Target(2) Target(3) Target(4) Target(5) [idle]"
    );
}

#[test]
fn insert_beside_the_last_and_the_only_one_of_a_level() {
    let mut play = Play::default();
    play.phases.push(act("A", |mut guard| {
        guard.defer(Target(1));
        guard.end()
    }));
    play.phases.push(just("B"));
    play.step();
    assert_eq!(play.phases.insert_after::<Target>(New(1)), Inserted::Beside);
    assert_eq!(play.phases.insert_before::<Target>(New(2)), Inserted::Beside);
    assert_eq!(play.phases.insert_after::<Act>(New(3)), Inserted::Beside);
    assert_eq!(play.phases.insert_before::<Act>(New(4)), Inserted::Beside);
    play.levels();
    assert_eq!(play.told(), "A A. [ended] {0: [New(4), B, New(3)] 1: [New(2), Target(1), New(1)]}");
}

#[test]
fn insert_without_a_match_unshifts() {
    let mut play = Play::of([act("A", |mut guard| {
        guard.unshift(just("U"));
        guard.defer(just("D"));
        assert_eq!(guard.queue.insert_before::<Target>(New(1)), Inserted::Unshifted);
        assert_eq!(guard.queue.insert_after::<Target>(New(2)), Inserted::Unshifted);
        guard.end()
    })]);
    play.step();
    assert_eq!(play.phases.insert_after::<Target>(New(3)), Inserted::Unshifted);
    assert_eq!(play.phases.insert_before::<Target>(AnyPhase::from(New(4))), Inserted::Unshifted);
    play.levels();
    assert_eq!(play.told(), "A A. [ended] {1: [D] 2: [U, New(1), New(2), New(3), New(4)]}");
}

#[test]
fn an_inserted_phase_owns_the_levels_above_where_it_stands() {
    let mut play = with_targets(|guard| {
        guard.queue.remove_all::<Target>(|target| target.0 < 4);
        guard.queue.insert_after::<Target>(act("I", |mut guard| {
            guard.defer(just("D"));
            guard.unshift(just("V"));
            guard.end()
        }));
        guard.queue.insert_after::<Target>(New(1));
    });
    play.step();
    for _ in 0..3 {
        play.step();
    }
    play.levels();
    play.step();
    play.levels();
    assert_eq!(
        play.told(),
        "A A. [ended] U U. [ended] Target(4) [ended] New(1) [ended] {0: [Target(5)] 1: [I]} \
         I I. [ended] {0: [Target(5)] 2: [D] 3: [V]}"
    );
}
