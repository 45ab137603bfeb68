//! Phases that a load or a fork has made together: each goes its own way all the same, and their memory goes with the last.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::thread;

use phase_core::prelude::*;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::census::{Citizen, living};
use super::{Check, EmptyPhase, Log, OneWordPhase, Specimen, check, for_each_size, with_queued};

#[test]
fn a_phase_outlives_those_that_it_was_forked_with() {
    check!(|P| {
        let phases = with_queued::<P>(40);
        let mut fork = phases.fork().unwrap();
        drop(phases);
        assert_eq!(fork.remove_all(|phase: &P| phase.number() != 23), 39);
        assert_eq!(living(), 1);
        let mut log = Log::default();
        fork.run(&mut log).unwrap();
        assert_eq!((log.seen, log.misaligned), (vec![23], 0));
    });
}

#[test]
fn a_phase_is_taken_out_of_a_fork_and_outlives_it() {
    check!(|P| {
        let phases = with_queued::<P>(4);
        let mut fork = phases.fork().unwrap();
        let taken = fork.remove(|phase: &P| phase.number() == 2).unwrap();
        let replaced = fork.replace(|phase: &P| phase.number() == 3, P::new(33)).unwrap();
        fork.find_mut(|phase: &P| phase.number() == 4).map(|phase| *phase = P::new(44)).unwrap();
        let any = fork.remove_named(P::NAME).unwrap().unwrap();
        let mut log = Log::default();
        fork.run(&mut log).unwrap();
        assert_eq!((log.seen, log.misaligned), (vec![33, 44], 0));
        drop(fork);
        assert_eq!((taken.number(), replaced.number()), (2, 3));

        // It goes on in another manager, by way of another thread.
        let mut others = PhaseManager::new();
        others.push(any);
        let mut others = thread::spawn(move || others).join().unwrap();
        let mut log = Log::default();
        others.run(&mut log).unwrap();
        assert_eq!(log.seen, [1]);
    });
}

#[test]
fn phases_of_a_fork_go_in_several_threads() {
    /// Counts nothing, as values that are counted stay in their thread.
    #[phase(world = Log, leaf, clone)]
    #[derive(Debug, Clone)]
    struct NotePhase(String);

    impl Phase for NotePhase {
        fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
            guard.end()
        }
    }

    let mut phases = PhaseManager::new();
    for number in 0..200 {
        phases.push(NotePhase(format!("note {number}")));
    }
    for _ in 0..20 {
        let mut fork = phases.fork().unwrap();
        let mut hands: [Vec<AnyPhase<Log>>; 4] = Default::default();
        for turn in 0..180 {
            hands[turn % 4].push(fork.remove_named("NotePhase").unwrap().unwrap());
        }
        thread::scope(|scope| {
            for (nth, hand) in hands.into_iter().enumerate() {
                scope.spawn(move || {
                    for (turn, any) in hand.into_iter().enumerate() {
                        let note = any.downcast::<NotePhase>().unwrap();
                        assert_eq!(note.0, format!("note {}", 4 * turn + nth));
                    }
                });
            }
            scope.spawn(|| drop(fork));
        });
    }
}

/// Waits until it has been updated twice.
#[phase(world = Log, leaf, clone)]
#[derive(Debug, Clone)]
struct PatientPhase {
    updates: u64,
    #[allow(dead_code, reason = "it is there to be dropped")]
    citizen: Citizen,
}

impl Phase for PatientPhase {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.wait()
    }

    fn on_cancel(&mut self, world: &mut Log) {
        world.seen.push(900);
    }

    fn on_park(&mut self, world: &mut Log) {
        world.seen.push(901);
    }

    fn on_resume(&mut self, world: &mut Log) {
        world.seen.push(902);
    }
}

impl Waits for PatientPhase {
    fn update(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        self.updates += 1;
        guard.world.seen.push(self.updates);
        if self.updates < 2 { guard.wait() } else { guard.end() }
    }
}

fn patient() -> PatientPhase {
    PatientPhase { updates: 0, citizen: Citizen::new() }
}

