//! Plays the duel, and writes down each frame.

use std::fmt::Write as _;

use bevy_app::{App, Update};
use bevy_ecs::prelude::*;
use phase_bevy::prelude::*;

use super::duel::{Animation, Command, CommandPhase, DuelPlugin, Fighter, Said, begin};

#[derive(Resource, Default)]
struct Log {
    frame: u32,
    text: String,
}

/// The whole duel.
pub(crate) fn played() -> String {
    let mut app = App::new();
    app.add_plugins(DuelPlugin { frames_a_step: 1 })
        .init_resource::<Log>()
        .add_systems(Update, write_frame.in_set(PhaseSystems::React))
        .add_observer(decide);
    let duel = begin(app.world_mut());
    loop {
        app.update();
        if app.world().get::<Phases>(duel).and_then(Phases::status) == Some(RunStatus::Idle) {
            return std::mem::take(&mut app.world_mut().resource_mut::<Log>().text);
        }
    }
}

/// Both players are bots: who is weak guards, every other time.
#[expect(clippy::needless_pass_by_value, reason = "systems take what they work on by value")]
fn decide(asks: On<'_, '_, PhaseAsks>, fighters: Query<'_, '_, &Fighter>, mut commands: Commands<'_, '_>) {
    let Some(fighter) = fighters.iter().find(|fighter| fighter.seat == asks.seat) else { return };
    let command = if fighter.hp < 10 && !fighter.is_guarding { Command::Guard } else { Command::Strike };
    commands.phases(asks.entity).answer::<CommandPhase>(asks.seat, command);
}

fn write_frame(
    mut said: MessageReader<'_, '_, Said>,
    animations: Query<'_, '_, &Animation>,
    fighters: Query<'_, '_, &Fighter>,
    mut log: ResMut<'_, Log>,
) {
    let Log { frame, text } = &mut *log;
    *frame += 1;
    let mut head = format!("frame {frame:3}");
    let mut line = |rest: &str| {
        let _ = writeln!(text, "{head}  {rest}");
        head = " ".repeat(head.len());
    };
    for Said(what) in said.read() {
        line(what);
    }
    for Animation { fighter, motion, left, frames } in &animations {
        let name = fighters.get(*fighter).map_or("nobody", |fighter| fighter.name);
        let done = usize::try_from(frames - left).unwrap_or_default();
        let bar = "▪".repeat(done) + &"▫".repeat(usize::try_from(*left).unwrap_or_default());
        line(&format!("    {bar} {name}: {motion:?}"));
    }
}
