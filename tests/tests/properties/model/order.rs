//! Which of the phases in one order goes first.

use super::tree::Slot;
use super::{Model, Panic};
use crate::kind::Kind;
use crate::program::{Card, POISON};

impl Model<'_> {
    /// The best of the front's group takes the first place of that group; the others follow in the order they had.
    pub(super) fn bring_best_forward(&mut self, slot: Slot) -> Result<(), Panic> {
        let level = self.tree.level_of(slot).clone();
        let Some(group) = level[0].kind.group() else { return Ok(()) };
        let mut same: Vec<Card> = of_group(&level, group);
        let best = self.best(&same)?;
        let best = same.remove(best);
        same.insert(0, best);
        let places = self.tree.level_of(slot).iter_mut().filter(|card| card.kind.group() == Some(group));
        for (place, card) in places.zip(same) {
            *place = card;
        }
        Ok(())
    }

    /// What would start next, whatever waits or is parked.
    pub(super) fn peek(&mut self) -> Result<Option<Card>, Panic> {
        let Some(level) = self.tree.levels().pop().map(|(_, level)| level.clone()) else { return Ok(None) };
        let Some(group) = level[0].kind.group() else { return Ok(Some(level[0])) };
        let same = of_group(&level, group);
        Ok(Some(same[self.best(&same)?]))
    }

    /// The index of the first that has the best key.
    fn best(&self, same: &[Card]) -> Result<usize, Panic> {
        if !self.is_over && same.iter().any(|card| self.keys[card.tag] == POISON) {
            return Err(Panic);
        }
        let rank = |card: &Card| {
            let key = i32::from(self.keys[card.tag]);
            if card.kind == Kind::Low { -key } else { key }
        };
        let best = same.iter().map(rank).max();
        Ok(same.iter().position(|card| Some(rank(card)) == best).unwrap_or_default())
    }
}

fn of_group(level: &[Card], group: Kind) -> Vec<Card> {
    level.iter().copied().filter(|card| card.kind.group() == Some(group)).collect()
}
