//! What is left to chance: the dice that phases cast, and who casts them.
//!
//! A phase that depends on chance is [`Rolls`]: first it finds out all that the dice say, die by die, and then it acts on
//! it. The battle casts its dice itself; or, where they are [asked for](super::battle::Asked::dice), each of them is a
//! question to [`Seat::Chance`], so that a test or a search can say how it falls.

use phase_core::prelude::*;
use serde::{Deserialize, Serialize};

use super::battle::Battle;
use super::battler::Battler;
use super::dice::Dice;

/// A die, and what it is cast for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Die {
    /// Which of so many things a creature does, counted from 1.
    Order(Battler, u32),
    /// Who of equals moves first: the one with the highest number.
    TieBreak(Battler),
    /// Whether a target is hit, as it is so many times in a hundred.
    Hit(Battler, u32),
    /// Whether it is a lucky hit, as it is so many times in a hundred.
    Critical(Battler, u32),
    /// How hard a target is hit, in percent.
    Strength(Battler),
    /// Whether a target flinches, as it does so many times in a hundred.
    Flinch(Battler, u32),
}

/// What a die shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Roll {
    /// It happens.
    Yes,
    /// It does not happen.
    No,
    /// This number.
    Number(u32),
}

/// How a die looks.
#[derive(Debug, Clone, Copy)]
enum Faces {
    /// It says yes so many times in a hundred.
    Percent(u32),
    /// The numbers from the first to the last, each on one face.
    Numbers(u32, u32),
}

impl Die {
    const fn faces(self) -> Faces {
        match self {
            Self::Order(_, count) => Faces::Numbers(1, count),
            Self::TieBreak(_) => Faces::Numbers(1, 100),
            Self::Hit(_, percent) | Self::Critical(_, percent) | Self::Flinch(_, percent) => {
                Faces::Percent(percent)
            }
            Self::Strength(_) => Faces::Numbers(85, 100),
        }
    }

    /// What it shows however it falls. What is certain costs no roll.
    const fn certain(self) -> Option<Roll> {
        match self.faces() {
            Faces::Percent(0) => Some(Roll::No),
            Faces::Percent(100..) => Some(Roll::Yes),
            Faces::Numbers(first, last) if first == last => Some(Roll::Number(first)),
            _ => None,
        }
    }

    fn cast(self, dice: &mut Dice) -> Roll {
        match self.faces() {
            Faces::Percent(percent) if dice.below(100) < percent => Roll::Yes,
            Faces::Percent(_) => Roll::No,
            Faces::Numbers(first, last) => Roll::Number(first + dice.below(last + 1 - first)),
        }
    }

    /// All that it can show, each as often as it is likely.
    #[must_use]
    pub fn options(self) -> Vec<Roll> {
        match self.faces() {
            Faces::Percent(percent) => {
                let divisor = greatest_common_divisor(percent, 100);
                let (yes, all) = ((percent / divisor) as usize, (100 / divisor) as usize);
                let mut rolls = vec![Roll::Yes; yes];
                rolls.resize(all, Roll::No);
                rolls
            }
            Faces::Numbers(first, last) => (first..=last).map(Roll::Number).collect(),
        }
    }
}

fn greatest_common_divisor(mut a: u32, mut b: u32) -> u32 {
    while b > 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// The dice of one phase: those that lie there already, and a hand that casts more.
#[derive(Debug)]
pub struct Cup<'a> {
    lying: std::slice::Iter<'a, Roll>,
    hand: Option<&'a mut Dice>,
    /// The die that was wanted, and that nobody has cast.
    wanted: Option<Die>,
}

impl Cup<'_> {
    /// Whether it happens; `None` if the die has still to be cast.
    pub fn says_yes(&mut self, die: Die) -> Option<bool> {
        self.roll(die).map(|roll| roll == Roll::Yes)
    }

    /// The number that comes up; `None` if the die has still to be cast.
    pub fn number(&mut self, die: Die) -> Option<u32> {
        match self.roll(die)? {
            Roll::Number(number) => Some(number),
            // A die with numbers has no other faces, and answers that it does not list are refused.
            Roll::Yes | Roll::No => Some(0),
        }
    }

    fn roll(&mut self, die: Die) -> Option<Roll> {
        let lying = die.certain().or_else(|| self.lying.next().copied());
        if lying.is_some() {
            return lying;
        }
        if self.hand.is_none() {
            self.wanted = Some(die);
        }
        self.hand.as_mut().map(|dice| die.cast(dice))
    }
}

/// A phase that can ask for dice, and keeps those that have been cast; see `asks_for_dice`.
pub trait HoldsDice: Asks<World = Battle, Answer = Roll> {
    /// The dice that have been cast so far.
    fn cast(&self) -> &[Roll];
}

/// A phase that depends on chance.
pub trait Rolls: HoldsDice {
    /// What it has to know before it acts.
    type Luck;

    /// Finds out what the dice say; `None` if one of them has still to be cast. It asks for them in the same order each
    /// time.
    fn luck(&self, battle: &Battle, cup: &mut Cup<'_>) -> Option<Self::Luck>;

    /// Does what is to be done.
    fn act(&mut self, luck: Self::Luck, guard: EndGuard<'_, Self>) -> Flow<Self>;
}

/// Casts the dice of a phase and has it act; or asks for the next die, where dice are asked for.
pub fn roll_and_act<P: Rolls>(phase: &mut P, guard: EndGuard<'_, P>) -> Flow<P> {
    let battle = &mut *guard.world;
    let mut dice = battle.dice.clone();
    let hand = (!battle.asked.dice).then_some(&mut dice);
    let luck = phase.luck(battle, &mut Cup { lying: phase.cast().iter(), hand, wanted: None });
    battle.dice = dice;
    match luck {
        Some(luck) => phase.act(luck, guard),
        None => guard.ask(),
    }
}

/// The die that a phase asks for.
pub fn wanted<P: Rolls>(phase: &P, battle: &Battle) -> Option<Die> {
    let mut cup = Cup { lying: phase.cast().iter(), hand: None, wanted: None };
    phase.luck(battle, &mut cup);
    cup.wanted
}

/// Lets a phase that is [`Rolls`] ask for its dice, which it keeps in its field `cast`.
macro_rules! asks_for_dice {
    ($phase:ty) => {
        impl Asks for $phase {
            type Answer = Roll;

            fn seats(&self, _: &Battle) -> Vec<Seat> {
                vec![Seat::Chance]
            }

            fn options(&self, _: Seat, battle: &Battle) -> Option<Vec<Roll>> {
                wanted(self, battle).map(Die::options)
            }

            fn answer(&mut self, _: Seat, roll: Roll, guard: EndGuard<'_, Self>) -> Flow<Self> {
                self.cast.push(roll);
                roll_and_act(self, guard)
            }
        }

        impl HoldsDice for $phase {
            fn cast(&self) -> &[Roll] {
                &self.cast
            }
        }
    };
}
pub(super) use asks_for_dice;
