//! Phases at the borders between blocks, chunks and boxes, and what counts as plain.

#![allow(clippy::expl_impl_clone_on_copy, reason = "so that it is seen what is cloned, and what is copied")]

use std::cell::Cell;
use std::fmt::Debug;

use phase_core::prelude::*;

use super::Log;

thread_local! {
    static CLONES: Cell<u32> = const { Cell::new(0) };
}

/// How often something was cloned meanwhile.
fn clones_in(work: impl FnOnce()) -> u32 {
    let before = CLONES.get();
    work();
    CLONES.get() - before
}

/// So many bytes, in the place that its type needs.
#[phase(world = Log, leaf, clone)]
#[derive(Debug, Clone, Copy)]
struct BytesPhase<const N: usize, A: Copy + Debug + Send + Sync + 'static> {
    bytes: [u8; N],
    #[allow(dead_code, reason = "it is there for its alignment")]
    alignment: [A; 0],
}

impl<const N: usize, A: Copy + Debug + Send + Sync + 'static> BytesPhase<N, A> {
    fn new(number: u64) -> Self {
        let bytes =
            std::array::from_fn(|nth| number.wrapping_mul(31).wrapping_add(nth as u64).to_le_bytes()[0]);
        Self { bytes, alignment: [] }
    }

    /// Says which one it is, if all of it is there.
    fn number(&self) -> Option<u64> {
        (0..100).find(|number| Self::new(*number).bytes == self.bytes)
    }
}

impl<const N: usize, A: Copy + Debug + Send + Sync + 'static> Phase for BytesPhase<N, A> {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        let address = std::ptr::from_mut(self).addr();
        guard.world.misaligned += usize::from(address % align_of::<Self>() != 0);
        guard.world.seen.extend(self.number());
        guard.end()
    }
}

#[derive(Debug, Clone, Copy)]
#[repr(align(64))]
struct Aligned64;

/// Copies, changes, exchanges and takes out phases of so many bytes.
fn put_through<const N: usize, A: Copy + Debug + Send + Sync + 'static>() {
    let mut phases = PhaseManager::<Log>::new();
    let numbers = if N == 0 { [0; 9] } else { [1, 2, 3, 4, 5, 6, 7, 8, 9] };
    for number in numbers {
        phases.push(BytesPhase::<N, A>::new(number));
    }
    let mut fork = phases.fork().unwrap();
    let mut again = PhaseManager::new();
    again.push(BytesPhase::<N, A>::new(50));
    again.push(BytesPhase::<3, u8>::new(51));
    // From phases in chunks into lone ones, and from lone ones into those in chunks.
    again.fork_from(&fork).unwrap();
    *fork.find_mut(|_: &BytesPhase<N, A>| true).unwrap() = BytesPhase::new(60);
    fork.fork_from(&again.fork().unwrap()).unwrap();
    let taken = fork.remove(|_: &BytesPhase<N, A>| true).unwrap();
    assert_eq!(taken.bytes, BytesPhase::<N, A>::new(numbers[0]).bytes);
    fork.unshift(taken);
    for manager in [&mut phases, &mut fork, &mut again] {
        let mut log = Log::default();
        manager.run(&mut log).unwrap();
        assert_eq!((&log.seen[..], log.misaligned), (&numbers[..], 0), "{N} bytes");
    }
}

#[test]
fn a_phase_at_a_border_of_sizes_is_what_it_was() {
    macro_rules! sizes {
        ($($size:literal)*) => {$(
            put_through::<$size, u8>();
            put_through::<$size, u64>();
            put_through::<$size, u128>();
            put_through::<$size, Aligned64>();
        )*};
    }
    sizes!(0 24 25 256);
    // Those between them take Miri too long.
    #[cfg(not(miri))]
    sizes!(1 7 8 9 16 23 31 32 33 231 232 233 239 240 241 247 248 249 255 257);
}

/// Copies each of these phases by a fork, and by one into the memory of that.
fn copies_of<P: Phase<World = Log>>(phase: impl Fn() -> P) -> u32 {
    let mut phases = PhaseManager::new();
    (0..3).for_each(|_| phases.push(phase()));
    clones_in(|| {
        let mut fork = phases.fork().unwrap();
        fork.fork_from(&phases).unwrap();
    })
}

/// Counts its clones, and is `Copy` only where this says so.
#[derive(Debug)]
struct Counted<const N: usize>(u64);

impl<const N: usize> Clone for Counted<N> {
    #[allow(clippy::non_canonical_clone_impl, reason = "so that it is seen whether it was called")]
    fn clone(&self) -> Self {
        CLONES.set(CLONES.get() + 1);
        Self(self.0)
    }
}

impl Copy for Counted<3> {}

