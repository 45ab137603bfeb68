//! Names in saves: those of the past, those that two phases have, and phases that no save may name.

use phase_core::prelude::*;
use phase_core::{BuildError, SaveError};
use serde::{Deserialize, Serialize};

use crate::format::{ALL, Format};

macro_rules! only_end {
    ($($phase:ty),*) => {$(
        impl Phase for $phase {
            fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
                guard.end()
            }
        }
    )*};
}

/// The same game, as it was and as it is.
mod before {
    use super::{Deserialize, Phase, Serialize, phase};
    use phase_core::prelude::*;

    pub(super) struct World;

    #[phase(world = World, save, name = "AttackPhase")]
    #[derive(Debug, Serialize, Deserialize)]
    pub(super) struct AttackPhase {
        pub(super) power: u8,
    }

    #[phase(world = World, save, name = "Strike")]
    #[derive(Debug, Serialize, Deserialize)]
    pub(super) struct Strike {
        pub(super) power: u8,
    }

    only_end!(AttackPhase, Strike);
}

mod after {
    use super::{Deserialize, Phase, Serialize, phase};
    use phase_core::prelude::*;

    pub(super) struct World;

    #[phase(world = World, save(alias = "AttackPhase", alias = "Strike"))]
    #[derive(Debug, Serialize, Deserialize)]
    pub(super) struct MovePhase {
        #[serde(rename = "power")]
        strength: u8,
        #[serde(default)]
        note: Option<String>,
    }

    /// Not declared `save`.
    #[phase(world = World)]
    #[derive(Debug)]
    pub(super) struct Banner;

    /// Nor this.
    #[phase(world = World, name = "Applause")]
    #[derive(Debug)]
    pub(super) struct Clap;

    only_end!(MovePhase, Banner, Clap);
}

#[test]
fn a_renamed_phase_is_known_by_its_old_names() {
    let mut phases = PhaseManager::new();
    phases.push(before::AttackPhase { power: 3 });
    phases.push(before::Strike { power: 4 });
    for format in [Format::Json, Format::Ron, Format::NamedMessagePack, Format::Cbor] {
        let loaded: PhaseManager<after::World> = format.load(&format.save(&phases)).expect("it has aliases");
        assert_eq!(
            loaded.levels().to_string(),
            "0: [MovePhase { strength: 3, note: None }, MovePhase { strength: 4, note: None }]"
        );
        let again = String::from_utf8_lossy(&format.save(&loaded)).into_owned();
        assert!(again.contains("MovePhase") && !again.contains("AttackPhase"), "it is saved by its new name");
    }
    let entry = registry().of::<after::World>().get("MovePhase").expect("it is linked in");
    assert_eq!(entry.aliases(), ["AttackPhase", "Strike"]);
    assert!(registry().of::<after::World>().get("Strike").is_none(), "an alias is no name");
}

#[test]
fn phases_can_be_built_by_an_old_name() {
    let registered = registry().of::<after::World>();
    let data = r#"{"power":5,"note":"x"}"#;
    for name in ["MovePhase", "AttackPhase", "Strike"] {
        let phase =
            registered.build(name, &mut serde_json::Deserializer::from_str(data)).expect("it has aliases");
        assert_eq!(phase.name(), "MovePhase");
    }
}

#[test]
fn phases_that_can_not_be_saved_are_listed() {
    let registered = registry().of::<after::World>();
    let names: Vec<_> = registered.not_savable().map(PhaseEntry::name).collect();
    assert_eq!(names, ["Applause", "Banner"]);
    assert!(registered.iter().filter(|entry| entry.is_savable()).map(PhaseEntry::name).eq(["MovePhase"]));
    assert_eq!(registry().of::<before::World>().not_savable().count(), 0);
    let _ = (after::Banner, after::Clap);
}

struct Twins;

mod left {
    pub(super) const LINE: u32 = line!() + 4;
    use super::{Deserialize, Phase, Serialize, Twins, phase};
    use phase_core::prelude::*;

    #[phase(world = Twins, save)]
    #[derive(Debug, Serialize, Deserialize)]
    pub(super) struct TwinPhase;

    pub(super) const WAIT_LINE: u32 = line!() + 2;

    #[phase(world = Twins, save)]
    #[derive(Debug, Serialize, Deserialize)]
    pub(super) struct WaitPhase;

    only_end!(TwinPhase, WaitPhase);
}

mod right {
    pub(super) const LINE: u32 = line!() + 4;
    use super::{Deserialize, Phase, Serialize, Twins, phase};
    use phase_core::prelude::*;

