//! What the viewers ask of a file.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

/// A slice of a file that was found to be right.
#[derive(Debug, Clone)]
pub(super) struct Slice {
    pub(super) track: Track,
    pub(super) name: String,
    pub(super) begin: u64,
    pub(super) end: u64,
    /// The phase; nothing for the slice of a rest.
    pub(super) id: Option<u64>,
    /// The slice right around it.
    pub(super) inside: Option<usize>,
    pub(super) queued: String,
}

pub(super) type Track = (u64, u64);

/// An arrow from one slice to another.
#[derive(Debug)]
pub(super) struct Arrow {
    pub(super) from: usize,
    pub(super) to: usize,
}

#[derive(Debug, Default)]
pub(super) struct Picture {
    pub(super) slices: Vec<Slice>,
    pub(super) arrows: Vec<Arrow>,
    /// The names of instants, with the category before them.
    pub(super) instants: Vec<String>,
    pub(super) tracks: BTreeMap<Track, String>,
}

impl Picture {
    /// The phase in whose slice another one stands.
    pub(super) fn phase_around(&self, slice: usize) -> Option<usize> {
        let mut inside = self.slices[slice].inside;
        while let Some(around) = inside.filter(|around| self.slices[*around].id.is_none()) {
            inside = self.slices[around].inside;
        }
        inside
    }

    pub(super) fn is_around(&self, outer: usize, slice: usize) -> bool {
        let mut inside = self.slices[slice].inside;
        while let Some(around) = inside {
            if around == outer {
                return true;
            }
            inside = self.slices[around].inside;
        }
        false
    }
}

/// Checks a whole file.
pub(super) fn check(json: &str) -> Picture {
    let events: Vec<Value> = serde_json::from_str(json).expect("it is JSON");
    check_events(&events, false)
}

/// Checks what came of a file that was cut off: an arrow may not have arrived.
pub(super) fn check_events(events: &[Value], is_cut: bool) -> Picture {
    let mut picture = Picture::default();
    let mut stacks: BTreeMap<Track, Vec<usize>> = BTreeMap::new();
    let mut leaving: BTreeMap<u64, (usize, &Value)> = BTreeMap::new();
    let mut ids = BTreeSet::new();
    // What Perfetto takes for the slice at hand: the last one on the track, even if it is over.
    let mut at_hand: BTreeMap<Track, usize> = BTreeMap::new();
    let (mut last, mut has_begun) = (0, false);
    for event in events {
        let number = |key: &str| event[key].as_u64().unwrap_or_else(|| panic!("no number {key}: {event}"));
        let text = |key: &str| event[key].as_str().unwrap_or_else(|| panic!("no text {key}: {event}"));
        let track = (number("pid"), number("tid"));
        if text("ph") == "M" {
            assert!(!has_begun, "names come first, so that a file cut off has them: {event}");
            match text("name") {
                "process_name" => assert!(event["args"]["name"].is_string()),
                "thread_name" => {
                    let name = event["args"]["name"].as_str().expect("a name");
                    assert!(picture.tracks.insert(track, name.to_owned()).is_none(), "named twice: {event}");
                }
                "thread_sort_index" => assert!(event["args"]["sort_index"].is_u64()),
                name => panic!("viewers don't know {name}"),
            }
            continue;
        }
        has_begun = true;
        assert!(picture.tracks.contains_key(&track), "a track without a name: {event}");
        let at = number("ts");
        assert!(at >= last, "time goes back: {event}");
        last = at;
        let stack = stacks.entry(track).or_default();
        while stack.last().is_some_and(|top| picture.slices[*top].end <= at) {
            stack.pop();
        }
        assert!(!text("name").is_empty() && !text("cat").is_empty());
        match text("ph") {
            "X" => {
                let end = at + number("dur");
                assert!(end > at, "nobody can see it: {event}");
                if let Some(top) = stack.last().map(|top| &picture.slices[*top]) {
                    assert!(end <= top.end, "{event} overlaps {top:?}");
                    assert!(at > top.begin, "which one is inside? {event} {top:?}");
                }
                stack.push(picture.slices.len());
                at_hand.insert(track, picture.slices.len());
                picture.slices.push(Slice {
                    track,
                    name: text("name").to_owned(),
                    begin: at,
                    end,
                    id: event["args"]["id"].as_u64().filter(|_| text("cat") == "phase"),
                    inside: stack.iter().rev().nth(1).copied(),
                    queued: event["args"]["queued"].as_str().unwrap_or_default().to_owned(),
                });
            }
            "s" => {
                let from = *stack.last().unwrap_or_else(|| panic!("from nowhere: {event}"));
                assert_eq!(at_hand[&track], from, "Perfetto has it begin elsewhere: {event}");
                assert!(at > picture.slices[from].begin);
                assert!(ids.insert(number("id")), "an id that was given already: {event}");
                leaving.insert(number("id"), (from, event));
            }
            "f" => {
                let (from, start) =
                    leaving.remove(&number("id")).unwrap_or_else(|| panic!("no start: {event}"));
                assert_eq!(
                    (&start["cat"], &start["name"]),
                    (&event["cat"], &event["name"]),
                    "they go together"
                );
                assert_eq!(text("bp"), "e", "else it binds to the slice that comes next");
                let to = *stack.last().unwrap_or_else(|| panic!("to nowhere: {event}"));
                assert_eq!(at_hand[&track], to, "Perfetto has it end elsewhere: {event}");
                assert!(at > picture.slices[to].begin);
                picture.arrows.push(Arrow { from, to });
            }
            "i" => {
                assert!(matches!(text("s"), "t" | "p" | "g"));
                // To Perfetto it is a slice of no length.
                let is_apart = text("s") == "g" || picture.tracks[&track] == "events";
                assert!(is_apart, "an arrow might begin at it: {event}");
                picture.instants.push(format!("{}: {}", text("cat"), text("name")));
            }
            other => panic!("what is {other}?"),
        }
    }
    assert!(is_cut || leaving.is_empty(), "arrows to nowhere: {leaving:?}");
    picture
}

/// Reads as much as there is, as Perfetto does: an event that is cut off is left away, and so is the end of the array.
pub(super) fn as_far_as_it_goes(file: &[u8]) -> Vec<Value> {
    let mut rest = file.strip_prefix(b"[").expect("an array");
    let mut events = Vec::new();
    loop {
        rest = rest.trim_ascii_start();
        rest = rest.strip_prefix(b",").unwrap_or(rest).trim_ascii_start();
        if rest.is_empty() || rest.starts_with(b"]") {
            return events;
        }
        let mut reader = serde_json::Deserializer::from_slice(rest).into_iter();
        match reader.next().expect("there is more") {
            Ok(event) => events.push(event),
            Err(error) if error.is_eof() => return events,
            Err(error) => panic!("{error}"),
        }
        rest = &rest[reader.byte_offset()..];
    }
}
