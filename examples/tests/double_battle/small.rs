//! Battles made for one rule each, out of the small one.

use std::path::Path;

use phase_examples::double_battle::battle::Battle;
use phase_examples::double_battle::battler::{Battler, Side};
use phase_examples::double_battle::game::Game;
use phase_examples::double_battle::phases::TurnEndPhase;
use phase_examples::double_battle::play::play;
use phase_examples::double_battle::scenario::Scenario;
use phase_examples::double_battle::table::Croupier;
use phase_testing::Play;

pub(crate) const SMALL: &str = include_str!("small.toml");

/// The small battle with some of its text exchanged and other orders for its first turns.
pub(crate) fn battle(changes: &[(&str, &str)], turns: &[&str]) -> Battle {
    let mut text = SMALL.split("[[turn]]").next().unwrap().to_owned();
    for (old, new) in changes {
        assert!(text.contains(old), "{old} is in the file");
        text = text.replacen(old, new, 1);
    }
    text.extend(turns.iter().map(|orders| format!("[[turn]]\norders = [{orders}]\n")));
    Scenario::parse(Path::new("small.toml"), &text).unwrap_or_else(|fault| panic!("{fault}")).battle
}

/// What is said in one turn, without bars and numbers.
pub(crate) fn told_in_turn(turn: usize, mut battle: Battle) -> Vec<String> {
    battle.turn_limit = u32::try_from(turn).unwrap();
    let mut out = anstream::StripStream::new(Vec::new());
    play(&mut Game::new(battle), &mut Croupier, u64::MAX, false, &mut out).unwrap();
    let text = String::from_utf8(out.into_inner()).unwrap();
    let turn = text.split("── Turn ").nth(turn).unwrap();
    let told = turn.lines().skip(4).map(without_numbers);
    told.filter(|line| !line.is_empty() && !line.starts_with("A draw")).collect()
}

fn without_numbers(line: &str) -> String {
    let (text, _bar) = line.trim().split_once("  ").unwrap_or((line.trim(), ""));
    text.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.' || c == ' ').to_owned()
}

/// A battle that has come through so many turns.
pub(crate) fn play_turns(turns: u32, battle: Battle) -> Play<Battle> {
    let Game { phases, battle, .. } = Game::new(battle);
    let mut play = Play::new(phases, battle);
    for _ in 0..turns {
        play.through::<TurnEndPhase>();
    }
    play
}

pub(crate) const QUARTZ: Battler = Battler { side: Side::Away, member: 0 };

pub(crate) const ASH_FELLS_QUARTZ: &str = "{ creature = \"Ash\", move = \"Slam\", target = \"Quartz\" }";
