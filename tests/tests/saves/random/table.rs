//! One manager with its world, and what is done to them.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;

use phase_core::prelude::*;
use phase_core::{ForkError, SaveError};
use phase_tests::ledger::Ledger;

use super::phases::{Plain, by_kind, id_of};
use super::program::{Id, Kind, Outside, Program, Supply};
use super::scopes::{self, Given};
use super::world::{self, Event, Outcome, Scripted, World};
use crate::format::Format;

pub(crate) struct Table {
    pub(crate) world: World,
    phases: PhaseManager<World>,
    program: Arc<Program>,
    given: Given,
    /// Kept of every other program: without an observer, phases start by a shorter way.
    ledger: Option<Ledger>,
    /// Whether phases may have started since the manager has come to rest.
    is_under_way: bool,
}

impl Table {
    pub(crate) fn new(program: &Arc<Program>) -> Self {
        let mut phases = given_anew(PhaseManager::new(), program);
        let (program, given) = (Arc::clone(program), Given::default());
        let ledger = ledger(&program, &mut phases);
        Self { world: World::new(&program), phases, program, given, ledger, is_under_way: false }
    }

    pub(crate) fn is_idle(&self) -> bool {
        self.phases.is_empty() && self.last_outcome() == Some(&Outcome::Stepped(Step::Idle))
    }

    pub(crate) fn act(&mut self, action: Outside) {
        let Self { world, phases, given, ledger, is_under_way, .. } = self;
        let came = catch_unwind(AssertUnwindSafe(|| match action {
            Outside::Act(act) => {
                world::act(act, phases, world);
                Outcome::Done
            }
            Outside::Interrupt(kind) => {
                let body = world.make();
                by_kind!(kind, P => phases.interrupt(P(body)));
                Outcome::Done
            }
            Outside::Cancel => Outcome::Cancelled(phases.cancel(world)),
            Outside::CancelTree => Outcome::Cancelled(phases.cancel_tree(world)),
            Outside::Run => phases.run(world).map_or_else(error, Outcome::Ran),
            Outside::Step => phases.step(world).map_or_else(error, Outcome::Stepped),
            Outside::Answer(seat, answer) => {
                let answered = phases.answer_any(world, world::seat(seat), AnyAnswer::new(answer));
                answered.map_or_else(refused, Outcome::Stepped)
            }
            Outside::TimeOut => phases.time_out(world).map_or_else(refused, Outcome::TimedOut),
            Outside::Settle => {
                world.end_all_tickets();
                while let Some(seat) = phases.question().and_then(|question| question.seats(world).pop()) {
                    if phases.answer_any(world, seat, AnyAnswer::new(2_u8)).is_err() {
                        break;
                    }
                }
                phases.step(world).map_or_else(error, Outcome::Stepped)
            }
        }));
        let came = came.unwrap_or_else(|panic| {
            if panic.is::<Scripted>() { Outcome::Panicked } else { resume_unwind(panic) }
        });
        if matches!(action, Outside::Run | Outside::Step | Outside::Settle) {
            *is_under_way = matches!(came, Outcome::Stepped(Step::Ended(_)) | Outcome::Panicked);
        }
        if let Some(ledger) = ledger {
            // What a panic or a clear leaves to do is told by the next call that has the world.
            let has_run = matches!(action, Outside::Run | Outside::Step | Outside::Settle);
            ledger.check(phases, has_run && came != Outcome::Panicked);
        }
        world.log.push(Event::Came(came));
        let queued =
            phases.levels().flat_map(|(level, phases)| phases.map(move |phase| (level, id_of(phase))));
        world.log.push(Event::Stands(phases.current_level(), phases.waiting(), queued.collect()));
        let (next, parked) = (phases.peek(world).map(id_of), phases.parked().map(id_of).collect());
        world.log.push(Event::Next(next, parked, phases.is_finished()));
        let current = phases.current();
        world
            .log
            .push(Event::Line(current.map_or(0, |phase| phase.id().get()), scopes::named(phases.causes())));
        let refs = phases.levels().flat_map(|(_, phases)| phases).chain(phases.parked()).chain(current);
        let ids: Vec<(u64, Id)> = refs.map(|phase| (phase.id().get(), id_of(phase))).collect();
        world.log.push(Event::Ids(ids.iter().map(|(id, _)| *id).collect()));
        given.take_in(world.seen.drain(..).chain(ids));
        if let Some(question) = phases.question() {
            world.log.push(Event::Asks(question.number(), question.seats(world)));
        }
    }

