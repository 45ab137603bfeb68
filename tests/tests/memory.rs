//! What phases of up to 24 bytes take in memory: no allocation of their own, and little while they are queued.

use allocation_counter::measure;
use phase_core::prelude::*;

/// What every phase here may hold.
trait Payload {
    fn of(number: u32) -> Self;
    fn number(&self) -> u64;
}

impl Payload for () {
    fn of(_: u32) -> Self {}

    fn number(&self) -> u64 {
        1
    }
}

impl Payload for u32 {
    fn of(number: u32) -> Self {
        number
    }

    fn number(&self) -> u64 {
        (*self).into()
    }
}

impl<const N: usize> Payload for [u64; N] {
    fn of(number: u32) -> Self {
        [number.into(); N]
    }

    fn number(&self) -> u64 {
        self[N - 1]
    }
}

type World = u64;

/// A module of phases that hold one payload, and which queue each other in each of the three ways.
macro_rules! phases_of {
    ($module:ident, $payload:ty) => {
        mod $module {
            use super::*;

            #[phase(world = World, pushes(Move))]
            #[derive(Debug)]
            pub(super) struct Turn(pub(super) $payload);

            impl Phase for Turn {
                fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
                    *guard.world += self.0.number();
                    for user in 0..4 {
                        guard.push(Move(Payload::of(user)));
                    }
                    guard.end()
                }
            }

            #[phase(world = World, unshifts(Effect), defers(Effect))]
            #[derive(Debug)]
            struct Move($payload);

            impl Phase for Move {
                fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
                    *guard.world += self.0.number();
                    guard.unshift(Effect(Payload::of(1)));
                    guard.unshift(Effect(Payload::of(2)));
                    guard.defer(Effect(Payload::of(3)));
                    guard.end()
                }
            }

            /// Waits for one update, as a phase that shows something does.
            #[phase(world = World, leaf)]
            #[derive(Debug)]
            struct Effect($payload);

            impl Phase for Effect {
                fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
                    guard.wait()
                }
            }

            impl Waits for Effect {
                fn update(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
                    *guard.world += self.0.number();
                    guard.end()
                }
            }

            pub(super) fn run_turns(phases: &mut PhaseManager<World>, turns: u32) {
                let mut world = 0;
                for turn in 0..turns {
                    phases.push(Turn(Payload::of(turn)));
                    while phases.run(&mut world).unwrap() == RunStatus::Waiting {}
                }
            }

            #[test]
            fn a_steady_state_allocates_nothing() {
                let mut phases = PhaseManager::new();
                // More than between two times that memory is given back.
                run_turns(&mut phases, 200);
                let allocated = measure(|| run_turns(&mut phases, 1_000));
                assert_eq!(allocated.count_total, 0, "allocations for 17,000 phases");
            }

            #[test]
            fn a_queued_phase_takes_64_bytes_at_most() {
                for length in [1_000, 100_000, 1_000_000] {
                    let mut phases = PhaseManager::new();
                    let pushed = measure(|| (0..length).for_each(|n| phases.push(Turn(Payload::of(n)))));
                    let mut phases = PhaseManager::new();
                    let unshifted =
                        measure(|| (0..length).for_each(|n| phases.unshift(Turn(Payload::of(n)))));
                    for bytes in [pushed, unshifted].map(|allocated| allocated.bytes_current) {
                        assert!(bytes <= 64 * i64::from(length), "{bytes} bytes for {length} phases");
                    }
                }
            }
        }
    };
}

phases_of!(of_0_bytes, ());
phases_of!(of_4_bytes, u32);
phases_of!(of_8_bytes, [u64; 1]);
phases_of!(of_16_bytes, [u64; 2]);
phases_of!(of_24_bytes, [u64; 3]);

#[test]
fn an_idle_manager_takes_512_bytes_at_most() {
    for turns in [0, 3, 100] {
        let mut phases = PhaseManager::new();
        let allocated = measure(|| {
            of_24_bytes::run_turns(&mut phases, turns);
            phases.shrink_to_fit();
        });
        let kept = usize::try_from(allocated.bytes_current).unwrap();
        let bytes = size_of_val(&phases) + kept;
        assert!(bytes <= 512, "{bytes} bytes after {turns} turns, {kept} of them allocated");
    }
}

/// Checks that the second time that memory is given back, what a burst took has gone.
fn gives_memory_back_after(queue: fn(&mut PhaseManager<World>, of_24_bytes::Turn)) {
    const BURST: u32 = 100_000;
    /// See [`PhaseTree`].
    const ROUNDS_BETWEEN: u32 = 64;
    let mut phases = PhaseManager::new();
    let mut queued = 0;
    let kept = measure(|| {
        let burst =
            measure(|| (0..BURST).for_each(|n| queue(&mut phases, of_24_bytes::Turn(Payload::of(n)))));
        queued = burst.bytes_current;
        of_24_bytes::run_turns(&mut phases, 2 * ROUNDS_BETWEEN);
    });
    assert!(queued > 24 * i64::from(BURST), "{queued} bytes for {BURST} phases");
    let kept = kept.bytes_current;
    assert!(kept < 16 * 1_024, "{kept} bytes are kept of {queued}");
}

