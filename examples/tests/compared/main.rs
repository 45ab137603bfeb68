//! The duel that is written twice: both ways are the same game, and the README counts their lines rightly.

use phase_examples::compared::duel::Action;
use phase_examples::compared::{BY_ENUM, BY_PHASES, lines_of_code, played_by_enum, played_by_phases};

const README: &str = include_str!("../../../README.md");
const CHAPTER: &str = include_str!("../../../phase-core/src/guide/without.md");

#[test]
fn whatever_the_players_answer_both_ways_tell_the_same() {
    let mut is_ended_by = [false; 2];
    for script in 0..1 << 12 {
        let answer = |turn| if script & 1 << turn == 0 { Action::Strike } else { Action::Rest };
        let answers: Vec<_> = (0..12).map(answer).collect();
        let told = played_by_enum(&answers);
        assert_eq!(played_by_phases(&answers).unwrap(), told, "{answers:?}");
        for (player, is_ended) in is_ended_by.iter_mut().enumerate() {
            *is_ended |= told.last() == Some(&format!("{player} faints"));
        }
    }
    assert_eq!(is_ended_by, [true, true], "duels come to an end, either way");
}

#[test]
fn a_faint_comes_after_the_thorns() {
    let told = played_by_enum(&[Action::Strike; 9]);
    let faint = told.iter().position(|line| line.ends_with("faints")).unwrap();
    assert_eq!(faint, told.len() - 1);
    let [.., struck, thorns, _] = &told[..] else { panic!("{told:?}") };
    assert_ne!(struck.split(' ').next(), thorns.split(' ').next(), "{told:?}");
}

#[test]
fn lines_are_counted_without_comments() {
    assert_eq!(lines_of_code("//! A game.\n\n/// A step.\nfn step() {\n    // nothing\n}\n"), 2);
}

/// The counts stand in the README and in the guide as they are.
#[test]
fn the_line_counts_are_those_of_the_files() {
    let (by_enum, by_phases) = (lines_of_code(BY_ENUM), lines_of_code(BY_PHASES));
    for (place, text) in [("README.md", README), ("guide/without.md", CHAPTER)] {
        for count in [format!("{by_enum} lines by an enum"), format!("{by_phases} by phases")] {
            assert!(text.contains(&count), "{place} is to say \"{count}\"");
        }
    }
}
