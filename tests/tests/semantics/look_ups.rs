//! Finding and removing queued phases, on every level, from inside and from outside.

use phase_core::prelude::*;

use crate::play::{Act, Log, Play, act, end, just, wait, waits};

/// Numbers in the order in which a run would reach them.
#[phase(world = Log)]
#[derive(Debug, PartialEq)]
struct Item(u32);

/// The same numbers under another type, between the items.
#[phase(world = Log)]
#[derive(Debug, PartialEq)]
struct Other(u32);

impl Phase for Item {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.world.note(format!("{self:?}"));
        guard.end()
    }
}

impl Phase for Other {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.world.note(format!("{self:?}"));
        guard.end()
    }
}

const ALL: &str = "{0: [Item(7), Other(7), Item(8)] 1: [Item(5), Other(5), Item(6)] \
                   3: [Item(3), Other(3), Item(4)] 4: [Item(1), Other(1), Item(2)]}";

/// Items on the deferred and the unshifted levels of two phases, and on level 0. The first phase has run.
fn filled(last: Act) -> Play {
    let mut play = Play::default();
    play.phases.push(act("A", |mut guard| {
        guard.defer(Item(5));
        guard.defer(Other(5));
        guard.defer(Item(6));
        guard.unshift(last);
        guard.end()
    }));
    play.phases.push(Item(7));
    play.phases.push(Other(7));
    play.phases.push(Item(8));
    play.step();
    play
}

