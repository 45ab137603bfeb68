//! Numbers of phases that show what a phase costs: no stack, and no memory once it is over.

use std::alloc::{GlobalAlloc, Layout, System};
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use phase_core::prelude::*;

/// Counts the bytes that are allocated, and how many there ever were at once.
struct Counting;

static LIVE: AtomicUsize = AtomicUsize::new(0);
static PEAK: AtomicUsize = AtomicUsize::new(0);

// SAFETY: everything is handed on to the system's allocator as it is.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let live = LIVE.fetch_add(layout.size(), Ordering::Relaxed) + layout.size();
        if live > PEAK.load(Ordering::Relaxed) {
            PEAK.fetch_max(live, Ordering::Relaxed);
        }
        // SAFETY: the caller keeps the promises of `alloc`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        LIVE.fetch_sub(layout.size(), Ordering::Relaxed);
        // SAFETY: the caller keeps the promises of `dealloc`, and the block came from `System`.
        unsafe { System.dealloc(block, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Calls `play` in a thread with a stack of 256 KiB, and says how many bytes were in use at once, at most.
///
/// One call at a time, so that the tests of this file do not count each other's memory.
fn peak_on_a_small_stack(play: impl FnOnce() + Send + 'static) -> usize {
    static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());
    let _guard = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
    let before = LIVE.load(Ordering::Relaxed);
    PEAK.store(before, Ordering::Relaxed);
    let thread = thread::Builder::new().stack_size(256 * 1024).spawn(play).expect("a thread can be had");
    thread.join().unwrap_or_else(|panic| resume_unwind(panic));
    PEAK.load(Ordering::Relaxed).saturating_sub(before)
}

/// Far more than a manager needs for a handful of phases, and far less than a byte for each of ten million.
const FLAT: usize = 100_000;

const CHAIN: usize = 10_000_000;
const DEEP: usize = 1_000_000;

/// A phase that queues its like until none are left to be queued.
#[phase(world = usize)]
#[derive(Debug, Clone, Copy)]
enum Link {
    Push,
    Unshift,
    Defer,
}

impl Phase for Link {
    fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        *guard.world -= 1;
        if *guard.world > 0 {
            match self {
                Self::Push => guard.push(*self),
                Self::Unshift => guard.unshift(*self),
                Self::Defer => guard.defer(*self),
            }
        }
        guard.end()
    }
}

fn chain_of(link: Link) {
    let peak = peak_on_a_small_stack(move || {
        let mut left = CHAIN;
        let mut phases = PhaseManager::new();
        phases.push(link);
        assert_eq!(phases.run(&mut left).unwrap(), RunStatus::Idle);
        assert_eq!(left, 0);
    });
    assert!(peak < FLAT, "{peak} bytes for a chain of {link:?}");
}

#[test]
fn a_chain_of_pushes_takes_no_stack_and_flat_memory() {
    chain_of(Link::Push);
}

#[test]
fn a_chain_of_unshifts_takes_no_stack_and_flat_memory() {
    chain_of(Link::Unshift);
}

#[test]
fn a_chain_of_deferrals_takes_no_stack_and_flat_memory() {
    chain_of(Link::Defer);
}

/// A phase that leaves a sibling of its successor behind on every level.
#[phase(world = usize)]
#[derive(Debug)]
enum Branch {
    Down,
    Leaf,
}

impl Phase for Branch {
    fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        if let Self::Down = self {
            *guard.world += 1;
            if *guard.world == DEEP {
                guard.queue.halt();
            } else {
                guard.unshift(Self::Down);
            }
            guard.unshift(Self::Leaf);
        }
        guard.end()
    }
}

fn deep_tree() -> PhaseManager<usize> {
    let mut depth = 0;
    let mut phases = PhaseManager::new();
    phases.push(Branch::Down);
    assert_eq!(phases.run(&mut depth).unwrap(), RunStatus::Halted);
    assert_eq!((phases.len(), phases.levels().count(), phases.current_level()), (DEEP, DEEP, DEEP - 1));
    phases
}

