//! What there is to see of a game at this moment: levels, the running phase, a question.

use phase_core::{AnyAnswer, Causer, PhaseId, PhaseRef, Seat};

use super::Outcome;
use super::caught::call;
use super::session::Session;
use super::shown::line;

/// A phase to look at: the one that runs, or else the one that starts next.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Focus {
    pub(crate) id: PhaseId,
    /// Its `Debug` on one line, and on many.
    pub(crate) line: String,
    pub(crate) debug: Vec<String>,
    /// What it does: waits, asks, starts next.
    pub(crate) state: String,
    /// What has set it off, nearest first, as far as that is known.
    pub(crate) causes: Vec<String>,
}

/// A question that stands, put to one of its seats.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Asked {
    pub(crate) number: u64,
    pub(crate) name: &'static str,
    pub(crate) seats: Vec<Seat>,
    pub(crate) seat: Seat,
    pub(crate) options: Vec<AnyAnswer>,
    /// Whether the options can be listed.
    pub(crate) is_listed: bool,
    /// Whether the game's own player may be asked.
    pub(crate) has_player: bool,
}

/// More options than this are not listed.
const MOST_OPTIONS: usize = 10_000;

impl<W: 'static> Session<W> {
    /// The phase that runs, or else the one that starts next.
    pub(crate) fn focus(&self) -> Option<Focus> {
        let phases = &self.game.phases;
        if let Some(current) = phases.current() {
            let waiting = phases.waiting();
            let state = match waiting {
                Some(waiting) if waiting.asking => {
                    let question = phases.question();
                    let number = question.map_or(0, |question| question.number());
                    format!("asks question {number}")
                }
                Some(waiting) if waiting.suspended => "waits for its ticket".to_owned(),
                Some(waiting) if waiting.updates == 1 => "waits, updated once".to_owned(),
                Some(waiting) => format!("waits, updated {} times", waiting.updates),
                None => "runs".to_owned(),
            };
            let causes = phases.causes().map(|cause: Causer| self.label(cause.id(), cause.name())).collect();
            return Some(Focus {
                id: current.id(),
                line: line(&current),
                debug: super::shown::lines(&current),
                state,
                causes,
            });
        }
        let next = self.game.next()?;
        let causes = self.causes_heard(next.id());
        Some(Focus {
            id: next.id(),
            line: line(&next),
            debug: super::shown::lines(&next),
            state: "starts next".to_owned(),
            causes,
        })
    }

    /// The question that stands, put to a seat, or else to the first that is asked.
    pub(crate) fn asked(&self, seat: Option<Seat>) -> Option<Asked> {
        let world = &self.game.world;
        let question = self.game.phases.question()?;
        let seats = call(|| question.seats(world)).ok()?;
        let seat = seat.filter(|seat| seats.contains(seat)).or(seats.first().copied())?;
        let is_short = || question.count(seat, world).is_some_and(|count| count <= MOST_OPTIONS);
        let options = call(|| if is_short() { question.options(seat, world) } else { None });
        let options = options.ok().flatten();
        let fallback = || call(|| question.fallback(seat, world)).ok().flatten().into_iter().collect();
        Some(Asked {
            number: question.number(),
            name: question.name(),
            seats,
            seat,
            is_listed: options.is_some(),
            options: options.unwrap_or_else(fallback),
            has_player: self.host.player.is_some(),
        })
    }

    /// Whether the last thing that happened went wrong.
    pub(crate) fn is_in_trouble(&self) -> bool {
        matches!(self.outcome, Outcome::Failed(_) | Outcome::Refused(_) | Outcome::Panicked(_))
    }

    /// Whether the game has halted here, and has not gone on from here before.
    pub(crate) fn is_halted(&self) -> bool {
        // A loop of the game's own has heard of it, and has gone on.
        self.outcome == Outcome::Halted && !self.is_attached && self.is_newest()
    }

    /// Whether nothing is left to run.
    pub(crate) fn is_over(&self) -> bool {
        self.outcome == Outcome::Idle
    }

    /// The names of phases that were heard of or are queued.
    pub(crate) fn names(&self) -> Vec<&'static str> {
        const FAR: usize = 10_000;
        let heard = self.branch().heard.values().flat_map(|heard| &heard.events).map(|event| event.name);
        let queued = self.game.phases.levels().flat_map(|(_, level)| level).take(FAR).map(PhaseRef::name);
        let known = phase_core::registry().of::<W>();
        let known = known.iter().map(phase_core::PhaseEntry::name);
        let all: std::collections::BTreeSet<_> = heard.chain(queued).chain(known).collect();
        all.into_iter().collect()
    }
}
