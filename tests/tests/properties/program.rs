//! Random programs, and what is seen of them while they run.

use std::fmt;

use crate::causes::Causes;
use crate::chain::Chain;
use crate::kind::Kind;
use crate::scopes::{Reach, To};

/// Phases are numbered in the order in which they are made.
pub(crate) type Id = usize;

/// How many keys there are for ordered phases to look at, and how many tags to look phases up by.
pub(crate) const SLOTS: usize = 3;

/// The key that makes reading it panic.
pub(crate) const POISON: i8 = i8::MIN;

/// How many may be asked: players 0 and 1, and chance.
pub(crate) const SEATS: usize = 3;

/// How many different answers there are.
pub(crate) const ANSWERS: u8 = 3;

/// Every so many calls, the maker of phases for an empty tree panics.
pub(crate) const CALLS_PER_SUPPLY_PANIC: usize = 3;

/// The most names in the error of a run that started too many phases, and how many starts are compared for it.
pub(crate) const NAMES_LISTED: usize = 16;
pub(crate) const STARTS_COMPARED: usize = 256;

/// One program: what phases do when they are called, and what is done to the manager between runs.
#[derive(Clone)]
pub(crate) struct Program {
    /// By the number of the phase; phases beyond just end.
    pub(crate) plans: Vec<Plan>,
    /// What those beyond do instead.
    pub(crate) chain: Option<Chain>,
    pub(crate) outside: Vec<Outside>,
    pub(crate) start_limit: Option<usize>,
    pub(crate) chain_limit: Option<usize>,
    /// What comes when nothing is left. Phases beyond the planned ones halt then, so that runs come to an end.
    pub(crate) supply: Option<Supply>,
    /// Whether the world has an inbox. Without one nothing is sent.
    pub(crate) has_inbox: bool,
    /// Whether all that is left is run in the end; otherwise the manager is dropped with it.
    pub(crate) drains: bool,
}

/// A line for each phase that does anything but end, and one for each thing done from outside.
impl fmt::Debug for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { plans, chain, outside, start_limit, chain_limit, supply, has_inbox, drains } = self;
        writeln!(
            f,
            "Program {{ start_limit: {start_limit:?}, chain_limit: {chain_limit:?}, supply: {supply:?}, has_inbox: {has_inbox}, drains: {drains} }}"
        )?;
        if let Some(chain) = chain {
            writeln!(f, "  other phases: {}", format_args!("{chain:?}"))?;
        }
        for (id, plan) in plans.iter().enumerate().filter(|(_, plan)| **plan != Plan::default()) {
            writeln!(f, "  phase {id}: {}", format_args!("{plan:?}"))?;
        }
        for action in outside {
            writeln!(f, "  outside: {}", format_args!("{action:?}"))?;
        }
        Ok(())
    }
}

impl Program {
    pub(crate) fn plan(&self, id: Id) -> Plan {
        let otherwise = || {
            if let Some(chain) = self.chain {
                return chain.plan(id);
            }
            let mut plan = Plan::default();
            plan.start.acts.extend(self.supply.map(|_| Act::Halt));
            plan
        };
        self.plans.get(id).cloned().unwrap_or_else(otherwise)
    }
}

/// What a manager does when nothing is left to run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Supply {
    /// It makes one phase, by `when_empty`.
    One,
    /// It pushes as many as it likes, by `when_empty_with`.
    Many,
}

impl Supply {
    /// What is supplied in the nth call, and whether that panics afterwards.
    pub(crate) fn nth(self, nth: usize) -> (Vec<Kind>, bool) {
        let panics = nth % CALLS_PER_SUPPLY_PANIC == 0;
        let count = match self {
            Self::One => usize::from(!panics),
            Self::Many => nth * 3 % 4,
        };
        let kinds = match self {
            Self::One => &[Kind::Plain],
            Self::Many => Kind::ALL.as_slice(),
        };
        (kinds.iter().copied().cycle().skip(nth).take(count).collect(), panics)
    }
}

