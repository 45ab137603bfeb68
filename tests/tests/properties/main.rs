//! Random programs of phases, against a second model of the semantics.

mod causes;
mod chain;
mod desk;
mod found;
mod generate;
mod host;
mod ids;
mod invariants;
mod kind;
mod model;
mod phases;
mod program;
mod real;
mod scopes;
mod trees;
mod why;
mod world;

use std::fmt::Write;

use proptest::prelude::*;
use proptest::test_runner::RngAlgorithm;

use generate::{ALL, Ingredients, NOTHING};
use model::Model;
use program::{Event, Program};

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

fn agree(program: &Program) -> Result<(), TestCaseError> {
    let real = real::play(program);
    let model = Model::new(program).play();
    if real != model {
        return Err(TestCaseError::fail(difference(&real, &model)));
    }
    invariants::check(program, &real);
    Ok(())
}

/// What was the same up to the first difference, and what follows it.
fn difference(real: &[Event], model: &[Event]) -> String {
    let same = real.iter().zip(model).take_while(|(real, model)| real == model).count();
    let mut text = String::from("the manager and the model part\n");
    for event in &real[..same] {
        let _ = writeln!(text, "      both: {event:?}");
    }
    for (who, log) in [("manager", real), ("model", model)] {
        for event in log[same..].iter().take(3) {
            let _ = writeln!(text, "{who:>10}: {event:?}");
        }
    }
    text
}

proptest! {
    #![proptest_config(config(2_000))]

    #[test]
    fn trees_serve_what_the_rules_say(actions in trees::actions()) {
        trees::agree(&actions)?;
    }

    #[test]
    fn what_is_queued_to_a_scope_runs_where_the_rules_say(
        program in Ingredients { scopes: true, ..NOTHING }.program(),
    ) {
        agree(&program)?;
    }

    #[test]
    fn phases_run_in_the_order_of_the_rules(program in NOTHING.program()) {
        agree(&program)?;
    }
}

proptest! {
    #![proptest_config(config(900))]

    #[test]
    fn phases_that_wait_fail_and_are_interrupted_stall_nothing(
        program in Ingredients { troubles: true, ..NOTHING }.program(),
    ) {
        agree(&program)?;
    }

    #[test]
    fn scopes_are_found_by_phases_that_have_waited_and_were_interrupted(
        program in Ingredients { troubles: true, scopes: true, ..NOTHING }.program(),
    ) {
        agree(&program)?;
    }

    #[test]
    fn look_ups_and_priorities_change_what_they_say_and_no_more(
        program in Ingredients { look_ups: true, ..NOTHING }.program(),
    ) {
        agree(&program)?;
    }

    #[test]
    fn questions_come_to_what_is_answered(
        program in Ingredients { questions: true, ..NOTHING }.program(),
    ) {
        agree(&program)?;
    }

    #[test]
    fn questions_that_are_interrupted_and_given_up_stall_nothing(
        program in Ingredients { troubles: true, questions: true, ..NOTHING }.program(),
    ) {
        agree(&program)?;
    }

    #[test]
    fn what_is_sent_comes_in_between_phases(program in Ingredients { host: true, ..NOTHING }.program()) {
        agree(&program)?;
    }

    #[test]
    fn what_the_host_does_stalls_nothing(
        program in Ingredients { troubles: true, host: true, ..NOTHING }.program(),
    ) {
        agree(&program)?;
    }

    #[test]
    fn games_are_swept_away_and_finished_at_any_moment(
        program in Ingredients { troubles: true, questions: true, sweeps: true, ..NOTHING }.program(),
    ) {
        agree(&program)?;
    }

    #[test]
    fn everything_goes_with_everything(program in ALL.program()) {
        agree(&program)?;
    }
}

proptest! {
    #![proptest_config(config_of_long(400, 10))]

    #[test]
    fn causes_are_kept_as_far_as_they_are_needed(program in chain::programs()) {
        agree(&program)?;
    }
}