macro_rules! only_ends {
    ([$($generics:tt)*] $phase:ty) => {
        impl<$($generics)*> Phase for $phase {
            fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
                guard.end()
            }
        }
    };
}

/// `Copy` for one of its numbers alone.
#[phase(world = Log, leaf, clone)]
#[derive(Debug)]
struct NumberedPhase<const N: usize>(Counted<N>);

only_ends!([const N: usize] NumberedPhase<N>);

impl<const N: usize> Clone for NumberedPhase<N> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl Copy for NumberedPhase<3> {}

/// `Copy` just if what is in it is.
#[phase(world = Log, leaf, clone)]
#[derive(Debug, Clone, Copy)]
struct HolderPhase<T: Clone + Debug + Send + Sync + 'static>(T);

only_ends!([T: Clone + Debug + Send + Sync + 'static] HolderPhase<T>);

/// `Copy` whatever it is of.
#[phase(world = Log, leaf, clone)]
#[derive(Debug, Clone, Copy)]
struct CopyHolderPhase<T: Copy + Debug + Send + Sync + 'static>(T);

only_ends!([T: Copy + Debug + Send + Sync + 'static] CopyHolderPhase<T>);

#[phase(world = Log, leaf, clone)]
#[derive(Debug, Clone, Copy)]
struct ThreePhase(#[allow(dead_code, reason = "it is there to be copied")] Counted<3>);

only_ends!([] ThreePhase);

#[cfg(feature = "pool")]
#[test]
fn a_type_with_parameters_is_plain_only_where_it_is_for_all_of_them() {
    assert_eq!(copies_of(|| NumberedPhase(Counted::<2>(1))), 6);
    assert_eq!(copies_of(|| NumberedPhase(Counted::<3>(1))), 6);
    assert_eq!(copies_of(|| HolderPhase(Counted::<2>(1))), 6);
    assert_eq!(copies_of(|| HolderPhase(Counted::<3>(1))), 6);
    assert_eq!(copies_of(|| CopyHolderPhase(Counted::<3>(1))), 0);
    assert_eq!(copies_of(|| ThreePhase(Counted(1))), 0);
}

#[test]
fn what_a_phase_with_parameters_owns_is_cloned() {
    let mut phases = PhaseManager::new();
    phases.push(HolderPhase("text".to_owned()));
    phases.push(HolderPhase(7));
    let mut fork = phases.fork().unwrap();
    let text = phases.remove(|_: &HolderPhase<String>| true).unwrap();
    assert_eq!(fork.find(|_: &HolderPhase<String>| true).unwrap().0, text.0);
    fork.fork_from(&phases).unwrap();
    assert_eq!(fork.find(|_: &HolderPhase<i32>| true).unwrap().0, 7);
}

/// Plain, with a pointer in it, and bytes that belong to nothing.
#[phase(world = Log, leaf, clone)]
#[derive(Debug, Clone, Copy)]
struct PointingPhase {
    text: Option<&'static str>,
    call: fn(&str) -> usize,
}

impl Phase for PointingPhase {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.world.seen.extend(self.text.map(|text| (self.call)(text) as u64));
        guard.wait()
    }
}

impl Waits for PointingPhase {
    fn update(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        self.text = Some("changed");
        guard.end()
    }
}

#[test]
fn plain_phases_are_changed_removed_and_gone_back_to() {
    let mut log = Log::default();
    let mut phases = PhaseManager::new();
    for text in [Some("a"), None, Some("abc"), Some("abcd")] {
        phases.push(PointingPhase { text, call: str::len });
    }
    let mut history = History::new(3);
    history.checkpoint(&phases, &log).unwrap();
    let mut fork = phases.fork().unwrap();
    fork.for_each_mut(|mut phase| {
        if let Some(phase) = phase.downcast_mut::<PointingPhase>() {
            phase.text = phase.text.map(|_| "five!");
        }
    });
    assert_eq!(fork.remove_all(|phase: &PointingPhase| phase.text.is_none()), 1);
    while fork.run(&mut log).unwrap() != RunStatus::Idle {}
    assert_eq!(log.seen, [5, 5, 5]);
    phases.clear(&mut log);
    assert!(history.undo(&mut phases, &mut log));
    history.checkpoint(&phases, &log).unwrap();
    while phases.run(&mut log).unwrap() != RunStatus::Idle {}
    assert!(history.undo(&mut phases, &mut log));
    phases.step(&mut log).unwrap();
    assert_eq!(log.seen, [1]);
    let mut waits = phases.fork().unwrap();
    drop(phases);
    while waits.run(&mut log).unwrap() != RunStatus::Idle {}
    assert_eq!(log.seen, [1, 3, 4]);
}
