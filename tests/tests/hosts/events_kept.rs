//! What an observer is told around panics, and of a game that an undo has exchanged.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex};

use phase_core::prelude::*;

use crate::play::{Play, act, just, waits};

/// Lines of events: `name@level Event`, with a `-` in front where there is no world.
#[derive(Clone, Default)]
struct Told(Arc<Mutex<Vec<String>>>);

impl Told {
    fn attach<W: 'static>(&self, phases: &mut PhaseManager<W>) {
        let lines = Arc::clone(&self.0);
        phases.observe(move |event, world| {
            let kind = match event.kind {
                EventKind::Queued { how, .. } => format!("{how:?}"),
                EventKind::Dropped { reason } => format!("{reason:?}"),
                EventKind::Asking { number } => format!("Asking {number}"),
                EventKind::Failed { .. } => "Failed".to_owned(),
                kind => format!("{kind:?}"),
            };
            let world = if world.is_some() { "" } else { "-" };
            lines.lock().unwrap().push(format!("{world}{:?}@{} {kind}", event.phase, event.level));
        });
    }

    fn take(&self) -> Vec<String> {
        std::mem::take(&mut *self.0.lock().unwrap())
    }
}

fn panics(call: impl FnOnce()) {
    assert!(catch_unwind(AssertUnwindSafe(call)).is_err());
}

#[test]
fn what_the_host_queues_after_a_panic_is_queued_by_the_host() {
    let (mut play, by) = (Play::of([]), Arc::new(Mutex::new(Vec::new())));
    let seen = Arc::clone(&by);
    play.phases.observe(move |event, _| {
        if let EventKind::Queued { by, .. } = event.kind {
            seen.lock().unwrap().push(by);
        }
    });
    play.phases.push(act("P", |_| panic!("in the middle")));
    play.run();
    play.phases.push(just("A"));
    assert_eq!(*by.lock().unwrap(), [QueuedBy::Host, QueuedBy::Host]);
}

#[test]
fn a_panic_in_a_last_hook_takes_the_world_from_nobody() {
    let (mut play, told) = (Play::of([]), Told::default());
    told.attach(&mut play.phases);
    play.phases.push(just("E").on_end(|_, _| panic!("at the end")));
    play.phases.push(waits("W").on_cancel(|_| panic!("on the way out")));
    play.phases.push(act("F", |guard| guard.fail("no")).on_cancel(|_| panic!("on the way out")));
    for _ in 0..2 {
        play.run();
    }
    panics(|| {
        play.phases.cancel(&mut play.log);
    });
    play.run();
    play.run();
    let told: Vec<_> = told.take().into_iter().filter(|line| !line.starts_with('-')).collect();
    assert_eq!(
        told,
        [
            "E@0 Started",
            "E@0 Panicked",
            "W@0 Started",
            "W@0 Waiting",
            "W@0 Cancelled",
            "F@0 Started",
            "F@0 Failed",
        ]
    );
}

#[test]
fn one_that_comes_late_is_told_the_levels_of_what_is_parked_after_an_interrupted_clear() {
    let mut play = Play::of([waits("A").on_cancel(|_| panic!("on the way out")), just("Z")]);
    play.run();
    play.phases.interrupt(act("B", |mut guard| {
        guard.queue.clear();
        guard.unshift(just("b"));
        guard.wait()
    }));
    play.run();
    play.phases.interrupt(waits("C"));
    let told = Told::default();
    told.attach(&mut play.phases);
    assert_eq!(told.take(), ["-B@0 Present", "-b@1 Present", "-C@2 Present"]);
}

/// Does what it is told to.
#[phase(world = Vec<&'static str>, clone)]
#[derive(Debug, Clone, Copy, PartialEq)]
enum Does {
    Panic,
    Wait,
    Ask,
}

impl Phase for Does {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        match self {
            Self::Panic => panic!("oh"),
            Self::Wait => guard.wait(),
            Self::Ask => guard.ask(),
        }
    }
}

