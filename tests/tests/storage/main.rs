//! How phases of all sizes are kept: each is dropped once, lies where its type needs it, and is what it was.

mod forks;
mod layouts;
mod together;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use phase_core::prelude::*;

/// Counts the values that there are, for the test that runs in this thread.
mod census {
    use std::cell::Cell;

    thread_local! {
        static LIVING: Cell<isize> = const { Cell::new(0) };
    }

    /// One value.
    #[derive(Debug)]
    pub(super) struct Citizen;

    impl Citizen {
        pub(super) fn new() -> Self {
            LIVING.set(LIVING.get() + 1);
            Self
        }
    }

    impl Clone for Citizen {
        fn clone(&self) -> Self {
            Self::new()
        }
    }

    impl Drop for Citizen {
        fn drop(&mut self) {
            LIVING.set(LIVING.get() - 1);
        }
    }

    pub(super) fn living() -> isize {
        LIVING.get()
    }
}

use census::{Citizen, living};

#[derive(Debug, Clone, Default)]
struct Log {
    seen: Vec<u64>,
    misaligned: usize,
}

/// What the tests need of a phase to put it through all that can happen to one.
trait Specimen: Phase<World = Log> + Clone {
    fn new(number: u64) -> Self;
    fn number(&self) -> u64;
}

/// A phase of a type with a number, a count of its values, and whatever else makes it as large as it is.
macro_rules! specimen {
    ($name:ident, $filling:ty, $empty:expr) => {
        #[phase(world = Log, leaf, clone)]
        #[derive(Debug, Clone)]
        struct $name {
            number: u64,
            #[allow(dead_code, reason = "it is there to take room")]
            filling: $filling,
            #[allow(dead_code, reason = "it is there to be dropped")]
            citizen: Citizen,
        }

        impl Specimen for $name {
            fn new(number: u64) -> Self {
                Self { number, filling: $empty, citizen: Citizen::new() }
            }

            fn number(&self) -> u64 {
                self.number
            }
        }

        impl Phase for $name {
            fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
                guard.world.seen.push(self.number);
                let address = std::ptr::from_mut(self).addr();
                guard.world.misaligned += usize::from(address % align_of::<Self>() != 0);
                guard.end()
            }
        }
    };
}

#[derive(Debug, Clone, Default)]
#[repr(align(16))]
struct Aligned16;

#[derive(Debug, Clone, Default)]
#[repr(align(256))]
struct Aligned256;

specimen!(OneWordPhase, (), ());
specimen!(ThreeWordsPhase, [u64; 2], [7; 2]);
specimen!(FourWordsPhase, [u64; 3], [7; 3]);
specimen!(StringPhase, String, "a filling on the heap".to_owned());
specimen!(BytesPhase, [u8; 100], [7; 100]);
specimen!(PagesPhase, [u8; 16_000], [7; 16_000]);
specimen!(OverAlignedPhase, Aligned16, Aligned16);
specimen!(FarOverAlignedPhase, (Aligned256, [u8; 300]), (Aligned256, [7; 300]));

/// A phase without any data.
#[phase(world = Log, leaf)]
#[derive(Debug)]
struct EmptyPhase;

impl Phase for EmptyPhase {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.world.seen.push(0);
        guard.end()
    }
}

/// Runs a check for a phase of each size, and sees that no value is left or was dropped twice.
fn for_each_size(check: &impl Check) {
    fn one<P: Specimen>(check: &impl Check) {
        check.check::<P>();
        assert_eq!(living(), 0, "of {}", P::NAME);
    }
    one::<OneWordPhase>(check);
    one::<ThreeWordsPhase>(check);
    one::<FourWordsPhase>(check);
    one::<StringPhase>(check);
    one::<BytesPhase>(check);
    one::<PagesPhase>(check);
    one::<OverAlignedPhase>(check);
    one::<FarOverAlignedPhase>(check);
}

trait Check {
    fn check<P: Specimen>(&self);
}

macro_rules! check {
    (|$P:ident| $body:block) => {{
        struct This;
        impl Check for This {
            fn check<$P: Specimen>(&self) $body
        }
        for_each_size(&This);
    }};
}

use check;

fn with_queued<P: Specimen>(count: u64) -> PhaseManager<Log> {
    let mut phases = PhaseManager::new();
    for number in 1..=count {
        phases.push(P::new(number));
    }
    phases
}

