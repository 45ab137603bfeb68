//! Answers that are refused, by the library: whoever gave one is told why, nobody else is told anything, and it changes
//! nothing.

use crate::{Server, play_round, play_round_on};

#[test]
fn late_answers() {
    let server = Server::start();
    let mut players = server.pair();
    play_round(&mut players, ["1 rock", "1 rock"], "They show rock and rock: nobody is hit.");
    play_round_on(&mut players);
    for player in &mut players {
        let reply = player.reply_to("1 paper");
        assert_eq!(reply, "(Refused: this is an answer to question 1, and question 2 stands.)");
    }
    play_round(&mut players, ["2 paper", "2 paper"], "They show paper and paper: nobody is hit.");
}

#[test]
fn answers_to_what_is_not_asked_yet() {
    let server = Server::start();
    let mut alone = server.first();
    let reply = alone.reply_to("1 rock");
    assert_eq!(reply, "(Refused: this is an answer to question 1, and nothing asks.)");
    let mut second = server.visitor();
    second.types("play");
    second.hears_to("Question 1. ");
    let reply = second.reply_to("2 rock");
    assert_eq!(reply, "(Refused: this is an answer to question 2, and question 1 stands.)");
    alone.hears_to("Question 1. ");
    play_round(&mut [alone, second], ["1 paper", "1 rock"], "They show paper and rock: player 2 is hit.");
}

#[test]
fn doubled_answers() {
    let server = Server::start();
    let [mut one, mut two] = server.pair();
    one.types("1 paper\n1 rock\n1 paper");
    one.hears("An answer has come from player 1.");
    for _ in 0..2 {
        one.hears("(Refused: player 1 is not asked, or has answered already.)");
    }
    two.types("1 rock\n1 rock");
    for player in [&mut one, &mut two] {
        player.hears_to("They show paper and rock: player 2 is hit.");
        player.hears_to("Question 2. ");
    }
    two.hears("(Refused: this is an answer to question 1, and question 2 stands.)");
}

#[test]
fn answers_of_those_who_watch() {
    let server = Server::start();
    let mut players = server.pair();
    for seat in 3..6 {
        let mut guest = server.guest();
        let reply = guest.reply_to("1 rock");
        assert_eq!(reply, format!("(Refused: player {seat} is not asked, or has answered already.)"));
    }
    play_round(&mut players, ["1 paper", "1 rock"], "They show paper and rock: player 2 is hit.");
}

#[test]
fn answers_to_another_game() {
    let server = Server::start();
    let mut elsewhere = server.pair();
    play_round(&mut elsewhere, ["1 rock", "1 rock"], "They show rock and rock: nobody is hit.");
    let [mut one, _two] = server.pair();
    let reply = one.reply_to("2 paper");
    assert_eq!(reply, "(Refused: this is an answer to question 2, and question 1 stands.)");
}

#[test]
fn malformed_answers() {
    let server = Server::start();
    let mut players = server.pair();
    for typed in [
        &b"1 stone"[..],
        b"1 Rock",
        b"1 \"rock\"",
        b"1 rock paper",
        b"1",
        b"1 \xff",
        b"1 \x1b[2J\0",
        b"1 rock\rpaper",
    ] {
        let reply = players[0].reply_to(typed);
        let why = "it can't be read, and what is wrong with it is not told, since it would be secret";
        assert_eq!(reply, format!("(Refused: this is no answer to `PickPhase`: {why}.)"));
    }
    play_round(&mut players, ["1  paper\r", " 1 rock "], "They show paper and rock: player 2 is hit.");
}

#[test]
fn answers_against_the_rules() {
    let server = Server::start();
    let mut players = server.pair();
    play_round(&mut players, ["1 rock", "1 paper"], "They show rock and paper: player 1 is hit.");
    play_round_on(&mut players);
    for (player, same, number) in [(0, "2 rock", 1), (1, "2 paper", 2)] {
        let reply = players[player].reply_to(same);
        let why = "it is none of the options";
        assert_eq!(reply, format!("(Refused: `PickPhase` refuses the answer of player {number}: {why}.)"));
    }
    play_round(&mut players, ["2 scissors", "2 rock"], "They show scissors and rock: player 1 is hit.");
}

#[test]
fn lines_without_a_number() {
    let server = Server::start();
    let mut players = server.pair();
    for typed in ["", "rock", "rock 1", "-1 rock", "1rock", "123456789012345678901234567890 rock", "play"] {
        let reply = players[0].reply_to(typed);
        assert_eq!(reply, "(Type the number of the question, and your answer: `1 rock`.)", "{typed}");
    }
    play_round(&mut players, ["1 paper", "1 rock"], "They show paper and rock: player 2 is hit.");
}
