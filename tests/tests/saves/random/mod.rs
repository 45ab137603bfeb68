//! Random programs, cut at every step: what was loaded or copied goes on as the original does.

mod generate;
mod phases;
mod program;
mod table;
mod world;

use std::fmt::Write;
use std::sync::Arc;

use proptest::prelude::*;
use proptest::test_runner::RngAlgorithm;

use crate::format::Format;
use generate::programs;
use program::{Outside, Program};
use table::Table;
use world::Event;

fn config(cases: u32) -> ProptestConfig {
    ProptestConfig {
        // A shrunk program makes a test of its own, which can be read; a file of seeds can't.
        failure_persistence: None,
        // Without optimisation the usual generator takes far longer than the programs.
        rng_algorithm: RngAlgorithm::XorShift,
        ..ProptestConfig::with_cases(cases)
    }
}

/// What a program does if nobody meddles with it.
struct Reference {
    actions: Vec<Outside>,
    log: Vec<Event>,
    /// How long the log was before each of the actions.
    lengths: Vec<usize>,
}

impl Reference {
    fn of(program: &Arc<Program>) -> Self {
        let mut table = Table::new(program);
        let (mut actions, mut lengths) = (vec![], vec![]);
        for action in program.actions() {
            lengths.push(table.world.log.len());
            actions.push(action);
            table.act(action);
            if action == Outside::Settle && table.is_idle() {
                break;
            }
        }
        Self { actions, log: table.world.log, lengths }
    }

    /// Plays the actions from the given one on, and compares what happens.
    fn check(&self, mut table: Table, from: usize, who: &str) -> Result<(), TestCaseError> {
        table.world.log.clear();
        for action in &self.actions[from..] {
            table.act(*action);
        }
        self.compare(&table.world.log, self.lengths[from], from, who)
    }

    fn compare(&self, log: &[Event], at: usize, from: usize, who: &str) -> Result<(), TestCaseError> {
        let expected = &self.log[at..];
        if log == expected {
            return Ok(());
        }
        let same = log.iter().zip(expected).take_while(|(a, b)| a == b).count();
        let mut text = format!("{who} before action {from} parts from the original\n");
        for event in &expected[..same] {
            let _ = writeln!(text, "    both: {event:?}");
        }
        for (who, log) in [("original", expected), (who, log)] {
            for event in log[same..].iter().take(3) {
                let _ = writeln!(text, "{who}: {event:?}");
            }
        }
        Err(TestCaseError::fail(text))
    }
}

const FORMATS: [Format; 2] = [Format::Json, Format::Postcard];

fn saved_at_every_step(program: Program) -> Result<(), TestCaseError> {
    let program = Arc::new(program);
    let reference = Reference::of(&program);
    let mut table = Table::new(&program);
    for (index, action) in reference.actions.iter().enumerate() {
        for format in FORMATS {
            if let Some(loaded) = table.hop(format) {
                let who = format!("what was loaded from {format:?}");
                reference.check(loaded, index, &who)?;
            }
        }
        table.act(*action);
    }
    reference.compare(&table.world.log, 0, 0, "the original that was saved")
}

fn saved_again_and_again(program: Program) -> Result<(), TestCaseError> {
    let program = Arc::new(program);
    let reference = Reference::of(&program);
    let mut table = Table::new(&program);
    let mut log = vec![];
    for (index, action) in reference.actions.iter().enumerate() {
        for hop in 0..if index == reference.actions.len() / 2 { 10 } else { 1 } {
            if let Some(loaded) = table.hop(FORMATS[(index + hop) % 2]) {
                log.append(&mut table.world.log);
                table = loaded;
            }
        }
        table.act(*action);
    }
    log.append(&mut table.world.log);
    reference.compare(&log, 0, 0, "what was saved and loaded at every step")
}

fn forked_at_every_step(program: Program) -> Result<(), TestCaseError> {
    let program = Arc::new(program);
    let reference = Reference::of(&program);
    let mut table = Table::new(&program);
    for (index, action) in reference.actions.iter().enumerate() {
        if let Some(fork) = table.fork() {
            reference.check(fork, index, "a fork")?;
        }
        table.act(*action);
    }
    reference.compare(&table.world.log, 0, 0, "the original that was forked")
}

proptest! {
    #![proptest_config(config(1_000))]

    #[test]
    fn a_game_goes_on_from_a_save_at_any_step(program in programs(true)) {
        saved_at_every_step(program)?;
    }

    #[test]
    fn a_game_goes_on_through_many_saves(program in programs(true)) {
        saved_again_and_again(program)?;
    }

    #[test]
    fn a_fork_goes_on_from_any_step(program in programs(false)) {
        forked_at_every_step(program)?;
    }

    #[test]
    fn only_suspended_and_unsettled_phases_keep_a_game_from_being_forked(program in programs(true)) {
        forked_at_every_step(program)?;
    }
}
