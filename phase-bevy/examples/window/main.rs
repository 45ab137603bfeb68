//! The duel in a window: two coloured squares, and keys for the player on the left: S strikes, G guards. Escape opens
//! and closes a menu, over which the duel waits.
//!
//! ```text
//! cargo run --example window --features window
//! ```

#![expect(clippy::needless_pass_by_value, reason = "systems take what they work on by value")]

#[path = "../duel/mod.rs"]
mod duel;
mod show;

use bevy::prelude::*;
use phase_bevy::prelude::*;

use duel::{Command, CommandPhase, DuelPlugin, begin};

fn main() -> AppExit {
    App::new()
        .add_plugins((DefaultPlugins, DuelPlugin { frames_a_step: 8 }))
        .add_systems(Startup, |world: &mut World| {
            world.spawn(Camera2d);
            let duel = begin(world);
            world.insert_resource(Duel(duel));
        })
        .add_systems(
            Update,
            (strike_or_guard.run_if(in_phase::<CommandPhase>), open_menu).in_set(PhaseSystems::Prepare),
        )
        .add_systems(Update, (show::fighters, show::motions, show::words).chain().in_set(PhaseSystems::React))
        .add_observer(decide)
        .run()
}

#[derive(Resource)]
struct Duel(Entity);

/// The player at the keyboard.
const PLAYER: Seat = Seat::Player(0);

/// The duel stands still until the menu is closed again.
#[phase(world = World, unshifts(WaitUntil))]
#[derive(Debug)]
struct MenuPhase;

impl Phase for MenuPhase {
    fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.world.write_message(duel::Said("The duel waits. Escape goes on.".into()));
        guard.unshift(WaitUntil::new(bevy::input::common_conditions::input_just_pressed(KeyCode::Escape)));
        guard.end()
    }
}

fn open_menu(keys: Res<'_, ButtonInput<KeyCode>>, duel: Res<'_, Duel>, phases: Query<'_, '_, &Phases>) {
    let Ok(phases) = phases.get(duel.0) else { return };
    if keys.just_pressed(KeyCode::Escape) && !phases.waits_in::<WaitUntil>() {
        phases.interrupt(MenuPhase);
    }
}

fn strike_or_guard(keys: Res<'_, ButtonInput<KeyCode>>, duel: Res<'_, Duel>, mut commands: Commands<'_, '_>) {
    for (key, command) in [(KeyCode::KeyS, Command::Strike), (KeyCode::KeyG, Command::Guard)] {
        if keys.just_pressed(key) {
            commands.phases(duel.0).answer::<CommandPhase>(PLAYER, command);
        }
    }
}

/// The other player is a bot, which strikes. Who sits at the keyboard is shown the keys.
fn decide(asks: On<'_, '_, PhaseAsks>, mut commands: Commands<'_, '_>) {
    if asks.seat == PLAYER {
        commands.write_message(duel::Said("S strikes, G guards.".into()));
    } else {
        commands.phases(asks.entity).answer::<CommandPhase>(asks.seat, Command::Strike);
    }
}