#[test]
fn the_sizes_are_those_that_are_meant() {
    assert_eq!(size_of::<EmptyPhase>(), 0);
    assert_eq!(size_of::<OneWordPhase>(), 8);
    assert_eq!(size_of::<ThreeWordsPhase>(), 24);
    assert_eq!(size_of::<FourWordsPhase>(), 32);
    assert_eq!(align_of::<OverAlignedPhase>(), 16);
    assert_eq!(size_of::<OverAlignedPhase>(), 16);
    assert_eq!(align_of::<FarOverAlignedPhase>(), 256);
}

#[test]
fn a_phase_is_what_it_was_when_it_starts() {
    check!(|P| {
        let mut log = Log::default();
        let mut phases = with_queued::<P>(20);
        assert_eq!(living(), 20);
        assert_eq!(phases.run(&mut log).unwrap(), RunStatus::Idle);
        assert_eq!(living(), 0);
        assert_eq!(log.seen, (1..=20).collect::<Vec<_>>());
        assert_eq!(log.misaligned, 0);
    });
}

#[test]
fn a_dropped_manager_drops_what_is_queued() {
    check!(|P| {
        let mut phases = with_queued::<P>(20);
        phases.step(&mut Log::default()).unwrap();
        assert_eq!(living(), 19);
        drop(phases);
    });
}

#[test]
fn a_clear_drops_what_is_queued() {
    check!(|P| {
        let mut phases = with_queued::<P>(20);
        phases.clear(&mut Log::default());
        assert_eq!(living(), 0);
        phases.push(P::new(1));
        assert_eq!(living(), 1);
    });
}

#[test]
fn a_phase_can_be_taken_out_by_value() {
    check!(|P| {
        let mut phases = with_queued::<P>(3);
        let taken = phases.remove(|phase: &P| phase.number() == 2).unwrap();
        assert_eq!((taken.number(), living()), (2, 3));
        drop(taken);
        let replaced = phases.replace(|phase: &P| phase.number() == 3, P::new(4)).unwrap();
        assert_eq!((replaced.number(), living()), (3, 3));
        drop(replaced);
        assert_eq!(phases.remove_all(|phase: &P| phase.number() == 1), 1);
        assert_eq!(living(), 1);
        let mut log = Log::default();
        phases.run(&mut log).unwrap();
        assert_eq!(log.seen, [4]);
    });
}

#[test]
fn a_phase_of_any_type_goes_in_and_out() {
    check!(|P| {
        let mut any = AnyPhase::new(P::new(1));
        assert!(any.downcast_ref::<EmptyPhase>().is_none());
        *any.downcast_mut::<P>().unwrap() = P::new(2);
        assert_eq!(living(), 1);
        let any = any.downcast::<EmptyPhase>().unwrap_err();
        let phase = any.downcast::<P>().unwrap();
        assert_eq!((phase.number(), living()), (2, 1));

        let mut phases = PhaseManager::new();
        phases.push(AnyPhase::new(phase));
        phases.push(EmptyPhase);
        let any = phases.remove_named(P::NAME).unwrap().unwrap();
        assert_eq!(any.downcast_ref::<P>().unwrap().number(), 2);
        phases.push(any);
        let mut log = Log::default();
        phases.run(&mut log).unwrap();
        assert_eq!(log.seen, [0, 2]);
        assert_eq!(log.misaligned, 0);
    });
}

#[test]
fn a_fork_shares_nothing() {
    check!(|P| {
        let mut phases = with_queued::<P>(5);
        let mut fork = phases.fork().unwrap();
        assert_eq!(living(), 10);
        let (mut log, mut log_of_fork) = (Log::default(), Log::default());
        fork.run(&mut log_of_fork).unwrap();
        assert_eq!(living(), 5);
        phases.run(&mut log).unwrap();
        assert_eq!(log.seen, log_of_fork.seen);
    });
}

#[test]
fn a_manager_can_be_dropped_in_another_thread() {
    static DROPPED: AtomicUsize = AtomicUsize::new(0);

    #[phase(world = Log, leaf)]
    #[derive(Debug)]
    struct FarewellPhase(String);

    impl Drop for FarewellPhase {
        fn drop(&mut self) {
            DROPPED.fetch_add(self.0.len(), Ordering::Relaxed);
        }
    }

    impl Phase for FarewellPhase {
        fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
            guard.end()
        }
    }

    let mut phases = PhaseManager::new();
    for _ in 0..10 {
        phases.push(FarewellPhase("farewell".to_owned()));
    }
    let mut phases = thread::spawn(move || {
        phases.step(&mut Log::default()).unwrap();
        phases
    })
    .join()
    .unwrap();
    phases.step(&mut Log::default()).unwrap();
    thread::scope(|scope| {
        scope.spawn(|| assert_eq!(phases.levels().count(), 1));
        scope.spawn(|| assert_eq!(phases.find(|_: &FarewellPhase| true).unwrap().0, "farewell"));
    });
    thread::spawn(move || drop(phases)).join().unwrap();
    assert_eq!(DROPPED.load(Ordering::Relaxed), 80);
}

