//! Players who do not answer in time.

use std::time::Duration;

use crate::{Server, TIME, play_round, play_round_on};

const SECOND: Duration = Duration::from_secs(1);

#[test]
fn one_who_does_not_answer_is_answered_for() {
    let server = Server::start();
    let [mut one, mut two] = server.pair();
    one.types("1 paper");
    one.hears("An answer has come from player 1.");
    server.passes(TIME);
    two.hears("An answer has come from player 1.");
    for player in [&mut one, &mut two] {
        player.hears("No answer has come in time from player 2.");
        player.hears("They show paper and rock: player 2 is hit.");
    }
}

#[test]
fn two_who_do_not_answer_are_answered_for() {
    let server = Server::start();
    let mut players = server.pair();
    // Nobody shows the same hand twice running, so another one is the first of those that are left.
    for shown in ["rock and rock", "paper and paper", "rock and rock"] {
        server.passes(TIME);
        for player in &mut players {
            player.hears("No answer has come in time from player 1.");
            player.hears("No answer has come in time from player 2.");
            player.hears(&format!("They show {shown}: nobody is hit."));
            player.hears_to("Question ");
        }
    }
}

#[test]
fn what_comes_after_the_time_is_late() {
    let server = Server::start();
    let [_one, mut two] = server.pair();
    server.passes(TIME);
    two.hears_to("Question 2. ");
    let reply = two.reply_to("1 paper");
    assert_eq!(reply, "(Refused: this is an answer to question 1, and question 2 stands.)");
}

#[test]
fn each_question_has_its_whole_time() {
    let server = Server::start();
    let mut players = server.pair();
    for number in 1..=4 {
        server.passes(TIME.saturating_sub(SECOND));
        let hand = ["rock", "paper"][number % 2];
        let answer = format!("{number} {hand}");
        play_round(&mut players, [&answer; 2], &format!("They show {hand} and {hand}: nobody is hit."));
        play_round_on(&mut players);
    }
}

#[test]
fn the_time_is_not_prolonged_by_whatever_comes_in() {
    let server = Server::start();
    let [mut one, mut two] = server.pair();
    server.passes(TIME.saturating_sub(SECOND));
    one.types("1 paper\n1 paper\nnonsense");
    one.hears_to("(Type the number");
    let mut one_again = server.back(&one.way_back());
    one_again.hears_to("Question 1. ");
    let _guest = server.guest();
    server.passes(SECOND);
    two.hears("An answer has come from player 1.");
    two.hears("Back again: player 1.");
    two.hears("No answer has come in time from player 2.");
    two.hears("They show paper and rock: player 2 is hit.");
}
