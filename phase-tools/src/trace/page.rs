//! A trace as a page to look at.

use std::collections::BTreeMap;
use std::fmt::{self, Write as _};

use phase_core::{QueuedBy, QueuedHow};

use super::event::TraceKind;
use super::json::Json;
use super::slices::{Slice, Slices, Why};
use super::tree::told;
use super::why::verb;

const HTML: &str = include_str!("page/page.html");
const STYLE: [&str; 2] = [include_str!("../theme.css"), include_str!("page/page.css")];
const SCRIPT: [&str; 6] = [
    include_str!("page/model.js"),
    include_str!("page/list.js"),
    include_str!("page/rows.js"),
    include_str!("page/overview.js"),
    include_str!("page/details.js"),
    include_str!("page/main.js"),
];

/// Prints as a page.
pub(super) struct Page<'a> {
    pub(super) slices: &'a Slices<'a>,
    pub(super) events: usize,
    pub(super) dropped: usize,
}

impl fmt::Display for Page<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The parts of the file that are between what is filled in.
        let mut parts = HTML.split("{}");
        let mut next = |f: &mut fmt::Formatter<'_>| f.write_str(parts.next().unwrap_or_default());
        next(f)?;
        f.write_str(env!("CARGO_PKG_VERSION"))?;
        next(f)?;
        STYLE.iter().try_for_each(|part| f.write_str(part))?;
        next(f)?;
        self.data(f)?;
        next(f)?;
        SCRIPT.iter().try_for_each(|part| f.write_str(part))?;
        next(f)
    }
}

impl Page<'_> {
    /// What happened, for `model.js`: texts once each, and a list of numbers for each phase.
    fn data(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { slices, events, dropped } = self;
        let mut words = Words::default();
        write!(
            f,
            r#"{{"end":{},"events":{events},"dropped":{dropped},"games":{},"phases":["#,
            slices.end,
            slices.tracks.len()
        )?;
        for (place, slice) in slices.all.iter().enumerate() {
            f.write_str(if place > 0 { ",\n" } else { "\n" })?;
            phase(f, slice, &mut words)?;
        }
        f.write_str("\n],\"words\":[")?;
        for (place, word) in words.all.iter().enumerate() {
            write!(f, "{}{}", if place > 0 { "," } else { "" }, Json(word))?;
        }
        f.write_str("]}")
    }
}

/// Texts, each by a number.
#[derive(Default)]
struct Words {
    all: Vec<String>,
    places: BTreeMap<String, usize>,
}

impl Words {
    fn place(&mut self, word: &str) -> usize {
        if let Some(place) = self.places.get(word) {
            return *place;
        }
        self.all.push(word.to_owned());
        self.places.insert(word.to_owned(), self.all.len() - 1);
        self.all.len() - 1
    }
}

/// One phase, in the order of the names at the top of `model.js`.
fn phase(f: &mut fmt::Formatter<'_>, slice: &Slice<'_>, words: &mut Words) -> fmt::Result {
    let optional = |place: Option<usize>| place.map_or("-1".to_owned(), |place| place.to_string());
    let name = words.place(slice.name);
    let debug = slice.debug.map(|debug| words.place(debug));
    let origin = words.place(&origin(slice));
    write!(
        f,
        "[{},{},{name},{},{},{origin},{},{},{},{},{},{},{},[",
        slice.id.get(),
        slice.game,
        optional(debug),
        slice.level,
        optional(slice.by),
        optional(slice.parent),
        slice.queued_at,
        slice.opened.unwrap_or(0),
        slice.ended.unwrap_or(0),
        slice.closed,
        end(slice),
    )?;
    for (place, rest) in slice.rests.iter().enumerate() {
        let why = match rest.why {
            Why::Update => 0,
            Why::Ticket => 1,
            Why::Answer => 2,
            Why::Interrupt => 3,
        };
        write!(f, "{}{why},{},{}", if place > 0 { "," } else { "" }, rest.from, rest.to)?;
    }
    f.write_str("],[")?;
    let mut story = slice.story.iter().peekable();
    let mut is_first = true;
    while let Some(moment) = story.next() {
        let mut times = 1;
        while story.next_if(|next| next.kind == moment.kind).is_some() {
            times += 1;
        }
        let comma = if std::mem::take(&mut is_first) { "" } else { "," };
        write!(f, "{comma}{},{},{times}", moment.at, words.place(&told(moment.kind)))?;
    }
    f.write_str("]]")
}

/// How a phase was queued: by another phase, to which the page leads, or in words.
fn origin(slice: &Slice<'_>) -> String {
    let Some((how, by)) = slice.queued else { return "queued before the trace begins".to_owned() };
    let mut origin = match how {
        QueuedHow::Present => return "there before it was observed".to_owned(),
        QueuedHow::WhenEmpty => return "queued as nothing was left to run".to_owned(),
        how => verb(how).to_owned(),
    };
    match by {
        QueuedBy::Phase(_) if slice.by.is_some() => {}
        QueuedBy::Phase(id) => {
            let _ = write!(origin, " by phase {id}, which the trace has dropped");
        }
        QueuedBy::Host => origin.push_str(" by the host"),
        _ => {}
    }
    origin
}

/// How a phase ended, as `model.js` numbers it; 0 if it has not.
fn end(slice: &Slice<'_>) -> u8 {
    match slice.end() {
        Some(TraceKind::Ended) => 1,
        Some(TraceKind::Cancelled) => 2,
        Some(TraceKind::Failed { .. }) => 3,
        Some(TraceKind::Panicked) => 4,
        Some(TraceKind::Abandoned) => 5,
        Some(TraceKind::Dropped { .. }) => 6,
        _ => 0,
    }
}
