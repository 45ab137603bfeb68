//! Who does what in a turn.

use serde::{Deserialize, Serialize};

use super::battle::Battle;
use super::battler::Battler;
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
    /// The orders of the coming turn.
    pub fn next_orders(&mut self) -> Vec<Order> {
        match self.script.pop_front().unwrap_or(Plan::Auto) {
            Plan::Orders(orders) => orders,
            Plan::Auto => self.auto_orders(),
        }
    }

    fn auto_orders(&mut self) -> Vec<Order> {
        let users: Vec<Battler> = self.standing().collect();
        users.into_iter().filter_map(|user| self.auto_order(user)).collect()
    }

    /// By chance, one of the things that make sense for a creature.
    pub fn auto_order(&mut self, user: Battler) -> Option<Order> {
        let options: Vec<Order> = self.options(user).collect();
        self.dice.pick(&options).copied()
    }

    /// All that a creature can be told to do now and that makes sense.
    pub fn options(&self, user: Battler) -> impl Iterator<Item = Order> + '_ {
        let ids = self[user].moves.iter().copied();
        ids.flat_map(move |id| {
            let aims: Vec<Option<Battler>> = match self[id].target {
                Target::Foe => self.standing_on(user.side.foe()).map(Some).collect(),
                Target::Foes | Target::User | Target::Ally => vec![None],
            };
            aims.into_iter().map(move |aim| Order { user, id, aim }).filter(|order| self.makes_sense(order))
        })
    }

    fn makes_sense(&self, order: &Order) -> bool {
        let only_heals = self[order.id].only_heals();
        self.targets(order).iter().any(|&target| !only_heals || self[target].hp < self[target].max_hp)
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
