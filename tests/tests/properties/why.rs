//! Who has queued whom: as the world takes note of it, against what a trace says.

use std::collections::BTreeMap;
use std::fmt::Write;

use phase_tools::Trace;

use crate::program::{How, Id, Sent};
use crate::world::World;

/// A trace names so many phases at once, and says that there are more.
const LONGEST: usize = 1000;

/// Of about so many phases of a program it is asked why they ran.
const MOST_ASKED: usize = 500;

/// Who is at work.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum AtWork {
    Host,
    Phase(Id),
    Supply,
}

/// How a phase has come, in the words of a trace.
#[derive(Debug, Clone, Copy)]
struct Origin {
    verb: &'static str,
    by: AtWork,
}

/// What the world knows of where phases come from.
#[derive(Debug)]
pub(crate) struct Origins {
    pub(crate) at_work: AtWork,
    of: BTreeMap<Id, Origin>,
}

impl Default for Origins {
    fn default() -> Self {
        Self { at_work: AtWork::Host, of: BTreeMap::new() }
    }
}

impl Origins {
    /// Whoever is at work has queued it, by this verb.
    pub(crate) fn note(&mut self, card: Id, verb: &'static str) {
        self.of.insert(card, Origin { verb, by: self.at_work });
    }

    /// It has come by the inbox.
    pub(crate) fn note_sent(&mut self, card: Id, how: Sent) {
        let verb = match how {
            Sent::Queue(how) => verb(how),
            Sent::Interrupt => INTERRUPTED,
        };
        self.of.insert(card, Origin { verb, by: AtWork::Host });
    }

    /// The lines of a trace on this phase.
    fn why(&self, card: Id) -> (Vec<Id>, String) {
        let (mut chain, mut text, mut next) = (vec![], String::new(), card);
        loop {
            let Origin { verb, by } = self.of[&next];
            chain.push(next);
            match by {
                AtWork::Phase(parent) => {
                    let _ = write!(text, " {verb} by {parent},");
                    next = parent;
                }
                AtWork::Host => return (chain, format!("{text} {verb} by the host")),
                AtWork::Supply => return (chain, format!("{text} queued as nothing was left to run")),
            }
        }
    }
}

pub(crate) const INSERTED: &str = "inserted";
pub(crate) const REPLACING: &str = "put in another's place";
pub(crate) const INTERRUPTED: &str = "sent as an interrupt";
pub(crate) const UNSHIFTED: &str = "unshifted";
pub(crate) const DEFERRED: &str = "deferred";

pub(crate) fn verb(how: How) -> &'static str {
    match how {
        How::Push => "pushed",
        How::Unshift => UNSHIFTED,
        How::Defer => DEFERRED,
    }
}

/// Checks what a trace says of the phases that have ever been queued.
pub(crate) fn check(trace: &Trace, world: &World) {
    let all: Vec<_> = world.ids.all().collect();
    // Of a chain of thousands, each of which has all before it to tell of, some will do.
    for &(card, id) in all.iter().step_by(1 + all.len() / MOST_ASKED) {
        let why = trace.why(id).unwrap_or_else(|| panic!("the trace does not know phase {card}"));
        let (chain, text) = world.origins.why(card);
        let told: Vec<_> = why.ids().map(|id| world.ids.card_of(id)).collect();
        assert_eq!(told, chain[..chain.len().min(LONGEST)], "of phase {card}");
        if chain.len() <= LONGEST {
            assert_eq!(in_words(&why.to_string(), &chain), text, "of phase {card}");
        }
    }
}

/// The lines of a trace, with the numbers of the phases in place of what they show.
fn in_words(lines: &str, chain: &[Id]) -> String {
    let mut text = String::new();
    for (index, line) in lines.lines().enumerate() {
        let (_, verb) = line.rsplit_once(", ").expect("a line says how the phase was queued");
        let _ = write!(text, " {verb}");
        if let Some(parent) = chain.get(index + 1) {
            let _ = write!(text, " {parent},");
        }
    }
    text
}