#[test]
fn a_tree_of_a_million_levels_runs_and_is_dropped_and_cleared() {
    peak_on_a_small_stack(|| {
        let mut phases = deep_tree();
        assert_eq!(phases.run(&mut DEEP.clone()).unwrap(), RunStatus::Idle);
    });
    peak_on_a_small_stack(|| drop(deep_tree()));
    peak_on_a_small_stack(|| {
        let mut phases = deep_tree();
        phases.clear(&mut 0);
        assert!(phases.is_empty());
    });
}

fn broad_tree() -> PhaseManager<usize> {
    let mut phases = PhaseManager::new();
    for _ in 0..DEEP {
        phases.push(Branch::Leaf);
    }
    phases
}

#[test]
fn level_0_of_a_million_phases_runs_and_is_dropped_and_cleared() {
    peak_on_a_small_stack(|| {
        let mut phases = broad_tree();
        assert_eq!(phases.run(&mut 0).unwrap(), RunStatus::Idle);
    });
    peak_on_a_small_stack(|| drop(broad_tree()));
    peak_on_a_small_stack(|| {
        let mut phases = broad_tree();
        phases.clear(&mut 0);
        assert!(phases.is_empty());
    });
}

/// Waits for an update, and ends.
#[phase(world = usize)]
#[derive(Debug)]
struct Interrupted;

impl Phase for Interrupted {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.wait()
    }
}

impl Waits for Interrupted {
    fn update(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        *guard.world += 1;
        guard.end()
    }
}

fn parked(count: usize) -> PhaseManager<usize> {
    let mut phases = PhaseManager::new();
    for _ in 0..count {
        phases.interrupt(Interrupted);
        assert_eq!(phases.step(&mut 0).unwrap(), Step::Waiting("Interrupted"));
    }
    phases
}

#[test]
fn a_hundred_thousand_parked_phases_come_back_and_are_dropped_and_cleared() {
    peak_on_a_small_stack(|| {
        let mut updates = 0;
        assert_eq!(parked(100_000).run(&mut updates).unwrap(), RunStatus::Idle);
        assert_eq!(updates, 100_000);
    });
    peak_on_a_small_stack(|| drop(parked(100_000)));
    peak_on_a_small_stack(|| parked(100_000).clear(&mut 0));
}

/// Sends the next one, which stands above it.
#[phase(world = Phone, leaf)]
#[derive(Debug)]
struct Call(u32);

struct Phone(Inbox<Phone>);

impl Phase for Call {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        if let Some(left) = self.0.checked_sub(1) {
            guard.world.0.interrupt(Call(left)).unwrap();
        }
        guard.end()
    }
}

#[test]
fn interrupts_that_each_send_the_next_one_take_flat_memory() {
    let peak = peak_on_a_small_stack(|| {
        let mut phases = PhaseManager::new();
        let mut phone = Phone(phases.inbox());
        phases.interrupt(Call(100_000));
        assert_eq!(phases.run(&mut phone).unwrap(), RunStatus::Idle);
    });
    assert!(peak < FLAT, "{peak} bytes");
}

#[test]
fn a_million_rounds_of_queueing_and_clearing_take_flat_memory() {
    let peak = peak_on_a_small_stack(|| {
        let mut phases = PhaseManager::new();
        for _ in 0..1_000_000 {
            phases.push(Branch::Leaf);
            phases.unshift(Branch::Leaf);
            phases.defer(Branch::Leaf);
            phases.interrupt(Branch::Leaf);
            phases.clear(&mut 0);
        }
        assert!(phases.is_empty());
    });
    assert!(peak < FLAT, "{peak} bytes");
}

/// Queues more of all three kinds, and clears now and then.
#[phase(world = usize)]
#[derive(Debug)]
struct Restless;

impl Phase for Restless {
    fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        *guard.world += 1;
        guard.push(Self);
        guard.unshift(Self);
        guard.defer(Self);
        if *guard.world % 10 == 0 {
            guard.queue.clear();
            guard.unshift(Self);
        }
        if *guard.world == 1_000_000 {
            guard.queue.clear();
        }
        guard.end()
    }
}

