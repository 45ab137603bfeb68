//! Phases that are saved, with entities in them.

use bevy_app::App;
use bevy_ecs::entity::{EntityHashMap, MapEntities};
use bevy_ecs::prelude::*;
use phase_bevy::prelude::*;
use serde::{Deserialize, Serialize};

use crate::play::{app, app_with, frame, just, note, noted};

#[phase(world = World, save)]
#[derive(Debug, MapEntities, Serialize, Deserialize)]
struct LeavePhase {
    #[entities]
    who: Entity,
}

impl Phase for LeavePhase {
    fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        note(guard.world, self.who.to_string());
        guard.unshift(FadePhase { who: self.who });
        guard.end()
    }
}

#[phase(world = World, save)]
#[derive(Debug, MapEntities, Serialize, Deserialize)]
struct FadePhase {
    #[entities]
    who: Entity,
}

impl Phase for FadePhase {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.wait()
    }
}

impl Waits for FadePhase {
    fn update(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        note(guard.world, format!("fade {}", self.who));
        guard.end()
    }
}

fn saving_app() -> App {
    let mut app = app();
    app.map_phase_entities::<LeavePhase>().map_phase_entities::<FadePhase>();
    app
}

/// A battle in which one phase waits, one is set aside, and one is queued, all about the same entity.
fn saved() -> (Entity, String) {
    let mut app = saving_app();
    let who = app.world_mut().spawn_empty().id();
    let phases = Phases::starting_with(LeavePhase { who });
    phases.push(LeavePhase { who });
    let battle = app.world_mut().spawn(phases).id();
    app.update();
    app.world().get::<Phases>(battle).unwrap().interrupt(WaitPhase::frames(1));
    app.update();
    (who, serde_json::to_string(app.world().get::<Phases>(battle).unwrap()).unwrap())
}

#[test]
fn entities_in_all_phases_are_mapped() {
    let (who, text) = saved();
    let mut loaded: Phases = serde_json::from_str(&text).unwrap();
    let mut app = saving_app();
    app.world_mut().spawn_batch([(); 5]).for_each(drop);
    let now = app.world_mut().spawn_empty().id();
    assert_ne!(who, now);
    loaded.map_entities(app.world(), &mut EntityHashMap::from_iter([(who, now)])).unwrap();
    app.world_mut().spawn(loaded);
    let mut said = String::new();
    for _ in 0..6 {
        app.update();
        said = said + &noted(&mut app) + " / ";
    }
    // The menu is over, and what it was over gets its update in the same frame.
    assert_eq!(said, format!("fade {now} {now} / fade {now} /  /  /  /  / "));
}

#[test]
fn a_phase_that_nobody_can_map_is_named_and_nothing_is_mapped() {
    let (who, text) = saved();
    let mut loaded: Phases = serde_json::from_str(&text).unwrap();
    let mut app = app();
    app.map_phase_entities::<LeavePhase>();
    let now = app.world_mut().spawn_empty().id();
    let error = loaded.map_entities(app.world(), &mut EntityHashMap::from_iter([(who, now)])).unwrap_err();
    assert_eq!(error.phases(), ["FadePhase"]);
    assert_eq!(
        error.to_string(),
        "it is not known whether there are entities in these phases: `FadePhase`; \
         derive `MapEntities` for each, and call `app.map_phase_entities::<..>()`"
    );
    assert!(loaded.manager().unwrap().contains(|phase: &LeavePhase| phase.who == who));
}

#[test]
fn what_is_still_in_the_inbox_is_not_lost_by_a_save() {
    let (mut app, battle) = app_with([]);
    let who = app.world_mut().spawn_empty().id();
    app.world().get::<Phases>(battle).unwrap().push(LeavePhase { who });
    let error = serde_json::to_string(app.world().get::<Phases>(battle).unwrap()).unwrap_err();
    assert!(
        error.to_string().starts_with("phases that have been sent are still in the inbox, 1 of them"),
        "{error}"
    );
    let mut phases = app.world_mut().get_mut::<Phases>(battle).unwrap();
    phases.manager_mut();
    assert!(serde_json::to_string(&*phases).unwrap().contains("LeavePhase"));
}

#[test]
fn phases_that_run_are_not_saved() {
    let mut app = app();
    let battle = app.world_mut().spawn(Phases::starting_with(crate::play::act("A", |guard| {
        let entity = guard.entity();
        let error = serde_json::to_string(guard.world.get::<Phases>(entity).unwrap()).unwrap_err();
        assert_eq!(error.to_string(), "these phases run just now; save between two frames");
        guard.end()
    })));
    let _ = battle.id();
    assert_eq!(frame(&mut app), "A A.");
}

#[test]
fn a_phase_that_can_not_be_saved_is_named() {
    let mut phases = Phases::starting_with(just("A"));
    phases.manager_mut();
    let error = serde_json::to_string(&phases).unwrap_err();
    assert!(error.to_string().contains("Act"), "{error}");
}
