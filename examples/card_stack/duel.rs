//! The world that the phases act on: all that the duel knows, as plain data.
//!
//! The stack is not in here: what has been done and has not resolved yet is queued, as phases.

use std::collections::BTreeMap;
use std::ops::{Index, IndexMut};

use phase_core::PhaseId;
use serde::{Deserialize, Serialize};

use super::action::{Action, ActionId, Deed, Target};
use super::cards::{Card, Kind};
use super::player::Player;
use super::said::Said;
use crate::double_battle::dice::Dice;

/// Tells an ally from all others of the duel.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct AllyId(pub u32);

/// An ally on the board.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ally {
    /// Which one it is.
    pub id: AllyId,
    /// Whom it fights for.
    pub owner: Player,
    /// Its card.
    pub card: Card,
    /// How much it has taken in this turn.
    pub damage: u32,
    /// How much of what hits it is still prevented in this turn.
    pub ward: u32,
    /// Whether it may attack.
    pub is_ready: bool,
}

impl Ally {
    /// How hard it hits.
    #[must_use]
    pub const fn strength(&self) -> u32 {
        match self.card.print().kind {
            Kind::Ally(strength, _) => strength,
            Kind::Spell(_) => 0,
        }
    }

    /// How much more it can take.
    #[must_use]
    pub const fn toughness(&self) -> u32 {
        match self.card.print().kind {
            Kind::Ally(_, toughness) => toughness.saturating_sub(self.damage),
            Kind::Spell(_) => 0,
        }
    }
}

/// A duelist, with the cards.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Duelist {
    /// Who has none left has lost.
    pub life: u32,
    /// What can be paid with until the next turn.
    pub power: u32,
    /// What `power` is filled up to.
    pub most_power: u32,
    /// How much of what hits the duelist is still prevented in this turn.
    pub ward: u32,
    /// The cards that nobody else may see.
    pub hand: Vec<Card>,
    /// The cards to draw from, in no order: which is drawn is asked of chance at each draw.
    pub deck: Vec<Card>,
    /// The cards that are used up.
    pub pile: Vec<Card>,
}

/// How a duel ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Outcome {
    /// One has won.
    Win(Player),
    /// Both have fallen at once.
    BothFell,
}

/// A duel in progress.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Duel {
    /// Both duelists.
    pub duelists: [Duelist; 2],
    /// The allies on the board, as they came.
    pub allies: Vec<Ally>,
    /// Whose turn it is.
    pub active: Player,
    /// The number of the turn, from 1.
    pub turn: u32,
    /// How it ended, once it has.
    pub outcome: Option<Outcome>,
    /// What falls where chance is asked.
    pub dice: Dice,
    /// What the phases of this turn do that set others off, in words.
    pub doers: BTreeMap<PhaseId, String>,
    /// The number of the next ally or action.
    next_id: u32,
    /// Whether nobody listens, as to a duel that an AI imagines: then nothing is said.
    #[serde(skip)]
    pub is_muted: bool,
    /// What has been said and not yet been shown.
    #[serde(skip)]
    pub said: Vec<Said>,
}

/// What has become of a hit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Hit {
    /// How much was prevented.
    pub prevented: u32,
    /// How much went through.
    pub taken: u32,
}

impl Duel {
    /// How many allies a duelist has room for.
    pub const MOST_ALLIES: usize = 5;
    /// How many cards a duelist may hold at the end of a turn.
    pub const MOST_CARDS: usize = 5;
    /// How much power a duelist can have.
    pub const MOST_POWER: u32 = 6;
    const LIFE: u32 = 15;

    /// A duel that has not begun.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        let duelist = || Duelist {
            life: Self::LIFE,
            power: 0,
            most_power: 0,
            ward: 0,
            hand: vec![],
            deck: Card::deck(),
            pile: vec![],
        };
        Self {
            duelists: [duelist(), duelist()],
            allies: vec![],
            active: Player::Wren,
            turn: 0,
            outcome: None,
            dice: Dice::new(seed),
            doers: BTreeMap::new(),
            next_id: 0,
            is_muted: false,
            said: vec![],
        }
    }

    /// The allies of a duelist, as they came.
    pub fn allies_of(&self, owner: Player) -> impl Iterator<Item = &Ally> + '_ {
        self.allies.iter().filter(move |ally| ally.owner == owner)
    }

    /// An ally, as long as it is on the board.
    #[must_use]
    pub fn ally(&self, id: AllyId) -> Option<&Ally> {
        self.allies.iter().find(|ally| ally.id == id)
    }

    /// An ally to change, as long as it is on the board.
    pub fn ally_mut(&mut self, id: AllyId) -> Option<&mut Ally> {
        self.allies.iter_mut().find(|ally| ally.id == id)
    }

    /// An action that nobody has done before.
    pub fn act(&mut self, by: Player, deed: Deed, at: Option<Target>) -> Action {
        Action { id: ActionId(self.new_id()), by, deed, at, is_copy: false }
    }

    /// An ally comes to the board.
    pub fn arrive(&mut self, owner: Player, card: Card) -> AllyId {
        let id = AllyId(self.new_id());
        self.allies.push(Ally { id, owner, card, damage: 0, ward: 0, is_ready: false });
        id
    }

    /// An ally goes from the board, if it is there; where to is up to the caller.
    pub fn leave(&mut self, id: AllyId) -> Option<Ally> {
        let place = self.allies.iter().position(|ally| ally.id == id)?;
        Some(self.allies.remove(place))
    }

    /// The card of an action that is over is used up.
    pub fn use_up(&mut self, action: &Action) {
        if let (Some(card), false) = (action.card(), action.is_copy) {
            self[action.by].pile.push(card);
        }
    }

    /// Something hits a duelist or an ally; nothing if there is nobody to be hit.
    pub fn hit(&mut self, target: Target, amount: u32) -> Option<Hit> {
        let ward = match target {
            Target::Duelist(player) => &mut self[player].ward,
            Target::Ally(id) => &mut self.ally_mut(id)?.ward,
            Target::Spell(_) => return None,
        };
        let prevented = amount.min(*ward);
        let taken = amount - prevented;
        *ward -= prevented;
        match target {
            Target::Duelist(player) => self[player].life = self[player].life.saturating_sub(taken),
            Target::Ally(id) => self.ally_mut(id)?.damage += taken,
            Target::Spell(_) => {}
        }
        Some(Hit { prevented, taken })
    }

    /// How it ends, if somebody has no life left.
    #[must_use]
    pub fn verdict(&self) -> Option<Outcome> {
        match Player::BOTH.map(|player| self[player].life == 0) {
            [true, true] => Some(Outcome::BothFell),
            [true, false] => Some(Outcome::Win(Player::Alder)),
            [false, true] => Some(Outcome::Win(Player::Wren)),
            [false, false] => None,
        }
    }

    fn new_id(&mut self) -> u32 {
        self.next_id += 1;
        self.next_id
    }
}

impl Index<Player> for Duel {
    type Output = Duelist;

    fn index(&self, player: Player) -> &Duelist {
        &self.duelists[player.index()]
    }
}

impl IndexMut<Player> for Duel {
    fn index_mut(&mut self, player: Player) -> &mut Duelist {
        &mut self.duelists[player.index()]
    }
}