#[test]
fn memory_is_given_back_after_a_burst_of_pushes() {
    gives_memory_back_after(PhaseManager::push);
}

#[test]
fn memory_is_given_back_after_a_burst_of_unshifts() {
    gives_memory_back_after(PhaseManager::unshift);
}

#[phase(world = World, leaf)]
#[derive(Debug)]
struct Plain([u64; 3]);

impl Phase for Plain {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        *guard.world += self.0.number();
        guard.end()
    }
}

/// A manager that has always something queued, so that it never comes to give memory back, and in which as much goes
/// in as comes out.
fn keeps_its_size(mut turn_over: impl FnMut(&mut PhaseManager<World>, u32)) {
    let mut phases = PhaseManager::new();
    (0..3).for_each(|number| phases.push(Plain(Payload::of(number))));
    turn_over(&mut phases, 0);
    let kept = measure(|| (1..10_000).for_each(|number| turn_over(&mut phases, number)));
    assert_eq!(phases.len(), 3);
    assert!(kept.bytes_current < 1_024, "{} more bytes are kept", kept.bytes_current);
}

#[test]
fn steps_allocate_nothing() {
    let mut phases = PhaseManager::new();
    let mut step = |number| {
        phases.push(Plain(Payload::of(number)));
        phases.step(&mut 0).expect("it only ends");
    };
    step(0);
    let allocated = measure(|| (1..1_000).for_each(step));
    assert_eq!(allocated.count_total, 0);
}

#[test]
fn phases_of_any_type_leave_no_memory_behind() {
    keeps_its_size(|phases, number| {
        phases.push(AnyPhase::new(Plain(Payload::of(number))));
        phases.step(&mut 0).expect("it only ends");
    });
}

#[test]
fn look_ups_leave_no_memory_behind() {
    keeps_its_size(|phases, number| {
        assert!(phases.remove(|_: &Plain| true).is_some());
        assert!(phases.remove_named("Plain").is_ok_and(|phase| phase.is_some()));
        phases.push(Plain(Payload::of(number)));
        assert!(phases.replace(|_: &Plain| true, Plain(Payload::of(number))).is_ok());
        phases.push(AnyPhase::new(Plain(Payload::of(number))));
        assert_eq!(phases.remove_all(|_: &Plain| true), 3);
        (0..3).for_each(|number| phases.push(Plain(Payload::of(number))));
    });
}

#[test]
fn replacements_leave_no_memory_behind() {
    keeps_its_size(|phases, number| {
        assert!(phases.replace(|_: &Plain| true, Plain(Payload::of(number))).is_ok());
    });
}

#[test]
fn clears_leave_no_memory_behind() {
    keeps_its_size(|phases, _| {
        phases.clear(&mut 0);
        (0..3).for_each(|number| phases.push(Plain(Payload::of(number))));
    });
}

/// Waits for one update.
#[phase(world = World, leaf)]
#[derive(Debug)]
struct Patient;

impl Phase for Patient {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.wait()
    }
}

impl Waits for Patient {
    fn update(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.end()
    }
}

#[test]
fn memory_is_given_back_after_a_burst_in_an_interrupt() {
    let mut phases = PhaseManager::new();
    let kept = measure(|| {
        phases.push(Patient);
        assert_eq!(phases.run(&mut 0).ok(), Some(RunStatus::Waiting));
        phases.interrupt(Plain(Payload::of(0)));
        phases.step(&mut 0).expect("it only ends");
        (0..100_000).for_each(|number| phases.unshift(Plain(Payload::of(number))));
        while phases.run(&mut 0).expect("nothing fails") == RunStatus::Waiting {}
        of_24_bytes::run_turns(&mut phases, 200);
    });
    assert!(kept.bytes_current < 16 * 1_024, "{} bytes are kept", kept.bytes_current);
}

#[test]
fn memory_is_given_back_after_many_interrupts_are_cleared() {
    let mut phases = PhaseManager::new();
    let kept = measure(|| {
        phases.push(Patient);
        for _ in 0..20_000 {
            assert_eq!(phases.run(&mut 0).ok(), Some(RunStatus::Waiting));
            phases.interrupt(Patient);
        }
        phases.clear(&mut 0);
        of_24_bytes::run_turns(&mut phases, 200);
    });
    assert!(kept.bytes_current < 16 * 1_024, "{} bytes are kept", kept.bytes_current);
}
