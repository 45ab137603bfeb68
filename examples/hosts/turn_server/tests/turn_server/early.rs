//! Players who type ahead of the game.

use turn_server::duel::{Outcome, Side};

use crate::Server;

#[test]
fn blue_may_choose_first() {
    let server = Server::start();
    let [mut red, mut blue] = server.pair();
    blue.plays("paper");
    red.plays("rock");
    for player in [&mut red, &mut blue] {
        player.hears("Red shows rock, Blue shows paper: Red is hit.");
        player.hears_of_round(2);
    }
}

#[test]
fn a_whole_game_may_be_typed_before_it_begins() {
    let server = Server::start();
    let mut red = server.join();
    red.types("rock\npaper\nscissors");
    for hand in ["rock", "paper", "scissors"] {
        red.hears(&format!("({hand}: noted.)"));
    }
    let mut blue = server.join();
    blue.types("paper\nscissors\nrock");
    let end = ["Red shows scissors, Blue shows rock: Red is hit.", "Blue wins!"];
    assert!(red.rest().ends_with(&end.map(str::to_owned)));
    assert!(blue.rest().ends_with(&end.map(str::to_owned)));
    assert_eq!(server.outcome(), Outcome::Won(Side::Blue));
}

/// It reads so far ahead and no further, goes on reading as the rounds go by, and gets the last word across in spite of
/// all that is left unread.
#[test]
fn far_too_many_hands() {
    let server = Server::start();
    let [mut red, mut blue] = server.pair();
    red.types("rock\n".repeat(20_000));
    for _ in 0..30 {
        blue.types("rock");
    }
    blue.types("paper\npaper\npaper");
    let [red, blue] = [red.rest(), blue.rest()];
    let draws = |lines: &[String]| lines.iter().filter(|line| line.ends_with("nobody is hit.")).count();
    assert_eq!([draws(&red), draws(&blue)], [30, 30]);
    assert_eq!([red.last().unwrap(), blue.last().unwrap()], ["Blue wins!"; 2]);
    assert_eq!(server.outcome(), Outcome::Won(Side::Blue));
}
