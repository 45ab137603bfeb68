//! Breakpoints: what an event has to be like for the game to stop.

use std::fmt;

use phase_core::QueuedHow;

use crate::trace::{TraceEvent, TraceKind, verb};

/// Stops the game at an event that is all of what is asked for.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Breakpoint {
    pub(crate) name: Option<String>,
    pub(crate) how: Option<QueuedHow>,
    pub(crate) kind: Option<&'static str>,
    pub(crate) level: Option<usize>,
}

/// The verbs, as they are typed.
const VERBS: [(&str, QueuedHow); 7] = [
    ("push", QueuedHow::Push),
    ("unshift", QueuedHow::Unshift),
    ("defer", QueuedHow::Defer),
    ("insert", QueuedHow::Insert),
    ("replace", QueuedHow::Replace),
    ("interrupt", QueuedHow::Interrupt),
    ("when_empty", QueuedHow::WhenEmpty),
];

/// The kinds of events, as they are typed.
const KINDS: [&str; 16] = [
    "queued",
    "started",
    "waiting",
    "updated",
    "suspended",
    "asking",
    "answered",
    "refused",
    "parked",
    "resumed",
    "ended",
    "cancelled",
    "failed",
    "panicked",
    "abandoned",
    "dropped",
];

pub(crate) fn kind_of(kind: &TraceKind) -> &'static str {
    match kind {
        TraceKind::Queued { .. } => "queued",
        TraceKind::Started => "started",
        TraceKind::Waiting => "waiting",
        TraceKind::Updated => "updated",
        TraceKind::Suspended => "suspended",
        TraceKind::Asking { .. } => "asking",
        TraceKind::Answered { .. } => "answered",
        TraceKind::Refused { .. } => "refused",
        TraceKind::Parked => "parked",
        TraceKind::Resumed => "resumed",
        TraceKind::Ended => "ended",
        TraceKind::Cancelled => "cancelled",
        TraceKind::Failed { .. } => "failed",
        TraceKind::Panicked => "panicked",
        TraceKind::Abandoned => "abandoned",
        TraceKind::Dropped { .. } => "dropped",
    }
}

impl Breakpoint {
    /// Whether it is known before the phase starts that it stops here.
    fn is_early(&self) -> bool {
        self.how.is_none() && matches!(self.kind, None | Some("started"))
    }

    /// Whether the game stops before a phase starts.
    pub(crate) fn stops_before(&self, name: &str, level: usize) -> bool {
        self.is_early()
            && self.name.as_deref().is_none_or(|wanted| wanted == name)
            && self.level.is_none_or(|wanted| wanted == level)
    }

    /// Whether the game stops after an event.
    pub(crate) fn stops_after(&self, event: &TraceEvent) -> bool {
        let kind = if self.is_early() { Some("started") } else { self.kind };
        self.name.as_deref().is_none_or(|name| name == event.name)
            && kind.is_none_or(|kind| kind == kind_of(&event.kind))
            && self.level.is_none_or(|level| level == event.level)
            && self
                .how
                .is_none_or(|wanted| matches!(event.kind, TraceKind::Queued { how, .. } if how == wanted))
    }
}

impl Breakpoint {
    /// Reads words in any order: a phase, a verb, a kind of event, `level N`.
    ///
    /// # Errors
    ///
    /// What is wrong with them, and what to write.
    pub(crate) fn parse(text: &str, phases: &[&str]) -> Result<Self, String> {
        let mut new = Self::default();
        let mut words = text.split_whitespace();
        while let Some(word) = words.next() {
            let is_twice = if let Some((_, how)) = VERBS.iter().find(|(verb, _)| *verb == word) {
                new.how.replace(*how).is_some()
            } else if let Some(kind) = KINDS.iter().find(|kind| **kind == word) {
                new.kind.replace(kind).is_some()
            } else if word == "level" {
                let number = words.next().and_then(|number| number.parse().ok());
                new.level.replace(number.ok_or("write the number of the level: `level 2`")?).is_some()
            } else if phases.contains(&word) || word.starts_with(char::is_uppercase) {
                new.name.replace(word.to_owned()).is_some()
            } else {
                let known = VERBS.iter().map(|(verb, _)| *verb).chain(KINDS).chain(["level"]);
                let near = known
                    .max_by(|a, b| strsim::jaro_winkler(a, word).total_cmp(&strsim::jaro_winkler(b, word)));
                return Err(format!(
                    "`{word}` is no phase, verb or kind of event; is it `{}`?",
                    near.unwrap_or("level")
                ));
            };
            if is_twice {
                return Err(format!("`{word}` is one too many: each event has only one such thing"));
            }
        }
        if new == Self::default() {
            return Err("write a phase, a verb, a kind of event, or `level N`".to_owned());
        }
        if new.how.is_some() && new.kind.is_some_and(|kind| kind != "queued") {
            return Err("a verb goes with `queued` alone: leave the other word out".to_owned());
        }
        Ok(new)
    }
}

impl fmt::Display for Breakpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let level = self.level.map(|level| format!("on level {level}"));
        let happens = match (self.how, self.kind) {
            (Some(how), _) => verb(how),
            (None, Some(kind)) => kind,
            (None, None) => "starts",
        };
        let words = [Some(self.name.as_deref().unwrap_or("any phase")), Some(happens), level.as_deref()];
        f.write_str(&words.into_iter().flatten().collect::<Vec<_>>().join(" "))
    }
}
