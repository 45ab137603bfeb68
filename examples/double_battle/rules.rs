//! The arithmetic of a hit.

use super::battle::Battle;
use super::battler::Battler;
use super::creature::Stat;

/// What a hit does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Hit {
    /// The hp that it takes.
    pub damage: u32,
    /// Whether it was a lucky one.
    pub critical: bool,
}

impl Battle {
    /// Rolls what a hit of this power does. A move that is spread over two targets does three quarters to each.
    pub fn roll_hit(&mut self, user: Battler, target: Battler, power: u32, is_spread: bool) -> Hit {
        const CRITICAL_PERCENT: u32 = 6;
        let base = 2 + power * self[user].stat(Stat::Attack) / (2 * self[target].stat(Stat::Defence));
        let critical = self.dice.percent(CRITICAL_PERCENT);
        let luck = 85 + self.dice.below(16);
        let critically = if critical { 3 } else { 2 };
        let spread = if is_spread { 3 } else { 4 };
        let percent = luck * critically * spread / (2 * 4);
        Hit { damage: (base * percent / 100).max(1), critical }
    }
}
