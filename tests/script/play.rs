//! A script as phases of a manager.

use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use phase_core::prelude::*;

use super::{Exit, Line, Name, Op, Outside, QueueOp, Script};

/// So many starts are no script any more.
const ENDLESS: usize = 1_000;

/// The world that scripts are played in.
struct Theatre {
    lines: HashMap<Name, Line>,
    ranks: Ranks,
    /// Every ticket ever handed out, oldest first; taken once it is used.
    tickets: Vec<(Name, Option<Ticket>)>,
    starts: Vec<String>,
    reports: Vec<String>,
}

/// What the keys of ordered phases are made of.
struct Ranks {
    speeds: HashMap<Name, i64>,
    /// 1 for those made first, -1 for those made last.
    classes: HashMap<Name, i8>,
    slowest_first: bool,
}

/// A phase that does what its line says.
#[phase(world = Theatre)]
struct Plain(Name);

/// Likewise, and runs by priority.
#[phase(world = Theatre, ordered)]
struct Ranked(Name);

impl Phase for Plain {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        act(&self.0, guard)
    }
}

impl Phase for Ranked {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        act(&self.0, guard)
    }
}

impl Ordered for Ranked {
    type Key = (i8, i64);

    fn key(&self, theatre: &Theatre) -> (i8, i64) {
        let Ranks { speeds, classes, slowest_first } = &theatre.ranks;
        let speed = speeds[&self.0];
        (classes.get(&self.0).copied().unwrap_or(0), if *slowest_first { -speed } else { speed })
    }
}