#[test]
fn a_phase_of_a_fork_waits_is_parked_resumed_cancelled_and_undone() {
    let mut log = Log::default();
    let mut phases = with_queued::<OneWordPhase>(2);
    phases.unshift(patient());
    assert_eq!(phases.run(&mut log).unwrap(), RunStatus::Waiting);

    let mut fork = phases.fork().unwrap();
    let mut history = History::new(4);
    history.checkpoint(&fork, &Log::default()).unwrap();
    fork.interrupt(OneWordPhase::new(7));
    let mut parked = fork.fork().unwrap();
    while fork.run(&mut log).unwrap() != RunStatus::Idle {}
    assert_eq!(log.seen, [901, 7, 902, 1, 2, 1, 2]);

    assert!(history.undo(&mut fork, &mut log));
    assert!(fork.cancel(&mut log));
    fork.run(&mut log).unwrap();
    assert_eq!(log.seen, [900, 1, 2]);

    log.seen.clear();
    parked.step(&mut log).unwrap();
    let fork_of_parked = parked.fork().unwrap();
    drop(parked);
    drop(fork_of_parked);
    drop((phases, fork, history));
    assert_eq!(living(), 0);
}

thread_local! {
    /// How many more times something is made before that goes wrong.
    static FUSE: Cell<Option<u32>> = const { Cell::new(None) };
}

/// Whether it is this time that it goes wrong.
fn burns_down() -> bool {
    let left = FUSE.get();
    FUSE.set(left.and_then(|left| left.checked_sub(1)));
    left == Some(0)
}

/// What goes wrong in a load.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Fault {
    Panic,
    Error,
}

thread_local! {
    static FAULT: Cell<Fault> = const { Cell::new(Fault::Panic) };
}

/// Burns down while it is copied or read.
#[derive(Debug)]
struct Candle(#[allow(dead_code, reason = "it is there to be dropped")] Citizen);

impl Clone for Candle {
    fn clone(&self) -> Self {
        assert!(!burns_down(), "in a clone");
        Self(Citizen::new())
    }
}

impl Serialize for Candle {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_unit()
    }
}

impl<'de> Deserialize<'de> for Candle {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        <()>::deserialize(deserializer)?;
        let candle = Self(Citizen::new());
        if burns_down() {
            assert!(FAULT.get() == Fault::Error, "in a load");
            return Err(serde::de::Error::custom("burnt down"));
        }
        Ok(candle)
    }
}

macro_rules! candle {
    ($name:ident, $filling:ty) => {
        #[phase(world = Log, leaf, clone, save)]
        #[derive(Debug, Clone, Serialize, Deserialize)]
        struct $name {
            before: String,
            candle: Candle,
            filling: $filling,
        }

        impl $name {
            fn new(number: u64) -> Self {
                Self {
                    before: number.to_string(),
                    candle: Candle(Citizen::new()),
                    filling: Default::default(),
                }
            }
        }

        impl Phase for $name {
            fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
                guard.world.seen.extend(self.before.parse::<u64>());
                guard.end()
            }
        }
    };
}

candle!(SmallCandlePhase, ());
candle!(LargeCandlePhase, [u64; 12]);
candle!(HugeCandlePhase, [[u64; 16]; 8]);

/// Copied as it is.
#[phase(world = Log, leaf, clone, save)]
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
struct PlainPhase(u64, u16);

impl Phase for PlainPhase {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.world.seen.push(self.0 + u64::from(self.1));
        guard.end()
    }
}

/// Phases of all sorts on several levels, `12 * rounds` of them.
fn candles(rounds: u64) -> PhaseManager<Log> {
    let mut phases = PhaseManager::new();
    for number in 0..rounds {
        let number = 10 * number;
        phases.push(SmallCandlePhase::new(number));
        phases.push(PlainPhase(number, 1));
        phases.push(LargeCandlePhase::new(number + 2));
        phases.push(HugeCandlePhase::new(number + 3));
        phases.defer(LargeCandlePhase::new(number + 4));
        phases.defer(PlainPhase(number, 5));
        phases.unshift(SmallCandlePhase::new(number + 6));
        phases.unshift(PlainPhase(number, 7));
    }
    phases
}

