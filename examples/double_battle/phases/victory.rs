//! The end of the battle.

use phase_core::prelude::*;
use serde::{Deserialize, Serialize};

use crate::double_battle::battle::{Battle, Outcome};
use crate::double_battle::text::Line;

/// The battle is over: drops what is still queued, and halts.
#[phase(world = Battle, leaf, save, clone)]
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct VictoryPhase(pub Outcome);

impl Phase for VictoryPhase {
    fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        let battle = &mut *guard.world;
        battle.outcome = Some(self.0);
        battle.say(|_| Line::default());
        battle.say(|battle| Line::heading(battle.ending().unwrap_or_default()));
        guard.queue.clear();
        guard.queue.halt();
        guard.end()
    }
}
