//! Where phases wait that come from anywhere, until they are delivered.

use alloc::collections::VecDeque;
use core::mem;
use core::task::Waker;
use std::sync::PoisonError;

use super::sync::{Arc, AtomicBool, AtomicWaker, Mutex, MutexGuard, Ordering};

/// The manager's half: letters come out here, and dropping it closes the slots.
pub(crate) struct Mailbox<T>(Arc<Shared<T>>);

/// The half of those who send.
pub(crate) struct Slot<T>(Arc<Shared<T>>);

struct Shared<T> {
    letters: Mutex<Letters<T>>,
    /// Whether there are letters. It changes only while these are locked, and can be asked without locking them.
    has_any: AtomicBool,
    waker: AtomicWaker,
}

/// What is locked; never while code of a caller runs, which may send, and may panic.
struct Letters<T> {
    waiting: VecDeque<T>,
    /// Nobody will ever take any out.
    is_closed: bool,
}

impl<T> Shared<T> {
    fn lock(&self) -> MutexGuard<'_, Letters<T>> {
        // Nothing can be half done in there, whoever has panicked.
        self.letters.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn take(&self, is_closed: bool) -> VecDeque<T> {
        let mut letters = self.lock();
        letters.is_closed |= is_closed;
        self.has_any.store(false, Ordering::Release);
        mem::take(&mut letters.waiting)
    }
}

impl<T> Mailbox<T> {
    pub(crate) fn new() -> Self {
        Self(Arc::new(Shared {
            letters: Mutex::new(Letters { waiting: VecDeque::new(), is_closed: false }),
            has_any: AtomicBool::new(false),
            waker: AtomicWaker::new(),
        }))
    }

    pub(crate) fn slot(&self) -> Slot<T> {
        Slot(Arc::clone(&self.0))
    }

    pub(crate) fn has_any(&self) -> bool {
        self.0.has_any.load(Ordering::Acquire)
    }

    /// The letters that have come so far, the oldest first.
    pub(crate) fn take(&self) -> VecDeque<T> {
        if self.has_any() { self.0.take(false) } else { VecDeque::new() }
    }

    /// Has the task woken when a letter comes.
    ///
    /// Whether there are any has to be asked after, since one that came before has nobody to wake.
    pub(crate) fn wake(&self, waker: &Waker) {
        self.0.waker.register(waker);
    }
}

impl<T> Drop for Mailbox<T> {
    fn drop(&mut self) {
        // Dropped only when the lock is given back: letters run a caller's code when they are dropped.
        drop(self.0.take(true));
    }
}

impl<T> Slot<T> {
    /// Sends what `seal` makes of this.
    ///
    /// # Errors
    ///
    /// Gives it back if the mailbox is gone.
    pub(crate) fn send<C>(&self, content: C, seal: impl FnOnce(C) -> T) -> Result<(), C> {
        let mut letters = self.0.lock();
        if letters.is_closed {
            return Err(content);
        }
        letters.waiting.push_back(seal(content));
        self.0.has_any.store(true, Ordering::Release);
        drop(letters);
        self.0.waker.wake();
        Ok(())
    }

    pub(crate) fn len(&self) -> usize {
        self.0.lock().waiting.len()
    }
}

impl<T> Clone for Slot<T> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}
