//! Lines that are too long, and too many of them.

use std::time::{Duration, Instant};

use crate::{PATIENCE, Server, play_round};

const TOO_LONG: &str = "(that line is too long.)";

#[test]
fn lines_that_are_too_long_are_skipped() {
    let server = Server::start();
    let mut visitor = server.visitor();
    visitor.types("play".repeat(1000));
    visitor.hears(TOO_LONG);
    let [mut one, mut two] = server.pair();
    let spaces = |length: usize| " ".repeat(length - 6);
    one.types(spaces(1024) + "1 rock");
    one.hears("An answer has come from player 1.");
    two.hears("An answer has come from player 1.");
    for length in [1025, 8191, 8192, 8193, 9216, 100_000] {
        two.types(spaces(length) + "1 rock");
        two.hears(TOO_LONG);
    }
    two.types(spaces(100_000) + "1 rock\n1 paper");
    two.hears(TOO_LONG);
    two.hears("An answer has come from player 2.");
    two.hears("They show rock and paper: player 1 is hit.");
}

/// The one who types it hears of it before it ends, and nobody else is kept waiting.
#[test]
fn a_line_that_never_ends() {
    let server = Server::start();
    let [mut one, mut two] = server.pair();
    one.types_on("1 r".repeat(20_000_000));
    one.hears(TOO_LONG);
    let mut others = server.pair();
    play_round(&mut others, ["1 rock", "1 rock"], "They show rock and rock: nobody is hit.");
    one.types("\n1 rock");
    one.hears("An answer has come from player 1.");
    two.hears("An answer has come from player 1.");
    one.types_on("r".repeat(2_000));
    one.types_no_more();
    two.hears("Gone for now: player 1.");
}

/// Each gets its reply, once the one who types reads them, and nobody else is kept waiting.
#[test]
fn far_too_many_lines() {
    const MANY: usize = 20_000;
    let server = Server::start();
    let [mut one, mut two] = server.pair();
    one.types("1 stone\n".repeat(MANY) + "1 paper");
    let mut others = server.pair();
    play_round(&mut others, ["1 rock", "1 rock"], "They show rock and rock: nobody is hit.");
    for _ in 0..MANY {
        assert!(one.line().starts_with("(Refused: this is no answer"));
    }
    one.hears("An answer has come from player 1.");
    two.hears("An answer has come from player 1.");
}

#[test]
fn whoever_never_reads_is_gone() {
    let server = Server::start();
    let [mut one, mut two] = server.pair();
    let begun = Instant::now();
    // The replies to this fill whatever lies between the two.
    let typing = std::thread::spawn(move || {
        while std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| one.types("1 stone\n".repeat(1000))))
            .is_ok()
        {}
    });
    loop {
        assert!(begun.elapsed() < PATIENCE);
        server.passes(Duration::from_secs(11));
        two.types("?");
        let mut is_gone = false;
        loop {
            let line = two.line();
            is_gone |= line == "Gone for now: player 1.";
            if line.starts_with("(Type the number") {
                break;
            }
        }
        if is_gone {
            break;
        }
    }
    typing.join().unwrap();
}
