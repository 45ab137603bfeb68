//! Plays a program on the real manager.

use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;

use phase_core::prelude::*;
use phase_tests::ledger::Ledger;
use phase_tools::Trace;

use crate::causes::{CAUSES_COMPARED, Causes};
use crate::desk::{self, Desk, by_kind};
use crate::kind::Kind;
use crate::phases::{Actor, Burn, Heal, High, Low, Plain};
use crate::program::{Act, Door, Event, Fault, Outcome, Outside, Peeked, Program, Refusal, State, Supply};
use crate::scopes;
use crate::why::{self, AtWork};
use crate::world::{self, Scripted, World};

/// More steps than any program takes.
const STEPS: usize = 10_000;

struct Host {
    world: World,
    phases: PhaseManager<World>,
}

pub(crate) fn play(program: &Program) -> Vec<Event> {
    let mut phases = PhaseManager::new();
    if let Some(limit) = program.start_limit {
        phases = phases.start_limit(limit);
    }
    if let Some(limit) = program.chain_limit {
        phases = phases.chain_limit(limit);
    }
    phases = match program.supply {
        None => phases,
        Some(Supply::One) => phases.when_empty(|world: &mut World| Plain::new(world.supply_one())),
        Some(Supply::Many) => phases.when_empty_with(|world: &mut World, queue| {
            let (kinds, panics) = world.supply();
            for (index, kind) in kinds.into_iter().enumerate() {
                assert_eq!(queue.len(), index, "what was pushed is counted");
                let body = world.make(kind);
                world.origins.note(body.card.id, "");
                by_kind!(kind, P => queue.push(P::new(body)));
            }
            if panics {
                world::panic_as_scripted();
            }
        }),
    };
    // Every other program is observed: without an observer, phases start by a shorter way.
    let observed = (program.outside.len() % 2 == 0).then(|| {
        let ledger = Ledger::of_new(&mut phases);
        let trace = Trace::new().names_only();
        trace.attach(&mut phases);
        (ledger, trace)
    });
    let mut world = World::new(Arc::new(program.clone()));
    if program.has_inbox {
        world.post.open(&mut phases);
        world.ids.some_are_sent = true;
    }
    let mut host = Host { world, phases };
    for &action in &program.outside {
        host.outside(action);
        host.log_state();
        if let Some((ledger, _)) = &observed {
            ledger.check(&host.phases, false);
        }
    }
    if program.drains {
        host.drain();
        host.log_state();
    }
    let Host { mut world, phases } = host;
    if let Some((ledger, trace)) = &observed {
        ledger.check(&phases, program.drains);
        why::check(trace, &world);
    }
    let events = world.log.len();
    drop(phases);
    assert_eq!(world.log.len(), events, "dropping the manager calls no phase");
    assert_eq!(world.alive(), 0, "the manager has dropped all its phases");
    assert!(world.has_stale_tickets_only(), "no ticket outlives the manager");
    world.log
}

impl Host {
    fn outside(&mut self, action: Outside) {
        let Self { world, phases } = self;
        world.origins.at_work = AtWork::Host;
        let mut before = phases.queued();
        for id in &before {
            world.post.forget(*id);
        }
        before.extend(world.post.undelivered(&before));
        let called = catch_unwind(AssertUnwindSafe(|| match action {
            Outside::Act(act) => {
                world::act(act, phases, world);
                None
            }
            Outside::Interrupt(kind) => {
                let body = world.make(kind);
                world.origins.note(body.card.id, why::INTERRUPTED);
                by_kind!(kind, P => phases.interrupt(P::new(body)));
                None
            }
            Outside::Cancel => Some(Outcome::Cancelled(phases.cancel(world))),
            Outside::CancelTree => Some(Outcome::Cancelled(phases.cancel_tree(world))),
            Outside::CancelParked(nth) => {
                let parked: Vec<_> = phases.parked().map(PhaseRef::id).collect();
                let id = nth.checked_rem(parked.len()).map(|nth| parked[nth]);
                Some(Outcome::Cancelled(id.is_some_and(|id| phases.cancel_parked(world, id))))
            }
            Outside::CancelAll => Some(Outcome::AllCancelled(phases.cancel_all(world))),
            Outside::Run => Some(phases.run(world).map_or_else(error, status)),
            Outside::RunWith(most) => {
                let mut left = most;
                let ran = phases.run_with(world, |world| {
                    world.log.push(Event::Between);
                    left = left.saturating_sub(1);
                    if left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
                });
                Some(ran.map_or_else(error, status))
            }
            Outside::Step => Some(phases.step(world).map_or_else(error, stepped)),
            Outside::Answer(door, kind, seat, answer) => {
                let asking = phases.question().map(|question| Kind::named(question.name()));
                let kind = kind.or(asking).unwrap_or(Kind::Plain);
                Some(by_kind!(kind, P => self::answer::<P>(phases, world, door, seat, answer)))
            }
            Outside::TimeOut => Some(phases.time_out(world).map_or_else(refused, |seats| {
                Outcome::TimedOut(seats.into_iter().map(world::index).collect())
            })),
            Outside::Play(silent, answer) => {
                let played = phases.play(world, |question, seat, _| {
                    let is_wide = Kind::named(question.name()).has_wide_answers();
                    let answer =
                        if is_wide { AnyAnswer::new(u16::from(answer)) } else { AnyAnswer::new(answer) };
                    (!silent[world::index(seat)]).then_some(answer)
                });
                Some(played.map_or_else(refused, status))
            }
        }));
        if matches!(
            action,
            Outside::Act(Act::Clear | Act::Finish)
                | Outside::Cancel
                | Outside::CancelTree
                | Outside::CancelAll
        ) {
            let mut after = phases.queued();
            after.extend(world.post.undelivered(&after));
            world.gone(before.into_iter().filter(|id| !after.contains(id)).collect());
        }
        let outcome = called.unwrap_or_else(|panic| {
            if panic.is::<Scripted>() { Some(Outcome::Panicked) } else { resume_unwind(panic) }
        });
        world.log.extend(outcome.map(Event::Came));
    }

