//! One manager with its world, and what is done to them.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;

use phase_core::prelude::*;
use phase_core::{ForkError, SaveError};

use super::phases::{Plain, Ranked};
use super::program::{Kind, Outside, Program};
use super::world::{self, Event, Scripted, World};
use crate::format::Format;

pub(crate) struct Table {
    pub(crate) world: World,
    phases: PhaseManager<World>,
    program: Arc<Program>,
}

impl Table {
    pub(crate) fn new(program: &Arc<Program>) -> Self {
        let phases = given_anew(PhaseManager::new(), program);
        Self { world: World::new(program), phases, program: Arc::clone(program) }
    }

    pub(crate) fn is_idle(&self) -> bool {
        self.phases.is_empty()
            && matches!(self.world.log.iter().nth_back(1), Some(Event::Came(it)) if it == "Ok(Idle)")
    }

    pub(crate) fn act(&mut self, action: Outside) {
        let Self { world, phases, .. } = self;
        let came = catch_unwind(AssertUnwindSafe(|| match action {
            Outside::Act(act) => {
                world::act(act, phases, world);
                String::new()
            }
            Outside::Interrupt(kind) => {
                let body = world.make();
                match kind {
                    Kind::Plain => phases.interrupt(Plain(body)),
                    Kind::Ranked => phases.interrupt(Ranked(body)),
                }
                String::new()
            }
            Outside::Cancel => phases.cancel(world).to_string(),
            Outside::CancelTree => phases.cancel_tree(world).to_string(),
            Outside::Run => format!("{:?}", phases.run(world)),
            Outside::Step => format!("{:?}", phases.step(world)),
            Outside::Settle => {
                world.end_all_tickets();
                format!("{:?}", phases.step(world))
            }
        }));
        let came = came.unwrap_or_else(|panic| {
            if panic.is::<Scripted>() { "a panic".to_owned() } else { resume_unwind(panic) }
        });
        world.log.push(Event::Came(came));
        let (level, waiting) = (phases.current_level(), phases.waiting());
        world.log.push(Event::Stands(format!("{level} {waiting:?} {phases:?}")));
    }

    /// Saved and loaded, if it can be saved at this moment.
    pub(crate) fn hop(&self, format: Format) -> Option<Self> {
        match self.phases.snapshot() {
            Ok(snapshot) => {
                let save = format.write(&snapshot);
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
            Ok(phases) => {
                assert!(self.world.suspended.is_empty(), "a suspended phase can't be copied");
                Some(self.with(phases))
            }
            Err(ForkError::Suspended { .. }) => {
                assert!(!self.world.suspended.is_empty());
                None
            }
            Err(ForkError::Unsettled { .. }) => {
                self.is_unsettled();
                None
            }
            Err(error) => panic!("{error}"),
        }
    }

    fn with(&self, phases: PhaseManager<World>) -> Self {
        Self { world: self.world.saved(), phases, program: Arc::clone(&self.program) }
    }

    /// It can only have come to that by a panic, and nothing has run since.
    fn is_unsettled(&self) {
        let runs = self.world.log.iter().rev().filter_map(|event| match event {
            Event::Came(came) if !came.is_empty() => Some(came),
            _ => None,
        });
        assert_eq!(runs.clone().next().map(String::as_str), Some("a panic"));
    }
}

fn given_anew(phases: PhaseManager<World>, program: &Program) -> PhaseManager<World> {
    let phases = match program.start_limit {
        Some(limit) => phases.start_limit(limit),
        None => phases,
    };
    if program.supplies { phases.when_empty(|world: &mut World| Plain(world.supply())) } else { phases }
}
