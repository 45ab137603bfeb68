//! What holds of every program, whatever the model says.

use std::collections::{BTreeMap, BTreeSet};

use crate::program::{Event, Hook, Id, Outcome, Program, State};

/// Every phase that was made, in the set that says where it is.
#[derive(Debug, Default)]
struct Whereabouts {
    queued: BTreeSet<Id>,
    started: BTreeSet<Id>,
    /// Those of them that were told so.
    parked: BTreeSet<Id>,
    /// Ended, given up, or gone without having run.
    over: BTreeSet<Id>,
    /// Which phase asks or has asked each of the questions; the tag, which may change, left out.
    questions: BTreeMap<u64, String>,
}

pub(crate) fn check(program: &Program, log: &[Event]) {
    let mut phases = Whereabouts::default();
    for event in log {
        match event {
            Event::Made(id) => assert!(phases.queued.insert(*id), "phase {id} is made twice"),
            Event::Called(Hook::Start, id, _) => {
                assert!(phases.queued.remove(id), "phase {id} starts, and is not queued");
                phases.started.insert(*id);
            }
            Event::Called(Hook::Update | Hook::Answer(..) | Hook::Unasked, id, _) => {
                assert!(phases.started.contains(id), "phase {id} is called, and does not wait");
                assert!(!phases.parked.contains(id), "phase {id} is called while it is parked");
            }
            Event::Called(Hook::OnEnd, id, _) | Event::Cancelled(id) => {
                assert!(phases.started.remove(id), "phase {id} is over twice, or before it starts");
                let was_parked = phases.parked.remove(id);
                assert!(
                    !was_parked || matches!(event, Event::Cancelled(_)),
                    "phase {id} ends while it is parked"
                );
                phases.over.insert(*id);
            }
            Event::Parked(id) => {
                assert!(phases.started.contains(id), "phase {id} is parked, and does not wait");
                assert!(phases.parked.insert(*id), "phase {id} is parked twice");
            }
            Event::Resumed(id) => {
                assert!(phases.parked.remove(id), "phase {id} comes back, and was not parked");
            }
            Event::Gone(ids) => {
                for id in ids {
                    assert!(phases.queued.remove(id), "phase {id} is gone, and was not queued");
                    phases.over.insert(*id);
                }
            }
            Event::Came(outcome) => phases.check_outcome(outcome),
            Event::Stands(state) => {
                phases.check_state(state);
                if let Some((number, _)) = state.question {
                    phases.check_number(number, state.current.as_deref());
                }
            }
            Event::Found(_) | Event::Ticket(..) | Event::Supplying | Event::Between => {}
        }
    }
    if program.drains {
        assert!(phases.queued.is_empty(), "phases are lost: {phases:?}");
        assert!(phases.started.is_empty(), "phases are neither ended nor given up: {phases:?}");
    }
}

impl Whereabouts {
    fn check_outcome(&self, outcome: &Outcome) {
        if *outcome == Outcome::Status("Idle") {
            assert!(self.queued.is_empty() && self.started.is_empty(), "idle with something left: {self:?}");
        }
    }

    fn check_number(&mut self, number: u64, current: Option<&str>) {
        let asking = current.and_then(|card| card.split('.').next()).expect("what asks is the current phase");
        let known = self.questions.entry(number).or_insert_with(|| asking.to_owned());
        assert_eq!(known, asking, "question {number} is that of two phases");
        let latest = self.questions.last_key_value().map(|(number, _)| *number);
        assert!(number > 0 && latest >= Some(number));
    }

    fn check_state(&self, state: &State) {
        let queued = self.queued.len() - state.undelivered;
        assert_eq!(state.len, queued, "what is queued counts, and nothing else");
        let listed: usize = state.numbers.iter().map(|(_, len)| len).sum();
        assert_eq!(state.len, listed, "the levels list what is queued");
        assert!(state.numbers.is_sorted_by(|below, above| below.0 < above.0), "{:?}", state.numbers);
        assert!(state.numbers.iter().all(|(_, len)| *len > 0), "{:?}", state.numbers);
        assert_eq!(state.alive, self.queued.len() + self.started.len(), "what is over is dropped at once");
    }
}
