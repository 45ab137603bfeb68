//! A duel: two fighters strike in turn, until one falls. The rules, and animations as entities; how they are shown, and
//! who answers, is left to the program.

mod animation;
mod phases;

use bevy_app::{App, Plugin, Update};
use bevy_ecs::prelude::*;
use phase_bevy::prelude::*;

pub(crate) use animation::Animation;
#[allow(unused_imports, reason = "the log shows every motion alike")]
pub(crate) use animation::Motion;
pub(crate) use phases::{Command, CommandPhase, TurnPhase};

/// Who fights.
#[derive(Debug, Component)]
pub(crate) struct Fighter {
    pub(crate) name: &'static str,
    pub(crate) seat: Seat,
    pub(crate) hp: u32,
    pub(crate) power: u32,
    pub(crate) is_guarding: bool,
}

/// What is told of the duel, for whoever shows it.
#[derive(Debug, Message)]
pub(crate) struct Said(pub(crate) String);

/// The rules of the duel.
#[derive(Debug)]
pub(crate) struct DuelPlugin {
    /// How many frames each step of a motion takes.
    pub(crate) frames_a_step: u32,
}

#[derive(Resource)]
struct FramesAStep(u32);

impl Plugin for DuelPlugin {
    fn build(&self, app: &mut App) {
        app.add_plugins(PhasePlugin::new())
            .add_message::<Said>()
            .insert_resource(FramesAStep(self.frames_a_step))
            .add_systems(Update, animation::play.in_set(PhaseSystems::Prepare));
    }
}

/// Spawns the fighters, and the duel, whose turns follow each other until it is finished.
pub(crate) fn begin(world: &mut World) -> Entity {
    for (name, player, hp, power) in [("Aspen", 0, 20, 7), ("Bezel", 1, 16, 9)] {
        world.spawn(Fighter { name, seat: Seat::Player(player), hp, power, is_guarding: false });
    }
    let turns = PhaseManager::new().when_empty(|_: &mut World| TurnPhase);
    world.spawn(Phases::from(turns)).id()
}

/// Tells what has happened.
fn say(world: &mut World, text: String) {
    world.write_message(Said(text));
}
