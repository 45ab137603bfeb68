//! Players who leave, and those who come back.

use turn_server::duel::Outcome;

use crate::{Server, TIME, WON_BY_SECOND, play_round, play_to_the_end};

const GONE: &str = "Gone for now: player 1.";
const BACK: &str = "Back again: player 1.";
const OVER: &str = "(There is no such game, or it is over.)";

#[test]
fn whoever_comes_back_sees_the_question_again() {
    let server = Server::start();
    let mut players = server.pair();
    play_round(&mut players, ["1 scissors", "1 rock"], "They show scissors and rock: player 1 is hit.");
    let [mut one, mut two] = players;
    let asked = one.hears_to("Question 2. ");
    assert_eq!(asked, "Question 2. For player 1: rock, paper. For player 2: paper, scissors.");
    two.hears_to("Question 2. ");
    let way_back = one.way_back();
    drop(one);
    two.hears(GONE);
    let mut one = server.back(&way_back);
    for player in [&mut one, &mut two] {
        player.hears(BACK);
    }
    one.hears("Hit points: 1 of player 1, 2 of player 2.");
    one.hears(&asked);
    play_round(&mut [one, two], ["2 paper", "2 scissors"], "They show paper and scissors: player 1 is hit.");
    assert_eq!(server.outcome(), WON_BY_SECOND);
}

/// What was picked before still counts, and is not told even to the one who has picked it: the key may be another's.
#[test]
fn whoever_has_answered_and_comes_back_is_not_asked_again() {
    let server = Server::start();
    let [mut one, mut two] = server.pair();
    one.types("1 paper");
    two.hears("An answer has come from player 1.");
    one.hears("An answer has come from player 1.");
    let way_back = one.way_back();
    drop(one);
    two.hears(GONE);
    let mut one = server.back(&way_back);
    two.hears(BACK);
    one.hears(BACK);
    one.hears("Hit points: 2 of player 1, 2 of player 2.");
    one.hears("Question 1. For player 2: rock, paper, scissors.");
    let reply = one.reply_to("1 rock");
    assert_eq!(reply, "(Refused: player 1 is not asked, or has answered already.)");
    two.types("1 rock");
    for player in [&mut one, &mut two] {
        player.hears("An answer has come from player 2.");
        player.hears("They show paper and rock: player 2 is hit.");
    }
}

#[test]
fn whoever_stays_away_is_answered_for() {
    let server = Server::start();
    let [one, mut two] = server.pair();
    let way_back = one.way_back();
    drop(one);
    two.hears(GONE);
    for (answer, shown) in
        [("1 scissors", "rock and scissors: player 2"), ("2 rock", "paper and rock: player 2")]
    {
        two.types(answer);
        two.hears_to("An answer has come from player 2.");
        server.passes(TIME);
        two.hears("No answer has come in time from player 1.");
        two.hears(&format!("They show {shown} is hit."));
    }
    assert_eq!(two.rest(), ["The winner is player 1!"]);
    server.outcome();
    assert_eq!(server.back(&way_back).line(), OVER);
}

#[test]
fn a_game_that_both_have_left_is_over_when_the_time_is_up() {
    let server = Server::start();
    let [one, two] = server.pair();
    let way_back = one.way_back();
    let mut guest = server.guest();
    drop(one);
    guest.hears(GONE);
    drop(two);
    guest.hears("Gone for now: player 2.");
    server.passes(TIME);
    assert_eq!(guest.rest(), ["Both players are gone."]);
    assert_eq!(server.outcome(), Outcome::Deserted);
    assert_eq!(server.back(&way_back).line(), OVER);
}

#[test]
fn a_game_that_both_have_left_goes_on_if_one_is_back_in_time() {
    let server = Server::start();
    let [one, two] = server.pair();
    let way_back = one.way_back();
    let mut guest = server.guest();
    drop((one, two));
    guest.hears_to("Gone for now");
    guest.hears_to("Gone for now");
    let mut one = server.back(&way_back);
    one.hears_to("Question 1. ");
    one.types("1 paper");
    one.hears("An answer has come from player 1.");
    server.passes(TIME);
    one.hears("No answer has come in time from player 2.");
    one.hears("They show paper and rock: player 2 is hit.");
}

#[test]
fn a_new_connection_takes_the_place_of_the_old_one() {
    let server = Server::start();
    let [mut old, mut two] = server.pair();
    let mut one = server.back(&old.way_back());
    assert_eq!(old.rest(), ["You have come in by another connection."]);
    drop(old);
    for player in [&mut one, &mut two] {
        player.hears(BACK);
    }
    one.hears_to("Question 1. ");
    play_round(&mut [one, two], ["1 paper", "1 rock"], "They show paper and rock: player 2 is hit.");
}

#[test]
fn nobody_comes_back_with_a_wrong_key() {
    let server = Server::start();
    let mut players = server.pair();
    let way_back = players[0].way_back();
    assert_ne!(way_back, players[1].way_back());
    let mut stranger = server.visitor();
    for wrong in ["back 1 0000000000000000", &way_back[..way_back.len() - 1], &format!("{way_back}0")] {
        assert_eq!(stranger.reply_to(wrong), "(That is not the key to a seat of this game.)");
    }
    for wrong in [way_back.replace("back 1", "back 2"), way_back.replace("back 1", "back one")] {
        assert_eq!(stranger.reply_to(wrong), OVER);
    }
    assert_eq!(stranger.reply_to("back 1"), "(Type `play`, or `watch 1` to watch game 1.)");
    play_round(&mut players, ["1 paper", "1 rock"], "They show paper and rock: player 2 is hit.");
}

#[test]
fn whoever_leaves_alone_is_no_opponent() {
    let server = Server::start();
    for _ in 0..3 {
        let mut gone = server.first();
        gone.types_no_more();
        assert_eq!(gone.rest(), [""; 0], "the server has noticed");
    }
    let mut players = server.pair();
    play_round(&mut players, ["1 paper", "1 rock"], "They show paper and rock: player 2 is hit.");
}

#[test]
fn a_line_half_typed_is_the_last_one_of_whoever_leaves() {
    let server = Server::start();
    let [mut one, mut two] = server.pair();
    one.types_on("1 paper");
    one.types_no_more();
    two.hears("An answer has come from player 1.");
    two.hears(GONE);
}

#[test]
fn the_next_two_play_all_the_same() {
    let server = Server::start();
    drop(server.pair());
    let mut players = server.pair();
    play_to_the_end(&mut players);
    assert_eq!(server.outcome(), WON_BY_SECOND);
}
