//! A phase that waits, against a virtual call per frame.

use std::hint::black_box;

use phase_core::prelude::*;

use crate::samples::medians;
use crate::table::{Bar, Row};

/// Updates in one sample.
const UPDATES: u32 = 10_000;
const ROUNDS: usize = 2_000;

struct Scene {
    sum: u64,
}

pub(crate) fn rows() -> Vec<Row> {
    let mut phases = PhaseManager::new();
    phases.push(FadePhase { amount: 3 });
    let mut screen: Box<dyn Screen> = Box::new(Fade { amount: 3 });
    let work: [&mut dyn FnMut(); 2] = [&mut || run(&mut phases), &mut || call(&mut screen)];
    let [ours, theirs] = medians(ROUNDS, work);
    let nanoseconds = |seconds: f64| seconds * 1e9 / f64::from(UPDATES);
    let detail = format!("{:.2} : {:.2} ns", nanoseconds(ours), nanoseconds(theirs));
    vec![Row::with_bar(
        "update of a waiting phase",
        "virtual call",
        Bar::ratio(3.0),
        Ok((ours / theirs, detail)),
    )]
}

#[phase(world = Scene, leaf)]
#[derive(Debug)]
struct FadePhase {
    amount: u64,
}

impl Phase for FadePhase {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.wait()
    }
}

impl Waits for FadePhase {
    fn update(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.world.sum = guard.world.sum.wrapping_add(self.amount);
        guard.wait()
    }
}

fn run(phases: &mut PhaseManager<Scene>) {
    let mut scene = Scene { sum: 0 };
    for _ in 0..UPDATES {
        match black_box(&mut *phases).run(&mut scene) {
            Ok(RunStatus::Waiting) => {}
            other => panic!("it does not wait: {other:?}"),
        }
    }
    black_box(scene.sum);
}

trait Screen {
    fn update(&mut self, scene: &mut Scene);
}

struct Fade {
    amount: u64,
}

impl Screen for Fade {
    fn update(&mut self, scene: &mut Scene) {
        scene.sum = scene.sum.wrapping_add(self.amount);
    }
}

fn call(screen: &mut Box<dyn Screen>) {
    let mut scene = Scene { sum: 0 };
    for _ in 0..UPDATES {
        black_box(&mut *screen).update(&mut scene);
    }
    black_box(scene.sum);
}
