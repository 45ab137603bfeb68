//! Some events in a row, that one thread may read while another adds to them.

use std::array;

use super::record::{Record, Words};
use super::sync::{AtomicU32, AtomicU64, AtomicUsize, Ordering};

/// Events, of which only the holder of the [`Pen`](super::pen::Pen) writes any.
///
/// Each event is written before the count of them is, and read after it: so who reads needs no lock to be kept from what is
/// half written, and who writes needs none at all.
#[derive(Debug)]
pub(super) struct Chunk {
    records: Box<[[AtomicU64; 4]]>,
    len: AtomicUsize,
    /// The kinds of events with which the one to whom it is lent shall come by the lock.
    by_the_lock: AtomicU32,
}

impl Chunk {
    pub(super) fn new(records: usize) -> Self {
        let empty = || array::from_fn(|_| AtomicU64::new(0));
        Self {
            records: std::iter::repeat_with(empty).take(records).collect(),
            len: AtomicUsize::new(0),
            by_the_lock: AtomicU32::new(0),
        }
    }

    /// Makes the memory ready for new events, of which these kinds are written by the lock alone.
    pub(super) fn renew(&mut self, by_the_lock: u32) {
        self.len.store(0, Ordering::Relaxed);
        self.by_the_lock.store(by_the_lock, Ordering::Relaxed);
    }

    /// Has the one to whom it is lent come by the lock with all there is.
    pub(super) fn close(&self) {
        self.by_the_lock.store(u32::MAX, Ordering::Relaxed);
    }

    #[inline]
    pub(super) fn by_the_lock(&self) -> u32 {
        self.by_the_lock.load(Ordering::Relaxed)
    }

    pub(super) fn len(&self) -> usize {
        self.len.load(Ordering::Acquire)
    }

    /// How many it can hold.
    pub(super) fn room(&self) -> usize {
        self.records.len()
    }

    /// How many there are, for the only one who writes any.
    #[inline]
    pub(super) fn next(&self) -> usize {
        self.len.load(Ordering::Relaxed)
    }

    /// Adds an event; whether there is room for it. For the only one who writes any.
    #[inline]
    pub(super) fn write(&self, words: Words) -> bool {
        let at = self.next();
        let Some(record) = self.records.get(at) else { return false };
        for (place, word) in record.iter().zip(words) {
            place.store(word, Ordering::Relaxed);
        }
        self.len.store(at + 1, Ordering::Release);
        true
    }

    pub(super) fn record(&self, at: usize) -> Option<Record> {
        let record = self.records.get(..self.len())?.get(at)?;
        Some(Record::of(record.each_ref().map(|word| word.load(Ordering::Relaxed))))
    }

    pub(super) fn records(&self) -> impl DoubleEndedIterator<Item = Record> {
        let records = self.records.get(..self.len()).unwrap_or_default();
        records.iter().map(|record| Record::of(record.each_ref().map(|word| word.load(Ordering::Relaxed))))
    }

    pub(super) fn last(&self) -> Option<Record> {
        self.record(self.len().checked_sub(1)?)
    }
}