fn run(phases: &mut PhaseManager<Log>) -> Vec<u64> {
    let mut log = Log::default();
    assert_eq!(phases.run(&mut log).unwrap(), RunStatus::Idle);
    log.seen
}

#[test]
fn a_load_and_a_fork_of_it_are_what_was_saved() {
    for rounds in [1, 3, 60] {
        let mut phases = candles(rounds);
        let bytes = phases.to_bytes().unwrap();
        let mut loaded = PhaseManager::<Log>::from_bytes(&bytes).unwrap();
        let mut read = PhaseManager::<Log>::read_from(&bytes[..]).unwrap();
        let mut fork = loaded.fork().unwrap();
        let mut fork_of_fork = fork.fork().unwrap();
        let mut again = read.fork().unwrap();
        again.fork_from(&phases).unwrap();
        let mut anew = PhaseManager::new();
        anew.fork_from(&loaded).unwrap();
        assert_eq!(fork_of_fork.to_bytes().unwrap(), bytes);
        assert_eq!(again.to_bytes().unwrap(), bytes);
        let expected = run(&mut phases);
        for copy in [&mut loaded, &mut read, &mut fork, &mut fork_of_fork, &mut again, &mut anew] {
            assert_eq!(run(copy), expected);
        }
    }
    assert_eq!(living(), 0);
}

#[test]
fn a_panic_in_a_clone_leaves_nothing_of_a_fork() {
    let phases = candles(3);
    let there = living();
    for nth in 0..u32::try_from(there).unwrap() {
        FUSE.set(Some(nth));
        catch_unwind(AssertUnwindSafe(|| phases.fork())).unwrap_err();
        assert_eq!(living(), there, "at {nth}");
    }
    FUSE.set(None);
    drop(phases.fork().unwrap());
    assert_eq!(living(), there);
}

#[test]
fn a_panic_or_an_error_in_a_load_leaves_nothing_of_it() {
    let bytes = candles(3).to_bytes().unwrap();
    assert_eq!(living(), 0);
    for fault in [Fault::Panic, Fault::Error] {
        FAULT.set(fault);
        for nth in 0..15 {
            FUSE.set(Some(nth));
            let loaded = catch_unwind(|| PhaseManager::<Log>::from_bytes(&bytes).map(drop));
            assert_eq!(loaded.is_err(), fault == Fault::Panic, "at {nth}");
            assert!(!matches!(loaded, Ok(Ok(()))), "at {nth}");
            assert_eq!(living(), 0, "at {nth}");
        }
    }
}

#[test]
fn a_panic_in_a_drop_leaves_the_rest_of_a_fork_to_be_dropped() {
    thread_local! {
        static ARMED: Cell<bool> = const { Cell::new(false) };
    }

    #[phase(world = Log, leaf, clone)]
    #[derive(Debug, Clone)]
    struct MinePhase(#[allow(dead_code, reason = "it is there to be dropped")] Citizen);

    impl Drop for MinePhase {
        fn drop(&mut self) {
            assert!(!ARMED.replace(false), "as I was told");
        }
    }

    impl Phase for MinePhase {
        fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
            guard.end()
        }
    }

    let mut phases = with_queued::<OneWordPhase>(3);
    phases.push(MinePhase(Citizen::new()));
    phases.push(MinePhase(Citizen::new()));
    phases.push(OneWordPhase::new(4));
    phases.unshift(OneWordPhase::new(5));
    let there = living();

    let fork = phases.fork().unwrap();
    ARMED.set(true);
    catch_unwind(AssertUnwindSafe(|| drop(fork))).unwrap_err();
    assert_eq!(living(), there);

    let mut fork = phases.fork().unwrap();
    fork.remove_all(|_: &OneWordPhase| true);
    ARMED.set(true);
    catch_unwind(AssertUnwindSafe(|| run(&mut fork))).unwrap_err();
    drop(fork);
    assert_eq!(living(), there);

    let mut fork = phases.fork().unwrap();
    let mine = fork.remove(|_: &MinePhase| true).unwrap();
    drop((fork, mine, phases));
    assert_eq!(living(), 0);
}

