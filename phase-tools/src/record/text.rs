//! Recordings as text: a line each.

use std::fmt::{self, Write as _};

use phase_core::{QueuedHow, Seat};

use super::line::{End, Line, Rest};

/// How a phase was queued, by a word of the text.
pub(super) const HOWS: [(QueuedHow, &str); 8] = [
    (QueuedHow::Push, "pushed"),
    (QueuedHow::Unshift, "unshifted"),
    (QueuedHow::Defer, "deferred"),
    (QueuedHow::Insert, "inserted"),
    (QueuedHow::Replace, "replacing"),
    (QueuedHow::Interrupt, "interrupting"),
    (QueuedHow::WhenEmpty, "supplied"),
    (QueuedHow::Present, "present"),
];

/// By which word the host queues.
pub(super) const VERBS: [(QueuedHow, &str); 4] = [
    (QueuedHow::Push, "push"),
    (QueuedHow::Unshift, "unshift"),
    (QueuedHow::Defer, "defer"),
    (QueuedHow::Interrupt, "interrupt"),
];

pub(super) const ENDS: [(End, &str); 5] = [
    (End::Ended, "ended"),
    (End::Failed, "failed"),
    (End::Panicked, "panicked"),
    (End::Abandoned, "abandoned"),
    (End::Cancelled, "cancelled"),
];

pub(super) fn word<T: PartialEq>(words: &[(T, &'static str)], of: &T) -> &'static str {
    words.iter().find(|(known, _)| known == of).map_or("present", |(_, word)| word)
}

/// Writes a line as the text of a recording has it, without its end.
impl fmt::Display for Line<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_outcome() {
            f.write_str("  ")?;
        }
        match *self {
            Line::Comment { text: "", .. } => Ok(()),
            Line::Comment { text, .. } => write!(f, "#{text}"),
            Line::Run { times: 1 } => f.write_str("run"),
            Line::Run { times } => write!(f, "run {times}"),
            Line::Step { times: 1 } => f.write_str("step"),
            Line::Step { times } => write!(f, "step {times}"),
            Line::Answer { seat, data } => write!(f, "answer {seat} {data}"),
            Line::TimeOut => f.write_str("time_out"),
            Line::Queue { how, name, data } => write!(f, "{} {} {data}", word(&VERBS, &how), Name(name)),
            Line::Cancel => f.write_str("cancel"),
            Line::CancelTree => f.write_str("cancel_tree"),
            Line::CancelParked { index } => write!(f, "cancel_parked {index}"),
            Line::CancelAll => f.write_str("cancel_all"),
            Line::Clear => f.write_str("clear"),
            Line::Finish => f.write_str("finish"),
            Line::Recover => f.write_str("recover"),
            Line::Start { name, how, level, back } => {
                write!(f, "start {} {} {level}", Name(name), word(&HOWS, &how))?;
                if back > 0 { write!(f, " by -{back}") } else { Ok(()) }
            }
            Line::Over { end, name: Some(name) } => write!(f, "{} {}", word(&ENDS, &end), Name(name)),
            Line::Over { end, name: None } => f.write_str(word(&ENDS, &end)),
            Line::Fallback { seat } => write!(f, "fallback {seat}"),
            Line::Delivered { how, name } => write!(f, "delivered {} {}", Name(name), word(&HOWS, &how)),
            Line::Rest(rest) => write_rest(f, rest),
            Line::World(digest) => write!(f, "world {digest:016x}"),
        }
    }
}

fn write_rest(f: &mut fmt::Formatter<'_>, rest: Rest<'_>) -> fmt::Result {
    match rest {
        Rest::Waiting(name) => write!(f, "waits {}", Name(name)),
        Rest::Suspended(name) => write!(f, "suspended {}", Name(name)),
        Rest::Asking { name, number, seats } => {
            write!(f, "asks {} {number}", Name(name))?;
            seats.iter().try_for_each(|seat: Seat| write!(f, " {seat}"))
        }
        Rest::Idle => f.write_str("idle"),
        Rest::Halted => f.write_str("halted"),
        Rest::StartLimit => f.write_str("start_limit"),
        Rest::ChainLimit => f.write_str("chain_limit"),
    }
}

/// A name as it is, or in quotes if it is not one plain word.
struct Name<'a>(&'a str);

impl fmt::Display for Name<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is_plain = !self.0.is_empty()
            && self.0.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | ':' | '.' | '-'));
        if is_plain { f.write_str(self.0) } else { Quoted(self.0).fmt(f) }
    }
}

/// A text in quotes, as in JSON.
pub(super) struct Quoted<'a>(pub(super) &'a str);

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_char('"')?;
        for c in self.0.chars() {
            match c {
                '"' => f.write_str("\\\"")?,
                '\\' => f.write_str("\\\\")?,
                '\n' => f.write_str("\\n")?,
                '\r' => f.write_str("\\r")?,
                '\t' => f.write_str("\\t")?,
                c if c.is_control() || matches!(c, '\u{2028}' | '\u{2029}') => {
                    write!(f, "\\u{:04x}", u32::from(c))?;
                }
                c => f.write_char(c)?,
            }
        }
        f.write_char('"')
    }
}
