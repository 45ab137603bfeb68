//! A trace in the format of `chrome://tracing`, which Perfetto and others read.

use std::fmt;

use phase_core::{QueuedBy, QueuedHow};

use super::event::TraceKind;
use super::json::Json;
use super::slices::{Rest, Slice, Slices};
use super::tree::told;
use super::why::verb;

/// Times are in microseconds. A step is a millisecond, so that viewers show whole numbers of a unit.
const STEP: u64 = 1000;

/// Prints as an array of events, one a line, in the order of time.
pub(super) struct Chrome<'a> {
    pub(super) slices: &'a Slices<'a>,
    /// How many events the ring has dropped before.
    pub(super) dropped: usize,
}

/// Something to be drawn, of the slice at a place.
#[derive(Debug, Clone, Copy)]
enum Item<'a> {
    Slice,
    Rest(Rest),
    ArrowFrom { by: usize },
    ArrowTo,
    Answer(&'a TraceKind),
    Instant(&'a TraceKind),
}

impl fmt::Display for Chrome<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("[")?;
        let mut line = Line { f, is_first: true };
        let mut all_tracks = self.slices.tracks.clone();
        if self.dropped > 0 && all_tracks.is_empty() {
            all_tracks.insert(1, 1);
        }
        for (game, tracks) in &all_tracks {
            line.name("process_name", *game, 1, format_args!("game {game}"))?;
            for track in 1..=tracks + 1 {
                match track {
                    1 => line.name("thread_name", *game, track, format_args!("phases"))?,
                    _ if track > *tracks => line.name("thread_name", *game, track, format_args!("events"))?,
                    _ => line.name("thread_name", *game, track, format_args!("in between, {}", track - 1))?,
                }
                line.begin()?;
                write!(
                    line.f,
                    r#""ph":"M","name":"thread_sort_index","pid":{game},"tid":{track},"args":{{"sort_index":{track}}}}}"#
                )?;
            }
        }
        if let Some(game) = all_tracks.keys().next().filter(|_| self.dropped > 0) {
            line.begin()?;
            write!(
                line.f,
                r#""ph":"i","s":"g","name":"events dropped before","cat":"trace","ts":0,"pid":{game},"tid":1,"args":{{"events":{}}}}}"#,
                self.dropped
            )?;
        }
        for (at, _, index, item) in self.items() {
            line.begin()?;
            self.item(line.f, at, index, item)?;
        }
        f.write_str("\n]\n")
    }
}

/// Writes what stands between two events.
struct Line<'f, 'g> {
    f: &'f mut fmt::Formatter<'g>,
    is_first: bool,
}

impl Line<'_, '_> {
    fn begin(&mut self) -> fmt::Result {
        self.f.write_str(if self.is_first { "\n{" } else { ",\n{" })?;
        self.is_first = false;
        Ok(())
    }

    /// Names a process or a track; the name is one that needs no escapes.
    fn name(&mut self, what: &str, game: u16, track: usize, name: fmt::Arguments<'_>) -> fmt::Result {
        self.begin()?;
        write!(self.f, r#""ph":"M","name":"{what}","pid":{game},"tid":{track},"args":{{"name":"{name}"}}}}"#)
    }
}

impl Chrome<'_> {
    /// What is to be drawn, in the order of time. Slices and rests begin with a step, all else is in the middle of one, so
    /// that no two programs can differ on what is inside what.
    fn items(&self) -> Vec<(u64, usize, usize, Item<'_>)> {
        let mut items = Vec::new();
        for (index, slice) in self.slices.all.iter().enumerate() {
            for moment in slice.story.iter().filter(|moment| is_instant(moment.kind)) {
                items.push((before(moment.at), moment.order, index, Item::Instant(moment.kind)));
            }
            let mut add = |at, item| items.push((at, 0, index, item));
            for moment in
                slice.story.iter().filter(|moment| matches!(moment.kind, TraceKind::Answered { .. }))
            {
                add((moment.at - 1) * STEP, Item::Answer(moment.kind));
            }
            let Some(opened) = slice.opened else { continue };
            add(opened * STEP, Item::Slice);
            for rest in &slice.rests {
                add(rest.from * STEP, Item::Rest(*rest));
            }
            if let Some(by) = slice.by.filter(|by| slice.by_open && slice.inside != Some(*by)) {
                add(before(slice.queued_at), Item::ArrowFrom { by });
                add(before(opened + 1), Item::ArrowTo);
            }
        }
        items.sort_by_key(|(at, order, ..)| (*at, *order));
        items
    }