    /// Ends every ticket and steps on until nothing is left.
    fn drain(&mut self) {
        self.world.finish();
        // Which would keep it from coming to an end.
        self.phases.set_start_limit(usize::MAX);
        self.phases.set_chain_limit(usize::MAX);
        for _ in 0..STEPS {
            self.world.end_all_tickets();
            self.outside(Outside::Step);
            match self.world.log.as_slice() {
                [.., Event::Came(Outcome::Status("Idle"))]
                | [.., Event::Supplying, Event::Came(Outcome::Panicked)] => return,
                _ => {}
            }
        }
        panic!("the program does not come to an end");
    }

    fn log_state(&mut self) {
        let Self { world, phases } = self;
        desk::see_queued(phases, world);
        for phase in phases.current().into_iter().chain(phases.parked()) {
            desk::see(phase, world);
        }
        // A key may panic.
        let next = Peeked::of(catch_unwind(AssertUnwindSafe(|| phases.peek(world))));
        let levels = self.phases.levels();
        let state = State {
            levels: levels.to_string(),
            numbers: levels.map(|(number, phases)| (number, phases.len())).collect(),
            len: self.phases.len(),
            level: self.phases.current_level(),
            current: self.phases.current().map(|phase| format!("{phase:?}")),
            causes: self.phases.current().map_or_else(Causes::default, |phase| {
                scopes::named(desk::id_of(phase), self.phases.causes(), &self.world)
            }),
            parked: self.phases.parked().map(|phase| format!("{phase:?}")).collect(),
            next,
            finished: self.phases.is_finished(),
            waiting: self.phases.waiting().map(|waiting| (waiting.name, waiting.updates)),
            question: self.phases.question().map(|question| {
                let seats = if self.world.can_tell_seats() { question.seats(&self.world) } else { vec![] };
                (question.number(), seats.into_iter().map(world::index).collect())
            }),
            undelivered: self.world.post.waiting(),
            alive: self.world.alive(),
        };
        assert!(state.current.is_some() || self.phases.causes().next().is_none());
        assert_eq!(self.phases.is_empty(), state.len == 0);
        assert_eq!(self.phases.waiting().is_some_and(|waiting| waiting.asking), state.question.is_some());
        self.world.log.push(Event::Stands(state));
    }
}

fn answer<P: Actor>(
    phases: &mut PhaseManager<World>,
    world: &mut World,
    door: Door,
    seat: usize,
    answer: u8,
) -> Outcome {
    let (seat, answer) = (world::seat(seat), P::Answer::from(answer));
    match door {
        Door::Typed => phases.answer::<P>(world, seat, answer).map_or_else(refused, stepped),
        Door::Any => phases.answer_any(world, seat, AnyAnswer::new(answer)).map_or_else(refused, stepped),
        Door::Data { is_late } => {
            let number = phases.question().map_or(0, |question| question.number()) + u64::from(is_late);
            let data = format!("{answer:?}");
            let mut reader = serde_json::Deserializer::from_str(&data);
            phases.answer_from(world, number, seat, &mut reader).map_or_else(refused, stepped)
        }
    }
}

fn refused<A: std::fmt::Debug>(error: AnswerError<A>) -> Outcome {
    Outcome::Refused(match error {
        AnswerError::NotAsked { asking, .. } => Refusal::NotAsked(asking),
        AnswerError::NotThisSeat { seat, .. } => Refusal::NotThisSeat(world::index(seat)),
        AnswerError::Refused { phase, seat, source, .. } => {
            Refusal::Refused(phase, world::index(seat), source.to_string())
        }
        AnswerError::Late { number, asking, .. } => Refusal::Late(number, asking),
        AnswerError::Run(run) => return self::error(run),
        other => panic!("a new kind of error: {other:?}"),
    })
}

fn status(status: RunStatus) -> Outcome {
    Outcome::Status(match status {
        RunStatus::Idle => "Idle",
        RunStatus::Waiting => "Waiting",
        RunStatus::Asking => "Asking",
        RunStatus::Halted => "Halted",
    })
}

fn stepped(step: Step) -> Outcome {
    match step {
        Step::Ended(name) => Outcome::Stepped("Ended", name),
        Step::Waiting(name) => Outcome::Stepped("Waiting", name),
        Step::Asking(name) => Outcome::Stepped("Asking", name),
        Step::Idle => Outcome::Status("Idle"),
        Step::Halted => Outcome::Status("Halted"),
    }
}

fn error(error: RunError) -> Outcome {
    let shown = error.phase_debug().unwrap_or_default().to_owned();
    let causes = error.causes().iter().take(CAUSES_COMPARED).copied().collect();
    match error {
        RunError::Failed { phase, source, .. } => {
            let fault = Fault { phase, shown, causes };
            Outcome::Failed { fault, place: source.place(), source: source.to_string() }
        }
        RunError::Abandoned { phase, .. } => Outcome::Abandoned(Fault { phase, shown, causes }),
        RunError::ChainLimit { limit, phase, cycle, repeats, .. } => {
            Outcome::ChainLimit { limit, phase, cycle, repeats }
        }
        RunError::StartLimit { limit, last, cycle, repeats, .. } => {
            Outcome::StartLimit { limit, last, cycle, repeats }
        }
        other => panic!("a new kind of error: {other}"),
    }
}
