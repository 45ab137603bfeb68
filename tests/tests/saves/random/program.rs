//! Random programs: what phases do when they are called, and what is done to the manager in between.

use std::fmt;

use super::scopes::{Reach, To};

/// Phases are numbered in the order in which they are made.
pub(crate) type Id = u32;

/// How many may be asked.
pub(crate) const SEATS: usize = 3;

/// So many steps are made in the end to see what is left.
const STEPS_AT_THE_END: usize = 16;

#[derive(Clone)]
pub(crate) struct Program {
    /// By the number of the phase; phases beyond just end.
    pub(crate) plans: Vec<Plan>,
    /// Of those, the ones with lower numbers set each other off instead.
    pub(crate) chain: Option<Id>,
    pub(crate) outside: Vec<Outside>,
    pub(crate) start_limit: Option<usize>,
    /// Whether the limit is set again before each action. It is the host's, and a game that is loaded begins to count anew.
    pub(crate) counts_anew: bool,
    /// What comes when nothing is left. Phases beyond the planned ones halt then, so that runs come to an end.
    pub(crate) supply: Option<Supply>,
}

impl Program {
    pub(crate) fn plan(&self, id: Id) -> Plan {
        let planned = usize::try_from(id).ok().and_then(|id| self.plans.get(id));
        planned.cloned().unwrap_or_else(|| {
            if self.chain.is_some_and(|length| id < length) {
                return link(id);
            }
            let mut plan = Plan::default();
            plan.start.acts.extend(self.supply.map(|_| Act::Halt));
            plan
        })
    }

    pub(crate) fn actions(&self) -> impl Iterator<Item = Outside> + '_ {
        self.outside.iter().copied().chain([Outside::Settle; STEPS_AT_THE_END])
    }
}

/// One of many that set each other off.
fn link(id: Id) -> Plan {
    let kind = [Kind::Plain, Kind::Ranked, Kind::Burn, Kind::Heal][id as usize % 4];
    let (how, other) = if id % 3 == 0 { (How::Defer, How::Unshift) } else { (How::Unshift, How::Defer) };
    let mut acts = vec![Act::Queue(how, kind)];
    acts.extend((id % 41 == 40).then_some(Act::Queue(other, kind)));
    acts.extend((id % 61 == 60).then_some(Act::Reach(Reach::Nth(id as usize % 200), To::Defer(kind))));
    let then = if id % 97 == 96 { Then::Wait } else { Then::End };
    Plan { start: Turn { acts, then }, ..Plan::default() }
}

/// A line for each phase that does anything but end, and one for each thing done from outside.
impl fmt::Debug for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { plans, chain, outside, start_limit, supply, .. } = self;
        writeln!(f, "Program {{ start_limit: {start_limit:?}, supply: {supply:?}, chain: {chain:?} }}")?;
        for (id, plan) in plans.iter().enumerate().filter(|(_, plan)| **plan != Plan::default()) {
            writeln!(f, "  phase {id}: {}", format_args!("{plan:?}"))?;
        }
        for (index, action) in outside.iter().enumerate() {
            writeln!(f, "  action {index}: {}", format_args!("{action:?}"))?;
        }
        Ok(())
    }
}

/// What a manager does when nothing is left to run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Supply {
    /// It makes one phase, by `when_empty`.
    One,
    /// It pushes some, by `when_empty_with`, or none.
    Many,
}

/// What one phase does in its life.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Plan {
    pub(crate) start: Turn,
    /// What it does in each of its updates; in those beyond it ends.
    pub(crate) updates: Vec<Turn>,
    /// Likewise with each of its answers, and each time that there is nobody to ask.
    pub(crate) answers: Vec<Turn>,
    pub(crate) unasked: Vec<Turn>,
    pub(crate) on_end: Vec<Act>,
}

/// One call that gives a flow back.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Turn {
    pub(crate) acts: Vec<Act>,
    pub(crate) then: Then,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Then {
    #[default]
    End,
    Wait,
    Suspend,
    /// Those whom it has still to hear from.
    AskOn,
    AskAnew([bool; SEATS]),
    Fail,
    Panic,
}

/// What can be done inside a phase and, but for the halt, from outside as well.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Act {
    Queue(How, Kind),
    Clear,
    Halt,
    /// By one of the tickets that are out, counted round and round.
    Ticket(usize, Say),
    /// A seat leaves, and is asked by nobody, or comes back.
    SetGone(usize, bool),
    Remove(Kind),
    RemoveAll(Kind),
    Insert(How, Kind, Kind),
    /// Drops every other phase, by their numbers.
    Retain,
    /// The game is over.
    Finish,
    /// Only inside a phase.
    Reach(Reach, To),
}

/// What can be said by a ticket.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Say {
    End,
    Cancel,
    Drop,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum How {
    Push,
    Unshift,
    Defer,
}

/// What is done to the manager while no phase is being called.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Outside {
    Act(Act),
    Interrupt(Kind),
    Cancel,
    CancelTree,
    Run,
    Step,
    /// By this seat, with this, for whichever phase asks.
    Answer(usize, u8),
    TimeOut,
    /// Ends every ticket, answers for everybody, and then does a step.
    Settle,
}

/// The type of a phase.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Plain,
    /// Runs by priority.
    Ranked,
    /// Runs by priority, in one order with `Heal`.
    Burn,
    Heal,
}
