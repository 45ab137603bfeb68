//! A creature: its stats, how they have changed, and the state that it is in.

use serde::{Deserialize, Serialize};

use super::ability::Ability;
use super::moves::MoveId;

/// A stat that moves can change.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Stat {
    /// How hard it hits.
    Attack,
    /// How well it takes a hit.
    Defence,
    /// How soon it moves.
    Speed,
}

impl Stat {
    /// All stats, in the order in which they change.
    pub const ALL: [Self; 3] = [Self::Attack, Self::Defence, Self::Speed];

    /// The name in prose.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Attack => "attack",
            Self::Defence => "defence",
            Self::Speed => "speed",
        }
    }
}

/// A number for each [`Stat`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct PerStat<T>(pub [T; Stat::ALL.len()]);

/// By how many stages each stat is raised or lowered.
pub type Stages = PerStat<i32>;

impl<T: Copy> PerStat<T> {
    /// The number for one stat.
    #[must_use]
    pub const fn get(&self, stat: Stat) -> T {
        self.0[stat as usize]
    }
}

/// The highest stage of a stat, and the lowest with its sign turned.
pub const MAX_STAGE: i32 = 6;

/// A member of a team.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Creature {
    /// The name, which no other creature of the battle has.
    pub name: String,
    /// Full hp.
    pub max_hp: u32,
    /// The hp that are left; at 0 the creature has fallen.
    pub hp: u32,
    /// The stats that it was born with.
    pub stats: PerStat<u32>,
    /// How they have changed since it entered the field.
    pub stages: Stages,
    /// What it does by itself.
    pub ability: Option<Ability>,
    /// What it can be told to do.
    pub moves: Vec<MoveId>,
    /// Whether it will flinch instead of moving this turn.
    pub flinched: bool,
    /// Whether its mirror has thrown a move back, which it does once.
    pub mirror_spent: bool,
    /// With how many percent of full hp it gets up, once, instead of fainting; 0 if it does not.
    pub second_wind: u32,
}

impl Creature {
    /// A stat as it is now.
    #[must_use]
    pub fn stat(&self, stat: Stat) -> u32 {
        let stage = self.stages.get(stat);
        let (up, down) = if stage < 0 { (0, stage.unsigned_abs()) } else { (stage.unsigned_abs(), 0) };
        (self.stats.get(stat) * (2 + up) / (2 + down)).max(1)
    }

    /// Raises or lowers a stat as far as it goes, and tells by how many stages it did.
    pub fn shift(&mut self, stat: Stat, by: i32) -> i32 {
        let stage = &mut self.stages.0[stat as usize];
        let before = *stage;
        *stage = (before + by).clamp(-MAX_STAGE, MAX_STAGE);
        *stage - before
    }

    /// A share of full hp, at least 1.
    #[must_use]
    pub fn percent_of_hp(&self, percent: u32) -> u32 {
        (self.max_hp * percent / 100).max(1)
    }

    /// The mirror that would throw a move back now.
    #[must_use]
    pub fn ready_mirror(&self) -> Option<Ability> {
        self.ability.filter(|ability| ability.reflects() && !self.mirror_spent)
    }
}