/// A phase that queues the upper two levels, and goes on as told.
fn last(then: fn(EndGuard<'_, Act>) -> Flow<Act>) -> Act {
    act("C", move |mut guard| {
        guard.defer(Item(3));
        guard.unshift(Item(1));
        guard.unshift(Other(1));
        guard.defer(Other(3));
        guard.defer(Item(4));
        guard.unshift(Item(2));
        then(guard)
    })
}

/// Does the same to a queue and to a manager, and expects the same of both.
macro_rules! everywhere {
    (|$place:ident| $do:expr, $expected:expr) => {{
        let mut play = filled(last(end));
        play.step();
        play.log = Log::default();
        let $place = &mut play.phases;
        let outcome = format!("{:?}", $do);
        play.levels();
        assert_eq!((outcome.as_str(), play.told().as_str()), $expected, "from outside");

        let mut play = filled(last(|mut guard| {
            let $place = &mut guard.queue;
            let outcome = format!("{:?}", $do);
            guard.world.note(outcome);
            guard.end()
        }));
        play.log = Log::default();
        play.phases.step(&mut play.log).unwrap();
        play.levels();
        assert_eq!(play.told(), format!("C {} C. {}", $expected.0, $expected.1), "in `start`");

        let mut play = filled(last(wait).update(|mut guard| {
            let $place = &mut guard.queue;
            let outcome = format!("{:?}", $do);
            guard.world.note(outcome);
            guard.wait()
        }));
        play.run();
        play.log = Log::default();
        play.phases.step(&mut play.log).unwrap();
        play.levels();
        assert_eq!(play.told(), format!("C~ {} {}", $expected.0, $expected.1), "in `update`");

        let mut play = filled(last(end).on_end(|log, queue| {
            let $place = queue;
            let outcome = format!("{:?}", $do);
            log.note(outcome);
        }));
        play.log = Log::default();
        play.phases.step(&mut play.log).unwrap();
        play.levels();
        assert_eq!(play.told(), format!("C C. {} {}", $expected.0, $expected.1), "in `on_end`");
    }};
}

#[test]
fn find_goes_in_run_order() {
    everywhere!(|place| place.find::<Item>(|_| true), ("Some(Item(1))", ALL));
    everywhere!(|place| place.find::<Item>(|item| item.0 > 2), ("Some(Item(3))", ALL));
    everywhere!(|place| place.find::<Item>(|item| item.0 > 4), ("Some(Item(5))", ALL));
    everywhere!(|place| place.find::<Item>(|item| item.0 > 6), ("Some(Item(7))", ALL));
    everywhere!(|place| place.find::<Item>(|item| item.0 > 8), ("None", ALL));
}

#[test]
fn find_goes_by_type() {
    everywhere!(|place| place.find::<Other>(|other| other.0 > 1), ("Some(Other(3))", ALL));
    everywhere!(|place| place.find::<Act>(|_| true).is_some(), ("false", ALL));
}

#[test]
fn find_all_goes_in_run_order() {
    everywhere!(
        |place| place.find_all::<Item>().map(|item| item.0).collect::<Vec<_>>(),
        ("[1, 2, 3, 4, 5, 6, 7, 8]", ALL)
    );
    everywhere!(
        |place| place.find_all::<Other>().map(|other| other.0).collect::<Vec<_>>(),
        ("[1, 3, 5, 7]", ALL)
    );
}

#[test]
fn contains_asks_until_it_is_told_yes() {
    everywhere!(
        |place| {
            let mut asked = Vec::new();
            let found = place.contains::<Item>(|item| {
                asked.push(item.0);
                item.0 == 6
            });
            (found, asked)
        },
        ("(true, [1, 2, 3, 4, 5, 6])", ALL)
    );
    everywhere!(|place| place.contains::<Item>(|item| item.0 == 9), ("false", ALL));
}

#[test]
fn find_mut_changes_the_phase_where_it_stands() {
    everywhere!(
        |place| {
            if let Some(item) = place.find_mut::<Item>(|item| item.0 == 4) {
                item.0 = 40;
            }
            if let Some(other) = place.find_mut::<Other>(|other| other.0 == 7) {
                other.0 = 70;
            }
            place.find_mut::<Item>(|item| item.0 == 9).is_some()
        },
        (
            "false",
            "{0: [Item(7), Other(70), Item(8)] 1: [Item(5), Other(5), Item(6)] \
             3: [Item(3), Other(3), Item(40)] 4: [Item(1), Other(1), Item(2)]}"
        )
    );
}

#[test]
fn remove_gives_the_first_match_back() {
    everywhere!(
        |place| [
            place.remove::<Item>(|_| true),
            place.remove::<Item>(|item| item.0 == 4),
            place.remove::<Item>(|item| item.0 == 8),
            place.remove::<Item>(|item| item.0 == 9),
        ],
        (
            "[Some(Item(1)), Some(Item(4)), Some(Item(8)), None]",
            "{0: [Item(7), Other(7)] 1: [Item(5), Other(5), Item(6)] 3: [Item(3), Other(3)] 4: [Other(1), Item(2)]}"
        )
    );
}

#[test]
fn remove_all_counts_what_it_drops() {
    everywhere!(
        |place| (place.remove_all::<Item>(|item| item.0 % 2 == 1), place.len()),
        (
            "(4, 8)",
            "{0: [Other(7), Item(8)] 1: [Other(5), Item(6)] 3: [Other(3), Item(4)] 4: [Other(1), Item(2)]}"
        )
    );
    everywhere!(
        |place| (
            place.remove_all::<Item>(|item| item.0 < 5),
            place.remove_all::<Other>(|other| other.0 == 1)
        ),
        ("(4, 1)", "{0: [Item(7), Other(7), Item(8)] 1: [Item(5), Other(5), Item(6)] 3: [Other(3)]}")
    );
    everywhere!(|place| place.remove_all::<Item>(|item| item.0 > 8), ("0", ALL));
}

#[test]
fn a_level_that_was_emptied_can_be_filled_again() {
    everywhere!(
        |place| {
            let removed = place.remove_all::<Item>(|_| true) + place.remove_all::<Other>(|_| true);
            place.unshift(Item(11));
            place.defer(Item(12));
            place.push(Item(13));
            (removed, place.len(), place.is_empty())
        },
        ("(12, 3, false)", "{0: [Item(13)] 3: [Item(12)] 4: [Item(11)]}")
    );
}

#[test]
fn look_ups_in_the_level_that_is_being_drained() {
    let mut play = Play::default();
    for name in ["A", "B", "C"] {
        play.phases.push(act(name, move |mut guard| {
            let queue = &mut guard.queue;
            let seen: Vec<_> = queue.find_all::<Act>().map(|act| act.name).collect();
            let removed = queue.remove::<Act>(|act| act.name == "C" || act.name == name).map(|act| act.name);
            guard.world.note(format!("({seen:?} {removed:?})"));
            guard.end()
        }));
    }
    play.run();
    assert_eq!(play.told(), r#"A (["B", "C"] Some("C")) A. B ([] None) B. [idle]"#);
}

#[test]
fn run_order_is_the_order_of_starts() {
    let mut play = filled(last(end));
    play.step();
    let expected: Vec<u32> = play.phases.find_all::<Item>().map(|item| item.0).collect();
    play.log = Log::default();
    play.run();
    let told = play.told();
    let started =
        told.split(' ').filter_map(|event| event.strip_prefix("Item(")?.strip_suffix(')')?.parse().ok());
    assert_eq!(started.collect::<Vec<u32>>(), expected);
}

#[test]
fn what_was_removed_can_be_queued_again() {
    let mut play = Play::of([just("A"), just("B"), waits("C")]);
    let removed = play.phases.remove::<Act>(|act| act.name == "A").expect("it is queued");
    play.phases.push(removed);
    play.run();
    play.cancel();
    play.run();
    assert_eq!(play.told(), "B B. C [waiting] C! [cancel: true] A A. [idle]");
}
