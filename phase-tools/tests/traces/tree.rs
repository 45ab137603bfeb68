//! What ran, and below what.

use expect_test::expect;
use phase_core::prelude::*;
use phase_tools::Trace;

use crate::play::{Act, Game, above, act, just, suspends, waits};

#[test]
fn each_way_to_queue() {
    let mut game = Game::of([
        act("A", |mut guard| {
            guard.unshift(just("unshifted"));
            guard.defer(just("deferred"));
            guard.push(just("pushed"));
            guard.queue.insert_before::<Act>(just("inserted"));
            assert!(guard.queue.replace(|act: &Act| act.name == "unshifted", just("replacing")).is_ok());
            guard.end()
        }),
        just("B"),
    ]);
    game.phases.unshift(just("first"));
    game.phases.defer(just("later"));
    game.phases.interrupt(just("now"));
    game.run();
    expect![[r"
        5. now: sent as an interrupt by the host, ended
        3. first: unshifted by the host, ended
        4. later: deferred by the host, ended
        1. A: pushed by the host, ended
          6. unshifted: unshifted by 1, was dropped: replaced
          9. inserted: inserted by 1, ended
          10. replacing: put in another's place by 1, ended
          7. deferred: deferred by 1, ended
        2. B: pushed by the host, ended
        8. pushed: pushed by 1, ended"]]
    .assert_eq(&game.shown());
}

#[test]
fn phases_stand_below_those_that_set_them_off() {
    let mut game = Game::of([above("turn", || above("move", || just("damage")))]);
    game.phases.push(above("turn", || above("move", || just("damage"))));
    game.run();
    expect![[r"
        1. turn: pushed by the host, ended
          3. move: unshifted by 1, ended
            4. damage: unshifted by 3, ended
        2. turn: pushed by the host, ended
          5. move: unshifted by 2, ended
            6. damage: unshifted by 5, ended"]]
    .assert_eq(&game.shown());
}

#[test]
fn what_scopes_queue_and_skip() {
    let mut game = Game::of([act("turn", |mut guard| {
        guard.unshift(act("end now", |mut guard| {
            let mut turn = guard.queue.within::<Act>().expect("it was set off");
            turn.defer(just("clean up"));
            turn.unshift(just("never"));
            turn.skip();
            guard.end()
        }));
        guard.unshift(just("move"));
        guard.end()
    })]);
    game.run();
    expect![[r"
        1. turn: pushed by the host, ended
          2. end now: unshifted by 1, ended
            5. never: unshifted by 2, was dropped: its scope was skipped
            4. clean up: deferred by 2, ended
          3. move: unshifted by 1, was dropped: its scope was skipped"]]
    .assert_eq(&game.shown());
}

#[test]
fn what_waits_is_parked_and_resumed() {
    let mut game = Game::of([waits("W", 4), suspends("S")]);
    game.run();
    game.run();
    game.run();
    game.phases.interrupt(just("I"));
    game.run();
    game.run();
    game.run();
    game.tickets.pop().unwrap().end().unwrap();
    game.run();
    expect![[r"
        1. W: pushed by the host, waited, was updated 2 times, was parked, was resumed, was updated, ended
        3. I: sent as an interrupt by the host, ended
        2. S: pushed by the host, was suspended, was updated, ended"]]
    .assert_eq(&game.shown());
}

#[test]
fn what_is_supplied_follows_what_ran() {
    let trace = Trace::new();
    let mut phases = PhaseManager::new().when_empty(|_: &mut Vec<Ticket>| just("turn"));
    trace.attach(&mut phases);
    for _ in 0..2 {
        phases.step(&mut Vec::new()).unwrap();
    }
    expect![[r"
        1. turn: queued as nothing was left to run, ended
        2. turn: queued as nothing was left to run, ended
    "]]
    .assert_eq(&trace.to_string());
    let why = trace.why(trace.last::<Act>().unwrap()).unwrap();
    assert_eq!(why.to_string(), "turn, queued as nothing was left to run\n");
}

#[test]
fn what_was_there_before() {
    let mut game = Game::traced(Trace::new(), [waits("A", 9), above("B", || just("C"))]);
    game.run();
    let late = Trace::new();
    late.attach(&mut game.phases);
    game.phases.interrupt(just("I"));
    game.run();
    game.phases.cancel(&mut game.tickets);
    game.run();
    expect![[r"
        1. A: was there, was parked, was resumed, was updated, was cancelled
        3. I: sent as an interrupt by the host, ended
        2. B: was there, ended
          4. C: unshifted by 2, ended
    "]]
    .assert_eq(&late.to_string());
    let why = late.why(late.last::<Act>().unwrap()).unwrap();
    assert_eq!(why.to_string(), "C, unshifted by\nB, there before it was observed\n");
}

#[test]
fn several_games_are_trees_of_their_own() {
    let trace = Trace::new();
    let mut games = [Game::traced(trace.clone(), []), Game::traced(trace.clone(), [])];
    for _ in 0..2 {
        for (game, name) in games.iter_mut().zip(["one", "two"]) {
            game.phases.push(above(name, move || just(name)));
            game.run();
        }
    }
    expect![[r"
        1. one: pushed by the host, ended
          2. one: unshifted by 1, ended
        5. two: pushed by the host, ended
          6. two: unshifted by 5, ended
        3. one: pushed by the host, ended
          4. one: unshifted by 3, ended
        7. two: pushed by the host, ended
          8. two: unshifted by 7, ended
    "]]
    .assert_eq(&trace.to_string());
    assert_eq!(
        trace.why(trace.last::<Act>().unwrap()).unwrap().to_string(),
        "two, unshifted by\ntwo, pushed by the host\n"
    );
}