impl std::fmt::Debug for Plain {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

impl std::fmt::Debug for Ranked {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

/// A phase of a script, which may queue both kinds.
trait Actor:
    Phase<World = Theatre>
    + Unshifts<Plain>
    + Unshifts<Ranked>
    + Defers<Plain>
    + Defers<Ranked>
    + Pushes<Plain>
    + Pushes<Ranked>
{
}

impl Actor for Plain {}
impl Actor for Ranked {}

/// Where queue ops are carried out: the manager or the queue of a running phase.
trait Stage {
    fn push(&mut self, phase: Cast);
    fn unshift(&mut self, phase: Cast);
    fn defer(&mut self, phase: Cast);
    fn has(&self, name: &Name) -> bool;
    fn remove(&mut self, name: &Name) -> bool;
    fn remove_all(&mut self, name: &Name) -> usize;
}

/// A phase before it is queued.
enum Cast {
    Plain(Plain),
    Ranked(Ranked),
}

macro_rules! stage {
    ([$($generics:tt)*] $stage:ty) => {
        impl<$($generics)*> Stage for $stage {
            fn push(&mut self, phase: Cast) {
                match phase {
                    Cast::Plain(phase) => self.push(phase),
                    Cast::Ranked(phase) => self.push(phase),
                }
            }

            fn unshift(&mut self, phase: Cast) {
                match phase {
                    Cast::Plain(phase) => self.unshift(phase),
                    Cast::Ranked(phase) => self.unshift(phase),
                }
            }

            fn defer(&mut self, phase: Cast) {
                match phase {
                    Cast::Plain(phase) => self.defer(phase),
                    Cast::Ranked(phase) => self.defer(phase),
                }
            }

            fn has(&self, name: &Name) -> bool {
                self.contains::<Plain>(|phase| name.means(&phase.0))
                    || self.contains::<Ranked>(|phase| name.means(&phase.0))
            }

            fn remove(&mut self, name: &Name) -> bool {
                self.remove::<Plain>(|phase| name.means(&phase.0)).is_some()
                    || self.remove::<Ranked>(|phase| name.means(&phase.0)).is_some()
            }

            fn remove_all(&mut self, name: &Name) -> usize {
                self.remove_all::<Plain>(|phase| name.means(&phase.0))
                    + self.remove_all::<Ranked>(|phase| name.means(&phase.0))
            }
        }
    };
}

stage!(['run, P: Actor] Queue<'run, P>);
stage!([] PhaseManager<Theatre>);

impl Theatre {
    fn cast(&self, name: Name) -> Cast {
        if self.ranks.speeds.contains_key(&name) {
            Cast::Ranked(Ranked(name))
        } else {
            Cast::Plain(Plain(name))
        }
    }

    fn line(&self, name: &Name) -> Line {
        let of_kind = Name { kind: name.kind.clone(), tag: None };
        let line = self.lines.get(name).or_else(|| self.lines.get(&of_kind)).cloned();
        line.unwrap_or(Line { ops: Vec::new(), exit: if name.kind == "T" { Exit::Wait } else { Exit::End } })
    }

    fn report(&mut self, report: impl Into<String>) {
        self.reports.push(report.into());
    }

    /// Everything but `clear`, which a manager needs the world for.
    fn queue(&mut self, op: QueueOp, stage: &mut impl Stage) {
        match op {
            QueueOp::Push(name) => stage.push(self.cast(name)),
            QueueOp::Unshift(name) => stage.unshift(self.cast(name)),
            QueueOp::Defer(name) => stage.defer(self.cast(name)),
            QueueOp::Remove(name) => self.report(format!("rm:{}", usize::from(stage.remove(&name)))),
            QueueOp::RemoveAll(name) => self.report(format!("rm:{}", stage.remove_all(&name))),
            QueueOp::Has(name) => self.report(if stage.has(&name) { "has:yes" } else { "has:no" }),
            QueueOp::Clear => unreachable!("the callers clear"),
        }
    }

    fn end_ticket(&mut self, mut is_it: impl FnMut(&Name, Option<&Ticket>) -> bool) {
        let ticket = self.tickets.iter_mut().find(|(name, ticket)| is_it(name, ticket.as_ref()));
        let ended =
            ticket.and_then(|(_, ticket)| ticket.take()).map_or(Err(StaleTicket), |ticket| ticket.end());
        self.report(if ended.is_ok() { "ok" } else { "err:stale" });
    }
}

fn act<P: Actor + Suspends>(name: &Name, mut guard: EndGuard<'_, P>) -> Flow<P> {
    guard.world.starts.push(format!("{name:?}"));
    assert!(guard.world.starts.len() < ENDLESS, "the run does not come to an end");
    let Line { ops, exit } = guard.world.line(name);
    for op in ops {
        match op {
            Op::Queue(QueueOp::Clear) => guard.queue.clear(),
            Op::Queue(op) => guard.world.queue(op, &mut guard.queue),
            Op::Speed(name, speed) => drop(guard.world.ranks.speeds.insert(name, speed)),
            Op::Next(name) => drop(guard.world.ranks.classes.insert(name, 1)),
            Op::Last(name) => drop(guard.world.ranks.classes.insert(name, -1)),
            Op::Reverse => guard.world.ranks.slowest_first = true,
        }
    }
    match exit {
        Exit::End => guard.end(),
        Exit::Wait => guard.suspend(|theatre, ticket| theatre.tickets.push((name.clone(), Some(ticket)))),
        Exit::Panic => panic!("`{name:?}` panics, as its line says"),
    }
}

/// Plays a script to its end, and tells the run.
pub(super) fn play(script: Script) -> String {
    let mut phases = PhaseManager::new().when_empty(|_| Plain(Name { kind: "T".to_owned(), tag: None }));
    if let Some(limit) = script.start_limit {
        phases = phases.start_limit(limit);
    }
    let ranks = Ranks { speeds: script.speeds, classes: HashMap::new(), slowest_first: false };
    let mut theatre =
        Theatre { lines: script.lines, ranks, tickets: Vec::new(), starts: Vec::new(), reports: Vec::new() };
    for name in script.init {
        Stage::push(&mut phases, theatre.cast(name));
    }
    let mut outside = script.outside.into_iter();
    loop {
        match catch_unwind(AssertUnwindSafe(|| phases.run(&mut theatre))) {
            Ok(Ok(RunStatus::Waiting)) => match outside.next() {
                Some(op) => do_from_outside(op, &mut phases, &mut theatre),
                None => break,
            },
            Ok(Err(RunError::StartLimit { .. })) => {
                theatre.report("err:budget");
                break;
            }
            Ok(other) => panic!("no script can come to {other:?}"),
            Err(panic) if theatre.starts.len() >= ENDLESS => resume_unwind(panic),
            Err(_) => theatre.report("err:panic"),
        }
    }
    assert_eq!(outside.count(), 0, "the run was over before everything from outside was done");
    let starts = theatre.starts.join(" ");
    if theatre.reports.is_empty() { starts } else { format!("{starts} ; {}", theatre.reports.join(" ")) }
}

fn do_from_outside(op: Outside, phases: &mut PhaseManager<Theatre>, theatre: &mut Theatre) {
    match op {
        Outside::Done(name) => {
            theatre.end_ticket(|of, ticket| name.means(of) && ticket.is_some_and(Ticket::is_live));
        }
        Outside::Stale(name) => theatre.end_ticket(|of, _| name.means(of)),
        Outside::Override(name) => {
            match theatre.cast(name) {
                Cast::Plain(phase) => phases.interrupt(phase),
                Cast::Ranked(phase) => phases.interrupt(phase),
            }
            theatre.report("ok");
        }
        Outside::Skip => drop(phases.cancel(theatre)),
        Outside::Queue(QueueOp::Clear) => phases.clear(theatre),
        Outside::Queue(op) => theatre.queue(op, phases),
    }
}
