//! The delivery of what comes in by the inbox.

use core::task::Waker;

use super::PhaseManager;
#[cfg(feature = "std")]
use crate::any::AnyPhase;
#[cfg(feature = "std")]
use crate::kernel::{Door, Letter, Mailbox};

#[cfg(feature = "std")]
impl<W: 'static> PhaseManager<W> {
    /// Queues what has come, as the host would.
    #[inline]
    pub(super) fn deliver(&mut self) {
        if self.has_letters() {
            self.deliver_letters();
        }
    }

    /// Whether there is anything to deliver.
    #[inline]
    pub(super) fn has_letters(&self) -> bool {
        self.schedule.mailbox.as_ref().is_some_and(Mailbox::has_any)
    }

    /// Has the task woken when something comes. Whether there is anything has to be asked afterwards.
    pub(super) fn wake_on_letters(&self, waker: &Waker) {
        if let Some(mailbox) = &self.schedule.mailbox {
            mailbox.wake(waker);
        }
    }

    #[cold]
    fn deliver_letters(&mut self) {
        #[cfg(feature = "causes")]
        let before = self.schedule.set_queuer(crate::kernel::Queuer::Host);
        for Letter { phase, door } in self.schedule.take_letters() {
            let phase = AnyPhase(phase);
            match door {
                Door::Push => self.push(phase),
                Door::Unshift => self.unshift(phase),
                Door::Defer => self.defer(phase),
                Door::Interrupt => self.interrupt(phase),
            }
        }
        #[cfg(feature = "causes")]
        self.schedule.set_queuer(before);
    }
}

/// Without std there is no inbox.
#[cfg(not(feature = "std"))]
#[allow(clippy::unused_self, reason = "there is nothing to deliver")]
impl<W: 'static> PhaseManager<W> {
    pub(super) fn deliver(&mut self) {}

    pub(super) fn has_letters(&self) -> bool {
        false
    }

    pub(super) fn wake_on_letters(&self, _: &Waker) {}
}
