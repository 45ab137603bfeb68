//! Players who leave: their tickets go with them, and the other one hears of it.

use turn_server::duel::{Outcome, Side};

use crate::Server;

#[test]
fn while_the_game_waits_for_the_one_who_leaves() {
    let server = Server::start();
    let [mut red, mut blue] = server.pair();
    red.plays("rock");
    blue.plays("paper");
    blue.hears("Red shows rock, Blue shows paper: Red is hit.");
    blue.hears_of_round(2);
    red.hears("Red shows rock, Blue shows paper: Red is hit.");
    red.hears_of_round(2);
    drop(red);
    assert_eq!(blue.rest(), ["Red has left, so Blue wins."]);
    assert_eq!(server.outcome(), Outcome::Left(Side::Red));
}

#[test]
fn before_the_game_asks_the_one_who_leaves() {
    let server = Server::start();
    let [mut red, blue] = server.pair();
    drop(blue);
    red.plays("rock");
    assert_eq!(red.rest(), ["Blue has left, so Red wins."]);
    assert_eq!(server.outcome(), Outcome::Left(Side::Blue));
}

#[test]
fn both() {
    let server = Server::start();
    let [red, blue] = server.pair();
    drop(blue);
    drop(red);
    assert_eq!(server.outcome(), Outcome::Left(Side::Red));
}

#[test]
fn with_a_line_half_typed() {
    let server = Server::start();
    let [mut red, mut blue] = server.pair();
    red.plays("scissors");
    blue.types("papyrus");
    blue.hears("(that is no hand: type rock, paper or scissors, or r, p or s.)");
    drop(blue);
    assert_eq!(red.rest(), ["Blue has left, so Red wins."]);
    assert_eq!(server.outcome(), Outcome::Left(Side::Blue));
}

#[test]
fn hands_that_were_typed_before_are_played() {
    let server = Server::start();
    let mut red = server.join();
    red.types("rock\nrock\nrock\nrock");
    red.types_no_more();
    let mut blue = server.join();
    blue.types("rock\npaper\npaper\npaper");
    assert_eq!(red.rest().last().unwrap(), "Blue wins!");
    assert_eq!(blue.rest().last().unwrap(), "Blue wins!");
    assert_eq!(server.outcome(), Outcome::Won(Side::Blue));
}

#[test]
fn hands_that_were_typed_before_may_not_be_enough() {
    let server = Server::start();
    let mut red = server.join();
    red.types("rock");
    red.types_no_more();
    let mut blue = server.join();
    blue.types("paper");
    assert_eq!(blue.rest().last().unwrap(), "Red has left, so Blue wins.");
    assert_eq!(server.outcome(), Outcome::Left(Side::Red));
}

#[test]
fn whoever_leaves_alone_is_no_opponent() {
    let server = Server::start();
    for _ in 0..3 {
        let mut gone = server.join();
        gone.types_no_more();
        assert_eq!(gone.rest(), [""; 0], "the server has noticed");
    }
    let [mut red, _blue] = server.pair();
    red.plays("rock");
}

#[test]
fn the_next_two_play_all_the_same() {
    let server = Server::start();
    drop(server.pair());
    server.outcome();
    let [mut red, mut blue] = server.pair();
    for round in 1..=3 {
        red.plays("paper");
        blue.plays("rock");
        red.hears("Red shows paper, Blue shows rock: Blue is hit.");
        blue.hears("Red shows paper, Blue shows rock: Blue is hit.");
        if round < 3 {
            red.hears_of_round(round + 1);
            blue.hears_of_round(round + 1);
        }
    }
    assert_eq!(server.outcome(), Outcome::Won(Side::Red));
}
