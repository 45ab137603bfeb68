//! How phases come to their ends, questions, and what is kept secret.

use expect_test::expect;
use phase_core::prelude::*;
use phase_tools::Trace;

use crate::chrome;
use crate::play::{Act, Game, act, just, suspends, waits};

#[test]
fn each_way_to_give_a_phase_up() {
    let fails = act("F", |mut guard| {
        guard.unshift(just("stays"));
        guard.fail("no")
    });
    let mut game = Game::of([fails, act("P", |_| panic!("oh")), suspends("S"), waits("W", 9)]);
    for _ in 0..3 {
        game.run();
    }
    game.tickets.clear();
    game.run();
    game.run();
    game.phases.cancel(&mut game.tickets);
    expect![[r"
        1. F: pushed by the host, failed (phase `F` failed in `start`)
          5. stays: unshifted by 1, ended
        2. P: pushed by the host, panicked
        3. S: pushed by the host, was suspended, was abandoned
        4. W: pushed by the host, waited, was cancelled"]]
    .assert_eq(&game.shown());
}

#[test]
fn each_reason_to_be_dropped() {
    let mut game = Game::of([just("A"), just("B"), just("C"), just("D")]);
    assert!(game.phases.remove(|act: &Act| act.name == "A").is_some());
    game.phases.retain(|phase| format!("{phase:?}") != "B");
    assert!(game.phases.replace(|act: &Act| act.name == "C", just("E")).is_ok());
    game.phases.clear(&mut game.tickets);
    game.phases.push(act("W", |mut guard| {
        guard.unshift(just("U"));
        guard.wait()
    }));
    game.run();
    game.phases.cancel_tree(&mut game.tickets);
    game.phases.push(just("F"));
    game.phases.finish(&mut game.tickets);
    expect![[r"
        1. A: pushed by the host, was dropped: removed
        2. B: pushed by the host, was dropped: not retained
        3. C: pushed by the host, was dropped: replaced
        5. E: put in another's place by the host, was dropped: the tree was cleared
        4. D: pushed by the host, was dropped: the tree was cleared
        6. W: pushed by the host, waited, was cancelled
          7. U: unshifted by 6, was dropped: cancelled with what queued it
        8. F: pushed by the host, was dropped: the game is over"]]
    .assert_eq(&game.shown());
}

#[test]
fn what_has_not_come_to_an_end() {
    let trace = Trace::new();
    let seen = trace.clone();
    let mut game = Game::traced(
        trace,
        [
            act("A", move |guard| {
                assert_eq!(
                    seen.to_string(),
                    "1. A: pushed by the host, started\n2. Act: pushed by the host\n"
                );
                guard.end()
            }),
            just("B"),
        ],
    );
    game.phases.step(&mut game.tickets).unwrap();
    assert_eq!(game.shown(), "1. A: pushed by the host, ended\n2. Act: pushed by the host");
    assert_eq!(
        format!("{:?}", game.trace),
        "Trace { events: 4, dropped: 0, .. }",
        "the texts are for `Display` to show"
    );
}

/// Asks two players, the second of whom answers in secret.
#[phase(world = u32, clone)]
#[derive(Debug, Clone)]
struct Bid(Vec<Seat>);

impl Phase for Bid {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.ask()
    }
}

impl Asks for Bid {
    type Answer = u32;

    fn seats(&self, _: &u32) -> Vec<Seat> {
        [Seat::Player(0), Seat::Player(1)].into_iter().filter(|seat| !self.0.contains(seat)).collect()
    }

    fn check(&self, _: Seat, bid: &u32, most: &u32) -> Result<(), BoxError> {
        if bid > most { Err("too much".into()) } else { Ok(()) }
    }

    fn fallback(&self, _: Seat, _: &u32) -> Option<u32> {
        Some(0)
    }

    fn secret(&self, seat: Seat, _: &u32) -> bool {
        seat == Seat::Player(1)
    }

    fn answer(&mut self, seat: Seat, _: u32, guard: EndGuard<'_, Self>) -> Flow<Self> {
        self.0.push(seat);
        if self.0.len() == 2 { guard.end() } else { guard.ask() }
    }
}

#[test]
fn questions_show_who_answered_and_not_what_is_secret() {
    let play = |trace: Trace| {
        let (mut phases, mut most) = (PhaseManager::new(), 10);
        trace.attach(&mut phases);
        phases.push(Bid(vec![]));
        phases.push(Bid(vec![]));
        phases.run(&mut most).unwrap();
        phases.answer::<Bid>(&mut most, Seat::Player(0), 11).unwrap_err();
        phases.answer::<Bid>(&mut most, Seat::Player(1), 3).unwrap();
        phases.time_out(&mut most).unwrap();
        phases.run(&mut most).unwrap();
        phases.answer::<Bid>(&mut most, Seat::Player(0), 7).unwrap();
        trace.to_string()
    };
    expect![[r"
        1. Bid([]): pushed by the host, asked question 1, refused an answer of player 0, was answered (secret) by player 1, asked question 1, was answered 0 by player 0 as time was out, ended
        2. Bid([]): pushed by the host, asked question 2, was answered 7 by player 0, asked question 2
    "]]
    .assert_eq(&play(Trace::new()));
    expect![[r"
        1. Bid: pushed by the host, asked question 1, refused an answer of player 0, was answered by player 1, asked question 1, was answered by player 0 as time was out, ended
        2. Bid: pushed by the host, asked question 2, was answered by player 0, asked question 2
    "]]
    .assert_eq(&play(Trace::new().names_only()));
}

#[test]
fn an_undo_shows_what_went_and_what_came_back() {
    let (mut phases, mut most, trace) = (PhaseManager::new(), 10, Trace::new());
    trace.attach(&mut phases);
    phases.push(Bid(vec![]));
    phases.run(&mut most).unwrap();
    let mut history = History::new(1);
    history.checkpoint(&phases, &most).unwrap();
    phases.answer::<Bid>(&mut most, Seat::Player(0), 3).unwrap();
    phases.push(Bid(vec![Seat::Player(0)]));
    assert!(history.undo(&mut phases, &mut most));
    phases.answer::<Bid>(&mut most, Seat::Player(0), 4).unwrap();
    expect![[r"
        1. Bid([]): pushed by the host, asked question 1, was answered 3 by player 0, asked question 1, was dropped: undone, came back, was answered 4 by player 0, asked question 1
        2. Bid([Player(0)]): pushed by the host, was dropped: undone
    "]]
    .assert_eq(&trace.to_string());
    assert_eq!(trace.why(trace.last::<Bid>().unwrap()).unwrap().to_string(), "Bid([]), pushed by the host\n");
    // What came back is heard of again as it is answered, so that is where it begins anew.
    expect![[r"
        game 1, phases:
          1. Bid 1..5
            asking 2..3
            was answered 3 by player 0 3..4
            asking 4..5
          1. Bid 5..8
            was answered 4 by player 0 6..7
            asking 7..8
        dropped: Bid was dropped: undone
        dropped: Bid was dropped: undone"]]
    .assert_eq(&chrome::shown(&trace));
}

#[phase(world = Vec<Ticket>, secret)]
#[derive(Debug)]
struct Hand(&'static str);

impl Phase for Hand {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        if self.0 == "joker" { guard.fail("joker") } else { guard.end() }
    }
}

#[test]
fn a_secret_phase_shows_its_name() {
    let mut game = Game::of([]);
    for card in ["seven", "joker", "eleven"] {
        game.phases.push(Hand(card));
    }
    game.run();
    game.phases.clear(&mut game.tickets);
    expect![[r"
        1. Hand: pushed by the host, ended
        2. Hand: pushed by the host, failed (phase `Hand` failed in `start`)
        3. Hand: pushed by the host, was dropped: the tree was cleared"]]
    .assert_eq(&game.shown());
    let all = format!("{:?}", game.trace.events());
    assert!(["seven", "joker", "eleven"].iter().all(|card| !all.contains(card)), "{all}");
}
