//! `cancel_parked`.

use phase_core::prelude::*;

use crate::play::{Act, Play, act, end, just, waits};

/// A menu that has something to do at once and afterwards, and waits once.
fn menu(name: &'static str, at_once: &'static str, afterwards: &'static str) -> Act {
    act(name, move |mut guard| {
        guard.defer(just(afterwards));
        guard.unshift(just(at_once));
        guard.wait()
    })
    .update(end)
}

/// One menu over the other.
fn three_menus() -> Play {
    let mut play = Play::of([menu("A", "a+", "a-"), just("Z")]);
    play.run();
    for menu in [menu("B", "b+", "b-"), menu("C", "c+", "c-")] {
        play.phases.interrupt(menu);
        play.run();
    }
    play
}

/// The id of the parked phase that stands so far from the outermost.
fn parked(play: &Play, index: usize) -> PhaseId {
    play.phases.parked().nth(index).expect("it is parked").id()
}

fn cancel_parked(play: &mut Play, index: usize) -> bool {
    let id = parked(play, index);
    play.phases.cancel_parked(&mut play.log, id)
}

const OPENED: &str = "A [waiting] B [waiting] C [waiting]";

#[test]
fn each_of_them_comes_back() {
    let mut play = three_menus();
    play.run();
    assert_eq!(
        play.told(),
        format!("{OPENED} C~ C. c+ c+. c- c-. B~ B. b+ b+. b- b-. A~ A. a+ a+. a- a-. Z Z. [idle]")
    );
}

#[test]
fn the_outermost_goes_and_what_it_had_queued_stays() {
    let mut play = three_menus();
    assert!(cancel_parked(&mut play, 0));
    play.levels();
    play.run();
    assert_eq!(
        play.told(),
        format!(
            "{OPENED} A! {{0: [Z] 1: [a-] 2: [a+] 4: [b-] 5: [b+] 7: [c-] 8: [c+]}} \
             C~ C. c+ c+. c- c-. B~ B. b+ b+. b- b-. a+ a+. a- a-. Z Z. [idle]"
        )
    );
}

#[test]
fn one_in_between_goes_and_what_it_had_queued_stays() {
    let mut play = three_menus();
    assert!(cancel_parked(&mut play, 1));
    play.run();
    assert_eq!(
        play.told(),
        format!("{OPENED} B! C~ C. c+ c+. c- c-. b+ b+. b- b-. A~ A. a+ a+. a- a-. Z Z. [idle]")
    );
}

#[test]
fn both_go_in_either_order() {
    for order in [[0, 0], [1, 0]] {
        let mut play = three_menus();
        for index in order {
            assert!(cancel_parked(&mut play, index));
        }
        play.run();
        let told = if order == [0, 0] { "A! B!" } else { "B! A!" };
        assert_eq!(
            play.told(),
            format!("{OPENED} {told} C~ C. c+ c+. c- c-. b+ b+. b- b-. a+ a+. a- a-. Z Z. [idle]")
        );
    }
}

#[test]
fn one_whose_interrupt_has_not_started() {
    let mut play = Play::of([menu("A", "a+", "a-"), just("Z")]);
    play.run();
    play.phases.interrupt(just("I"));
    assert!(cancel_parked(&mut play, 0));
    assert_eq!(play.phases.parked().count(), 0);
    play.run();
    assert_eq!(play.told(), "A [waiting] A! I I. a+ a+. a- a-. Z Z. [idle]");
}

#[test]
fn none_has_an_id_that_only_what_waits_or_is_queued_has() {
    let mut play = three_menus();
    let waiting = play.phases.current().expect("it waits").id();
    assert!(!play.phases.cancel_parked(&mut play.log, waiting));
    let queued: Vec<_> = play.phases.levels().flat_map(|(_, level)| level).map(PhaseRef::id).collect();
    for id in queued {
        assert!(!play.phases.cancel_parked(&mut play.log, id));
    }
    let gone = parked(&play, 0);
    assert!(play.phases.cancel_parked(&mut play.log, gone));
    assert!(!play.phases.cancel_parked(&mut play.log, gone));
    assert_eq!(play.told(), format!("{OPENED} A!"));
}

#[test]
fn what_is_queued_in_on_cancel_comes_as_from_the_phase_that_waits() {
    let mut play = Play::of([waits("A")]);
    play.run();
    play.phases.interrupt(waits("B"));
    play.run();
    assert!(cancel_parked(&mut play, 0));
    play.phases.unshift(just("U"));
    assert!(play.phases.cancel(&mut play.log));
    play.run();
    assert_eq!(play.told(), "A [waiting] B [waiting] A! B! U U. [idle]");
}
