//! The semantics written down a second time, the obvious slow way, to compare the manager with.

mod acts;
mod drive;
mod host;
mod limits;
mod order;
mod parking;
mod questions;
mod scopes;
mod supply;
mod tickets;
mod tree;

use crate::causes::Causes;
use crate::kind::Kind;
use crate::program::{
    Act, Card, Event, Hook, Id, Outcome, Outside, Peeked, Place, Program, SEATS, SLOTS, Sent, State,
};
use questions::Before;
use tickets::Tickets;
pub(crate) use tree::Tree;

/// A scripted panic on its way up.
#[derive(Debug)]
struct Panic;

#[derive(Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each of them is a fact that the others know nothing of")]
pub(crate) struct Model<'p> {
    program: &'p Program,
    log: Vec<Event>,
    made: usize,
    supplied: usize,
    /// The program is over, and only what is left runs on.
    is_over: bool,
    keys: [i8; SLOTS],
    gone: [bool; SEATS],
    are_seats_poisoned: bool,
    /// The number of the latest question.
    questions: u64,
    /// What was asked before the answer that the running phase is called with.
    before: Option<Before>,
    /// The phases started since the last rest, which are limited.
    started: Vec<&'static str>,
    tickets: Tickets,

    tree: Tree<Card>,
    /// What was sent, and not delivered.
    letters: Vec<(Sent, Card)>,
    running: Option<Running>,
    parked: Vec<Running>,
    /// The last of them is still to be told.
    is_parked_untold: bool,
    /// Parked phases that a clear has hit, and that are still to be told.
    condemned: Vec<Running>,
    halted: bool,
    /// The game is over, and nothing is supplied any more.
    finished: bool,
}

/// A phase that has started and not ended.
#[derive(Debug)]
struct Running {
    card: Card,
    updates: usize,
    answers: usize,
    unasked: usize,
    /// Whom it has still to hear from.
    asked: [bool; SEATS],
    now: Now,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Now {
    /// It is being called, or has panicked in that.
    Called,
    Waits {
        updates: u64,
    },
    /// For the ticket of this number.
    Suspended(usize),
    Asks {
        number: u64,
    },
    Ends,
    Fails(Hook),
}

impl Running {
    fn is_waiting(&self) -> bool {
        matches!(self.now, Now::Waits { .. } | Now::Suspended(_) | Now::Asks { .. })
    }
}

impl<'p> Model<'p> {
    pub(crate) fn new(program: &'p Program) -> Self {
        Self {
            program,
            log: vec![],
            made: 0,
            supplied: 0,
            is_over: false,
            keys: [0; SLOTS],
            gone: [false; SEATS],
            are_seats_poisoned: false,
            questions: 0,
            before: None,
            started: vec![],
            tickets: Tickets::default(),
            tree: Tree::new(),
            letters: vec![],
            running: None,
            parked: vec![],
            is_parked_untold: false,
            condemned: vec![],
            halted: false,
            finished: false,
        }
    }

    pub(crate) fn play(mut self) -> Vec<Event> {
        for &action in &self.program.outside {
            self.outside(action);
            let state = self.state();
            self.log.push(Event::Stands(state));
        }
        if !self.program.drains {
            return self.log;
        }
        self.is_over = true;
        while !self.is_drained() {
            while self.tickets.any_kept() {
                self.end_ticket(0);
            }
            self.outside(Outside::Step);
        }
        let state = self.state();
        self.log.push(Event::Stands(state));
        self.log
    }

    fn is_drained(&self) -> bool {
        matches!(self.log.last(), Some(Event::Came(Outcome::Status("Idle"))))
            || self.log.ends_with(&[Event::Supplying, Event::Came(Outcome::Panicked)])
    }

    fn outside(&mut self, action: Outside) {
        let outcome = match action {
            Outside::Act(Act::Clear) => self.clear_now(false).map(|()| None),
            Outside::Act(Act::Finish) => self.clear_now(true).map(|()| None),
            Outside::Act(act) => {
                self.act(act);
                Ok(None)
            }
            Outside::Interrupt(kind) => {
                self.interrupt(kind);
                Ok(None)
            }
            Outside::Cancel => self.cancel(false).map(Some),
            Outside::CancelTree => self.cancel(true).map(Some),
            Outside::CancelParked(nth) => self.cancel_parked(nth).map(Some),
            Outside::CancelAll => self.cancel_all().map(Some),
            Outside::Run => self.run().map(Some),
            Outside::RunWith(most) => self.run_with(most).map(Some),
            Outside::Step => self.step().map(Some),
            Outside::Answer(door, kind, seat, answer) => self.answer(door, kind, seat, answer).map(Some),
            Outside::TimeOut => self.time_out().map(Some),
            Outside::Play(silent, answer) => self.play_with(silent, answer).map(Some),
        };
        if let Some(outcome) = outcome.unwrap_or(Some(Outcome::Panicked)) {
            self.log.push(Event::Came(outcome));
        }
    }

    fn make(&mut self, kind: Kind) -> Card {
        let card = Card::new(self.made, kind);
        self.made += 1;
        self.log.push(Event::Made(card.id));
        card
    }

    fn called(&mut self, hook: Hook, id: Id) {
        let place = Place { level: self.tree.level(), len: self.tree.len(), causes: self.causes(id) };
        self.log.push(Event::Called(hook, id, place));
    }

    fn levels(&mut self) -> String {
        let levels = self.tree.levels();
        let lines: Vec<String> = levels.iter().map(|(number, list)| format!("{number}: {list:?}")).collect();
        lines.join("\n")
    }

    fn state(&mut self) -> State {
        let waiting = self.running.as_ref().filter(|running| running.is_waiting());
        let waits = waiting.map(|running| running.card.id);
        let current = waiting.map(|running| format!("{:?}", running.card));
        let waiting = waiting.map(|running| {
            let updates = if let Now::Waits { updates } = running.now { updates } else { 0 };
            (running.card.kind.name(), updates)
        });
        let started = self.parked.len() + self.condemned.len() + usize::from(self.running.is_some());
        let parked = self.parked.iter().map(|parked| format!("{:?}", parked.card)).collect();
        let next = Peeked::of(self.peek());
        State {
            levels: self.levels(),
            numbers: self.tree.levels().iter().map(|(number, list)| (*number, list.len())).collect(),
            len: self.tree.len(),
            level: self.tree.level(),
            causes: waits.map_or_else(Causes::default, |id| self.causes(id)),
            current,
            parked,
            next,
            finished: self.finished,
            waiting,
            question: self.number().map(|number| (number, self.seats().unwrap_or_default())),
            undelivered: self.letters.len(),
            alive: self.tree.len() + started + self.letters.len(),
        }
    }
}
