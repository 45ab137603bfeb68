//! How the bytes of a ring are divided.

use super::part::{Part, Room};
use super::recall::Recall;

/// How many parts share the bytes of a ring, unless they would be smaller than [`SMALL`].
const PARTS: usize = 32;
/// A part that is smaller than this is hardly worth its head.
const SMALL: usize = 1024;
/// A ring that is smaller has no pen to lend.
const LARGE: usize = 16 * 1024;
/// The largest part; also the most text that one event keeps in a trace without bounds.
const LONGEST: usize = 1 << 20;
/// How many events the first part of a trace without bounds holds, and how often those double that follow.
const FIRST: usize = 64;
const DOUBLINGS: usize = 6;

/// How much each part holds; nothing if there is no place for even one.
pub(super) fn room(bytes: Option<usize>, keeps_text: bool) -> Option<Room> {
    let Some(bytes) = bytes else {
        return Some(Room {
            records: FIRST << DOUBLINGS,
            text: if keeps_text { LONGEST } else { 0 },
            keeps_text,
        });
    };
    let part = part_bytes(bytes, keeps_text);
    if bytes < part {
        return None;
    }
    let rest = part - Part::HEAD;
    Some(if keeps_text {
        // That leaves 45 bytes of text for an event, of which about every third has any.
        let records = (rest * 5 / 9 / Part::TEXTS).max(1);
        Room { records, text: rest - records * Part::TEXTS, keeps_text }
    } else {
        Room { records: (rest / Part::NAMES).max(1), text: 0, keeps_text }
    })
}

/// What each part of a ring takes.
pub(super) fn part_bytes(bytes: usize, keeps_text: bool) -> usize {
    let least = if keeps_text { 2 * Part::TEXTS } else { Part::NAMES };
    ((bytes - pen_bytes(bytes)) / PARTS).clamp(SMALL.min(bytes / 4), LONGEST).max(Part::HEAD + least)
}

/// The room of a part in a trace without bounds, which has so many parts before it: a short game takes little.
pub(super) fn growing(room: Room, before: usize) -> Room {
    Room { records: FIRST << before.min(DOUBLINGS), ..room }
}

/// Whether the pen of a ring recalls names, which takes place from the events, and may be lent, for which others go on in
/// another part. In a small ring neither is worth it.
pub(super) fn is_large(bytes: Option<usize>) -> bool {
    bytes.is_none_or(|bytes| bytes >= LARGE)
}

/// What pens take of a ring.
pub(super) fn pen_bytes(bytes: usize) -> usize {
    if bytes >= LARGE { size_of::<Recall>() } else { 0 }
}
