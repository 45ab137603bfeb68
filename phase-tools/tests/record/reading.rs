//! Reading the text of a recording.

use std::panic::{AssertUnwindSafe, catch_unwind};

use proptest::prelude::*;

use phase_core::PhaseManager;
use phase_tools::record::DivergenceKind;
use phase_tools::{Recorder, Recording};

use crate::random::{Random, game, played, quietly};

/// What is said of a text that is no recording.
fn error(text: &str) -> String {
    text.parse::<Recording>().unwrap_err().to_string()
}

#[test]
fn what_is_wrong_and_what_to_do() {
    let wrong = [
        "",
        "run\n",
        "recording 2\n",
        "recording one\n",
        "recording 1\nrecording 1\n",
        "recording 1\nseed 42\n",
        "recording 1\nseed \"42\"\nseed \"43\"\n",
        "recording 1\nrun\nversion \"1\"\n",
        "recording 1\n  idle\n",
        "recording 1\nanwser player 0 1\n",
        "recording 1\nanswer 0 1\n",
        "recording 1\nanswer player 0\n",
        "recording 1\nanswer player 99999999999 1\n",
        "recording 1\nanswer player 0 {\"Fight\": \n",
        "recording 1\npush\n",
        "recording 1\nrun 0\n",
        "recording 1\nrun\n  start A pusht 0\n",
        "recording 1\nrun\n  start A pushed\n",
        "recording 1\nrun\n  start A pushed 0 by 1\n",
        "recording 1\nrun\n  start A pushed 0 because\n",
        "recording 1\nrun\n  start \"A pushed 0\n",
        "recording 1\nrun\n  world 12\n",
        "recording 1\nrun\n  idle too\n",
        "recording 1\nrun 2\n  idle\n",
    ];
    let errors: Vec<_> = wrong.into_iter().map(error).collect();
    expect_test::expect![[r#"
        line 1 of the recording: it has to begin with `recording 1`, the number of the format
        line 1 of the recording: it has to begin with `recording 1`, the number of the format
        line 1 of the recording: it is of format 2, and this version of phase-tools reads formats up to 1; take a newer one
        line 1 of the recording: the number of the format has to be a number such as 1, and not too high
        line 2 of the recording: the number of the format stands there already
        line 2 of the recording: `seed` takes a text in quotes, as in `seed "42"`
        line 3 of the recording: there is a `seed` already; take one of them out
        line 3 of the recording: `version` belongs to the header; put it before the first line that says what was done
        line 2 of the recording: `idle` says what came of something that the host did; there has to be a line before, such as `run`
        line 2 of the recording: no line begins with `anwser`; did you mean `answer`?
        line 2 of the recording: a seat is missing: write `player 0` or `chance`
        line 2 of the recording: the data is missing at its end: JSON, on this line
        line 2 of the recording: the number of the player has to be a number such as 1, and not too high
        line 2 of the recording: its data is no JSON, from character 9 of it on
        line 2 of the recording: the name of a phase is missing
        line 2 of the recording: what was not done at all has no line; take it out
        line 3 of the recording: behind the name stands how the phase was queued: one of pushed, unshifted, deferred, inserted, replacing, interrupting, supplied, present
        line 3 of the recording: the number of a level is missing at its end
        line 3 of the recording: `by` takes how many starts before the phase started that queued this one, as in `by -1`
        line 3 of the recording: behind a level there can be only `by`, as in `by -1`
        line 3 of the recording: a name in quotes has to be a text as in JSON
        line 3 of the recording: `world` takes a digest of 16 digits, from 0 to f
        line 3 of the recording: there is more behind `idle` than belongs to it; a comment begins with `#`
        line 3 of the recording: `idle` says what came of the line before, and that says by its count that nothing came but waiting; write the run of which it came on a line of its own"#]].assert_eq(&errors.join("\n"));
}

#[test]
fn a_byte_order_mark_at_the_beginning() {
    let text = "recording 1\r\nseed \"42\"\r\nrun\r\n  idle\r\n";
    let recording: Recording = format!("\u{feff}{text}").parse().unwrap();
    assert_eq!(recording, text.parse().unwrap());
    assert_eq!(recording.to_string(), text.replace('\r', ""));
}

#[test]
fn comments_stay_where_they_are() {
    let text = "# by hand\n\nrecording 1  # the first\nseed \"1\"\n#\n# begins\nrun  # goes on\n  start \"A b#c\" pushed 0  # it is\n\n  idle\n# over\n";
    let recording: Recording = text.parse().unwrap();
    assert_eq!(recording.to_string(), text.replace("\n#\n", "\n\n"));
    let last = recording.lines().last().unwrap();
    assert_eq!((last.number, last.step), (11, 1));
}

proptest! {
    #[test]
    fn what_was_read_is_written_as_it_was(seed: u64, comments in prop::collection::vec("[^\n]{0,20}", 0..4)) {
        let acts = Random::new(seed).acts(3);
        let mut text = quietly(|| played(&acts)).to_string();
        for comment in &comments {
            text.extend(["# ", comment, "\n"]);
        }
        let recording: Recording = text.parse().unwrap();
        let again: Recording = recording.to_string().parse().unwrap();
        prop_assert_eq!(&again, &recording);
        prop_assert_eq!(again.to_string(), recording.to_string());
    }

    /// Whatever the text is, there is a recording or an error, and a recording is written as one that reads the same.
    #[test]
    fn any_text(seed: u64, changes in prop::collection::vec((any::<prop::sample::Index>(), any::<prop::sample::Index>(), ".{0,4}"), 1..6)) {
        let acts = Random::new(seed).acts(3);
        let mut text = quietly(|| played(&acts)).to_string();
        for (from, to, new) in &changes {
            let places: Vec<_> = text.char_indices().map(|(place, _)| place).collect();
            if places.is_empty() {
                break;
            }
            let (from, to) = (*from.get(&places), *to.get(&places));
            let to = if from <= to && to - from < 40 { to } else { from };
            text.replace_range(from..to, new);
        }
        let read = catch_unwind(|| text.parse::<Recording>());
        let read = read.map_err(|_| TestCaseError::fail("it panics"))?;
        if let Ok(recording) = read {
            let written = recording.to_string();
            let again: Recording = written.parse().map_err(|error| TestCaseError::fail(format!("{error}: {written}")))?;
            prop_assert_eq!(&again, &recording);
            prop_assert_eq!(&again.to_string(), &written);
            // One may say that a game has waited for years.
            if recording.steps() > 1_000 {
                return Ok(());
            }
            let (phases, world) = game(&acts);
            let replayed = catch_unwind(AssertUnwindSafe(|| quietly(|| recording.replay_with_digests(phases, world))));
            match replayed.map_err(|_| TestCaseError::fail(format!("it panics: {written}")))? {
                Ok(_) => {}
                Err(difference) if difference.kind() == DivergenceKind::NoDigests => {}
                Err(difference) => {
                    prop_assert!(difference.step() <= recording.steps(), "{difference}");
                    prop_assert!(recording.lines().any(|line| line.number == difference.line()), "{difference}");
                }
            }
        }
    }
}

#[test]
fn a_comment_behind_a_save() {
    let recording: Recording = "recording 1\nsave {\"version\":4}  # of Tuesday\nrun\n".parse().unwrap();
    assert_eq!(recording.save(), Some("{\"version\":4}"));
    assert_eq!(recording.to_string(), "recording 1\nsave {\"version\":4}  # of Tuesday\nrun\n");
    let error = "recording 1\nsave {version:4}\nrun\n".parse::<Recording>().unwrap_err();
    assert_eq!(
        error.to_string(),
        "line 2 of the recording: `save` takes JSON, or any other text in quotes, as in `save \"42\"`"
    );
    // Whatever a host calls a save comes back as it was.
    for save in
        ["{\"a\":1} # c", "{\"a\":1}", "{", "[\"# \u{2028}\"]", "{x} ", "{a}\r", "[1]\n", "[1] [2]", "7"]
    {
        let text = Recorder::new(PhaseManager::<()>::new(), ()).save(save).recording().to_string();
        assert_eq!(text.parse::<Recording>().unwrap().save(), Some(save), "{text}");
    }
}