    fn last_outcome(&self) -> Option<&Outcome> {
        self.world.log.iter().rev().find_map(|event| match event {
            Event::Came(outcome) if *outcome != Outcome::Done => Some(outcome),
            _ => None,
        })
    }

    /// Saved and loaded, if it can be saved at this moment.
    pub(crate) fn hop(&self, format: Format) -> Option<Self> {
        if self.is_under_way && self.program.start_limit.is_some() {
            // How many have started is the host's to limit, and in no save.
            return None;
        }
        match self.phases.snapshot() {
            Ok(_) => {
                let save = format.save(&self.phases);
                let loaded = format.load(&save).unwrap_or_else(|error| {
                    panic!("{error}, in {format:?}: {}", String::from_utf8_lossy(&save))
                });
                assert!(format.save(&loaded) == save, "a save of what was loaded is the same");
                Some(self.with(given_anew(loaded, &self.program)))
            }
            Err(SaveError::Unsettled { .. }) => {
                self.is_unsettled();
                None
            }
            Err(error) => panic!("{error}"),
        }
    }

    /// A copy, if there can be one at this moment.
    pub(crate) fn fork(&self) -> Option<Self> {
        match self.phases.fork() {
            Ok(phases) => Some(self.with(phases)),
            Err(ForkError::Unsettled { .. }) => {
                self.is_unsettled();
                None
            }
            Err(error) => panic!("{error}"),
        }
    }

    /// The same, in a manager that has played something else.
    pub(crate) fn fork_into(&self, mut worn: PhaseManager<World>) -> Option<Self> {
        match worn.fork_from(&self.phases) {
            Ok(()) => Some(self.with(worn)),
            Err(ForkError::Unsettled { .. }) => None,
            Err(error) => panic!("{error}"),
        }
    }

    pub(crate) fn into_manager(self) -> PhaseManager<World> {
        self.phases
    }

    /// Remembers this moment, if it can be at this moment.
    pub(crate) fn checkpoint(&self, history: &mut History<World>) -> bool {
        match history.checkpoint(&self.phases, &self.world) {
            Ok(()) => true,
            Err(ForkError::Unsettled { .. }) => {
                self.is_unsettled();
                false
            }
            Err(error) => panic!("{error}"),
        }
    }

    pub(crate) fn undo(&mut self, history: &mut History<World>) {
        assert!(history.undo(&mut self.phases, &mut self.world));
        self.world.forget_stale_tickets();
    }

    pub(crate) fn redo(&mut self, history: &mut History<World>) {
        assert!(history.redo(&mut self.phases, &mut self.world));
        self.world.forget_stale_tickets();
    }

    fn with(&self, mut phases: PhaseManager<World>) -> Self {
        let (program, given) = (Arc::clone(&self.program), self.given.clone());
        let ledger = ledger(&program, &mut phases);
        let is_under_way = self.is_under_way;
        Self { world: self.world.saved(), phases, program, given, ledger, is_under_way }
    }

    /// It can only have come to that by a panic, and nothing has run since.
    fn is_unsettled(&self) {
        assert_eq!(self.last_outcome(), Some(&Outcome::Panicked));
    }
}

fn ledger(program: &Program, phases: &mut PhaseManager<World>) -> Option<Ledger> {
    (program.outside.len() % 2 == 0).then(|| Ledger::of(phases))
}

#[allow(clippy::needless_pass_by_value, reason = "it stands in `map_or_else`")]
fn refused(error: AnswerError<AnyAnswer>) -> Outcome {
    Outcome::Error(format!("{error}, {error:?}"))
}

#[allow(clippy::needless_pass_by_value, reason = "it stands in `map_or_else`")]
fn error(error: RunError) -> Outcome {
    Outcome::Error(error.to_string())
}

fn given_anew(phases: PhaseManager<World>, program: &Program) -> PhaseManager<World> {
    let phases = match program.start_limit {
        Some(limit) => phases.start_limit(limit),
        None => phases,
    };
    match program.supply {
        None => phases,
        Some(Supply::One) => phases.when_empty(|world: &mut World| Plain(world.supply())),
        Some(Supply::Many) => phases.when_empty_with(|world: &mut World, queue| {
            // The number of what comes next is as good as a die.
            for nth in 0..world.made() % 3 {
                let body = world.supply();
                by_kind!([Kind::Burn, Kind::Heal][nth as usize], P => queue.push(P(body)));
            }
        }),
    }
}
