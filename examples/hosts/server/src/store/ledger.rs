//! Group commit: one thread writes what everybody has to write, and syncs once for all of them.
//!
//! A sync takes as long for one answer as for a thousand. So whatever comes while the disk is busy waits, and goes into one
//! transaction when it is free: the more there is to do, the more goes into each.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread::{self, JoinHandle};

use tokio::sync::{mpsc, oneshot, watch};

use super::{Change, Store, StoreError};

/// So many may wait for the disk; whoever comes then waits for a place first.
const MOST_WAITING: usize = 4096;

/// Where everybody hands in what is to last.
#[derive(Debug, Clone)]
pub struct Ledger {
    entries: mpsc::Sender<Entry>,
    written: Arc<Counts>,
    failure: watch::Receiver<Option<Arc<StoreError>>>,
}

#[derive(Debug)]
struct Entry {
    changes: Vec<Change>,
    written: oneshot::Sender<()>,
}

#[derive(Debug, Default)]
struct Counts {
    commits: AtomicU64,
    changes: AtomicU64,
}

/// How much a ledger has written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Written {
    /// How often it has written and synced.
    pub commits: u64,
    /// How many changes that were.
    pub changes: u64,
}

impl Ledger {
    /// Starts the thread that writes. It ends when the last copy of this is dropped and everything has been written, or
    /// when the store fails.
    ///
    /// # Errors
    ///
    /// If there is no thread to be had.
    pub fn start(store: Arc<dyn Store>) -> Result<(Self, JoinHandle<()>), StoreError> {
        let (entries, waiting) = mpsc::channel(MOST_WAITING);
        let (fail, failure) = watch::channel(None);
        let written = Arc::new(Counts::default());
        let counts = Arc::clone(&written);
        let write = move || write_all(&*store, waiting, &counts, &fail);
        let thread = thread::Builder::new().name("ledger".into()).spawn(write);
        let thread = thread.map_err(|error| StoreError::by("cannot start the thread that writes", error))?;
        Ok((Self { entries, written, failure }, thread))
    }

    /// Waits until these changes are on the disk.
    ///
    /// # Errors
    ///
    /// If the store has failed. What had to be written then is not confirmed to anybody, and nothing more will be.
    pub async fn commit(&self, changes: Vec<Change>) -> Result<(), StoreError> {
        let (written, wait) = oneshot::channel();
        let failed = || StoreError::new("the store has failed");
        self.entries.send(Entry { changes, written }).await.map_err(|_| failed())?;
        wait.await.map_err(|_| failed())
    }

    /// Waits until the store fails, and tells why. It may be that this never comes.
    pub async fn failure(&self) -> Arc<StoreError> {
        let mut failure = self.failure.clone();
        loop {
            if let Some(error) = failure.borrow_and_update().clone() {
                return error;
            }
            if failure.changed().await.is_err() {
                // The thread has ended because nobody needs it any more.
                std::future::pending::<()>().await;
            }
        }
    }

    /// How much has been written so far.
    #[must_use]
    pub fn written(&self) -> Written {
        Written {
            commits: self.written.commits.load(Ordering::Relaxed),
            changes: self.written.changes.load(Ordering::Relaxed),
        }
    }
}

fn write_all(
    store: &dyn Store,
    mut waiting: mpsc::Receiver<Entry>,
    counts: &Counts,
    fail: &watch::Sender<Option<Arc<StoreError>>>,
) {
    let (mut changes, mut confirm) = (Vec::new(), Vec::new());
    while let Some(entry) = waiting.blocking_recv() {
        let mut next = Some(entry);
        while let Some(entry) = next {
            changes.extend(entry.changes);
            confirm.push(entry.written);
            next = if confirm.len() < MOST_WAITING { waiting.try_recv().ok() } else { None };
        }
        if let Err(error) = store.commit(&changes) {
            fail.send_replace(Some(Arc::new(error)));
            return;
        }
        counts.commits.fetch_add(1, Ordering::Relaxed);
        counts.changes.fetch_add(changes.len() as u64, Ordering::Relaxed);
        changes.clear();
        for written in confirm.drain(..) {
            // Whoever waited may have gone.
            let _ = written.send(());
        }
    }
}
