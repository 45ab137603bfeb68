//! Phases built by name from data.

use phase_core::prelude::*;
use phase_core::{BuildError, WorldRegistry};
use serde::{Deserialize, Serialize};

use crate::format::SERDE;

struct Arena;

#[phase(world = Arena, save, ordered)]
#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct HealPhase {
    target: String,
    amount: u32,
}

/// Not declared `save`.
#[phase(world = Arena)]
#[derive(Debug)]
struct ShowPhase;

impl Phase for HealPhase {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.end()
    }
}

impl Ordered for HealPhase {
    type Key = u32;

    fn key(&self, _: &Arena) -> u32 {
        self.amount
    }
}

impl Phase for ShowPhase {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.end()
    }
}

fn arena() -> WorldRegistry<Arena> {
    let _ = ShowPhase;
    registry().of()
}

fn build(name: &str, json: &str) -> Result<AnyPhase<Arena>, BuildError> {
    arena().build(name, &mut serde_json::Deserializer::from_str(json))
}

#[test]
fn a_phase_is_built_and_queued() -> Result<(), BuildError> {
    let mut phases = PhaseManager::new();
    phases.push(build("HealPhase", r#"{"target":"A","amount":1}"#)?);
    phases.push(build("HealPhase", r#"{"target":"B","amount":2}"#)?);
    assert_eq!(phases.find::<HealPhase>(|heal| heal.amount == 2).map(|heal| heal.target.as_str()), Some("B"));
    assert!(matches!(phases.step(&mut Arena), Ok(Step::Ended("HealPhase"))));
    assert_eq!(
        phases.levels().to_string(),
        r#"0: [HealPhase { target: "A", amount: 1 }]"#,
        "it is ordered too"
    );
    Ok(())
}

#[test]
fn in_formats_that_are_not_for_people_too() -> Result<(), BuildError> {
    let heal = HealPhase { target: "C".to_owned(), amount: 300 };
    let [_, ron, packed, named, _, _, postcard] = SERDE.map(|format| format.write(&heal));
    let ron = &mut ron::Deserializer::from_bytes(&ron).expect("it is text");
    let built = [
        arena().build("HealPhase", ron)?,
        arena().build("HealPhase", &mut rmp_serde::Deserializer::new(packed.as_slice()))?,
        arena().build("HealPhase", &mut rmp_serde::Deserializer::new(named.as_slice()))?,
        arena().build("HealPhase", &mut postcard::Deserializer::from_bytes(&postcard))?,
        arena().build("HealPhase", serde_json::json!({ "target": "C", "amount": 300 }))?,
    ];
    for phase in built {
        assert_eq!(phase.downcast::<HealPhase>().expect("it is one"), heal);
    }
    Ok(())
}

#[test]
fn an_unknown_name() {
    let error = build("HeelPhase", "{}").expect_err("there is none");
    let BuildError::Name(NameError::Unknown { name, world: "Arena", nearest: Some("HealPhase"), .. }) =
        &error
    else {
        panic!("{error:?}")
    };
    assert_eq!(name, "HeelPhase");
    assert_eq!(error.to_string(), "no phase `HeelPhase` in `Arena`; did you mean `HealPhase`?");
}

#[test]
fn a_phase_of_another_world() {
    let error = build("Ranked", "{}").expect_err("it is one of `Game`");
    assert!(matches!(
        error,
        BuildError::OtherWorld { phase: "Ranked", its_world: "Game", world: "Arena", .. }
    ));
    assert_eq!(error.to_string(), "phase `Ranked` is of the world `Game`, not of `Arena`");
}

#[test]
fn a_phase_that_can_not_be_read() {
    let error = build("ShowPhase", "null").expect_err("it is not declared `save`");
    assert!(matches!(error, BuildError::NotSavable { phase: "ShowPhase", .. }));
    assert_eq!(
        error.to_string(),
        "phase `ShowPhase` cannot be read; declare it `#[phase(save)]`, with serde's derives"
    );
}

#[test]
fn wrong_data() {
    for (json, field) in [
        (r#"{"target":"A","amount":-1}"#, "field `amount`"),
        (r#"{"target":["A"],"amount":1}"#, "field `target`"),
        (r#"{"target":"A"}"#, "missing field `amount`"),
        ("", "EOF"),
    ] {
        let error = build("HealPhase", json).expect_err("it is not its data");
        assert!(matches!(error, BuildError::Data { phase: "HealPhase", .. }), "{error:?}");
        let told = error.to_string();
        assert!(told.starts_with("phase `HealPhase`: ") && told.contains(field), "{told}");
    }
    let packed = arena().build("HealPhase", &mut rmp_serde::Deserializer::new([0xc0].as_slice()));
    assert!(matches!(packed, Err(BuildError::Data { phase: "HealPhase", .. })));
}

#[test]
fn building_is_for_one_phase_and_leaves_the_rest_of_the_data() -> Result<(), Box<dyn std::error::Error>> {
    let mut data =
        serde_json::Deserializer::from_str(r#"{"target":"A","amount":1} {"target":"B","amount":2}"#);
    let phases = [arena().build("HealPhase", &mut data)?, arena().build("HealPhase", &mut data)?];
    assert_eq!(phases.map(|phase| phase.downcast::<HealPhase>().map_or(0, |heal| heal.amount)), [1, 2]);
    data.end()?;
    Ok(())
}

#[test]
fn a_phase_of_any_type_is_written_as_it_is_built() {
    let phase: AnyPhase<Arena> = HealPhase { target: "Bezel".to_owned(), amount: 7 }.into();
    let data = serde_json::to_string(&phase).unwrap();
    assert_eq!(data, r#"{"target":"Bezel","amount":7}"#);
    assert_eq!(build(phase.name(), &data).unwrap().downcast_ref(), phase.downcast_ref::<HealPhase>());

    let error = serde_json::to_string(&AnyPhase::new(ShowPhase)).unwrap_err();
    assert_eq!(
        error.to_string(),
        "phase `ShowPhase` cannot be written; declare it `#[phase(save)]`, with serde's derives"
    );
}
