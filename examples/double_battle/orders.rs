//! Who does what in a turn.

use serde::{Deserialize, Serialize};

use super::battle::Battle;
use super::battler::Battler;
use super::dice::Dice;
use super::luck::{Cup, Die};
use super::moves::{MoveId, Target};

/// What one creature is told to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Order {
    /// Who does it.
    pub user: Battler,
    /// What it does.
    pub id: MoveId,
    /// To which foe, for moves that go to one.
    pub aim: Option<Battler>,
}

/// How a turn is played.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Plan {
    /// By these orders; whoever has none passes.
    Orders(Vec<Order>),
    /// Each creature does by chance one of the things that make sense.
    Auto,
}

impl Battle {
    /// The orders of the coming turn, once the dice are cast for those who have none.
    pub fn orders(&self, cup: &mut Cup<'_>) -> Option<Vec<Order>> {
        let users = match self.script.front() {
            Some(Plan::Orders(orders)) => return Some(orders.clone()),
            Some(Plan::Auto) | None => self.standing(),
        };
        let mut orders = Vec::new();
        for user in users {
            let count = u32::try_from(self.options(user).count()).unwrap_or(u32::MAX);
            if count > 0 {
                let number = cup.number(Die::Order(user, count))?;
                orders.extend(self.options(user).nth(number.saturating_sub(1) as usize));
            }
        }
        Some(orders)
    }

    /// By chance, one of the things that make sense for a creature.
    pub fn any_order(&self, user: Battler, dice: &mut Dice) -> Option<Order> {
        let count = u32::try_from(self.options(user).count()).unwrap_or(u32::MAX);
        self.options(user).nth(dice.below(count) as usize)
    }

    /// All that a creature can be told to do now and that makes sense.
    pub fn options(&self, user: Battler) -> impl Iterator<Item = Order> + '_ {
        self.useful_moves(user).flat_map(move |id| {
            let aims = self.aims(user, id).map(Some);
            let no_aim = (self[id].target != Target::Foe).then_some(None);
            aims.chain(no_aim).map(move |aim| Order { user, id, aim })
        })
    }

    /// The moves that a creature can be told to make now and that make sense.
    pub fn useful_moves(&self, user: Battler) -> impl Iterator<Item = MoveId> + '_ {
        self[user].moves.iter().copied().filter(move |&id| match self[id].target {
            Target::Foe | Target::Foes => {
                self.standing_on(user.side.foe()).any(|target| self.is_useful(id, target))
            }
            Target::User => self.is_useful(id, user),
            Target::Ally => self.partner(user).is_some_and(|partner| self.is_useful(id, partner)),
        })
    }

    /// The foes that a creature can aim a move at; none for moves that find their targets by themselves.
    pub fn aims(&self, user: Battler, id: MoveId) -> impl Iterator<Item = Battler> + '_ {
        let is_aimed = self[id].target == Target::Foe;
        self.standing_on(user.side.foe()).filter(move |&foe| is_aimed && self.is_useful(id, foe))
    }

    /// Whether a move does something to a target.
    fn is_useful(&self, id: MoveId, target: Battler) -> bool {
        !self[id].only_heals() || self[target].hp < self[target].max_hp
    }

    /// Whom an order goes to as the field stands now: a foe that has fallen is replaced by its partner.
    #[must_use]
    pub fn targets(&self, order: &Order) -> Vec<Battler> {
        let user = order.user;
        match self[order.id].target {
            Target::Foe => {
                let aim = order.aim.filter(|&aim| self.is_standing(aim));
                aim.or_else(|| self.standing_on(user.side.foe()).next()).into_iter().collect()
            }
            Target::Foes => self.standing_on(user.side.foe()).collect(),
            Target::User => vec![user],
            Target::Ally => self.partner(user).into_iter().collect(),
        }
    }
}