impl Waits for Does {
    fn update(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.wait()
    }
}

impl Asks for Does {
    type Answer = u8;

    fn seats(&self, world: &Vec<&'static str>) -> Vec<Seat> {
        assert!(!world.contains(&"nobody knows"), "who sits there?");
        vec![Seat::Player(0)]
    }

    fn answer(&mut self, _: Seat, _: u8, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.end()
    }
}

#[test]
fn what_comes_back_after_a_panic_is_told_before_its_end() {
    let (mut phases, mut world, told) = (PhaseManager::new(), vec![], Told::default());
    let mut history = History::new(2);
    history.checkpoint(&phases, &world).unwrap();
    told.attach(&mut phases);
    phases.push(Does::Panic);
    panics(|| drop(phases.run(&mut world)));
    told.take();
    assert!(history.undo(&mut phases, &mut world));
    assert!(history.redo(&mut phases, &mut world));
    phases.run(&mut world).unwrap();
    assert_eq!(told.take(), ["-Panic@0 Undone", "-Panic@0 Present", "Panic@0 Panicked"]);
}

#[test]
fn an_undo_tells_the_levels_of_what_is_parked() {
    let (mut phases, mut world, told) = (PhaseManager::new(), vec![], Told::default());
    for _ in 0..3 {
        phases.interrupt(Does::Wait);
        phases.run(&mut world).unwrap();
    }
    told.attach(&mut phases);
    let there = ["-Wait@1 Present", "-Wait@2 Present", "-Wait@3 Present"];
    assert_eq!(told.take(), there);
    let mut history = History::new(1);
    history.checkpoint(&phases, &world).unwrap();
    assert!(history.undo(&mut phases, &mut world));
    assert_eq!(
        told.take(),
        there
            .map(|line| line.replace("Present", "Undone"))
            .into_iter()
            .chain(there.map(str::to_owned))
            .collect::<Vec<_>>()
    );
}

#[test]
fn a_question_is_told_though_a_panic_has_kept_it_from_being_put() {
    let (mut phases, mut world, told) = (PhaseManager::new(), vec!["nobody knows"], Told::default());
    told.attach(&mut phases);
    phases.push(Does::Ask);
    panics(|| drop(phases.run(&mut world)));
    world.clear();
    assert_eq!(phases.run(&mut world).unwrap(), RunStatus::Asking);
    assert_eq!(told.take(), ["-Ask@0 Push", "Ask@0 Started", "Ask@0 Asking 1"]);
}

#[test]
fn an_observer_that_breaks_is_dropped_and_the_others_stay() {
    use std::ops::ControlFlow;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicU32, Ordering};

    let counts: [Arc<AtomicU32>; 3] = Default::default();
    let [short, long, alone] = counts.clone();
    let mut phases = PhaseManager::new();
    phases.observe_until(move |_, _| {
        let told = short.fetch_add(1, Ordering::Relaxed) + 1;
        if told < 2 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    phases.observe(move |_, _| {
        long.fetch_add(1, Ordering::Relaxed);
    });
    phases.push(QuietPhase);
    phases.push(QuietPhase);
    phases.run(&mut ()).unwrap();
    assert_eq!(Arc::strong_count(&counts[0]), 1);
    let told = || [0, 1, 2].map(|index: usize| counts[index].load(Ordering::Relaxed));
    assert_eq!(told(), [2, 6, 0]);

    let mut phases = PhaseManager::new();
    phases.observe_until(move |_, _| {
        alone.fetch_add(1, Ordering::Relaxed);
        ControlFlow::Break(())
    });
    phases.push(QuietPhase);
    phases.run(&mut ()).unwrap();
    phases.observe_until(|_, _| ControlFlow::Continue(()));
    phases.push(QuietPhase);
    phases.run(&mut ()).unwrap();
    assert_eq!(told(), [2, 6, 1]);
}

#[phase(leaf)]
#[derive(Debug)]
struct QuietPhase;

impl Phase for QuietPhase {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.end()
    }
}
