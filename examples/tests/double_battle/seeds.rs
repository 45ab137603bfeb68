//! Whatever the dice say, a battle ends, and its phases come in an order that makes sense.

use phase_core::prelude::*;
use phase_examples::double_battle::battle::{Asked, Battle, Outcome};
use phase_examples::double_battle::battler::{Battler, Side};
use phase_examples::double_battle::dice::Dice;
use phase_examples::double_battle::game::Game;
use phase_examples::double_battle::phases::{
    DamagePhase, FaintPhase, MoveEffectPhase, MovePhase, MoveReflectPhase, SwitchInPhase, TurnEndPhase,
};
use phase_examples::double_battle::scenario::Scenario;
use phase_testing::{Cut, explore};

use crate::{SHIPPED, shipped, transcript};

const SEEDS: u64 = 150;

#[test]
fn same_seed_same_battle_other_seed_other_battle() {
    for name in SHIPPED {
        let path = shipped(name);
        let of_seed = |seed: &str| transcript(["--seed", seed, "--levels", path.to_str().unwrap()]);
        assert_eq!(of_seed("18446744073709551615"), of_seed("18446744073709551615"));
        let told = |seed| of_seed(seed).lines().skip(1).map(str::to_owned).collect::<Vec<_>>();
        assert_ne!(told("3"), told("4"), "{name}: not only the title differs");
    }
}

#[test]
fn seed_of_the_file_is_the_default() {
    let path = shipped("long_battle");
    let path = path.to_str().unwrap();
    let seed = Scenario::read(path.as_ref()).unwrap().seed.to_string();
    assert_eq!(transcript([path]), transcript([path, "--seed", &seed]));
}

#[test]
fn every_battle_ends_with_one_winner_or_a_draw() {
    let mut outcomes = Vec::new();
    for name in SHIPPED {
        let scenario = Scenario::read(&shipped(name)).unwrap();
        for seed in 0..SEEDS {
            let mut battle = scenario.battle.clone();
            battle.dice = Dice::new(seed);
            if seed % 2 == 0 {
                battle.script.clear();
            }
            let battle = watch(Game::new(battle));
            let outcome = battle.outcome.expect("the battle has ended");
            let left = |side| battle.team(side).creatures.iter().any(|creature| creature.hp > 0);
            match outcome {
                Outcome::Win(side) => assert!(left(side) && !left(side.foe())),
                Outcome::MutualFall => assert!(!left(Side::Home) && !left(Side::Away)),
                Outcome::TurnLimit => assert!(left(Side::Home) && left(Side::Away)),
            }
            outcomes.push(outcome);
        }
    }
    for outcome in [Outcome::Win(Side::Home), Outcome::Win(Side::Away), Outcome::MutualFall] {
        assert!(outcomes.contains(&outcome), "{outcome:?} is among so many battles");
    }
}

#[test]
fn every_battle_that_asks_for_everything_ends_whatever_is_answered() {
    const GAMES: usize = 30;
    let asked = Asked { players: true, dice: true };
    for name in SHIPPED {
        let scenario = Scenario::read(&shipped(name)).unwrap();
        let game = Game::new(Battle { asked, turn_limit: 200, is_muted: true, ..scenario.battle });
        let report = explore(&game.phases, &game.battle)
            .random(1, GAMES)
            .invariant("who is not asked has an outcome", |battle, phases| {
                phases.question().is_some() || (battle.outcome.is_some() && phases.is_empty())
            })
            .run();
        assert!(report.findings.is_empty(), "{name}: {report}");
        assert_eq!((report.finished, &report.cut[..]), (GAMES, &[Cut::Random(GAMES)][..]), "{name}");
    }
}

/// Plays a battle, and checks after each start what has to hold there.
fn watch(mut game: Game) -> Battle {
    for _ in 0..100_000 {
        match game.step().unwrap() {
            Step::Ended(name) => check(name, &game.battle, &game.phases),
            Step::Halted => {
                assert!(game.phases.is_empty());
                return game.battle;
            }
            other => panic!("a battle never waits or idles, but here it says {other:?}"),
        }
    }
    panic!("the battle does not end");
}

fn check(started: &str, battle: &Battle, phases: &PhaseManager<Battle>) {
    let queues_faint = |side, member| {
        phases.contains::<FaintPhase>(|faint| faint.0.side == side && faint.0.member == member)
    };
    for side in Side::BOTH {
        let team = battle.team(side);
        for member in team.field.into_iter().flatten() {
            let fallen = team.creatures[member].hp == 0;
            assert_eq!(fallen, queues_faint(side, member), "who has fallen will faint, and nobody else");
        }
    }
    for queued in phases.find_all::<MovePhase>() {
        let Battler { side, member } = queued.order.user;
        assert!(
            battle.team(side).field.contains(&Some(member)),
            "who has left the field has no move left to make"
        );
    }
    let is_amid_a_move = phases.contains::<MoveEffectPhase>(|_| true)
        || phases.contains::<MoveReflectPhase>(|_| true)
        || phases.contains::<DamagePhase>(|_| true)
        || phases.contains::<FaintPhase>(|_| true);
    match started {
        "TurnStartPhase" => {
            assert_eq!(phases.levels().map(|(number, _)| number).collect::<Vec<_>>(), [0]);
            assert!(phases.contains::<MovePhase>(|_| true) != phases.contains::<TurnEndPhase>(|_| true));
            assert!(battle.banner.is_none());
        }
        "MoveEndPhase" => assert!(!is_amid_a_move, "a move is over when all that came of it is"),
        "TurnEndPhase" => assert!(!is_amid_a_move && !phases.contains::<MovePhase>(|_| true)),
        "SwitchInPhase" => assert!(battle.reinforcements().is_empty()),
        _ => assert!(!phases.contains::<SwitchInPhase>(|_| true), "nobody enters in the middle of a turn"),
    }
}
