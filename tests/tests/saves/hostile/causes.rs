//! Saves in which somebody has tampered with the ids and causes of phases.

use phase_core::PhaseManager;
use serde_json::Value;

use crate::format::Format;
use crate::reaching::{Table, begun, is_over, step};

/// Games don't count so far, and above the highest that a save may have, saves would be refused.
const HIGHEST: u64 = u64::MAX / 8;

/// Saves in JSON from all over a game that uses its causes.
fn saves() -> Vec<Value> {
    let (mut phases, mut table) = begun();
    let mut saves = vec![];
    for nth in 0.. {
        if is_over(&phases) {
            return saves;
        }
        saves.push(Format::Json.read(&Format::Json.save(&phases)).expect("it is JSON"));
        step(nth, &mut phases, &mut table);
    }
    saves
}

/// Of a save that was made up, phases may be anywhere, but they come to an end, and each position can be saved.
fn plays_on(mut phases: PhaseManager<Table>) {
    let mut table = Table::default();
    for nth in 0..200 {
        // Which looks at all that is told of causes.
        let save = Format::Json.save(&phases);
        let again: PhaseManager<Table> = Format::Json.load(&save).unwrap_or_else(|error| panic!("{error}"));
        let again = String::from_utf8_lossy(&Format::Json.save(&again)).into_owned();
        assert_eq!(again, String::from_utf8_lossy(&save), "a save of what was loaded is the same");
        let fork = phases.fork().expect("all can be copied");
        assert_eq!(fork.levels().to_string(), phases.levels().to_string());
        if is_over(&phases) {
            return;
        }
        step(nth, &mut phases, &mut table);
    }
    panic!("it comes to no end");
}

/// Loads a save with other causes, and says whether it was refused.
fn refused(save: &Value, causes: Value) -> bool {
    let mut save = save.clone();
    save["causes"] = causes;
    let text = Format::Json.write(&save);
    let levels = save["causes"]["line"].as_array().into_iter().flatten().map(|link| &link["level"]);
    let is_high = levels.chain([&save["causes"]["last_id"]]).any(|number| number.as_u64() > Some(HIGHEST));
    match Format::Json.load(&text) {
        Ok(_) if is_high => false,
        Ok(phases) => {
            let plays = std::panic::AssertUnwindSafe(|| plays_on(phases));
            assert!(
                std::panic::catch_unwind(plays).is_ok(),
                "this save came to that: {}",
                String::from_utf8_lossy(&text)
            );
            false
        }
        Err(error) => {
            let tells =
                ["causes", "invalid type", "invalid value", "invalid length", "missing field", "number"];
            assert!(tells.iter().any(|words| error.contains(words)), "{error}");
            true
        }
    }
}

/// The places of all values in a tree, with the way there.
fn places(value: &Value, way: &str, places: &mut Vec<String>) {
    places.push(way.to_owned());
    match value {
        Value::Array(items) => {
            for (nth, item) in items.iter().enumerate() {
                self::places(item, &format!("{way}/{nth}"), places);
            }
        }
        Value::Object(fields) => {
            for (name, field) in fields {
                self::places(field, &format!("{way}/{name}"), places);
            }
        }
        _ => {}
    }
}

/// Calls back with each of the values that could stand in a place.
fn others(value: &Value, mut each: impl FnMut(Value)) {
    match value {
        Value::Number(number) => {
            let number = number.as_u64().expect("all are whole");
            let near =
                [0, 1, 2, 3, number + 1, number.saturating_sub(1), number ^ 1, number + 2, number * 2 + 1];
            let far = [1_000, u64::MAX / 4, u64::MAX / 4 + 1, u64::MAX / 2, u64::MAX - 1, u64::MAX];
            near.into_iter().chain(far).filter(|other| *other != number).for_each(|other| each(other.into()));
        }
        Value::String(_) => {
            for name in ["", "Turn", "Move", "Hit", "Nobody"] {
                each(name.into());
            }
        }
        Value::Null => {
            for name in ["Turn", "Nobody"] {
                each(name.into());
            }
        }
        Value::Array(items) => {
            each(vec![Value::Null; items.len()].into());
            each(Value::Array(vec![]));
            each(items.iter().rev().cloned().collect());
            each([items.as_slice(), items.as_slice()].concat().into());
            for nth in 0..items.len() {
                each([&items[..nth], &items[nth + 1..]].concat().into());
                each([&items[..=nth], &items[nth..]].concat().into());
                for other in nth + 1..items.len() {
                    let mut items = items.clone();
                    items.swap(nth, other);
                    each(items.into());
                }
            }
        }
        _ => {}
    }
    each(Value::Null);
    each("x".into());
    each((-1).into());
}

