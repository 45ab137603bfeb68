//! A game whose phases queue to those that set them off, as they are told.

use phase_core::PhaseId;
use phase_core::prelude::*;
use serde::{Deserialize, Serialize};

/// What has happened.
#[derive(Debug, Default, Clone)]
pub(crate) struct Table {
    pub(crate) log: Vec<String>,
}

/// What a phase is called, and what it does, in order.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Script(String, Vec<Act>);

#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) enum Act {
    Unshift(Child),
    Defer(Child),
    Push(Child),
    /// To the innermost turn, if there is one.
    TurnUnshift(Child),
    TurnDefer(Child),
    TurnSkip,
    /// To the outermost cause, if there is one.
    FarDefer(Child),
    /// Goes on with the rest in the next update.
    Wait,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) enum Child {
    Turn(Script),
    Move(Script),
    Hit(Script),
}

pub(crate) fn turn(name: &str, acts: impl Into<Vec<Act>>) -> Child {
    Child::Turn(Script(name.to_owned(), acts.into()))
}

pub(crate) fn movement(name: &str, acts: impl Into<Vec<Act>>) -> Child {
    Child::Move(Script(name.to_owned(), acts.into()))
}

pub(crate) fn hit(name: &str, acts: impl Into<Vec<Act>>) -> Child {
    Child::Hit(Script(name.to_owned(), acts.into()))
}

/// Hands the phase that a script is of to whatever queues it.
macro_rules! queued {
    ($child:expr => $($queue:tt)+) => {
        match $child {
            Child::Turn(script) => $($queue)+(Turn(script)),
            Child::Move(script) => $($queue)+(Move(script)),
            Child::Hit(script) => $($queue)+(Hit(script)),
        }
    };
}

macro_rules! phases {
    ($($phase:ident)*) => {$(
        #[phase(world = Table, save, clone)]
        #[derive(Debug, Clone, Serialize, Deserialize)]
        pub(crate) struct $phase(Script);

        impl $phase {
            fn act(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
                while !self.0.1.is_empty() {
                    match self.0.1.remove(0) {
                        Act::Unshift(child) => queued!(child => guard.unshift),
                        Act::Defer(child) => queued!(child => guard.defer),
                        Act::Push(child) => queued!(child => guard.push),
                        Act::TurnUnshift(child) => {
                            if let Some(mut turn) = guard.queue.within::<Turn>() {
                                queued!(child => turn.unshift);
                            }
                        }
                        Act::TurnDefer(child) => {
                            if let Some(mut turn) = guard.queue.within::<Turn>() {
                                queued!(child => turn.defer);
                            }
                        }
                        Act::TurnSkip => {
                            let skipped = guard.queue.within::<Turn>().map(|mut turn| turn.skip());
                            guard.world.log.push(format!("({} skips {skipped:?})", self.0.0));
                        }
                        Act::FarDefer(child) => {
                            let far = guard.queue.causes().last().map(|cause| cause.id());
                            if let Some(mut far) = far.and_then(|id| guard.queue.scope(id)) {
                                queued!(child => far.defer);
                            }
                        }
                        Act::Wait => return guard.wait(),
                    }
                }
                guard.end()
            }
        }

        impl Phase for $phase {
            fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
                let told = told(&self.0.0, guard.queue.id(), guard.queue.causes());
                guard.world.log.push(told);
                self.act(guard)
            }
        }

        impl Waits for $phase {
            fn update(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
                let told = told(&format!("{}~", self.0.0), guard.queue.id(), guard.queue.causes());
                guard.world.log.push(told);
                self.act(guard)
            }
        }
    )*};
}

phases! { Turn Move Hit }

fn told(name: &str, id: PhaseId, causes: impl Iterator<Item = Causer>) -> String {
    let causes: Vec<_> = causes.map(|cause| format!("<{}{}", cause.name(), cause.id())).collect();
    format!("{name}{id}{}", causes.concat())
}

pub(crate) fn push(phases: &mut PhaseManager<Table>, child: Child) {
    queued!(child => phases.push);
}

pub(crate) fn interrupt(phases: &mut PhaseManager<Table>, child: Child) {
    queued!(child => phases.interrupt);
}

/// Turns with all that scopes can do in them, which waits and interrupts divide.
pub(crate) fn begun() -> (PhaseManager<Table>, Table) {
    use Act::{Defer, FarDefer, Push, TurnDefer, TurnSkip, TurnUnshift, Unshift, Wait};
    let strike = |name: &str| {
        hit(
            name,
            [
                TurnUnshift(hit("wave", [])),
                TurnDefer(hit("sweep", [TurnUnshift(hit("late", []))])),
                Wait,
                FarDefer(hit("far", [])),
                Unshift(hit("own", [])),
                Wait,
            ],
        )
    };
    let inner = turn(
        "inner",
        [
            Unshift(strike("s2")),
            Unshift(movement("m2", [Wait, Unshift(hit("x", [TurnSkip])), Defer(hit("y", []))])),
            Unshift(movement("never", [])),
            Defer(movement("after", [TurnUnshift(hit("u", [Wait])), Unshift(hit("v", [TurnSkip]))])),
        ],
    );
    let outer = turn(
        "outer",
        [
            Unshift(movement("m1", [Unshift(strike("s1")), Unshift(inner), Defer(hit("d", []))])),
            Defer(movement("clean", [Wait, Defer(hit("e", []))])),
            Push(turn("next", [Unshift(strike("s3"))])),
        ],
    );
    let mut phases = PhaseManager::new();
    push(&mut phases, outer);
    (phases, Table::default())
}

/// What is done between two steps, so that some of it happens under interrupts.
pub(crate) fn step(nth: usize, phases: &mut PhaseManager<Table>, table: &mut Table) {
    if nth % 7 == 3 && phases.current().is_some() {
        let child = hit("i", [Act::TurnDefer(hit("j", [])), Act::FarDefer(hit("k", [])), Act::Wait]);
        interrupt(phases, turn("I", [Act::Unshift(child), Act::Unshift(hit("l", [Act::TurnSkip]))]));
    }
    phases.step(table).expect("nothing fails");
}

pub(crate) fn is_over(phases: &PhaseManager<Table>) -> bool {
    phases.is_empty() && phases.current().is_none()
}

/// Plays on from before the step of this number.
pub(crate) fn play_on(from: usize, mut phases: PhaseManager<Table>, mut table: Table) -> Table {
    let mut nth = from;
    while !is_over(&phases) {
        step(nth, &mut phases, &mut table);
        nth += 1;
        assert!(nth < 1_000, "it comes to no end");
    }
    table
}
