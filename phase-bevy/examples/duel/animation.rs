//! Animations: entities of their own, which end the phases that wait for them.

use bevy_ecs::prelude::*;
use phase_bevy::prelude::*;

/// How a fighter moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Motion {
    Lunge,
    Flash,
    Fall,
}

impl Motion {
    /// How many steps it has.
    pub(super) fn steps(self) -> u32 {
        match self {
            Self::Lunge => 4,
            Self::Flash => 2,
            Self::Fall => 5,
        }
    }
}

/// A fighter in motion, for so many frames more of all.
#[derive(Debug, Component)]
pub(crate) struct Animation {
    pub(crate) fighter: Entity,
    pub(crate) motion: Motion,
    pub(crate) left: u32,
    pub(crate) frames: u32,
}

/// Shows the next frame of each animation. Knows no phase: it ends whatever waits on the entity.
pub(super) fn play(mut animations: Query<'_, '_, (&mut Animation, &PhaseTicket)>) {
    for (mut animation, ticket) in &mut animations {
        animation.left = animation.left.saturating_sub(1);
        if animation.left == 0 {
            ticket.end();
        }
    }
}
