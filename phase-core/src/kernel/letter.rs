//! A phase that has been sent, and is still to come in.

use alloc::collections::VecDeque;

use super::pending::Pending;
use super::schedule::Schedule;
use super::storage::Stored;

/// A phase that has been sent, and is still to come in.
pub(crate) struct Letter<W: 'static> {
    pub(crate) phase: Stored<W>,
    pub(crate) door: Door,
}

/// How a phase that has been sent is to come in.
#[derive(Clone, Copy)]
pub(crate) enum Door {
    Push,
    Unshift,
    Defer,
    Interrupt,
}

impl<W: 'static> Schedule<W> {
    /// What has been sent so far, the oldest first.
    pub(crate) fn take_letters(&mut self) -> VecDeque<Letter<W>> {
        self.mailbox.as_ref().map(super::mailbox::Mailbox::take).unwrap_or_default()
    }

    /// Exchanges the mailbox, which goes with the host and not with the game.
    pub(crate) fn exchange_mailbox(&mut self, other: &mut Self) {
        core::mem::swap(&mut self.mailbox, &mut other.mailbox);
        for schedule in [self, other] {
            schedule.pending.set(Pending::INBOX, schedule.mailbox.is_some());
        }
    }
}
