//! Queue scripts: a run of phases in one line.
//!
//! ```text
//! init A B | A: push X, unshift M.1, end | M: wait | ext: done M.1, skip | budget 10
//! ```
//!
//! `init` lists what stands on level 0 at first. `A: ..` is what `A` does in `start`; a phase without a line just
//! ends. `M.1` is a phase of the kind `M`, and is meant by `M.1` and by `M` alike; `M@90` is one that runs by
//! priority. `ext:` is what happens from outside, one thing each time that a phase waits. `T` is what `when_empty`
//! supplies; it waits, unless a line says otherwise. `budget` is the start limit.
//!
//! | op | where | does |
//! |---|---|---|
//! | `push P`, `unshift P`, `defer P` | both | queues `P` |
//! | `remove P`, `removeall P` | both | reports `rm:` and how many were taken out |
//! | `has P` | both | reports `has:yes` or `has:no` |
//! | `clear` | both | clears the tree |
//! | `speed P=5`, `next P`, `last P`, `reverse` | start | changes what the keys are made of: the speed, first of all, last of all, slowest first |
//! | `end`, `wait`, `panic` | start, as the last op | ends, suspends, panics |
//! | `done P` | ext | ends a live ticket of `P`; reports `ok` or `err:stale` |
//! | `stale P` | ext | ends the oldest ticket that `P` ever had; reports likewise |
//! | `override P` | ext | interrupts; reports `ok` |
//! | `skip` | ext | cancels what waits |
//!
//! A run is told as the order of starts, then the reports: `A B T ; ok rm:1`.

mod parse;
mod play;

use std::collections::HashMap;
use std::fmt;

/// Plays a script and compares the run.
///
/// # Panics
///
/// If the run is another one, if the script is misspelt, or if it has something to do from outside when nothing
/// waits.
#[track_caller]
pub fn check(script: &str, expected: &str) {
    assert_eq!(run(script), expected, "{script}");
}

/// Plays a script and tells the run.
///
/// # Panics
///
/// If the script is misspelt, or has something to do from outside when nothing waits.
#[must_use]
pub fn run(script: &str) -> String {
    match script.parse() {
        Ok(script) => play::play(script),
        Err(Misspelt(why)) => panic!("{why}, in the script `{script}`"),
    }
}

struct Script {
    init: Vec<Name>,
    lines: HashMap<Name, Line>,
    outside: Vec<Outside>,
    start_limit: Option<usize>,
    /// The speeds of the phases that run by priority. They are all of one kind.
    speeds: HashMap<Name, i64>,
}

/// Why a script can't be played.
struct Misspelt(String);

/// A phase, or every phase of a kind: `Kind.tag` or `Kind`.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Name {
    kind: String,
    tag: Option<String>,
}

/// What a phase does in `start`.
#[derive(Clone)]
struct Line {
    ops: Vec<Op>,
    exit: Exit,
}

#[derive(Clone)]
enum Op {
    Queue(QueueOp),
    Speed(Name, i64),
    Next(Name),
    Last(Name),
    Reverse,
}

/// What can be done inside a phase and from outside alike.
#[derive(Clone)]
enum QueueOp {
    Push(Name),
    Unshift(Name),
    Defer(Name),
    Remove(Name),
    RemoveAll(Name),
    Has(Name),
    Clear,
}

#[derive(Clone, Copy)]
enum Exit {
    End,
    Wait,
    Panic,
}

enum Outside {
    Done(Name),
    Stale(Name),
    Override(Name),
    Skip,
    Queue(QueueOp),
}

impl Name {
    /// Whether this name, read as a pattern, means that phase.
    fn means(&self, phase: &Self) -> bool {
        self.kind == phase.kind && (self.tag.is_none() || self.tag == phase.tag)
    }
}

impl fmt::Debug for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.kind)?;
        self.tag.iter().try_for_each(|tag| write!(f, ".{tag}"))
    }
}