#[test]
fn each_number_name_and_list_of_them_changed_cut_swapped_or_doubled() {
    let (mut tried, mut accepted) = (0, 0);
    for save in saves().iter().step_by(8) {
        assert!(!refused(save, save["causes"].clone()), "it is as it was");
        let mut ways = vec![];
        places(&save["causes"], "", &mut ways);
        for way in &ways {
            others(save["causes"].pointer(way).expect("it is there"), |other| {
                let mut causes = save["causes"].clone();
                *causes.pointer_mut(way).expect("it is there") = other;
                tried += 1;
                accepted += usize::from(!refused(save, causes));
            });
        }
    }
    assert!(tried > 1_000 && accepted > 0 && accepted < tried, "{accepted} of {tried}");
}

#[test]
fn the_causes_of_another_moment() {
    let saves = saves();
    for save in saves.iter().step_by(7) {
        for other in saves.iter().step_by(2) {
            refused(save, other["causes"].clone());
            for part in ["last_id", "ids", "line", "levels", "parked", "current"] {
                let mut causes = save["causes"].clone();
                causes[part] = other["causes"][part].clone();
                refused(save, causes);
            }
        }
    }
}

#[test]
fn what_can_not_be_is_refused() {
    let all = saves();
    let fullest = all.iter().max_by_key(|save| save["causes"]["line"].as_array().map(Vec::len));
    let save = fullest.expect("there are some");
    let with = |way: &str, other: Value| {
        let mut causes = save["causes"].clone();
        *causes.pointer_mut(way).expect("it is there") = other;
        refused(save, causes)
    };
    let first = save["causes"]["ids"][0].clone();
    assert!(with("/ids/1", first), "two phases of one id");
    assert!(with("/ids/0", 0.into()), "the id of none");
    assert!(with("/last_id", 1.into()), "ids that are still to be given");
    assert!(with("/last_id", u64::MAX.into()), "no id left to give");
    assert!(with("/line", Value::Array(vec![])), "no line");
    assert!(with("/levels/0", 1_000.into()), "a place behind the end");
    assert!(with("/line/0/level", u64::MAX.into()), "a level that can't be");
}

/// What is queued to a cause finds its place by them.
#[test]
fn levels_and_causes_that_do_not_stand_above_each_other_are_refused() {
    let (mut tried, causes_of) = (0, |save: &Value| save["causes"].clone());
    for save in saves() {
        let lines = save["causes"]["levels"].as_array().cloned().unwrap_or_default();
        for (nth, line) in lines.iter().enumerate() {
            // As if it were of the same cause as the next, or of none.
            for other in
                lines.get(nth + 1).into_iter().chain([&Value::from(0)]).filter(|other| *other != line)
            {
                let mut causes = causes_of(&save);
                causes["levels"][nth] = other.clone();
                tried += 1;
                assert!(refused(&save, causes), "{nth} as {other} of {save}");
            }
        }
        let line = save["causes"]["line"].as_array().cloned().unwrap_or_default();
        for nth in 1..line.len() {
            if line[nth]["name"].is_null() || line[nth - 1]["name"].is_null() {
                continue;
            }
            let mut causes = causes_of(&save);
            causes["line"][nth]["level"] = line[nth - 1]["level"].clone();
            tried += 1;
            assert!(refused(&save, causes), "place {nth} of {save}");
        }
    }
    assert!(tried > 50, "{tried}");
}
