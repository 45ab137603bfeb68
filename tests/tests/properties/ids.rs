//! The ids of the library, by the numbers that phases have in a program.

use std::collections::{BTreeMap, HashMap};

use phase_core::PhaseId;

use crate::program::Id;

#[derive(Default)]
pub(crate) struct Ids {
    known: BTreeMap<Id, PhaseId>,
    cards: HashMap<PhaseId, Id>,
    /// Phases that are sent get their ids when they are delivered.
    pub(crate) some_are_sent: bool,
}

impl Ids {
    /// A phase keeps its id, and those queued later have higher ones.
    pub(crate) fn see(&mut self, card: Id, id: PhaseId) {
        if let Some(known) = self.known.get(&card) {
            assert_eq!(*known, id, "the id of phase {card} has changed");
            return;
        }
        self.check_order(card, id);
        self.known.insert(card, id);
        self.cards.insert(id, card);
    }

    fn check_order(&self, card: Id, id: PhaseId) {
        if self.some_are_sent {
            return;
        }
        let earlier = self.known.range(..card).next_back().map(|(_, id)| *id);
        let later = self.known.range(card..).next().map(|(_, id)| *id);
        assert!(
            earlier.is_none_or(|earlier| earlier < id),
            "phase {card} has an id from before it was queued"
        );
        assert!(later.is_none_or(|later| id < later), "phase {card} has an id from after it was queued");
    }

    pub(crate) fn all(&self) -> impl Iterator<Item = (Id, PhaseId)> {
        self.known.iter().map(|(card, id)| (*card, *id))
    }

    pub(crate) fn card_of(&self, id: PhaseId) -> Id {
        *self.cards.get(&id).expect("only what was queued has an id")
    }
}