/// What one phase does in its life.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each of its hooks may panic, whatever the others do")]
pub(crate) struct Plan {
    pub(crate) start: Turn,
    /// What it does in each of its updates; in those beyond it ends.
    pub(crate) updates: Vec<Turn>,
    /// Likewise with each of its answers, and each time that there is nobody to ask.
    pub(crate) answers: Vec<Turn>,
    pub(crate) unasked: Vec<Turn>,
    pub(crate) rules: Rules,
    pub(crate) on_end: Vec<Act>,
    pub(crate) end_panics: bool,
    pub(crate) cancel_panics: bool,
    pub(crate) park_panics: bool,
    pub(crate) resume_panics: bool,
    /// Whether `on_cancel` ends the phase's own ticket, which has to be stale by then.
    pub(crate) cancel_ends_ticket: bool,
}

/// What may be answered to a phase.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Rules {
    pub(crate) options: Option<Vec<u8>>,
    /// What does not pass its check.
    pub(crate) rejects: Option<u8>,
    pub(crate) fallbacks: [Option<u8>; SEATS],
    /// Whether whoever is not asked may answer again.
    pub(crate) revises: bool,
}

/// One call of a phase that gives a flow back.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Turn {
    pub(crate) acts: Vec<Act>,
    pub(crate) then: Then,
}

/// How such a call returns.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Then {
    #[default]
    End,
    Wait,
    Suspend(Handover),
    Ask(Asked),
    Fail,
    Panic,
}

/// Whom a phase asks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Asked {
    /// Those whom it has asked, but for those who have answered; all of them at first.
    On,
    These([bool; SEATS]),
}

/// What becomes of a ticket while the phase that it is for is still being called.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Handover {
    Keep,
    EndAtOnce,
    CancelAtOnce,
    DropAtOnce,
    KeepAndPanic,
}

/// What can be done inside a phase and, but for the halt, from outside as well.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Act {
    Queue(How, Kind),
    /// By the inbox.
    Send(Sent, Kind),
    Clear,
    /// The game is over.
    Finish,
    Halt,
    SetKey(usize, i8),
    /// One of the tickets kept, counted round and round.
    EndTicket(usize),
    DropTicket(usize),
    /// The same, which stays where it is, or has its parts in its place.
    UseTicket(usize, Use),
    /// A seat leaves, and is asked by nobody, or comes back.
    SetGone(usize, bool),
    /// From now on it panics to read who is asked, or does not any more.
    PoisonSeats(bool),
    Look(Look),
    /// Only inside a phase.
    Reach(Reach, To),
}

/// What can be done with a ticket.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Use {
    End,
    Cancel,
    Divide(Needs),
}

/// Which parts of a ticket have to be ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Needs {
    Both,
    Either,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum How {
    Push,
    Unshift,
    Defer,
}

/// How a phase that is sent is to come in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Sent {
    Queue(How),
    Interrupt,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Look {
    Levels,
    Contains(Kind, usize),
    FindAll(Kind),
    Retag(Kind, usize, usize),
    Remove(Kind, usize),
    RemoveAll(Kind, usize),
    /// Drops those with this tag, whatever their type.
    Retain(usize),
    Replace(Kind, usize, Kind),
    Insert(Side, Kind, Kind),
    FindNamed(Kind),
    RemoveNamed(Kind),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Side {
    Before,
    After,
}

/// What is done to the manager while no phase is being called.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Outside {
    Act(Act),
    Interrupt(Kind),
    Cancel,
    CancelTree,
    CancelAll,
    /// The nth of those that are parked, from the outermost, counted round and round.
    CancelParked(usize),
    Run,
    /// Breaks after so many phases that have ended.
    RunWith(usize),
    Step,
    /// By one of the doors; the kind is that of the phase that it is meant for, if not for whichever asks.
    Answer(Door, Option<Kind>, usize, u8),
    TimeOut,
    /// Everybody answers so, apart from these.
    Play([bool; SEATS], u8),
}

