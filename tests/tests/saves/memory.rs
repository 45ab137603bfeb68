//! How much memory a piece of code takes at most.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

/// The system's allocator, with an eye on each thread.
struct Counting;

#[global_allocator]
static COUNTING: Counting = Counting;

thread_local! {
    static IN_USE: Cell<isize> = const { Cell::new(0) };
    static PEAK: Cell<isize> = const { Cell::new(0) };
}

fn count(bytes: isize) {
    let in_use = IN_USE.get() + bytes;
    IN_USE.set(in_use);
    PEAK.set(PEAK.get().max(in_use));
}

fn signed(bytes: usize) -> isize {
    bytes.try_into().unwrap_or(isize::MAX)
}

// SAFETY: all is done by the system's allocator, and counting neither allocates nor unwinds.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(signed(layout.size()));
        // SAFETY: the caller keeps the same promises to us.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        count(-signed(layout.size()));
        // SAFETY: as above.
        unsafe { System.dealloc(at, layout) }
    }

    unsafe fn realloc(&self, at: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // The old block may live until the new one is filled.
        count(signed(size));
        count(-signed(layout.size()));
        // SAFETY: as above.
        unsafe { System.realloc(at, layout, size) }
    }
}

/// What `body` returns, and how many bytes it had in use at most, beyond those in use before.
pub(crate) fn peak_of<R>(body: impl FnOnce() -> R) -> (R, usize) {
    let before = IN_USE.get();
    PEAK.set(before);
    let result = body();
    (result, usize::try_from(PEAK.get() - before).unwrap_or(0))
}

#[test]
fn memory_is_counted() {
    let (_, peak) = peak_of(|| {
        drop(vec![0_u8; 1_000]);
        vec![0_u8; 100]
    });
    assert_eq!(peak, 1_000);
    let ((), peak) = peak_of(|| drop(vec![1_u8; 10]));
    assert_eq!(peak, 10);
}