    fn item(&self, f: &mut fmt::Formatter<'_>, at: u64, index: usize, item: Item<'_>) -> fmt::Result {
        let slice = &self.slices.all[index];
        let track = match item {
            Item::ArrowFrom { by } => self.slices.all[by].track + 1,
            // Perfetto has an arrow begin at what it has seen last on a track, so nothing but what may be that is there.
            Item::Instant(_) => self.slices.tracks[&slice.game] + 1,
            _ => slice.track + 1,
        };
        write!(f, r#""pid":{},"tid":{track},"ts":{at},"#, slice.game)?;
        match item {
            Item::Slice => {
                let length = (slice.closed - at / STEP) * STEP;
                write!(f, r#""ph":"X","dur":{length},"cat":"phase","name":{},"#, Json(slice.name))?;
                if matches!(slice.end(), Some(TraceKind::Failed { .. } | TraceKind::Panicked)) {
                    f.write_str(r#""cname":"terrible","#)?;
                }
                self.arguments(f, slice)
            }
            Item::Rest(Rest { why, from, to }) => {
                let length = to - from;
                write!(
                    f,
                    r#""ph":"X","dur":{},"cat":"rest","name":"{}","cname":"grey","args":{{"steps":{length}}}}}"#,
                    length * STEP,
                    why.word()
                )
            }
            Item::ArrowFrom { .. } => {
                write!(f, r#""ph":"s","cat":"queue","name":"{}","id":{}}}"#, arrow(slice), index + 1)
            }
            Item::ArrowTo => {
                write!(f, r#""ph":"f","bp":"e","cat":"queue","name":"{}","id":{}}}"#, arrow(slice), index + 1)
            }
            Item::Answer(kind) => {
                write!(
                    f,
                    r#""ph":"X","dur":{STEP},"cat":"answer","name":{},"args":{{}}}}"#,
                    Json(&told(kind))
                )
            }
            Item::Instant(kind) => {
                let words = format!("{} {}", slice.name, told(kind));
                let cat = if matches!(kind, TraceKind::Dropped { .. }) { "dropped" } else { "event" };
                write!(
                    f,
                    r#""ph":"i","s":"t","cat":"{cat}","name":{},"args":{{"id":{}"#,
                    Json(&words),
                    slice.id.get()
                )?;
                if let Some(debug) = slice.debug {
                    write!(f, r#","debug":{}"#, Json(debug))?;
                }
                f.write_str("}}")
            }
        }
    }

    fn arguments(&self, f: &mut fmt::Formatter<'_>, slice: &Slice<'_>) -> fmt::Result {
        write!(f, r#""args":{{"id":{},"#, slice.id.get())?;
        if let Some(debug) = slice.debug {
            write!(f, r#""debug":{},"#, Json(debug))?;
        }
        write!(f, r#""level":{}"#, slice.level)?;
        if slice.queued.is_some() {
            write!(f, r#","queued":{}"#, Json(&self.origin(slice)))?;
        }
        if let Some(end) = slice.end() {
            write!(f, r#","end":{}"#, Json(&told(end)))?;
        }
        f.write_str("}}")
    }

    /// How a phase was queued and by whom.
    fn origin(&self, slice: &Slice<'_>) -> String {
        let Some((how, by)) = slice.queued else { return String::new() };
        let verb = verb(how);
        match (by, slice.by) {
            _ if how == QueuedHow::Present => "was there".to_owned(),
            (QueuedBy::Phase(id), Some(by)) => format!("{verb} by {} {id}", self.slices.all[by].name),
            (QueuedBy::Phase(id), None) => format!("{verb} by {id}, which was dropped from the trace"),
            (QueuedBy::Host, _) => format!("{verb} by the host"),
            (QueuedBy::WhenEmpty, _) => "queued as nothing was left to run".to_owned(),
            _ => verb.to_owned(),
        }
    }
}

/// The middle of the step before this one.
fn before(step: u64) -> u64 {
    step * STEP - STEP / 2
}

fn arrow(slice: &Slice<'_>) -> &'static str {
    slice.queued.map_or("queued", |(how, _)| verb(how))
}

/// What is no slice, and would not be seen.
fn is_instant(kind: &TraceKind) -> bool {
    matches!(
        kind,
        TraceKind::Refused { .. }
            | TraceKind::Cancelled
            | TraceKind::Failed { .. }
            | TraceKind::Panicked
            | TraceKind::Abandoned
            | TraceKind::Dropped { .. }
    )
}