/// The ways to give an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Door {
    Typed,
    Any,
    /// To the question that stands, or to the one after it, which does not.
    Data {
        is_late: bool,
    },
}

/// What a phase is known by.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Card {
    pub(crate) id: Id,
    pub(crate) kind: Kind,
    pub(crate) tag: usize,
}

impl Card {
    pub(crate) fn new(id: Id, kind: Kind) -> Self {
        Self { id, kind, tag: id % SLOTS }
    }
}

impl fmt::Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}({}.{})", self.kind.name(), self.id, self.tag)
    }
}

/// What is seen of a program while it runs.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Event {
    Made(Id),
    Called(Hook, Id, Place),
    Cancelled(Id),
    /// It was told that it is parked, or that it comes back.
    Parked(Id),
    Resumed(Id),
    /// Queued phases are gone without having run.
    Gone(Vec<Id>),
    Found(String),
    Ticket(Id, bool),
    Supplying,
    /// The host looks in after a phase has ended.
    Between,
    Came(Outcome),
    Stands(State),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Hook {
    Start,
    Update,
    /// By this seat, with this.
    Answer(usize, u8),
    Unasked,
    OnEnd,
}

impl Hook {
    pub(crate) fn method(self) -> &'static str {
        match self {
            Self::Start => "start",
            Self::Update => "update",
            Self::Answer(..) => "answer",
            Self::Unasked => "unasked",
            Self::OnEnd => "on_end",
        }
    }
}

/// The tree as a phase that is being called sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Place {
    pub(crate) level: usize,
    pub(crate) len: usize,
    pub(crate) causes: Causes,
}

/// What a call of the manager came to.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Outcome {
    Status(&'static str),
    Stepped(&'static str, &'static str),
    Cancelled(bool),
    AllCancelled(usize),
    Failed { fault: Fault, place: &'static str, source: String },
    Abandoned(Fault),
    Refused(Refusal),
    TimedOut(Vec<usize>),
    ChainLimit { limit: usize, phase: &'static str, cycle: Vec<&'static str>, repeats: usize },
    StartLimit { limit: usize, last: Vec<&'static str>, cycle: Vec<&'static str>, repeats: usize },
    Panicked,
}

/// The phase that an error is about.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Fault {
    pub(crate) phase: &'static str,
    /// As its `Debug` shows it.
    pub(crate) shown: String,
    /// The names of those that set it off.
    pub(crate) causes: Vec<&'static str>,
}

/// Why an answer was not taken.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Refusal {
    NotAsked(Option<&'static str>),
    NotThisSeat(usize),
    Refused(&'static str, usize, String),
    Late(u64, Option<u64>),
}

/// What would start next.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Peeked {
    Nothing,
    Starts(String),
    /// A key that has to be read for it panics.
    Panicked,
}

impl Peeked {
    pub(crate) fn of<C: fmt::Debug, E>(next: Result<Option<C>, E>) -> Self {
        match next {
            Ok(None) => Self::Nothing,
            Ok(Some(card)) => Self::Starts(format!("{card:?}")),
            Err(_) => Self::Panicked,
        }
    }
}

/// The manager as the host sees it between two calls.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct State {
    pub(crate) levels: String,
    pub(crate) numbers: Vec<(usize, usize)>,
    pub(crate) len: usize,
    pub(crate) level: usize,
    pub(crate) current: Option<String>,
    /// Of what waits.
    pub(crate) causes: Causes,
    /// From the outermost to the innermost.
    pub(crate) parked: Vec<String>,
    pub(crate) next: Peeked,
    pub(crate) finished: bool,
    pub(crate) waiting: Option<(&'static str, u64)>,
    /// The number of the question that stands, and whom it asks.
    pub(crate) question: Option<(u64, Vec<usize>)>,
    /// How many phases were sent and are not delivered.
    pub(crate) undelivered: usize,
    /// How many phases are in memory.
    pub(crate) alive: usize,
}
