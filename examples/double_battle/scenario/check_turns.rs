//! What the turns of a scenario file mean, and the rules that they have to keep.

use toml::Spanned;

use super::check::move_id;
use super::fault::{Wrong, quoted, unknown};
use super::file::{OrderEntry, TurnEntry};
use crate::double_battle::battle::Team;
use crate::double_battle::battler::{Battler, Side};
use crate::double_battle::creature::Creature;
use crate::double_battle::moves::{Move, Target};
use crate::double_battle::orders::{Order, Plan};

/// What the names in an order can mean.
pub(super) struct Names<'a> {
    pub(super) moves: &'a [Move],
    pub(super) teams: &'a [Team; 2],
}

impl Names<'_> {
    fn creatures(&self) -> impl Iterator<Item = (Battler, &Creature)> {
        Side::BOTH.into_iter().flat_map(|side| {
            let members = self.teams[side.index()].creatures.iter().enumerate();
            members.map(move |(member, creature)| (Battler { side, member }, creature))
        })
    }

    fn names_of(&self, side: Side) -> Vec<&str> {
        self.teams[side.index()].creatures.iter().map(|creature| creature.name.as_str()).collect()
    }

    fn creature(&self, name: &Spanned<String>) -> Result<(Battler, &Creature), Wrong> {
        let found = self.creatures().find(|(_, creature)| creature.name == *name.get_ref());
        found.ok_or_else(|| unknown("creature", name, &Side::BOTH.map(|side| self.names_of(side)).concat()))
    }
}

/// Turns an entry into a plan for the turn.
pub(super) fn plan(turn: &Spanned<TurnEntry>, names: &Names<'_>) -> Result<Plan, Wrong> {
    let TurnEntry { auto, orders } = turn.get_ref();
    let is_auto = auto.as_ref().is_some_and(|auto| *auto.get_ref());
    match (is_auto, orders) {
        (true, None) => Ok(Plan::Auto),
        (false, Some(entries)) => orders_of(entries, names).map(Plan::Orders),
        _ => Err(Wrong::at(turn, "a turn has either `orders` or `auto = true`; write one of them")),
    }
}

fn orders_of(entries: &[OrderEntry], names: &Names<'_>) -> Result<Vec<Order>, Wrong> {
    let mut orders: Vec<Order> = Vec::new();
    for entry in entries {
        let order = order(entry, names)?;
        if orders.iter().any(|earlier| earlier.user == order.user) {
            let message =
                format!("a second order for `{}` in one turn; take one out", entry.creature.get_ref());
            return Err(Wrong::at(&entry.creature, message));
        }
        orders.push(order);
    }
    Ok(orders)
}

fn order(entry: &OrderEntry, names: &Names<'_>) -> Result<Order, Wrong> {
    let (user, creature) = names.creature(&entry.creature)?;
    let id = move_id(&entry.used, names.moves)?;
    if !creature.moves.contains(&id) {
        let known: Vec<&str> =
            creature.moves.iter().map(|known| names.moves[known.0].name.as_str()).collect();
        let message = format!(
            "`{}` does not know `{}`; it knows {}",
            creature.name,
            entry.used.get_ref(),
            quoted(&known)
        );
        return Err(Wrong::at(&entry.used, message));
    }
    let chosen = &names.moves[id.0];
    let aim = match (chosen.target, &entry.target) {
        (Target::Foe, Some(target)) => Some(aim(user, chosen, target, names)?),
        (Target::Foe, None) => {
            let foes = quoted(&names.names_of(user.side.foe()));
            let message = format!("`{}` goes to one foe; add `target`, one of {foes}", chosen.name);
            return Err(Wrong::at(&entry.used, message));
        }
        (_, None) => None,
        (_, Some(target)) => {
            let message = format!("`{}` finds its target by itself; take `target` out", chosen.name);
            return Err(Wrong::at(target, message));
        }
    };
    Ok(Order { user, id, aim })
}

fn aim(user: Battler, chosen: &Move, target: &Spanned<String>, names: &Names<'_>) -> Result<Battler, Wrong> {
    let (aim, creature) = names.creature(target)?;
    if aim.side == user.side {
        let foes = quoted(&names.names_of(user.side.foe()));
        let message =
            format!("`{}` goes to a foe, and `{}` is none; aim at one of {foes}", chosen.name, creature.name);
        return Err(Wrong::at(target, message));
    }
    Ok(aim)
}
