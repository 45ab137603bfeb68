//! Phases that do what they are told when they are made, to be saved anywhere.

use std::fmt;

use phase_core::prelude::*;
use serde::{Deserialize, Serialize};

use crate::format::{ALL, Format};

#[derive(Debug, Default)]
pub(crate) struct Game {
    pub(crate) log: Vec<String>,
    /// Whom `on_restore` was called for.
    pub(crate) restored: Vec<String>,
    pub(crate) tickets: Vec<(String, Ticket)>,
}

impl Game {
    pub(crate) fn note(&mut self, line: impl Into<String>) {
        self.log.push(line.into());
    }

    /// Ends the last ticket of that phase.
    pub(crate) fn end(&mut self, name: &str) -> Result<(), StaleTicket> {
        let index = self.tickets.iter().rposition(|(of, _)| of == name).expect("it has a ticket");
        self.tickets.remove(index).1.end()
    }

    fn end_all(&mut self) {
        for (_, ticket) in self.tickets.drain(..) {
            // Some are of phases that are gone.
            let _ = ticket.end();
        }
    }

    /// As it would be loaded with the phases.
    pub(crate) fn saved(&self) -> Self {
        Self { log: self.log.clone(), ..Self::default() }
    }
}

#[phase(world = Game, save, clone)]
#[derive(Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Act {
    pub(crate) name: String,
    ops: Vec<Op>,
    then: Then,
}

#[derive(Clone, PartialEq, Serialize, Deserialize)]
enum Op {
    Push(Act),
    Unshift(Act),
    Defer(Act),
    Halt,
    Clear,
}

#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub(crate) enum Then {
    End,
    /// For so many updates.
    Wait(u32),
    Suspend,
    /// These players, each a bit, until all have answered.
    Ask(u8),
    Fail,
    Panic,
}

pub(crate) fn act(name: &str) -> Act {
    Act { name: name.to_owned(), ops: vec![], then: Then::End }
}

impl Act {
    pub(crate) fn push(self, act: Self) -> Self {
        self.op(Op::Push(act))
    }

    pub(crate) fn unshift(self, act: Self) -> Self {
        self.op(Op::Unshift(act))
    }

    pub(crate) fn defer(self, act: Self) -> Self {
        self.op(Op::Defer(act))
    }

    pub(crate) fn halt(self) -> Self {
        self.op(Op::Halt)
    }

    pub(crate) fn clear(self) -> Self {
        self.op(Op::Clear)
    }

    fn op(mut self, op: Op) -> Self {
        self.ops.push(op);
        self
    }

    pub(crate) fn then(self, then: Then) -> Self {
        Self { then, ..self }
    }
}

impl Phase for Act {
    fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.world.note(&self.name);
        for op in self.ops.drain(..) {
            match op {
                Op::Push(act) => guard.push(act),
                Op::Unshift(act) => guard.unshift(act),
                Op::Defer(act) => guard.defer(act),
                Op::Halt => guard.queue.halt(),
                Op::Clear => guard.queue.clear(),
            }
        }
        match self.then {
            Then::End => guard.end(),
            Then::Wait(_) => guard.wait(),
            Then::Suspend => guard.suspend(|game, ticket| game.tickets.push((self.name.clone(), ticket))),
            Then::Ask(_) => guard.ask(),
            Then::Fail => guard.fail("as it was told"),
            Then::Panic => std::panic::resume_unwind(Box::new("as it was told")),
        }
    }

    fn on_end(&mut self, game: &mut Game, _: &mut Queue<'_, Self>) {
        game.note(format!("{self:?} ends"));
    }

    fn on_cancel(&mut self, game: &mut Game) {
        game.note(format!("{self:?} is cancelled"));
    }
}

impl Restores for Act {
    fn on_restore(&mut self, game: &mut Game, ticket: Ticket) {
        game.restored.push(self.name.clone());
        game.tickets.push((self.name.clone(), ticket));
    }
}

impl Waits for Act {
    fn update(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        if self.then == Then::Suspend {
            return guard.wait(); // without a word, as it has no deadline
        }
        guard.world.note(format!("{self:?} is updated"));
        match &mut self.then {
            Then::Wait(left) if *left > 1 => {
                *left -= 1;
                guard.wait()
            }
            _ => guard.end(),
        }
    }
}

impl Asks for Act {
    type Answer = u8;

    fn seats(&self, _: &Game) -> Vec<Seat> {
        let Then::Ask(asked) = self.then else { return vec![] };
        (0..8).filter(|player| asked & (1 << player) != 0).map(Seat::Player).collect()
    }

    fn options(&self, _: Seat, _: &Game) -> Option<Vec<u8>> {
        Some(vec![1, 2, 3])
    }

    fn unasked(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.world.note(format!("{self:?} asks nobody"));
        guard.end()
    }

    fn answer(&mut self, seat: Seat, answer: u8, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.world.note(format!("{self:?} hears {answer} from {seat}"));
        if let (Then::Ask(asked), Seat::Player(player)) = (&mut self.then, seat) {
            *asked &= !(1 << player);
        }
        if Asks::seats(self, guard.world).is_empty() { guard.end() } else { guard.ask() }
    }
}

impl fmt::Debug for Act {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

/// Runs by priority.
#[phase(world = Game, save, clone, ordered)]
#[derive(Clone, Serialize, Deserialize)]
pub(crate) struct Ranked(pub(crate) String, pub(crate) i32);

impl Phase for Ranked {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.world.note(&self.0);
        guard.end()
    }
}

impl Ordered for Ranked {
    type Key = i32;

    fn key(&self, _: &Game) -> i32 {
        self.1
    }
}

impl fmt::Debug for Ranked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Runs on until nothing is left, ending every ticket, and answering every question with the first option.
pub(crate) fn finish(phases: &mut PhaseManager<Game>, game: &mut Game) {
    for _ in 0..100 {
        match phases.run(game) {
            Ok(RunStatus::Asking) => {
                let question = phases.question().expect("it asks");
                game.note(format!("question {}", question.number()));
                let seat = question.seats(game)[0];
                let answer = question.pick(seat, game, 0).expect("there are options");
                phases.answer_any(game, seat, answer).expect("it is asked");
            }
            Ok(RunStatus::Idle) => return,
            Ok(status) => game.note(format!("{status:?}")),
            Err(error) => game.note(error.to_string()),
        }
        game.end_all();
    }
    panic!("the game does not come to an end");
}

/// What the host sees of a manager.
pub(crate) fn told(phases: &PhaseManager<Game>) -> String {
    let (level, waiting, question) = (phases.current_level(), phases.waiting(), phases.question());
    format!("{phases:?}, current level {level}, {waiting:?}, {question:?}\n{}", phases.levels())
}

/// Checks that what is loaded is what was saved, and plays to the same end, in all formats.
#[track_caller]
pub(crate) fn check(phases: &mut PhaseManager<Game>, game: &mut Game) {
    let restored = ALL.map(|format: Format| (format, format.save(phases), format.hop(phases), game.saved()));
    let before = told(phases);
    finish(phases, game);
    for (format, save, mut phases, mut other) in restored {
        assert_eq!(told(&phases), before, "{format:?}");
        assert_eq!(format.save(&phases), save, "{format:?}: a save of what was loaded");
        finish(&mut phases, &mut other);
        assert_eq!(other.log, game.log, "{format:?}");
    }
}
