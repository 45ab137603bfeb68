//! What comes when nothing is left.

use super::{Model, Panic};
use crate::kind::Kind;
use crate::program::{Card, Event, How, Supply};

impl Model<'_> {
    /// By what there is another phase when nothing is left, if by anything.
    pub(super) fn supply(&self) -> Option<Supply> {
        self.program.supply.filter(|_| !self.finished)
    }

    pub(super) fn supply_one(&mut self) -> Result<Card, Panic> {
        let (kinds, _) = self.next_supply();
        let card = kinds.first().map(|kind| self.make(*kind)).ok_or(Panic)?;
        self.tree.ran(card);
        Ok(card)
    }

    pub(super) fn supply_many(&mut self) -> Result<(), Panic> {
        let (kinds, panics) = self.next_supply();
        for kind in kinds {
            let card = self.make(kind);
            self.tree.queue(How::Push, card);
        }
        if panics { Err(Panic) } else { Ok(()) }
    }

    fn next_supply(&mut self) -> (Vec<Kind>, bool) {
        self.log.push(Event::Supplying);
        self.supplied += 1;
        match self.program.supply {
            Some(supply) if !self.is_over => supply.nth(self.supplied),
            _ => (vec![], true),
        }
    }
}