#[test]
fn a_million_phases_that_clear_now_and_then_take_flat_memory() {
    let peak = peak_on_a_small_stack(|| {
        let mut phases = PhaseManager::new();
        phases.push(Restless);
        assert_eq!(phases.run(&mut 0).unwrap(), RunStatus::Idle);
    });
    assert!(peak < FLAT, "{peak} bytes");
}

/// Checks that a manager keeps little, once it has run small rounds after a busy time.
fn gives_memory_back_after(busy: fn() -> PhaseManager<usize>) {
    peak_on_a_small_stack(move || {
        let before = LIVE.load(Ordering::Relaxed);
        let mut phases = busy();
        assert_eq!(phases.run(&mut DEEP.clone()).unwrap(), RunStatus::Idle);
        for _ in 0..1_000 {
            phases.unshift(Branch::Leaf);
            assert_eq!(phases.run(&mut 0).unwrap(), RunStatus::Idle);
        }
        let kept = LIVE.load(Ordering::Relaxed).saturating_sub(before);
        assert!(kept < FLAT, "{kept} bytes are kept");
    });
}

#[test]
fn memory_of_many_levels_is_given_back() {
    gives_memory_back_after(deep_tree);
}

#[test]
fn memory_of_a_long_level_0_is_given_back() {
    gives_memory_back_after(broad_tree);
}

#[test]
fn memory_of_many_parked_phases_is_given_back() {
    gives_memory_back_after(|| parked(100_000));
}

/// Counts how often a key was read, and how many phases started.
#[derive(Default)]
struct Track {
    keys_read: AtomicUsize,
    started: usize,
}

#[phase(world = Track, leaf, ordered)]
#[derive(Debug)]
struct RunnerPhase(usize);

impl Phase for RunnerPhase {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.world.started += 1;
        guard.end()
    }
}

impl Ordered for RunnerPhase {
    type Key = usize;

    fn key(&self, track: &Track) -> usize {
        track.keys_read.fetch_add(1, Ordering::Relaxed);
        self.0
    }
}

#[phase(world = Track, leaf)]
#[derive(Debug)]
struct BystanderPhase;

impl Phase for BystanderPhase {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.world.started += 1;
        guard.end()
    }
}

/// Were all of them looked at for each of the runners, there would be hundreds of millions of looks.
#[test]
fn ordered_phases_find_each_other_among_a_million_others() {
    const RUNNERS: usize = 300;
    const BYSTANDERS: usize = 3_000;
    peak_on_a_small_stack(|| {
        let mut track = Track::default();
        let mut phases = PhaseManager::new();
        for runner in 0..RUNNERS {
            phases.push(RunnerPhase(runner));
            for _ in 0..BYSTANDERS {
                phases.push(BystanderPhase);
            }
        }
        assert_eq!(phases.run(&mut track).unwrap(), RunStatus::Idle);
        assert_eq!(track.started, RUNNERS * (BYSTANDERS + 1));
        assert_eq!(track.keys_read.into_inner(), RUNNERS * (RUNNERS + 1) / 2);
    });
}

/// Unshifts one of the next depth and one that ends at once, of which the deeper one has the higher key.
#[phase(world = usize, ordered)]
#[derive(Debug)]
struct Rung(usize);

impl Phase for Rung {
    fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        *guard.world += 1;
        if self.0 > 0 && self.0 < DEEP {
            guard.unshift(Rung(0));
            guard.unshift(Rung(self.0 + 1));
        }
        guard.end()
    }
}

impl Ordered for Rung {
    type Key = usize;

    fn key(&self, _: &usize) -> usize {
        self.0
    }
}

#[test]
fn ordered_phases_left_on_each_of_a_million_levels_are_not_searched_again() {
    let play = || {
        let mut started = 0;
        let mut phases = PhaseManager::new();
        phases.push(Rung(1));
        assert_eq!(phases.run(&mut started).expect("nothing fails"), RunStatus::Idle);
        assert_eq!(started, 2 * DEEP - 1);
    };
    peak_on_a_small_stack(play);
}
