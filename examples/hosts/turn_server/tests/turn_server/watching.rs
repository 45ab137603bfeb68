//! Those who watch.

use crate::{Server, play_round, play_to_the_end};

#[test]
fn whoever_comes_to_watch_sees_the_question_that_stands() {
    let server = Server::start();
    let mut players = server.pair();
    play_round(&mut players, ["1 scissors", "1 rock"], "They show scissors and rock: player 1 is hit.");
    players[0].hears_to("Question 2. ");
    let mut guest = server.visitor();
    guest.types("watch 1");
    guest.hears("You watch, as player 3.");
    guest.hears("Hit points: 1 of player 1, 2 of player 2.");
    guest.hears("Question 2. For player 1: rock, paper. For player 2: paper, scissors.");
}

#[test]
fn what_one_player_has_picked_is_hidden_until_the_other_has() {
    let server = Server::start();
    let [mut one, mut two] = server.pair();
    two.types("1 rock");
    one.hears("An answer has come from player 2.");
    let mut guest = server.visitor();
    guest.types("watch 1");
    guest.hears("You watch, as player 3.");
    guest.hears("Hit points: 2 of player 1, 2 of player 2.");
    guest.hears("Question 1. For player 1: rock, paper, scissors.");
    one.types("1 scissors");
    guest.hears("An answer has come from player 1.");
    guest.hears("They show scissors and rock: player 1 is hit.");
}

#[test]
fn a_game_can_be_watched_before_it_begins() {
    let server = Server::start();
    let one = server.first();
    let mut guest = server.visitor();
    guest.types("watch 1");
    guest.hears("You watch, as player 3.");
    let reply = guest.reply_to("1 rock");
    assert_eq!(reply, "(Refused: this is an answer to question 1, and nothing asks.)");
    let mut two = server.visitor();
    two.types("play");
    guest.hears("Hit points: 2 of player 1, 2 of player 2.");
    guest.hears("Question 1. For player 1: rock, paper, scissors. For player 2: rock, paper, scissors.");
    drop((one, two));
}

#[test]
fn guests_come_and_go_unnoticed() {
    let server = Server::start();
    let mut players = server.pair();
    let mut guests: Vec<_> = (0..5).map(|_| server.guest()).collect();
    guests.truncate(2);
    play_to_the_end(&mut players);
    for guest in &mut guests {
        assert_eq!(guest.rest().last().unwrap(), "The winner is player 2!");
    }
}

#[test]
fn only_a_game_that_there_is_can_be_watched() {
    let server = Server::start();
    let mut guest = server.visitor();
    for wrong in ["watch 1", "watch 0", "watch -1", "watch this"] {
        assert_eq!(guest.reply_to(wrong), "(There is no such game, or it is over.)");
    }
    for wrong in ["", "watch", "watch 1 2", "1 rock", "\u{1b}"] {
        assert_eq!(guest.reply_to(wrong), "(Type `play`, or `watch 1` to watch game 1.)");
    }
    let _players = server.pair();
    guest.types("watch 1");
    guest.hears("You watch, as player 3.");
}
