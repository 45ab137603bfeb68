//! What a creature can do without being told.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A trait that acts by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Ability {
    /// Throws the first foe's move that hits the bearer back at whoever used it.
    Mirror,
    /// As [`Mirror`](Self::Mirror), but the mirror is the bearer, and breaks: it faints.
    GlassMirror,
    /// Lowers the attack of both foes when the bearer enters the field.
    Menace,
    /// Hurts whoever touches the bearer with a contact move.
    Thorns,
    /// Repeats the songs of others, each right after it.
    Mockingbird,
}

impl Ability {
    /// All abilities.
    pub const ALL: [Self; 5] =
        [Self::Mirror, Self::GlassMirror, Self::Menace, Self::Thorns, Self::Mockingbird];

    /// The name, in scenario files and in the battle.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Mirror => "Mirror",
            Self::GlassMirror => "Glass Mirror",
            Self::Menace => "Menace",
            Self::Thorns => "Thorns",
            Self::Mockingbird => "Mockingbird",
        }
    }

    /// Whether it throws moves back.
    #[must_use]
    pub const fn reflects(self) -> bool {
        matches!(self, Self::Mirror | Self::GlassMirror)
    }
}

impl fmt::Display for Ability {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
