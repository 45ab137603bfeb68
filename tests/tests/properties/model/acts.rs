//! What can be done inside a phase and from outside.

use super::Model;
use super::tickets::Fate;
use crate::kind::Kind;
use crate::program::{Act, Card, Event, Id, Look};

impl Model<'_> {
    pub(super) fn act(&mut self, act: Act) {
        match act {
            Act::Queue(how, kind) => {
                let card = self.make(kind);
                self.tree.queue(how, card);
            }
            Act::Send(how, kind) => {
                let card = self.make(kind);
                self.letters.push((how, card));
            }
            Act::Clear | Act::Finish => {
                self.finished |= act == Act::Finish;
                let queued = self.clear();
                self.gone(&queued);
            }
            Act::Halt => self.halted = true,
            Act::SetKey(slot, key) => self.keys[slot] = key,
            Act::EndTicket(nth) => self.end_ticket(nth),
            Act::DropTicket(nth) => drop(self.tickets.take(nth, Fate::Dropped)),
            Act::UseTicket(nth, how) => {
                let used = self.tickets.use_one(nth, how);
                self.log.extend(used.map(|(id, worked)| Event::Ticket(id, worked)));
            }
            Act::SetGone(seat, gone) => self.gone[seat] = gone,
            Act::PoisonSeats(poisoned) => self.are_seats_poisoned = poisoned,
            Act::Look(look) => self.look(look),
            Act::Reach(reach, to) => self.reach(reach, to),
        }
    }

    /// Gives back what was queued.
    pub(super) fn clear(&mut self) -> Vec<Card> {
        let mut queued = self.tree.in_run_order();
        queued.extend(self.letters.drain(..).map(|(_, card)| card));
        self.tree.clear();
        self.condemned.extend(self.parked.drain(..).rev());
        queued
    }

    pub(super) fn gone(&mut self, cards: &[Card]) {
        if !cards.is_empty() {
            let mut ids: Vec<Id> = cards.iter().map(|card| card.id).collect();
            ids.sort_unstable();
            self.log.push(Event::Gone(ids));
        }
    }

    pub(super) fn end_ticket(&mut self, nth: usize) {
        let ended = self.tickets.take(nth, Fate::Ended);
        self.log.extend(ended.map(|(id, worked)| Event::Ticket(id, worked)));
    }

    fn look(&mut self, look: Look) {
        let found = match look {
            Look::Levels => self.levels(),
            Look::Contains(kind, tag) => self.tree.find(|card| is(card, kind, tag)).is_some().to_string(),
            Look::FindAll(kind) => {
                let mut cards = self.tree.in_run_order();
                cards.retain(|card| card.kind == kind);
                format!("{cards:?}")
            }
            Look::Retag(kind, tag, new) => {
                let found = self.tree.find(|card| is(card, kind, tag));
                let was = found.as_deref().copied();
                if let Some(card) = found {
                    card.tag = new;
                }
                format!("{was:?}")
            }
            Look::Remove(kind, tag) => {
                let removed = self.tree.remove(|card| is(card, kind, tag));
                self.gone(removed.as_slice());
                format!("{removed:?}")
            }
            Look::RemoveAll(kind, tag) => {
                let mut removed = vec![];
                while let Some(card) = self.tree.remove(|card| is(card, kind, tag)) {
                    removed.push(card);
                }
                self.gone(&removed);
                removed.len().to_string()
            }
            Look::Retain(tag) => {
                let mut dropped = vec![];
                while let Some(card) = self.tree.remove(|card| card.tag == tag) {
                    dropped.push(card);
                }
                self.gone(&dropped);
                dropped.len().to_string()
            }
            Look::Replace(kind, tag, new) => {
                let new = self.make(new);
                let loser = match self.tree.find(|card| is(card, kind, tag)) {
                    Some(slot) => Ok(std::mem::replace(slot, new)),
                    None => Err(new),
                };
                let (Ok(gone) | Err(gone)) = loser;
                self.gone(&[gone]);
                format!("{loser:?}")
            }
            Look::FindNamed(kind) => format!("{:?}", self.tree.find(|card| card.kind == kind)),
            Look::RemoveNamed(kind) => {
                let removed = self.tree.remove(|card| card.kind == kind);
                self.gone(removed.as_slice());
                format!("{removed:?}")
            }
            Look::Insert(side, kind, new) => {
                let new = self.make(new);
                self.tree.insert(side, |card| card.kind == kind, new).to_string()
            }
        };
        self.log.push(Event::Found(found));
    }
}

fn is(card: &Card, kind: Kind, tag: usize) -> bool {
    card.kind == kind && card.tag == tag
}
