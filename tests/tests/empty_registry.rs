//! A program in which no start-up code has run: games go on all the same, and errors about names and saves say why.
//!
//! No phase here is made by `#[phase]`, so the registry of this program is empty.

use phase_core::__private_0_1_0::{Description, LivesOnce};
use phase_core::prelude::*;
use phase_core::{BuildError, PhaseRef, SaveError, Whereabouts};
use serde::{Deserialize, Serialize};

struct World;

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Step(u8);

impl PhaseInfo for Step {
    type World = World;
    type __Lives = LivesOnce;
    const NAME: &'static str = "Step";
    const __DESCRIPTION: Description<Self> = Description::new(None).saved(&[]);
}

impl Phase for Step {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.end()
    }
}

const WHY: &str =
    "the registry is empty, since the start-up code that fills it has not run (see `registry()`)";

fn one_step() -> PhaseManager<World> {
    assert_eq!(registry().iter().len(), 0);
    let mut phases = PhaseManager::new();
    phases.push(Step(7));
    phases
}

#[test]
fn games_run() -> Result<(), RunError> {
    assert_eq!(one_step().run(&mut World)?, RunStatus::Idle);
    Ok(())
}

#[test]
fn names_of_queued_phases_are_known() -> Result<(), NameError> {
    let mut phases = one_step();
    assert!(phases.contains_named("Step")?);
    assert_eq!(phases.find_named("Step")?.and_then(PhaseRef::downcast_ref), Some(&Step(7)));
    assert!(phases.find_named("Step")?.is_some_and(|step| step.entry().is_none()));
    assert!(phases.remove_named("Step")?.is_some_and(|step| step.is::<Step>()));
    Ok(())
}

#[test]
fn a_look_up_by_another_name_says_that_nothing_is_registered() {
    let error = one_step().contains_named("Stop").expect_err("there is none");
    let NameError::NothingRegistered { name, .. } = &error else { panic!("{error}") };
    assert_eq!(name, "Stop");
    assert_eq!(error.to_string(), format!("no phase `Stop` is known: {WHY}"));
}

#[test]
fn saving_says_that_nothing_is_registered() {
    let phases = one_step();
    let error = phases.snapshot().expect_err("it could not be loaded");
    assert!(matches!(
        error,
        SaveError::NothingRegistered { phase: "Step", place: Whereabouts::Level(0), .. }
    ));
    let told = format!("phase `Step`, on level 0, cannot be saved: {WHY}");
    assert_eq!(error.to_string(), told);
    assert_eq!(serde_json::to_string(&phases).expect_err("likewise").to_string(), told);
}

#[test]
fn building_and_loading_say_that_nothing_is_registered() {
    let error =
        registry().of::<World>().build("Step", serde_json::Value::from(7)).expect_err("there is none");
    assert!(matches!(error, BuildError::Name(NameError::NothingRegistered { .. })));
    assert_eq!(error.to_string(), format!("no phase `Step` is known: {WHY}"));

    let save = r#"{"version":1,"halted":false,"levels":[{"level":0,"phases":[{"Step":7}]}],"parked":[],
        "current":{"from_level":0,"deferred":[],"unshifted":[],"interrupts":[]}}"#;
    let error = serde_json::from_str::<PhaseManager<World>>(save).expect_err("it names a phase").to_string();
    assert!(error.starts_with(&format!("on level 0: no phase `Step` is known: {WHY}")), "{error}");
}

#[test]
fn a_game_without_phases_is_saved_and_loaded() {
    let phases = PhaseManager::<World>::new();
    let save = postcard::to_stdvec(&phases).expect("there is nothing in it");
    assert!(postcard::from_bytes::<PhaseManager<World>>(&save).expect("likewise").is_empty());
}