/// Where a hostile phase panics.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Panics {
    Start,
    OnEnd,
    Drop,
}

/// A phase that panics where it is told to, and has so much with it.
macro_rules! hostile {
    ($name:ident, $size:literal) => {
        #[phase(world = Log, leaf)]
        #[derive(Debug)]
        struct $name {
            panics: Panics,
            #[allow(dead_code, reason = "it is there to be dropped")]
            citizen: Citizen,
            #[allow(dead_code, reason = "it is there to take room")]
            filling: [u8; $size],
        }

        impl $name {
            fn new(panics: Panics) -> Self {
                Self { panics, citizen: Citizen::new(), filling: [7; $size] }
            }
        }

        impl Drop for $name {
            fn drop(&mut self) {
                if self.panics == Panics::Drop {
                    self.panics = Panics::Start;
                    panic!("as I was told");
                }
            }
        }

        impl Phase for $name {
            fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
                assert!(self.panics != Panics::Start, "as I was told");
                guard.end()
            }

            fn on_end(&mut self, _: &mut Log, _: &mut Queue<'_, Self>) {
                assert!(self.panics != Panics::OnEnd, "as I was told");
            }
        }
    };
}

hostile!(SmallHostilePhase, 8);
hostile!(LargeHostilePhase, 80);

#[test]
fn a_panic_costs_one_phase_its_life_and_no_other() {
    for panics in [Panics::Start, Panics::OnEnd, Panics::Drop] {
        let mut log = Log::default();
        let mut phases = PhaseManager::new();
        phases.push(SmallHostilePhase::new(panics));
        phases.push(StringPhase::new(1));
        phases.push(LargeHostilePhase::new(panics));
        phases.push(BytesPhase::new(2));
        for _ in 0..2 {
            catch_unwind(AssertUnwindSafe(|| phases.run(&mut log))).unwrap_err();
        }
        assert_eq!(phases.run(&mut log).unwrap(), RunStatus::Idle, "{panics:?}");
        assert_eq!(log.seen, [1, 2], "{panics:?}");
        assert_eq!(living(), 0, "{panics:?}");
    }
}

#[test]
fn a_panic_in_a_drop_leaves_the_rest_of_a_manager_to_be_dropped() {
    let mut phases = PhaseManager::new();
    phases.push(StringPhase::new(1));
    phases.push(SmallHostilePhase::new(Panics::Drop));
    phases.push(LargeHostilePhase::new(Panics::Drop));
    phases.push(StringPhase::new(2));
    // Two panics at once would abort.
    assert_eq!(phases.remove_all(|_: &StringPhase| true), 2);
    let large = phases.remove(|_: &LargeHostilePhase| true).unwrap();
    catch_unwind(AssertUnwindSafe(|| drop(phases))).unwrap_err();
    catch_unwind(AssertUnwindSafe(|| drop(large))).unwrap_err();
    assert_eq!(living(), 0);
}

/// Queues phases of all sizes, so that memory goes from one to the other.
#[phase(world = Log)]
#[derive(Debug)]
struct MixPhase {
    round: u64,
    text: String,
}

impl Phase for MixPhase {
    fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        assert_eq!(self.text, format!("round {}", self.round));
        guard.unshift(OneWordPhase::new(self.round));
        guard.defer(ThreeWordsPhase::new(self.round));
        guard.unshift(StringPhase::new(self.round));
        guard.defer(BytesPhase::new(self.round));
        guard.unshift(EmptyPhase);
        guard.unshift(OverAlignedPhase::new(self.round));
        if self.round < 200 {
            let round = self.round + 1;
            guard.push(Self { round, text: format!("round {round}") });
        }
        guard.end()
    }
}

#[test]
fn memory_goes_from_phase_to_phase_of_other_types() {
    let mut log = Log::default();
    let mut phases = PhaseManager::new();
    phases.push(MixPhase { round: 1, text: "round 1".to_owned() });
    assert_eq!(phases.run(&mut log).unwrap(), RunStatus::Idle);
    let expected = (1..=200).flat_map(|round| [round, round, 0, round, round, round]);
    assert_eq!(log.seen, expected.collect::<Vec<_>>());
    assert_eq!(log.misaligned, 0);
    assert_eq!(living(), 0);
}