#[test]
fn only_what_is_copy_is_copied_without_its_clone() {
    thread_local! {
        static CLONES: Cell<u32> = const { Cell::new(0) };
    }

    /// It has nothing to drop, and yet is not plain.
    #[phase(world = Log, leaf, clone)]
    #[derive(Debug)]
    struct CountedPhase(u64);

    impl Clone for CountedPhase {
        fn clone(&self) -> Self {
            CLONES.set(CLONES.get() + 1);
            Self(self.0 + 1)
        }
    }

    impl Phase for CountedPhase {
        fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
            guard.world.seen.push(self.0);
            guard.end()
        }
    }

    let mut phases = PhaseManager::new();
    for _ in 0..3 {
        phases.push(PlainPhase(10, 5));
        phases.push(CountedPhase(20));
    }
    let mut fork = phases.fork().unwrap();
    assert_eq!(CLONES.get(), 3);
    fork.find_mut(|_: &PlainPhase| true).unwrap().0 = 11;
    let mut again = phases.fork().unwrap();
    again.fork_from(&fork).unwrap();
    assert_eq!(CLONES.get(), 9);
    assert_eq!(run(&mut phases), [15, 20, 15, 20, 15, 20]);
    assert_eq!(run(&mut fork), [16, 21, 15, 21, 15, 21]);
    assert_eq!(run(&mut again), [16, 22, 15, 22, 15, 22]);
}

#[test]
fn what_can_not_be_copied_leaves_nothing_of_a_fork() {
    let mut phases = with_queued::<OneWordPhase>(20);
    phases.push(EmptyPhase);
    let error = phases.fork().unwrap_err();
    assert!(matches!(error, ForkError::NotClone { phase: "EmptyPhase", .. }));
    assert_eq!(living(), 20);
}

#[test]
fn all_memory_of_loads_and_forks_is_given_back() {
    let phases = candles(50);
    let bytes = phases.to_bytes().unwrap();
    drop(PhaseManager::<Log>::from_bytes(&bytes).unwrap());
    let used = allocation_counter::measure(|| {
        let mut loaded = PhaseManager::<Log>::from_bytes(&bytes).unwrap();
        let mut fork = loaded.fork().unwrap();
        for _ in 0..100 {
            fork.step(&mut Log::default()).unwrap();
        }
        let any = loaded.remove_named("PlainPhase").unwrap();
        loaded.fork_from(&fork).unwrap();
        fork.clear(&mut Log::default());
        drop(fork);
        run(&mut loaded);
        drop(loaded);
        drop(any);
    });
    assert_eq!((used.count_current, used.bytes_current), (0, 0));
}

#[cfg(feature = "pool")]
#[test]
#[cfg_attr(miri, ignore = "it takes hours, for so many phases")]
fn a_load_and_a_fork_ask_for_few_pieces_of_memory() {
    let mut phases = PhaseManager::<Log>::new();
    for number in 0..10_000 {
        phases.push(PlainPhase(number, 0));
    }
    let bytes = phases.to_bytes().unwrap();
    drop(PhaseManager::<Log>::from_bytes(&bytes).unwrap());
    let load = allocation_counter::measure(|| drop(PhaseManager::<Log>::from_bytes(&bytes).unwrap()));
    assert!(load.count_total <= 12, "{load:?}");
    let fork = allocation_counter::measure(|| drop(phases.fork().unwrap()));
    assert!(fork.count_total <= 8, "{fork:?}");
    // The queue has a word for each, the chunks the block and a word.
    let most = 10_000 * 64 + 8_192;
    assert!(load.bytes_max <= most + 256 && fork.bytes_max <= most, "{load:?}, {fork:?}");
}
