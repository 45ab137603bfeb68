//! The search: that it plays better than without, by fair means, and the same each time.

use expect_test::{expect, expect_file};
use phase_examples::double_battle::battle::Battle;
use phase_examples::double_battle::battler::{Battler, Side};
use phase_examples::double_battle::creature::Creature;
use phase_examples::double_battle::dice::Dice;
use phase_examples::double_battle::game::Game;
use phase_examples::double_battle::orders::{Order, Plan};
use phase_examples::double_battle::phases::MovePhase;
use phase_examples::search::cli;
use phase_examples::search::contest::{Verdict, arena, fight};
use phase_examples::search::searcher::Searcher;

/// What the program prints, as far as it does not depend on the machine: all but the last line.
fn printed<const N: usize>(args: [&str; N]) -> String {
    let (mut out, mut err) = (Vec::new(), Vec::new());
    assert_eq!(cli::run(args.map(Into::into), &mut out, &mut err), cli::DONE);
    assert_eq!(err, b"");
    let out = String::from_utf8(out).unwrap();
    let (printed, time) = out.trim_end().rsplit_once('\n').unwrap();
    assert!(time.contains(" playouts in ") && time.ends_with(" a second."), "{time}");
    printed.to_owned() + "\n"
}

#[test]
fn same_seed_same_contest() {
    let contest = printed(["--battles", "12", "--playouts", "40", "--seed", "7"]);
    expect_file!["golden/contest.txt"].assert_eq(&contest);
    assert_eq!(printed(["--battles", "12", "--playouts", "40", "--seed", "7"]), contest);
}

#[test]
fn search_does_better_than_the_first_move() {
    let arena = arena().unwrap();
    let battles = (0..12_u64).map(|seed| {
        let side = Side::BOTH[usize::from(seed % 2 == 0)];
        fight(&arena, side, seed, &mut Searcher::new(60, seed)).unwrap()
    });
    let verdicts: Vec<_> = battles.collect();
    let count = |verdict| verdicts.iter().filter(|other| **other == verdict).count();
    assert!(count(Verdict::Won) > 2 * count(Verdict::Lost), "{verdicts:?}");
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

/// With which the foe of the two that are equally fast goes first.
const SEED: u64 = 6;

/// The arena in the middle of its first turn: a foe has moved, a creature of the home side comes next, and two others
/// have still to move.
fn amid_a_turn() -> (Game, Battler) {
    let mut battle = arena().unwrap();
    battle.dice = Dice::new(SEED);
    let mut game = Game::new(battle);
    while !game.phases.is_empty() {
        game.step().unwrap();
    }
    let orders: Vec<Order> = game.battle.standing().map(|user| first_move(&game.battle, user)).collect();
    game.battle.script.push_back(Plan::Orders(orders));
    let user = Battler { side: Side::Home, member: 0 };
    while game.next_move().is_none_or(|next| next.order.user != user) {
        game.step().unwrap();
    }
    assert_eq!(game.phases.find_all::<MovePhase>().count(), 3);
    (game, user)
}

fn first_move(battle: &Battle, user: Battler) -> Order {
    battle.options(user).next().unwrap()
}

#[test]
fn game_is_as_if_nobody_had_looked_ahead() {
    let (game, user) = amid_a_turn();
    let before = serde_json::to_string(&game).unwrap();
    let mut searcher = Searcher::new(30, 1);
    searcher.choose(&game, user).unwrap();
    assert_eq!(serde_json::to_string(&game).unwrap(), before);
    assert!((20..=30).contains(&searcher.played()));
}

#[test]
fn choice_does_not_depend_on_what_is_hidden() {
    let (mut game, user) = amid_a_turn();
    let choices = |game: &Game| {
        let of_seed = |seed| Searcher::new(20, seed).choose(game, user).unwrap().unwrap();
        (0..10).map(of_seed).collect::<Vec<_>>()
    };
    let chosen = choices(&game);
    for seed in 100..104 {
        game.battle.dice = Dice::new(seed);
        assert_eq!(choices(&game), chosen);
    }
    let foes: Vec<Battler> = game.battle.standing_on(Side::Away).collect();
    let mut hidden = 0;
    for foe in foes {
        let other = game.battle.options(foe).last().unwrap();
        if let Some(queued) = game.phases.find_mut::<MovePhase>(|queued| queued.order.user == foe) {
            assert_ne!(queued.order, other, "else this tests nothing");
            queued.order = other;
            hidden += 1;
        }
    }
    assert!(hidden > 0, "some foe has still to move");
    assert_eq!(choices(&game), chosen);
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
        complaint(&["--playouts", "0"]),
        complaint(&["--playouts", "many"]),
        complaint(&["--seed"]),
        complaint(&["--quick"]),
        complaint(&["arena.toml"]),
    ];
    expect![[r#"
        error: the number of battles has to be at least 1; `--help` shows what there is
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
