//! Phases that only show something. Any phase may queue them, so they are `common`.

use phase_core::prelude::*;
use serde::{Deserialize, Serialize};

use crate::double_battle::battle::Battle;
use crate::double_battle::battler::Battler;
use crate::double_battle::text::{Line, Tone};

/// Shows a message.
#[phase(world = Battle, common, leaf, save, clone)]
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct MessagePhase(pub Line);

impl Phase for MessagePhase {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.world.say(|_| self.0.clone());
        guard.end()
    }
}

/// Opens the banner of a creature's ability; what is said until it closes stands under it.
#[phase(world = Battle, common, leaf, save, clone)]
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct ShowAbilityPhase(pub Battler);

impl Phase for ShowAbilityPhase {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        let battle = &mut *guard.world;
        if let Some(ability) = battle[self.0].ability {
            battle.say(|battle| Line::new(Tone::Notable, format!("┌ {}'s {ability}", battle[self.0].name)));
            battle.banner = Some(self.0);
        }
        guard.end()
    }
}

/// Closes the banner of a creature's ability.
#[phase(world = Battle, common, leaf, save, clone)]
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct HideAbilityPhase(pub Battler);

impl Phase for HideAbilityPhase {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.world.banner = None;
        guard.end()
    }
}
