//! Whole games.

use expect_test::{ExpectFile, expect_file};
use tokio::runtime::Builder;
use turn_server::demonstrate;
use turn_server::duel::{Outcome, Side};

use crate::Server;

fn golden(name: &str) -> ExpectFile {
    // Whole, because a path from here would be taken to start at the topmost package around this one.
    expect_file![format!("{}/tests/turn_server/golden/{name}", env!("CARGO_MANIFEST_DIR"))]
}

#[test]
fn a_whole_game() {
    let server = Server::start();
    let [mut red, mut blue] = server.pair();
    let rounds = [
        ("rock", "scissors"),
        ("scissors", "scissors"),
        ("paper", "scissors"),
        ("paper", "rock"),
        ("scissors", "rock"),
        ("scissors", "paper"),
    ];
    for (round, (of_red, of_blue)) in (1..).zip(rounds) {
        if round > 1 {
            for player in [&mut red, &mut blue] {
                assert!(player.line().starts_with("Red shows "));
                player.hears_of_round(round);
            }
        }
        red.plays(of_red);
        blue.plays(of_blue);
    }
    for player in [&mut red, &mut blue] {
        assert_eq!(player.rest(), ["Red shows scissors, Blue shows paper: Blue is hit.", "Red wins!"]);
    }
    assert_eq!(server.outcome(), Outcome::Won(Side::Red));
    golden("whole_game_red.txt").assert_eq(red.seen());
    golden("whole_game_blue.txt").assert_eq(blue.seen());
}

#[test]
fn bad_lines_are_answered_and_lose_nothing() {
    const HELP: &str = "(that is no hand: type rock, paper or scissors, or r, p or s.)";
    let server = Server::start();
    let [mut red, mut blue] = server.pair();
    for player in [&mut red, &mut blue] {
        for bad in [&b""[..], b"rocks", b"rock paper", b"\xff\xfe", b"\0"] {
            player.types(bad);
            player.hears(HELP);
        }
    }
    red.types(" ROCK\r\nlizard\nS");
    red.hears("(rock: noted.)");
    red.hears(HELP);
    red.hears("(scissors: noted.)");
    blue.types("r");
    blue.hears("(rock: noted.)");
    for player in [&mut red, &mut blue] {
        player.hears("Red shows rock, Blue shows rock: nobody is hit.");
        player.hears_of_round(2);
    }
    blue.types("lizard\nScissors");
    blue.hears(HELP);
    blue.hears("(scissors: noted.)");
    for player in [&mut red, &mut blue] {
        player.hears("Red shows scissors, Blue shows scissors: nobody is hit.");
        player.hears_of_round(3);
    }
}

#[test]
fn lines_that_are_too_long_are_skipped() {
    const TOO_LONG: &str = "(that line is too long.)";
    let server = Server::start();
    let [mut red, mut blue] = server.pair();
    let spaces = |length: usize| " ".repeat(length - 1);
    red.types(spaces(1024) + "r");
    red.hears("(rock: noted.)");
    for length in [1025, 8191, 8192, 8193, 9216, 100_000] {
        blue.types(spaces(length) + "r");
        blue.hears(TOO_LONG);
    }
    blue.types(spaces(100_000) + "r\npaper");
    blue.hears(TOO_LONG);
    blue.hears("(paper: noted.)");
    for player in [&mut red, &mut blue] {
        player.hears("Red shows rock, Blue shows paper: Red is hit.");
        player.hears_of_round(2);
    }
}

/// The one who types it hears of it before it ends, and nobody else is kept waiting.
#[test]
fn line_that_never_ends() {
    let server = Server::start();
    let [mut red, mut blue] = server.pair();
    red.types_on("r".repeat(50_000_000));
    red.hears("(that line is too long.)");
    let [mut third, mut fourth] = server.pair();
    third.plays("rock");
    fourth.plays("rock");
    third.hears("Red shows rock, Blue shows rock: nobody is hit.");
    blue.plays("paper");
    red.types("\nrock");
    red.hears("(rock: noted.)");
    red.hears("Red shows rock, Blue shows paper: Red is hit.");
    red.types_on("r".repeat(2_000));
    red.types_no_more();
    blue.hears("Red shows rock, Blue shows paper: Red is hit.");
    blue.hears_of_round(2);
    assert_eq!(blue.rest(), ["Red has left, so Blue wins."]);
}

#[test]
fn many_games_at_once() {
    let server = Server::start();
    let mut pairs: Vec<_> = (0..20).map(|_| server.pair()).collect();
    for round in 1..=3 {
        for [red, blue] in &mut pairs {
            blue.plays("paper");
            red.plays("rock");
        }
        for player in pairs.iter_mut().flatten() {
            player.hears("Red shows rock, Blue shows paper: Red is hit.");
            if round < 3 {
                player.hears_of_round(round + 1);
            }
        }
    }
    for player in pairs.iter_mut().flatten() {
        assert_eq!(player.rest(), ["Blue wins!"]);
    }
    for _ in &pairs {
        assert_eq!(server.outcome(), Outcome::Won(Side::Blue));
    }
}

#[test]
fn the_demonstration() {
    let mut screen = Vec::new();
    let runtime = Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(demonstrate(&mut screen)).unwrap();
    golden("demonstration.txt").assert_eq(&String::from_utf8(screen).unwrap());
}
