//! What saving, loading and forking cost, against the same data as a plain `Vec` of an enum.
//!
//! Dropping what was loaded or copied is part of each measurement. After them it prints the ratios of the medians.

/// Phases that are there to be saved, and never run.
macro_rules! only_end {
    ($($phase:ty),*) => {$(
        impl Phase for $phase {
            fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
                guard.end()
            }
        }
    )*};
}

mod owned;
mod small;

use std::error::Error;
use std::fs;
use std::hint::black_box;
use std::path::Path;
use std::time::Duration;

use criterion::Criterion;
use phase_core::PhaseManager;
use serde::Serialize;
use serde::de::DeserializeOwned;

const LENGTHS: [u32; 3] = [10, 1_000, 100_000];
const TASKS: [&str; 8] = [
    "save-packed",
    "load-packed",
    "save-postcard",
    "load-postcard",
    "save-json",
    "load-json",
    "fork",
    "fork-from",
];

/// The same steps of a game, as values of an enum and as phases.
trait Steps: Clone + Serialize + DeserializeOwned {
    const KIND: &'static str;
    type World: 'static;

    fn nth(number: u32) -> Self;
    fn push_onto(self, phases: &mut PhaseManager<Self::World>);
}

fn main() -> Result<(), Box<dyn Error>> {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join("criterion");
    let mut criterion = Criterion::default()
        .sample_size(30)
        .warm_up_time(Duration::from_millis(500))
        .measurement_time(Duration::from_millis(1_500))
        .output_directory(&directory)
        .configure_from_args();
    measure::<small::Step>(&mut criterion);
    measure::<owned::Step>(&mut criterion);
    criterion.final_summary();
    println!("{:>28} {:>9} {:>9} {:>9}", "phases : enum", LENGTHS[0], LENGTHS[1], LENGTHS[2]);
    print_ratios(&directory, small::Step::KIND)?;
    print_ratios(&directory, owned::Step::KIND)
}

fn measure<S: Steps>(criterion: &mut Criterion) {
    for length in LENGTHS {
        let steps: Vec<S> = (0..length).map(S::nth).collect();
        let mut phases = PhaseManager::new();
        steps.iter().cloned().for_each(|step| step.push_onto(&mut phases));
        let mut bench = |task: &str, by_enum: &mut dyn FnMut(), by_phases: &mut dyn FnMut()| {
            let mut group = criterion.benchmark_group(format!("{}-{task}", S::KIND));
            group.bench_function(format!("enum-{length}"), |b| b.iter(&mut *by_enum));
            group.bench_function(format!("phases-{length}"), |b| b.iter(&mut *by_phases));
            group.finish();
        };

        let (by_enum, by_phases) = (postcard_of(&steps), phases.to_bytes().expect("all of it can be saved"));
        bench("save-packed", &mut || drop(black_box(postcard_of(&steps))), &mut || {
            drop(black_box(phases.to_bytes().expect("all of it can be saved")));
        });
        bench(
            "load-packed",
            &mut || drop(black_box(postcard::from_bytes::<Vec<S>>(&by_enum).expect("it was saved"))),
            &mut || {
                drop(black_box(PhaseManager::<S::World>::from_bytes(&by_phases).expect("it was saved")));
            },
        );

        let (by_enum, by_phases) = (postcard_of(&steps), postcard_of(&phases));
        bench("save-postcard", &mut || drop(black_box(postcard_of(&steps))), &mut || {
            drop(black_box(postcard_of(&snapshot(&phases))));
        });
        bench(
            "load-postcard",
            &mut || drop(black_box(postcard::from_bytes::<Vec<S>>(&by_enum).expect("it was saved"))),
            &mut || {
                let deserializer = &mut postcard::Deserializer::from_bytes(&by_phases);
                drop(black_box(PhaseManager::<S::World>::restore(deserializer).expect("it was saved")));
            },
        );

        let (by_enum, by_phases) = (json_of(&steps), json_of(&phases));
        bench("save-json", &mut || drop(black_box(json_of(&steps))), &mut || {
            drop(black_box(json_of(&snapshot(&phases))));
        });
        bench(
            "load-json",
            &mut || drop(black_box(serde_json::from_slice::<Vec<S>>(&by_enum).expect("it was saved"))),
            &mut || {
                let deserializer = &mut serde_json::Deserializer::from_slice(&by_phases);
                drop(black_box(PhaseManager::<S::World>::restore(deserializer).expect("it was saved")));
            },
        );

        bench("fork", &mut || drop(black_box(steps.clone())), &mut || {
            drop(black_box(phases.fork().expect("all of it can be copied")));
        });
        let (mut copy, mut fork) = (steps.clone(), phases.fork().expect("all of it can be copied"));
        bench("fork-from", &mut || black_box(&mut copy).clone_from(&steps), &mut || {
            black_box(&mut fork).fork_from(&phases).expect("all of it can be copied");
        });
    }
}

fn snapshot<W: 'static>(phases: &PhaseManager<W>) -> phase_core::Snapshot<'_, W> {
    phases.snapshot().expect("all of it can be saved")
}

fn postcard_of(value: &impl Serialize) -> Vec<u8> {
    postcard::to_stdvec(value).expect("there is nothing that postcard can't say")
}

fn json_of(value: &impl Serialize) -> Vec<u8> {
    serde_json::to_vec(value).expect("there is nothing that JSON can't say")
}

fn print_ratios(directory: &Path, kind: &str) -> Result<(), Box<dyn Error>> {
    for task in TASKS {
        let median = |name: String| -> Result<f64, Box<dyn Error>> {
            let file = directory.join(format!("{kind}-{task}")).join(name).join("new/estimates.json");
            let Ok(text) = fs::read_to_string(file) else { return Ok(f64::NAN) };
            let estimates: serde_json::Value = serde_json::from_str(&text)?;
            Ok(estimates["median"]["point_estimate"].as_f64().unwrap_or(f64::NAN))
        };
        let mut ratios = Vec::new();
        for length in LENGTHS {
            ratios.push(median(format!("phases-{length}"))? / median(format!("enum-{length}"))?);
        }
        println!("{:>28} {:>9.2} {:>9.2} {:>9.2}", format!("{kind} {task}"), ratios[0], ratios[1], ratios[2]);
    }
    Ok(())
}
