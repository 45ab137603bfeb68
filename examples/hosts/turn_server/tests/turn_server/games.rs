//! Whole games.

use expect_test::{ExpectFile, expect_file};
use tokio::runtime::Builder;
use tokio::time::timeout;
use turn_server::demonstrate;

use crate::{PATIENCE, Server, TIME, WON_BY_SECOND, play_round, play_round_on};

fn golden(name: &str) -> ExpectFile {
    // Whole, because a path from here would be taken to start at the topmost package around this one.
    expect_file![format!("{}/tests/turn_server/golden/{name}", env!("CARGO_MANIFEST_DIR"))]
}

#[test]
fn a_whole_game() {
    let server = Server::start();
    let mut players = server.pair();
    let mut guest = server.guest();
    play_round(&mut players, ["1 rock", "1 rock"], "They show rock and rock: nobody is hit.");
    play_round_on(&mut players);
    play_round(&mut players, ["2 paper", "2 scissors"], "They show paper and scissors: player 1 is hit.");
    play_round_on(&mut players);
    play_round(&mut players, ["3 scissors", "3 paper"], "They show scissors and paper: player 2 is hit.");
    play_round_on(&mut players);
    let [mut one, mut two] = players;
    two.types("4 paper\n4 rock");
    two.hears_to("An answer has come from player 2.");
    let way_back = one.way_back();
    one.hears("An answer has come from player 2.");
    drop(one);
    two.hears("Gone for now: player 1.");
    let mut one = server.back(&way_back);
    one.hears_to("Question 4. ");
    two.hears("Back again: player 1.");
    one.types("4 rock");
    for player in [&mut one, &mut two] {
        player.hears_to("Question 5. ");
    }
    two.types("5 scissors");
    two.hears("An answer has come from player 2.");
    server.passes(TIME);
    for client in [&mut one, &mut two, &mut guest] {
        assert_eq!(client.rest().last().unwrap(), "The winner is player 2!");
    }
    assert_eq!(server.outcome(), WON_BY_SECOND);
    golden("whole_game_player_2.txt").assert_eq(&two.seen());
    golden("whole_game_guest.txt").assert_eq(&guest.seen());
}

#[test]
fn many_games_at_once() {
    let server = Server::start();
    let mut pairs: Vec<_> = (0..20).map(|_| server.pair()).collect();
    for (answers, shown) in [
        (["1 rock", "1 paper"], "They show rock and paper: player 1 is hit."),
        (["2 paper", "2 scissors"], "They show paper and scissors: player 1 is hit."),
    ] {
        for pair in &mut pairs {
            play_round(pair, answers, shown);
            if answers[0] == "1 rock" {
                play_round_on(pair);
            }
        }
    }
    for player in pairs.iter_mut().flatten() {
        assert_eq!(player.rest(), ["The winner is player 2!"]);
    }
    for _ in &pairs {
        assert_eq!(server.outcome(), WON_BY_SECOND);
    }
}

#[test]
fn the_demonstration() {
    let mut screen = Vec::new();
    let runtime = Builder::new_current_thread().enable_all().build().unwrap();
    let played = runtime.block_on(async { timeout(PATIENCE, demonstrate(&mut screen)).await });
    played.expect("it comes to an end").unwrap();
    golden("demonstration.txt").assert_eq(&String::from_utf8(screen).unwrap());
}
