//! The arithmetic of a hit.

use super::battle::Battle;
use super::battler::Battler;
use super::creature::Stat;
use super::luck::{Cup, Die};
use super::moves::{Move, MoveId};

/// A move that has hit.
#[derive(Debug, Clone, Copy)]
pub struct MoveHit {
    /// Who used it, or threw it back.
    pub user: Battler,
    /// What was used.
    pub id: MoveId,
    /// Whom it hit.
    pub target: Battler,
    /// Whether it hits others too.
    pub is_spread: bool,
}

/// How hard a move has hit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Force {
    /// The hp that it takes.
    pub damage: u32,
    /// Whether it was a lucky hit.
    pub is_critical: bool,
    /// Whether the target flinches.
    pub flinches: bool,
}

impl Battle {
    /// How hard a move hits, once the dice are cast. One that is spread over two targets does three quarters to each.
    pub fn force(&self, hit: &MoveHit, cup: &mut Cup<'_>) -> Option<Force> {
        const CRITICAL_PERCENT: u32 = 6;
        let &MoveHit { user, id, target, is_spread } = hit;
        let &Move { power, flinch, .. } = &self[id];
        let (mut damage, mut is_critical) = (0, false);
        if power > 0 {
            let base = 2 + power * self[user].stat(Stat::Attack) / (2 * self[target].stat(Stat::Defence));
            is_critical = cup.says_yes(Die::Critical(target, CRITICAL_PERCENT))?;
            let strength = cup.number(Die::Strength(target))?;
            let critically = if is_critical { 3 } else { 2 };
            let spread = if is_spread { 3 } else { 4 };
            let percent = strength * critically * spread / (2 * 4);
            damage = (base * percent / 100).max(1);
        }
        let flinches = damage < self[target].hp && cup.says_yes(Die::Flinch(target, flinch))?;
        Some(Force { damage, is_critical, flinches })
    }
}
