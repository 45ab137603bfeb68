//! The example that explores the others.

use phase_core::prelude::*;
use phase_examples::explore::cli::{BAD_INPUT, DONE, FOUND, explore_all, run};
use phase_examples::search::tic_tac_toe::{Board, new_game};
use phase_testing::explore;

fn explored(args: &[&str], is_watched: bool) -> (u8, String, String) {
    let (mut out, mut err) = (vec![], vec![]);
    let code = run(args.iter().map(Into::into), &mut out, &mut err, is_watched);
    (code, String::from_utf8(out).unwrap(), String::from_utf8(err).unwrap())
}

#[test]
fn tic_tac_toe_is_explored_whole_and_the_others_say_that_they_are_not() {
    let (code, out, err) = explored(&["--battle", "3", "--cards", "2"], false);
    assert_eq!((code, err.as_str()), (DONE, ""), "{out}");
    let whole =
        "explored completely: 5,478 positions, 16,167 answers, 958 of the positions final\nno faults\n";
    assert!(out.starts_with(&format!("tic-tac-toe\n{whole}\ndouble battle\nexplored in part: ")), "{out}");
    assert_eq!(out.matches("nothing was found in this part").count(), 2, "{out}");
    assert_eq!(out.matches("no faults").count(), 1, "{out}");
}

#[test]
fn somebody_who_watches_sees_how_far_it_has_come() {
    let (code, _, err) = explored(&["--battle", "1", "--cards", "0"], true);
    assert_eq!(code, DONE);
    assert!(err.starts_with("\r\x1b[Ktic-tac-toe: "), "{err}");
    assert!(err.ends_with("\r\x1b[K"), "{err}");
}

#[test]
fn a_finding_is_printed_and_ends_it_with_1() {
    let (mut out, mut err) = (vec![], vec![]);
    let phases: PhaseManager<Board> = new_game();
    let centre = Box::new(|_: &mut dyn FnMut(&_)| {
        let taken = |board: &Board, _: &PhaseManager<Board>| board.cells[4].is_none();
        Ok(explore(&phases, &Board::default()).depth(2).invariant("the centre is free", taken).run())
    });
    let code = explore_all([("tic-tac-toe", centre as _)], &mut out, &mut err, false);
    assert_eq!((code, err), (FOUND, vec![]));
    let out = String::from_utf8(out).unwrap();
    let finding = "1. broken: \"the centre is free\" does not hold\n   \
                   after 1 answer, and come to 9 times in all:\n      \
                   1. TurnPhase(0) asks player 0, who answers 4\n";
    assert!(out.contains(finding), "{out}");
}

#[test]
fn a_bad_command_line_is_told_from_a_finding() {
    let (code, out, err) = explored(&["--deep"], false);
    assert_eq!((code, out.as_str()), (BAD_INPUT, ""));
    assert_eq!(err, "error: invalid option '--deep'; `--help` shows what there is\n");
    let (code, out, _) = explored(&["--help"], false);
    assert_eq!(code, DONE);
    assert!(out.contains("--battle N"));
}
