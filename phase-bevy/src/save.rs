//! Saved phases, and the entities in them.

use std::error::Error;
use std::fmt;

use bevy_app::App;
use bevy_ecs::entity::{EntityMapper, MapEntities};
use bevy_ecs::resource::Resource;
use bevy_ecs::world::World;
use phase_core::{PhaseInfo, PhaseMut};

use crate::phases::Phases;

/// What an app has to know of phases.
pub trait PhaseAppExt {
    /// Has [`Phases::map_entities`] map the entities in phases of this type. One that has none derives [`MapEntities`]
    /// as well.
    fn map_phase_entities<P: PhaseInfo + MapEntities>(&mut self) -> &mut Self;
}

impl PhaseAppExt for App {
    fn map_phase_entities<P: PhaseInfo + MapEntities>(&mut self) -> &mut Self {
        let mut mapped = self.world_mut().get_resource_or_init::<MappedPhases>();
        mapped.0.push(Mapped { is: |phase| phase.is::<P>(), map: map::<P> });
        self
    }
}

/// The types of phases whose entities can be mapped.
#[derive(Resource, Default)]
struct MappedPhases(Vec<Mapped>);

#[derive(Clone, Copy)]
struct Mapped {
    is: fn(&PhaseMut<'_>) -> bool,
    map: fn(&mut PhaseMut<'_>, &mut dyn EntityMapper),
}

fn map<P: PhaseInfo + MapEntities>(phase: &mut PhaseMut<'_>, mut mapper: &mut dyn EntityMapper) {
    if let Some(phase) = phase.downcast_mut::<P>() {
        phase.map_entities(&mut mapper);
    }
}

impl Phases<World> {
    /// Maps the entities in all phases: after loading, when what was saved has been spawned again under other ids.
    ///
    /// Each type of phase has to be known by [`map_phase_entities`](PhaseAppExt::map_phase_entities), so that none is
    /// forgotten.
    ///
    /// # Errors
    ///
    /// If there are phases of other types: which ones. Then nothing is mapped.
    ///
    /// # Examples
    ///
    /// ```
    /// # use bevy_app::App;
    /// use bevy_ecs::entity::{EntityHashMap, MapEntities};
    /// use bevy_ecs::prelude::*;
    /// use phase_bevy::prelude::*;
    ///
    /// # #[cfg(not(feature = "serde"))]
    /// # fn main() {}
    /// # #[cfg(feature = "serde")]
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// #[phase(world = World, save)]
    /// #[derive(Debug, MapEntities, serde::Serialize, serde::Deserialize)]
    /// struct FaintPhase {
    ///     #[entities]
    ///     who: Entity,
    /// }
    /// # impl Phase for FaintPhase {
    /// #     fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> { guard.end() }
    /// # }
    ///
    /// let mut app = App::new();
    /// app.add_plugins(PhasePlugin::new()).map_phase_entities::<FaintPhase>();
    ///
    /// let who = app.world_mut().spawn_empty().id();
    /// let text = serde_json::to_string(&Phases::starting_with(FaintPhase { who }))?;
    ///
    /// let mut loaded: Phases = serde_json::from_str(&text)?;
    /// let now = app.world_mut().spawn_empty().id();
    /// let mut mapper = EntityHashMap::from_iter([(who, now)]);
    /// loaded.map_entities(app.world(), &mut mapper)?;
    /// assert!(loaded.manager().unwrap().contains(|phase: &FaintPhase| phase.who == now));
    /// app.world_mut().spawn(loaded);
    /// # Ok(())
    /// # }
    /// ```
    pub fn map_entities(
        &mut self,
        world: &World,
        mapper: &mut dyn EntityMapper,
    ) -> Result<(), UnmappedPhases> {
        let known = world.get_resource::<MappedPhases>().map_or(&[][..], |mapped| &mapped.0);
        let Some(manager) = self.manager_mut() else { return Ok(()) };
        let mut unknown = Vec::new();
        manager.for_each_mut(|phase| {
            if !known.iter().any(|mapped| (mapped.is)(&phase)) && !unknown.contains(&phase.name()) {
                unknown.push(phase.name());
            }
        });
        if !unknown.is_empty() {
            return Err(UnmappedPhases { phases: unknown });
        }
        manager.for_each_mut(|mut phase| {
            if let Some(mapped) = known.iter().find(|mapped| (mapped.is)(&phase)) {
                (mapped.map)(&mut phase, mapper);
            }
        });
        Ok(())
    }
}

/// Phases of which it is not known whether there are entities in them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnmappedPhases {
    phases: Vec<&'static str>,
}

impl UnmappedPhases {
    /// The names of the types of these phases.
    #[must_use]
    pub fn phases(&self) -> &[&'static str] {
        &self.phases
    }
}

impl fmt::Display for UnmappedPhases {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("it is not known whether there are entities in these phases: ")?;
        for (i, phase) in self.phases.iter().enumerate() {
            write!(f, "{}`{phase}`", if i == 0 { "" } else { ", " })?;
        }
        f.write_str("; derive `MapEntities` for each, and call `app.map_phase_entities::<..>()`")
    }
}

impl Error for UnmappedPhases {}

/// Written as its manager is: what is queued, waits and asks.
///
/// Phases that are running, or still in the inbox, are in no save; so that none is lost, either is an error. A save in
/// a system after [`PhaseSystems::Run`](crate::PhaseSystems::Run), of phases that nobody has sent anything since, finds
/// neither; elsewhere [`manager_mut`](Phases::manager_mut) empties the inbox.
#[cfg(feature = "serde")]
impl serde::Serialize for Phases<World> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::Error;

        let Some(manager) = self.manager() else {
            return Err(S::Error::custom("these phases run just now; save between two frames"));
        };
        match self.inbox().len() {
            0 => manager.serialize(serializer),
            n => Err(S::Error::custom(format!(
                "phases that have been sent are still in the inbox, {n} of them; call `manager_mut()`, which takes them in, before saving"
            ))),
        }
    }
}

/// What the manager was given besides phases, what comes next when it is empty, limits, observers, has to be given
/// again.
#[cfg(feature = "serde")]
impl<'de> serde::Deserialize<'de> for Phases<World> {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        phase_core::PhaseManager::deserialize(deserializer).map(Self::from)
    }
}