    #[phase(world = Twins, save(alias = "TwinPhase"))]
    #[derive(Debug, Serialize, Deserialize)]
    pub(super) struct OtherPhase;

    pub(super) const WAIT_LINE: u32 = line!() + 2;

    #[phase(world = Twins, save)]
    #[derive(Debug, Serialize, Deserialize)]
    pub(super) struct WaitPhase;

    only_end!(OtherPhase, WaitPhase);
}

/// The same world as a save sees it that was made when names were unique.
mod once {
    use super::{Deserialize, Phase, Serialize, phase};
    use phase_core::prelude::*;

    pub(super) struct World;

    #[phase(world = World, save)]
    #[derive(Debug, Serialize, Deserialize)]
    pub(super) struct TwinPhase;

    #[phase(world = World, save)]
    #[derive(Debug, Serialize, Deserialize)]
    pub(super) struct WaitPhase;

    only_end!(TwinPhase, WaitPhase);
}

#[track_caller]
fn names_both_waits(told: &str) {
    let file = file!();
    let (left, right) = (left::WAIT_LINE, right::WAIT_LINE);
    let both = format!(
        "two phases of `Twins` are named `WaitPhase`: at {file}:{left} and at {file}:{right}; \
         give one another name with `#[phase(name = \"..\")]`"
    );
    // CBOR quotes what it is told.
    assert!(told.replace('\\', "").contains(&both), "{told}");
}

#[track_caller]
fn names_both_twins(told: &str) {
    let file = file!();
    let (left, right) = (left::LINE, right::LINE);
    let both = format!(
        "two phases of `Twins` are named, now or formerly, `TwinPhase`: at {file}:{left} and at {file}:{right}; \
         take the `alias` out of one"
    );
    assert!(told.contains(&both), "{told}");
}

#[test]
fn two_phases_of_one_name_spoil_no_save_that_has_neither() -> Result<(), NameError> {
    let check = registry().of::<Twins>().check().expect_err("they are still found");
    let told = check.to_string();
    assert!(told.contains("`WaitPhase`") && told.contains("`TwinPhase`"), "{told}");

    let mut phases = PhaseManager::new();
    phases.push(right::OtherPhase);
    assert!(phases.contains_named("OtherPhase")?);
    for format in ALL {
        let loaded: PhaseManager<Twins> = format.hop(&phases);
        assert_eq!(loaded.levels().to_string(), "0: [OtherPhase]");
        assert!(format.hop(&PhaseManager::<Twins>::new()).is_empty());
    }
    let built = registry().of::<Twins>().build("OtherPhase", serde_json::Value::Null);
    assert_eq!(built.map(|phase| phase.name()).ok(), Some("OtherPhase"));
    Ok(())
}

#[test]
fn a_save_with_a_phase_whose_name_another_has_is_refused() {
    let mut phases = PhaseManager::new();
    phases.push(right::OtherPhase);
    phases.push(left::WaitPhase);
    let error = phases.snapshot().expect_err("it can't be told which was meant");
    assert!(matches!(error, SaveError::Duplicate(_)));
    names_both_waits(&error.to_string());
    phases.remove::<left::WaitPhase>(|_| true);
    phases.push(right::WaitPhase);
    names_both_waits(&phases.snapshot().expect_err("likewise").to_string());

    phases.remove::<right::WaitPhase>(|_| true);
    phases.push(left::TwinPhase);
    let error = phases.snapshot().expect_err("another phase had this name");
    assert!(matches!(error, SaveError::Duplicate(_)));
    names_both_twins(&error.to_string());
}

#[test]
fn a_save_that_names_two_phases_at_once_is_refused() {
    let mut waits = PhaseManager::new();
    waits.push(once::WaitPhase);
    let mut twins = PhaseManager::new();
    twins.push(once::TwinPhase);
    for format in ALL {
        let told = [&waits, &twins].map(|phases| {
            format.load::<Twins>(&format.save(phases)).expect_err("it can't be told which was meant")
        });
        if format != Format::Postcard {
            names_both_waits(&told[0]);
            names_both_twins(&told[1]);
        }
    }
}

#[test]
fn a_name_of_two_phases_builds_neither() {
    for name in ["WaitPhase", "TwinPhase"] {
        let built = registry().of::<Twins>().build(name, serde_json::Value::Null);
        assert!(matches!(built, Err(BuildError::Name(NameError::Duplicate(_)))), "{name}: {built:?}");
    }
}
