//! One change in a game, or in its recording: the difference is where the change is.

use std::collections::BTreeMap;

use phase_tools::record::{Line, RecordedLine};
use phase_tools::{Divergence, Recording};

use crate::random::{Random, game, played, quietly};

/// The lines of a recording with the numbers of their steps, each run on its own.
fn unfolded(recording: &Recording) -> Vec<(u64, String)> {
    let mut lines = Vec::new();
    for RecordedLine { step, is_step, line, .. } in recording.lines() {
        match line {
            Line::Run { times } => {
                let steps = (0..times).map(|time| if is_step { step + time } else { step });
                lines.extend(steps.map(|step| (step, "run".to_owned())));
            }
            line => lines.push((step, line.to_string())),
        }
    }
    lines
}

/// The step of the first line that is another one; nothing if there is none.
fn first_difference(recorded: &Recording, happened: &Recording) -> Option<u64> {
    let (recorded, happened) = (unfolded(recorded), unfolded(happened));
    let place = (0..recorded.len().max(happened.len())).find(|place| {
        recorded.get(*place).map(|(_, line)| line) != happened.get(*place).map(|(_, line)| line)
    })?;
    let is_outcome = |line: Option<&(u64, String)>| line.is_some_and(|(_, line)| line.starts_with(' '));
    // What comes on top belongs to what was before.
    let at = if is_outcome(recorded.get(place)) { place } else { place - 1 };
    Some(recorded[at].0)
}

#[test]
fn a_change_in_the_game() {
    let mut kinds = BTreeMap::new();
    let mut changed = 0;
    for seed in 0..4_000 {
        let mut random = Random::new(seed);
        let acts = random.acts(3);
        let mut others = acts.clone();
        random.change(&mut others);
        let (recorded, happened) = quietly(|| (played(&acts), played(&others)));
        let (phases, world) = game(&others);
        let replayed = quietly(|| recorded.replay_with_digests(phases, world));
        match (first_difference(&recorded, &happened), replayed) {
            (None, Ok(_)) => {}
            (Some(step), Err(found)) => {
                assert_eq!(found.step(), step, "{found}\n{recorded}\n{happened}");
                *kinds.entry(found.kind().to_string()).or_insert(0) += 1;
                changed += 1;
            }
            (difference, replayed) => {
                let replayed = replayed.map(|_| ());
                panic!("seed {seed}: {difference:?}, and {replayed:?}\n{recorded}\n{happened}");
            }
        }
    }
    println!("{changed} changes: {kinds:?}");
    assert!(changed >= 1_000, "only {changed} are worth anything");
    for kind in
        ["phase", "verb", "level", "wait", "question", "seat", "too early", "too long", "world", "end"]
    {
        assert!(kinds.keys().any(|found| found.contains(kind)), "no {kind} among {kinds:?}");
    }
}

/// The line with one thing changed; nothing where no other line is wrong.
fn other_line(line: &str, random: &mut Random) -> Option<String> {
    let words: Vec<_> = line.split(' ').collect();
    let other = |place: usize, word: &str| {
        let mut words = words.clone();
        words[place] = word;
        Some(words.join(" ")).filter(|other| other != line)
    };
    let name = |place| other(place, if words[place] == "A" { "B" } else { "A" });
    match *line.trim_start().split(' ').collect::<Vec<_>>() {
        ["start", _, how, level, ..] => match random.below(4) {
            0 => name(3),
            1 => other(4, if how == "pushed" { "deferred" } else { "pushed" }),
            2 => other(5, if level == "7" { "8" } else { "7" }),
            _ => Some(format!("{} by -77", words[..6].join(" "))),
        },
        ["waits" | "suspended", ..] if random.below(2) == 0 => Some("  halted".to_owned()),
        ["ended" | "waits" | "suspended", ..] => name(3),
        ["failed", _] => Some(line.replace("failed", "ended")),
        ["failed" | "panicked"] => Some("  cancelled".to_owned()),
        ["asks", _, number, ..] => match random.below(3) {
            0 => name(3),
            1 => other(4, if number == "77" { "78" } else { "77" }),
            _ => Some(format!("{line} player 5")),
        },
        ["idle"] => Some("  halted".to_owned()),
        ["halted"] => Some("  idle".to_owned()),
        ["start_limit"] => Some("  chain_limit".to_owned()),
        ["world", _] => Some("  world 0000000000000000".to_owned()),
        ["answer", "player", _, _] => match random.below(3) {
            0 => other(2, "55"),
            1 => other(3, "77"),
            _ => other(3, "\"nonsense\""),
        },
        _ => None,
    }
}

#[test]
fn a_change_in_the_recording() {
    let mut words = BTreeMap::new();
    let mut changed = 0;
    for seed in 0..400 {
        let mut random = Random::new(seed);
        let acts = random.acts(3);
        let recorded = quietly(|| played(&acts));
        let text = recorded.to_string();
        let lines: Vec<_> = text.lines().collect();
        for RecordedLine { number, step, line, .. } in recorded.lines() {
            let Some(other) = other_line(&line.to_string(), &mut random) else { continue };
            let mut others = lines.clone();
            others[number - 1] = &other;
            let other_recording: Recording = others.join("\n").parse().unwrap();
            let (phases, world) = game(&acts);
            let found: Divergence =
                quietly(|| other_recording.replay_with_digests(phases, world).unwrap_err());
            assert_eq!((found.step(), found.line()), (step, number), "{other}: {found}\n{text}");
            *words.entry(other.trim().split(' ').next().unwrap().to_owned()).or_insert(0) += 1;
            changed += 1;
        }
    }
    println!("{changed} changes: {words:?}");
    assert!(changed >= 1_000, "only {changed}");
    for word in ["start", "waits", "ended", "cancelled", "asks", "idle", "halted", "world", "answer"] {
        assert!(words.contains_key(word), "no {word} among {words:?}");
    }
}
