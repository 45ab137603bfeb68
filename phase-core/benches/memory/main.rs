//! What phases allocate: a line per value, which `limits` shows in its table.
//!
//! A benchmark of its own, because the allocator that counts would slow the timed ones.

#[path = "../turn/mod.rs"]
mod turn;

use std::env;

use allocation_counter::measure;
use phase_core::prelude::*;

use turn::phases::small::TurnStartPhase;
use turn::world::World;
use turn::{STEPS_PER_TURN, game};

const LENGTHS: [u32; 3] = [1_000, 100_000, 1_000_000];

fn main() {
    let rows = [
        allocations_per_step(),
        bytes_per_phase(4, Small),
        bytes_per_phase(24, Full::of),
        idle_bytes(),
        asking_bytes(),
    ];
    let for_machines = env::args().any(|arg| arg == "--rows");
    for (name, value) in rows.into_iter().flatten() {
        if for_machines {
            println!("{name}\t{value}");
        } else {
            println!("{name:38} {value:>10.3}");
        }
    }
}

fn float(count: impl TryInto<u32>) -> f64 {
    count.try_into().map_or_else(|_| panic!("nothing here is that much"), f64::from)
}

type Rows = Vec<(String, f64)>;

/// In a steady state: what the first turns allocate is left out.
fn allocations_per_step() -> Rows {
    let allocations = |play: fn(World) -> World, turns| {
        let allocated = measure(|| {
            play(World::new(turns));
        });
        float(allocated.count_total)
    };
    let rows = ["phases-4", "phases-24"].map(|name| {
        let play = game(name).play;
        let steady = allocations(play, 3_000) - allocations(play, 1_000);
        (format!("allocations/{name}"), steady / f64::from(2_000 * STEPS_PER_TURN))
    });
    rows.into()
}

fn bytes_per_phase<P: Phase<World = u64>>(size: usize, make: fn(u32) -> P) -> Rows {
    assert_eq!(size_of::<P>(), size);
    let mut rows = Rows::new();
    let mut add = |how: &str, length: u32, queue: &dyn Fn(&mut PhaseManager<u64>)| {
        let mut phases = PhaseManager::new();
        let bytes = float(measure(|| queue(&mut phases)).bytes_current);
        assert_eq!(phases.len(), length as usize);
        rows.push((format!("bytes-{size}/{how}/{length}"), bytes / f64::from(length)));
    };
    for length in LENGTHS {
        add("pushed", length, &|phases| (0..length).for_each(|number| phases.push(make(number))));
        add("unshifted", length, &|phases| (0..length).for_each(|number| phases.unshift(make(number))));
    }
    rows.push((format!("bytes-{size}/worst-pushed"), worst_when_pushed(make)));
    rows.push((format!("bytes-{size}/worst-begun"), worst_when_begun(make)));
    rows
}

/// Unshifted, and the first of them run, which puts the others in their place; at lengths behind each growth of a
/// buffer.
fn worst_when_begun<P: Phase<World = u64>>(make: fn(u32) -> P) -> f64 {
    let lengths = (10..20).flat_map(|power| (1_u32 << power)..(1 << power) + 3);
    let bytes = lengths.map(|length| {
        let mut phases = PhaseManager::new();
        let allocated = measure(|| {
            (0..=length).for_each(|number| phases.unshift(make(number)));
            phases.step(&mut 0).expect("it only ends");
        });
        float(allocated.bytes_current) / f64::from(length)
    });
    bytes.fold(0.0, f64::max)
}

/// At any length from the smallest to the middle one, and so also right behind a growth.
fn worst_when_pushed<P: Phase<World = u64>>(make: fn(u32) -> P) -> f64 {
    let mut phases = PhaseManager::new();
    let mut bytes = 0.0;
    let mut worst = 0.0_f64;
    for length in 1..=LENGTHS[1] {
        bytes += float(measure(|| phases.push(make(length))).bytes_current);
        if length >= LENGTHS[0] {
            worst = worst.max(bytes / f64::from(length));
        }
    }
    worst
}

/// The manager itself, and what it keeps.
fn idle_bytes() -> Rows {
    let after = |turns: u32, shrunk: bool| {
        let mut world = World::new(1_000);
        let mut phases = PhaseManager::new();
        let kept = measure(|| {
            for _ in 0..turns {
                phases.push(TurnStartPhase::of(&mut world));
                assert_eq!(phases.run(&mut world).ok(), Some(RunStatus::Idle));
            }
            if shrunk {
                phases.shrink_to_fit();
            }
        });
        float(size_of_val(&phases)) + float(kept.bytes_current)
    };
    vec![
        ("idle/new".to_owned(), after(0, false)),
        ("idle/shrunk-after-3-turns".to_owned(), after(3, true)),
        ("idle/shrunk-after-100-turns".to_owned(), after(100, true)),
        ("idle/after-3-turns".to_owned(), after(3, false)),
        ("idle/after-100-turns".to_owned(), after(100, false)),
    ]
}

/// A manager that waits for an answer, with the phase that asks.
fn asking_bytes() -> Rows {
    let mut phases = PhaseManager::new();
    let kept = measure(|| {
        phases.push(Question([0; 3]));
        assert_eq!(phases.run(&mut 0).ok(), Some(RunStatus::Asking));
    });
    vec![("asking".to_owned(), float(size_of_val(&phases)) + float(kept.bytes_current))]
}

#[phase(world = u64, asks)]
#[derive(Debug)]
struct Question([u64; 3]);

impl Asks for Question {
    type Answer = u64;

    fn seats(&self, _: &u64) -> Vec<Seat> {
        vec![Seat::Player(0)]
    }

    fn answer(&mut self, _: Seat, answer: u64, guard: EndGuard<'_, Self>) -> Flow<Self> {
        *guard.world = answer + self.0[0];
        guard.end()
    }
}

#[phase(world = u64, leaf)]
#[derive(Debug)]
struct Small(u32);

impl Phase for Small {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        *guard.world = guard.world.wrapping_add(self.0.into());
        guard.end()
    }
}

#[phase(world = u64, leaf)]
#[derive(Debug)]
struct Full([u64; 3]);

impl Full {
    fn of(number: u32) -> Self {
        Self([number.into(); 3])
    }
}

impl Phase for Full {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        *guard.world = guard.world.wrapping_add(self.0[2]);
        guard.end()
    }
}
