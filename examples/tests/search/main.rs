//! The search: that it plays better than without, by fair means, and the same each time.

use expect_test::{expect, expect_file};
use phase_core::prelude::*;
use phase_examples::double_battle::battler::Side;
use phase_examples::double_battle::creature::Creature;
use phase_examples::search::cli;
use phase_examples::search::contest::{Verdict, arena, fight, tic_tac_toe};
use phase_examples::search::tic_tac_toe::{Board, TurnPhase, new_game};
use phase_examples::searcher::Searcher;
use phase_testing::Play;

/// What the program prints, as far as it does not depend on the machine: all but the lines about time.
fn printed<const N: usize>(args: [&str; N]) -> String {
    let (mut out, mut err) = (Vec::new(), Vec::new());
    assert_eq!(cli::run(args.map(Into::into), &mut out, &mut err), cli::DONE);
    assert_eq!(err, b"");
    let out = String::from_utf8(out).unwrap();
    let (time, printed): (Vec<&str>, Vec<&str>) =
        out.split_inclusive('\n').partition(|line| line.ends_with(" a second.\n"));
    assert!(time.len() == 2 && time.iter().all(|line| line.contains(" playouts in ")), "{time:?}");
    printed.concat()
}

#[test]
fn same_seed_same_contest() {
    const ARGS: [&str; 8] = ["--battles", "12", "--games", "20", "--playouts", "40", "--seed", "7"];
    let contest = printed(ARGS);
    expect_file!["golden/contest.txt"].assert_eq(&contest);
    assert_eq!(printed(ARGS), contest);
}

fn count(verdicts: &[Verdict], verdict: Verdict) -> usize {
    verdicts.iter().filter(|other| **other == verdict).count()
}

#[test]
fn search_does_better_than_the_first_move() {
    let arena = arena().unwrap();
    let battles = (0..12_u64).map(|seed| {
        let side = Side::BOTH[usize::from(seed % 2 == 0)];
        fight(&arena, side, seed, &mut Searcher::new(60, seed)).unwrap()
    });
    let verdicts: Vec<_> = battles.collect();
    assert!(count(&verdicts, Verdict::Won) > 2 * count(&verdicts, Verdict::Lost), "{verdicts:?}");
}

#[test]
fn search_does_better_than_chance_at_tic_tac_toe_whoever_begins() {
    for seat in [0, 1].map(Seat::Player) {
        let game = |seed| tic_tac_toe(seat, seed, &mut Searcher::new(100, seed)).unwrap();
        let verdicts: Vec<_> = (0..10).map(game).collect();
        assert!(count(&verdicts, Verdict::Won) > 6, "{seat}: {verdicts:?}");
        assert!(count(&verdicts, Verdict::Lost) < 3, "{seat}: {verdicts:?}");
    }
}

#[test]
fn neither_side_of_the_arena_is_the_better_one() {
    let arena = arena().unwrap();
    let [home, away] = arena.teams.each_ref().map(|team| {
        let nameless = |creature: &Creature| Creature { name: String::new(), ..creature.clone() };
        team.creatures.iter().map(nameless).collect::<Vec<_>>()
    });
    assert_eq!(format!("{home:?}"), format!("{away:?}"));
}

/// The game after these cells have been taken in turn.
fn after(cells: &[usize]) -> Play<Board> {
    let mut play = Play::new(new_game(), Board::default());
    for (cell, player) in cells.iter().zip([0, 1].into_iter().cycle()) {
        play.answer::<TurnPhase>(Seat::Player(player), *cell);
    }
    play.to_rest();
    play
}

/// What the search takes for the player whose turn it is.
fn chosen(cells: &[usize], seed: u64) -> usize {
    let play = after(cells);
    let seat = Seat::Player(u32::from(cells.len() % 2 == 1));
    let chosen = Searcher::new(300, seed).choose(&play.phases, &play.world, seat).unwrap();
    chosen.unwrap().downcast().unwrap()
}

#[test]
fn it_completes_three_in_a_row_and_keeps_the_other_from_it() {
    for seed in 0..10 {
        assert_eq!(chosen(&[0, 3, 1, 4], seed), 2, "it wins rather than keep the other from winning");
        assert_eq!(chosen(&[0, 8, 1], seed), 2, "it has to");
    }
}

#[test]
fn the_game_is_as_if_nobody_had_looked_ahead() {
    let play = after(&[0, 4]);
    let mut searcher = Searcher::new(30, 1);
    searcher.choose(&play.phases, &play.world, Seat::Player(0)).unwrap().unwrap();
    assert!((20..=30).contains(&searcher.played()), "{}", searcher.played());
    assert_eq!(play.world, after(&[0, 4]).world);
    let question = play.phases.question().unwrap();
    assert_eq!((question.number(), question.seats(&play.world)), (3, vec![Seat::Player(0)]));
}

#[test]
fn it_answers_only_what_it_is_asked() {
    let mut play = after(&[0]);
    let choose = |play: &Play<Board>, player| {
        Searcher::new(9, 1).choose(&play.phases, &play.world, Seat::Player(player)).unwrap()
    };
    assert_eq!(choose(&play, 0), None, "it is the other's turn");
    assert!(choose(&play, 1).is_some());
    for (player, cell) in [(1, 3), (0, 1), (1, 4), (0, 2)] {
        play.answer::<TurnPhase>(Seat::Player(player), cell);
    }
    play.to_rest();
    assert_eq!(play.world.winner(), Some(0));
    assert_eq!(choose(&play, 1), None, "the game is over");
}

#[test]
fn a_cell_that_is_taken_is_refused() {
    let Play { phases, world, .. } = &mut after(&[0]);
    let error = phases.answer::<TurnPhase>(world, Seat::Player(1), 0).unwrap_err();
    assert_eq!(error.to_string(), "`TurnPhase` refuses 0 of player 1");
    assert_eq!(error.into_answer(), Some(0));
}

#[test]
fn bad_command_lines() {
    let complaint = |args: &[&str]| {
        let (mut out, mut err) = (Vec::new(), Vec::new());
        assert_eq!(cli::run(args.iter().map(Into::into), &mut out, &mut err), cli::BAD_INPUT);
        assert_eq!(out, b"");
        String::from_utf8(err).unwrap()
    };
    let complaints = [
        complaint(&["--battles", "0"]),
        complaint(&["--games", "0"]),
        complaint(&["--playouts", "0"]),
        complaint(&["--playouts", "many"]),
        complaint(&["--seed"]),
        complaint(&["--quick"]),
        complaint(&["arena.toml"]),
    ];
    expect![[r#"
        error: the number of battles has to be at least 1; `--help` shows what there is
        error: the number of games has to be at least 1; `--help` shows what there is
        error: the number of playouts has to be at least 1; `--help` shows what there is
        error: cannot parse argument "many": invalid digit found in string; `--help` shows what there is
        error: missing argument for option '--seed'; `--help` shows what there is
        error: invalid option '--quick'; `--help` shows what there is
        error: unexpected argument "arena.toml"; `--help` shows what there is
    "#]]
    .assert_eq(&complaints.concat());
}

#[test]
fn help() {
    let (mut out, mut err) = (Vec::new(), Vec::new());
    assert_eq!(cli::run(["--help".into()], &mut out, &mut err), cli::DONE);
    assert!(String::from_utf8(out).unwrap().contains("--playouts"));
}
