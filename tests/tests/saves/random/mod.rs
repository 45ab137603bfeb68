//! Random programs, cut at every step: what was loaded or copied goes on as the original does.

mod generate;
mod phases;
mod program;
mod scopes;
mod table;
mod tickets;
mod world;

use std::fmt::Write;
use std::sync::Arc;

use phase_core::prelude::History;
use proptest::prelude::*;
use proptest::test_runner::RngAlgorithm;

use crate::format::Format;
use generate::{chains, programs};
use program::{Outside, Program};
use table::Table;
use world::Event;

/// As many as the environment says by `PROPTEST_CASES`, or else so many.
fn config(cases: u32) -> ProptestConfig {
    config_of(asked_for().unwrap_or(cases))
}

/// For programs that take as long as so many others.
fn config_of_long(as_many: u32, cases: u32) -> ProptestConfig {
    config_of(asked_for().map_or(cases, |asked_for| asked_for.div_ceil(as_many)))
}

fn asked_for() -> Option<u32> {
    std::env::var("PROPTEST_CASES").ok()?.parse().ok()
}

fn config_of(cases: u32) -> ProptestConfig {
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
        self.play(&mut table, from, who)
    }

    fn play(&self, table: &mut Table, from: usize, who: &str) -> Result<(), TestCaseError> {
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

const FORMATS: [Format; 3] = [Format::Json, Format::Postcard, Format::Packed];

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

fn copied_again_and_again(program: Program) -> Result<(), TestCaseError> {
    let program = Arc::new(program);
    let reference = Reference::of(&program);
    let mut table = Table::new(&program);
    let mut log = vec![];
    for (index, action) in reference.actions.iter().enumerate() {
        for hop in 0..if index == reference.actions.len() / 2 { 10 } else { 1 } {
            let copy = match FORMATS.get((index + hop) % (FORMATS.len() + 1)) {
                Some(format) => table.hop(*format),
                None => table.fork(),
            };
            if let Some(copy) = copy {
                log.append(&mut table.world.log);
                table = copy;
            }
        }
        table.act(*action);
    }
    log.append(&mut table.world.log);
    reference.compare(&log, 0, 0, "what was saved and loaded, or copied, at every step")
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

fn forked_at_every_step_into_what_has_played(program: Program) -> Result<(), TestCaseError> {
    let program = Arc::new(program);
    let reference = Reference::of(&program);
    let mut table = Table::new(&program);
    let mut worn = None;
    for (index, action) in reference.actions.iter().enumerate() {
        if let Some(mut fork) = table.fork_into(worn.take().unwrap_or_default()) {
            // Each second one is left in the middle of the game.
            if index % 2 == 0 {
                reference.play(&mut fork, index, "a fork in used memory")?;
            } else {
                fork.act(*action);
            }
            worn = Some(fork.into_manager());
        }
        table.act(*action);
    }
    reference.compare(&table.world.log, 0, 0, "the original that was forked")
}

/// What was seen, but for the numbers of questions and the ids: they go on from the highest, whatever has been undone.
fn without_numbers(log: &[Event]) -> Vec<Event> {
    let without = |event: &Event| match event {
        Event::Asks(_, seats) => Event::Asks(0, seats.clone()),
        Event::Line(_, causes) => Event::Line(0, causes.iter().map(|(name, _)| (*name, 0)).collect()),
        Event::Ids(ids) => Event::Ids(vec![0; ids.len()]),
        other => other.clone(),
    };
    log.iter().map(without).collect()
}

fn undone_at_every_step(program: Program) -> Result<(), TestCaseError> {
    let program = Arc::new(program);
    let reference = Reference::of(&program);
    let mut table = Table::new(&program);
    let mut history = History::new(3);
    for (index, action) in reference.actions.iter().enumerate() {
        let can_be_undone = table.checkpoint(&mut history);
        table.act(*action);
        if can_be_undone && index % 2 == 0 {
            // Again, in another course of the game.
            table.undo(&mut history);
            table.act(*action);
        } else if can_be_undone {
            table.undo(&mut history);
            table.redo(&mut history);
        }
    }
    let reference = Reference { log: without_numbers(&reference.log), ..reference };
    reference.compare(&without_numbers(&table.world.log), 0, 0, "what was undone at every step")
}

proptest! {
    #![proptest_config(config(1_000))]

    #[test]
    fn a_game_goes_on_from_a_save_at_any_step(program in programs()) {
        saved_at_every_step(program)?;
    }

    #[test]
    fn a_game_goes_on_through_many_saves_and_forks(program in programs()) {
        copied_again_and_again(program)?;
    }

    #[test]
    fn a_fork_goes_on_from_any_step(program in programs()) {
        forked_at_every_step(program)?;
    }

    #[test]
    fn a_fork_in_used_memory_goes_on_from_any_step(program in programs()) {
        forked_at_every_step_into_what_has_played(program)?;
    }

    #[test]
    fn an_undo_goes_on_from_any_step(program in programs()) {
        undone_at_every_step(program)?;
    }
}

proptest! {
    #![proptest_config(config_of_long(200, 5))]

    #[test]
    fn long_lines_of_causes_are_saved_and_copied(program in chains()) {
        copied_again_and_again(program.clone())?;
        undone_at_every_step(program)?;
    }
}
