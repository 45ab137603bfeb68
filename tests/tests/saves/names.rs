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

    only_end!(TwinPhase);
}

mod right {
    pub(super) const LINE: u32 = line!() + 4;
    use super::{Deserialize, Phase, Serialize, Twins, phase};
    use phase_core::prelude::*;

    #[phase(world = Twins, save(alias = "TwinPhase"))]
    #[derive(Debug, Serialize, Deserialize)]
    pub(super) struct OtherPhase;

    only_end!(OtherPhase);
}

#[test]
fn an_alias_that_is_the_name_of_another_phase_is_a_duplicate() {
    let mut phases = PhaseManager::new();
    phases.push(right::OtherPhase);
    let error = phases.snapshot().expect_err("a save goes by names");
    assert!(matches!(error, SaveError::Duplicate(_)));
    let (file, left, right) = (file!(), left::LINE, right::LINE);
    for place in [left, right] {
        assert!(error.to_string().contains(&format!("{file}:{place}")), "{error}");
    }
    assert!(error.to_string().ends_with("; take the `alias` out of one"), "{error}");
    assert!(
        error.to_string().starts_with("two phases of `Twins` are named, now or formerly, `TwinPhase`"),
        "{error}"
    );

    for format in ALL {
        let save = format.save(&PhaseManager::<before::World>::new());
        let refused = format.load::<Twins>(&save).expect_err("even if there is no phase in it");
        assert!(
            format == Format::Postcard || refused.contains("are named, now or formerly, `TwinPhase`"),
            "{refused}"
        );
    }
    let built = registry().of::<Twins>().build("OtherPhase", &mut serde_json::Deserializer::from_str("null"));
    assert!(matches!(built, Err(BuildError::Name(NameError::Duplicate(_)))));
    let _ = left::TwinPhase;
}
