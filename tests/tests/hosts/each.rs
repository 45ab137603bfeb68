//! `for_each_mut`: everything that is queued, waits or is parked is handed out.

use std::collections::HashMap;

use phase_core::prelude::*;
use serde::{Deserialize, Serialize};

use crate::play::{Act, Play, act, just, suspends, waits};

/// The names of all phases that are handed out, in order.
fn names(play: &mut Play) -> String {
    let mut names = vec![];
    play.phases.for_each_mut(|mut phase| {
        assert!(phase.is::<Act>());
        assert_eq!(phase.name(), "Act");
        let act = phase.downcast_mut::<Act>().unwrap();
        names.push(act.name);
    });
    names.join(" ")
}

#[test]
fn of_nothing_nothing_is_handed_out() {
    assert_eq!(names(&mut Play::default()), "");
}

#[test]
fn goes_from_the_phase_that_waits_over_the_parked_ones_to_the_queued_ones_in_run_order() {
    let mut play = Play::of([
        just("P"),
        act("A", |mut guard| {
            guard.defer(just("D"));
            guard.unshift(act("W", |mut guard| {
                guard.unshift(just("V"));
                guard.defer(just("E"));
                guard.wait()
            }));
            guard.unshift(just("U"));
            guard.end()
        }),
        just("B"),
    ]);
    play.run();
    assert_eq!(names(&mut play), "W V E U D B");

    play.phases.interrupt(act("I", |mut guard| {
        guard.unshift(just("X"));
        guard.wait()
    }));
    play.phases.interrupt(just("J"));
    assert_eq!(names(&mut play), "W J I V E U D B");
    play.run();
    assert_eq!(names(&mut play), "I W X V E U D B");
    play.phases.interrupt(suspends("K"));
    play.run();
    play.phases.unshift(just("Y"));
    play.phases.defer(just("Z"));
    assert_eq!(names(&mut play), "K I W Y Z X V E U D B");
}

#[test]
fn what_is_changed_runs_so() {
    let mut play = Play::of([waits("A"), just("B")]);
    play.run();
    play.phases.interrupt(just("I"));
    play.phases.for_each_mut(|mut phase| {
        let act = phase.downcast_mut::<Act>().unwrap();
        act.name = match act.name {
            "A" => "a",
            "B" => "b",
            _ => "i",
        };
    });
    play.run();
    play.cancel();
    play.run();
    assert_eq!(play.told(), "A [waiting] i i. a~ [waiting] a! [cancel: true] b b. [idle]");
}

#[test]
fn a_phase_looks_as_it_does_elsewhere() {
    #[phase(secret)]
    #[derive(Debug)]
    struct HiddenPhase(#[expect(dead_code, reason = "it is not to be seen")] u32);

    impl Phase for HiddenPhase {
        fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
            guard.end()
        }
    }

    let mut phases = PhaseManager::new();
    phases.push(HiddenPhase(7));
    let mut seen = vec![];
    phases.for_each_mut(|mut phase| {
        assert!(!phase.is::<Act>() && phase.downcast_mut::<Act>().is_none());
        seen.push(format!("{phase:?}"));
    });
    assert_eq!(seen, ["HiddenPhase"]);
}

/// An engine's number of a creature, another one after loading.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
struct Entity(u32);

#[derive(Default)]
struct Scene {
    hit: Vec<Entity>,
    awake: bool,
}

/// Hits a creature.
#[phase(world = Scene, save)]
#[derive(Debug, Serialize, Deserialize)]
struct HitPhase {
    target: Entity,
}

impl Phase for HitPhase {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.world.hit.push(self.target);
        guard.end()
    }
}

/// Looks at a creature until something happens.
#[phase(world = Scene, save)]
#[derive(Debug, Serialize, Deserialize)]
struct WatchPhase {
    watched: Entity,
}

impl Phase for WatchPhase {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.wait()
    }

    fn on_end(&mut self, scene: &mut Scene, _: &mut Queue<'_, Self>) {
        scene.hit.push(self.watched);
    }
}

impl Waits for WatchPhase {
    fn update(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        if guard.world.awake { guard.end() } else { guard.wait() }
    }
}

#[test]
fn entities_in_saved_phases_are_mapped_after_loading() {
    let mut scene = Scene::default();
    let mut phases = PhaseManager::new();
    phases.push(WatchPhase { watched: Entity(1) });
    phases.push(HitPhase { target: Entity(2) });
    phases.run(&mut scene).unwrap();
    phases.interrupt(WatchPhase { watched: Entity(3) });
    phases.run(&mut scene).unwrap();
    phases.unshift(HitPhase { target: Entity(1) });
    let save = serde_json::to_string(&phases).unwrap();

    let spawned: HashMap<_, _> =
        [(1, 71), (2, 72), (3, 73)].map(|(old, new)| (Entity(old), Entity(new))).into();
    let mut loaded: PhaseManager<Scene> = serde_json::from_str(&save).unwrap();
    loaded.for_each_mut(|mut phase| {
        if let Some(hit) = phase.downcast_mut::<HitPhase>() {
            hit.target = spawned[&hit.target];
        } else if let Some(watch) = phase.downcast_mut::<WatchPhase>() {
            watch.watched = spawned[&watch.watched];
        }
    });
    let mut scene = Scene { awake: true, ..Scene::default() };
    assert_eq!(loaded.run(&mut scene).unwrap(), RunStatus::Idle);
    assert_eq!(scene.hit, [73, 71, 71, 72].map(Entity));
}

#[test]
fn each_phase_tells_its_id() {
    let mut play = Play::of([waits("A"), just("B")]);
    play.run();
    play.phases.interrupt(waits("I"));
    play.run();
    let mut told = vec![];
    play.phases.for_each_mut(|phase| told.push(phase.id()));
    let queued = play.phases.levels().flat_map(|(_, phases)| phases.map(PhaseRef::id));
    let ids: Vec<_> = play
        .phases
        .current()
        .map(PhaseRef::id)
        .into_iter()
        .chain(play.phases.parked().map(PhaseRef::id))
        .chain(queued)
        .collect();
    assert_eq!(told, ids);
    assert!(told[1] < told[2] && told[2] < told[0], "in the order of queueing: {told:?}");
}
