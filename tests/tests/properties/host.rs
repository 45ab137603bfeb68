//! The inbox of the real world.

use phase_core::prelude::*;

use crate::desk::by_kind;
use crate::kind::Kind;
use crate::phases::{Actor, Burn, Heal, High, Low, Plain};
use crate::program::{How, Id, Sent};
use crate::world::{Body, World};

/// Where the world sends phases to, from anywhere.
#[derive(Default)]
pub(crate) struct Post {
    inbox: Option<Inbox<World>>,
    /// What was sent, and is not known to have come in.
    sent: Vec<Id>,
}

impl Post {
    pub(crate) fn open(&mut self, phases: &mut PhaseManager<World>) {
        self.inbox = Some(phases.inbox());
    }

    pub(crate) fn send(&mut self, how: Sent, body: Body) {
        let Some(inbox) = &self.inbox else { return };
        self.sent.push(body.card.id);
        by_kind!(body.card.kind, P => {
            let phase = P::new(body);
            let sent = match how {
                Sent::Queue(How::Push) => inbox.push(phase),
                Sent::Queue(How::Unshift) => inbox.unshift(phase),
                Sent::Queue(How::Defer) => inbox.defer(phase),
                Sent::Interrupt => inbox.interrupt(phase),
            };
            assert!(sent.is_ok(), "the manager is there");
        });
    }

    /// It has come in.
    pub(crate) fn forget(&mut self, id: Id) {
        self.sent.retain(|sent| *sent != id);
    }

    /// How many are still to be delivered.
    pub(crate) fn waiting(&self) -> usize {
        let told = self.inbox.as_ref().map(|inbox| format!("{inbox:?}"));
        let number = told
            .as_deref()
            .and_then(|told| told.split(|c: char| !c.is_ascii_digit()).find(|n| !n.is_empty()));
        number.map_or(0, |number| number.parse().expect("it is a number"))
    }

    /// Which are still to be delivered, when these are queued.
    pub(crate) fn undelivered(&self, queued: &[Id]) -> Vec<Id> {
        if self.waiting() == 0 {
            return vec![];
        }
        self.sent.iter().copied().filter(|id| !queued.contains(id)).collect()
    }
}
