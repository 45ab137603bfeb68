//! More who come than the process has room for.
#![cfg(unix)]

use std::env;
use std::fs::File;
use std::process::Command;

use turn_server::duel::{Outcome, Side};

use crate::client::Client;
use crate::{PATIENCE, Server};

/// Set in a process of its own, which may open few files.
const FEW_FILES: &str = "TURN_SERVER_TEST_FEW_FILES";

#[test]
fn games_go_on_when_nobody_else_can_be_let_in() {
    if env::var_os(FEW_FILES).is_some() {
        return with_few_files();
    }
    let limited = Command::new("sh")
        .args(["-c", "ulimit -n 64 && exec \"$0\" \"$@\""])
        .arg(env::current_exe().unwrap())
        .args(["--exact", "crowd::games_go_on_when_nobody_else_can_be_let_in"])
        .env(FEW_FILES, "1")
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&limited.stdout);
    assert!(limited.status.success() && said.contains("1 passed"), "{said}");
}

fn with_few_files() {
    let server = Server::start();
    let [mut red, mut blue] = server.pair();
    let mut files: Vec<File> = std::iter::from_fn(|| File::open("/dev/null").ok()).collect();
    // This makes room for one end of a connection, but not for the other.
    files.pop();
    let mut waiting = Client::connect(server.address);
    for _ in 0..2 {
        server.not_let_in.recv_timeout(PATIENCE).expect("the server says so, and tries again");
    }
    for round in 1..=3 {
        red.plays("paper");
        blue.plays("rock");
        for player in [&mut red, &mut blue] {
            player.hears("Red shows paper, Blue shows rock: Blue is hit.");
            if round < 3 {
                player.hears_of_round(round + 1);
            }
        }
    }
    assert_eq!(server.outcome(), Outcome::Won(Side::Red));
    drop(files);
    waiting.hears("Welcome! The game begins when there are two of you.");
}
