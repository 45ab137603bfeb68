//! The cards: what each costs, when it may be played, what it goes to, and its text.
//!
//! What a card does when it resolves is in [`effects`](super::phases), and what an ally does by itself in the triggers.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A card, by its kind: two of a kind are the same to everybody.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Card {
    /// An ally that dies late.
    LampGuard,
    /// An ally that gains life when others fall.
    Mourner,
    /// An ally that stings when it is hurt.
    Briarback,
    /// An ally that bursts when it falls.
    Tinderbox,
    /// An ally that stings whenever its owner plays a card.
    Scribe,
    /// An ally that brings a card along.
    NightOwl,
    /// A small hit.
    Spark,
    /// A large hit.
    Bonfire,
    /// A hit on everybody at once.
    Hailstorm,
    /// Counters what is on the stack.
    SnuffOut,
    /// Prevents damage.
    Ward,
    /// Takes an ally back to a hand.
    CallHome,
    /// Copies what is on the stack.
    Echo,
    /// Ends the turn now.
    Curfew,
    /// Gives another turn.
    LongNoon,
    /// Has the other duelist discard.
    Rummage,
    /// Draws cards.
    Study,
}

/// When a card may be played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Speed {
    /// Only in its owner's turn, and in answer to nothing.
    Slow,
    /// Also in answer to what is on the stack.
    Quick,
}

/// What a card goes to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Aim {
    /// Nothing that would have to be chosen.
    Nothing,
    /// An ally of either side, or the other duelist.
    Harm,
    /// Whoever plays it, or one of their allies.
    Own,
    /// An ally of either side.
    Ally,
    /// A card on the stack.
    Spell,
    /// A card on the stack that is no ally.
    Copyable,
}

/// What a card is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// It stays on the board, with this strength and this toughness.
    Ally(u32, u32),
    /// It does what it says and is gone.
    Spell(Aim),
}

/// What is printed on a card.
#[derive(Debug, Clone, Copy)]
pub struct Print {
    /// Its name.
    pub name: &'static str,
    /// How much power it costs.
    pub cost: u32,
    /// When it may be played.
    pub speed: Speed,
    /// What it is.
    pub kind: Kind,
    /// How many of it are in each deck.
    pub copies: usize,
    /// What it does.
    pub text: &'static str,
}

impl Card {
    /// All cards.
    pub const ALL: [Self; 17] = [
        Self::LampGuard,
        Self::Mourner,
        Self::Briarback,
        Self::Tinderbox,
        Self::Scribe,
        Self::NightOwl,
        Self::Spark,
        Self::Bonfire,
        Self::Hailstorm,
        Self::SnuffOut,
        Self::Ward,
        Self::CallHome,
        Self::Echo,
        Self::Curfew,
        Self::LongNoon,
        Self::Rummage,
        Self::Study,
    ];

    /// What is printed on it.
    #[must_use]
    #[rustfmt::skip]
    pub const fn print(self) -> Print {
        use {Aim::{Copyable, Harm, Nothing, Own}, Kind::{Ally, Spell}, Speed::{Quick, Slow}};
        let (name, cost, speed, kind, copies, text) = match self {
            Self::LampGuard => ("Lamp Guard", 3, Slow, Ally(3, 4), 2, ""),
            Self::Mourner => ("Mourner", 2, Slow, Ally(2, 2), 2, "Whenever another ally falls, you gain 1 life."),
            Self::Briarback => ("Briarback", 2, Slow, Ally(1, 4), 2, "Whenever it is hurt, your foe takes 1."),
            Self::Tinderbox => ("Tinderbox", 1, Slow, Ally(1, 1), 2, "When it falls, every ally takes 1."),
            Self::Scribe => ("Scribe", 2, Slow, Ally(1, 2), 2, "Whenever you play a card, your foe takes 1."),
            Self::NightOwl => ("Night Owl", 3, Slow, Ally(2, 2), 2, "When it arrives, you draw a card."),
            Self::Spark => ("Spark", 1, Quick, Spell(Harm), 2, "An ally or your foe takes 2."),
            Self::Bonfire => ("Bonfire", 4, Slow, Spell(Harm), 1, "An ally or your foe takes 5."),
            Self::Hailstorm => ("Hailstorm", 3, Slow, Spell(Nothing), 1, "Every ally and both duelists take 2."),
            Self::SnuffOut => ("Snuff Out", 2, Quick, Spell(Aim::Spell), 2, "Counters a card on the stack."),
            Self::Ward => ("Ward", 1, Quick, Spell(Own), 1, "Keeps the next 3 damage from you or an ally this turn."),
            Self::CallHome => ("Call Home", 1, Quick, Spell(Aim::Ally), 1, "An ally goes back to its owner's hand."),
            Self::Echo => ("Echo", 2, Quick, Spell(Copyable), 1, "Copies a card on the stack, but no ally."),
            Self::Curfew => ("Curfew", 3, Quick, Spell(Nothing), 1, "The turn ends now."),
            Self::LongNoon => ("Long Noon", 5, Slow, Spell(Nothing), 1, "You have another turn after this one."),
            Self::Rummage => ("Rummage", 1, Slow, Spell(Nothing), 1, "Your foe discards a card."),
            Self::Study => ("Study", 2, Slow, Spell(Nothing), 1, "You draw two cards."),
        };
        Print { name, cost, speed, kind, copies, text }
    }

    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.print().name
    }

    /// Whether it stays on the board.
    #[must_use]
    pub const fn is_ally(self) -> bool {
        matches!(self.print().kind, Kind::Ally(..))
    }

    /// A full deck.
    #[must_use]
    pub fn deck() -> Vec<Self> {
        Self::ALL.into_iter().flat_map(|card| std::iter::repeat_n(card, card.print().copies)).collect()
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
