//! More who come than the process has room for.
#![cfg(unix)]

use std::env;
use std::fs::File;
use std::process::Command;
use std::time::Duration;

use crate::client::Client;
use crate::{PATIENCE, Server, WON_BY_SECOND, play_to_the_end};

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
    let mut players = server.pair();
    let mut files: Vec<File> = std::iter::from_fn(|| File::open("/dev/null").ok()).collect();
    // This makes room for one end of a connection, but not for the other.
    files.pop();
    let mut waiting = Client::connect(server.address);
    for _ in 0..2 {
        server.not_let_in.recv_timeout(PATIENCE).expect("the server says so, and tries again");
        server.passes(Duration::from_millis(500));
    }
    play_to_the_end(&mut players);
    assert_eq!(server.outcome(), WON_BY_SECOND);
    drop(files);
    while server.not_let_in.recv_timeout(Duration::ZERO).is_ok() {}
    server.passes(Duration::from_millis(500));
    waiting.hears("Welcome! Type `play`, or `watch 1` to watch game 1.");
}
