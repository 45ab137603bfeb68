//! Whole games.

use expect_test::expect_file;
use phase_examples::turn_server::demonstrate;
use phase_examples::turn_server::duel::{Outcome, Side};
use tokio::runtime::Builder;

use crate::Server;

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
    expect_file!["golden/whole_game_red.txt"].assert_eq(red.seen());
    expect_file!["golden/whole_game_blue.txt"].assert_eq(blue.seen());
}

#[test]
fn bad_lines_are_answered_and_lose_nothing() {
    const HELP: &str = "(that is no hand: type rock, paper or scissors, or r, p or s.)";
    let server = Server::start();
    let [mut red, mut blue] = server.pair();
    let long = "r".repeat(100_000);
    for player in [&mut red, &mut blue] {
        for bad in [&b""[..], b"rocks", b"rock paper", b"\xff\xfe", b"\0", long.as_bytes()] {
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
    expect_file!["golden/demonstration.txt"].assert_eq(&String::from_utf8(screen).unwrap());
}
