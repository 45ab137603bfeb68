//! The start limit where the host looks in: in steps, and over a long game.

use std::panic::{AssertUnwindSafe, catch_unwind};

use phase_core::prelude::*;

use crate::play::{Act, Log, Play, act, end, just, suspends, waits_once};

fn limited<const N: usize>(limit: usize, phases: [Act; N]) -> Play {
    let mut play = Play::of(phases);
    play.phases.set_start_limit(limit);
    play
}

fn steps(play: &mut Play, count: usize) {
    for _ in 0..count {
        play.step();
    }
}

#[test]
fn steps_count_since_the_last_rest_and_an_error_is_one() {
    let mut play = limited(2, [just("A"), just("B"), just("C"), just("D"), just("E")]);
    steps(&mut play, 3);
    play.levels();
    steps(&mut play, 4);
    assert_eq!(
        play.told(),
        "A A. [ended] B B. [ended] [limit: 2] {0: [C, D, E]} C C. [ended] D D. [ended] [limit: 2] E E. [ended]"
    );
}

#[test]
fn the_error_names_what_the_steps_have_started() {
    let mut phases = PhaseManager::new().start_limit(20);
    for _ in 0..21 {
        phases.push(just("A"));
    }
    let mut log = Log::default();
    for _ in 0..20 {
        phases.step(&mut log).unwrap();
    }
    let Err(RunError::StartLimit { limit, last, .. }) = phases.step(&mut log) else { panic!("a limit") };
    assert_eq!((limit, last), (20, vec!["Act"; 16]));
}

#[test]
fn a_wait_is_a_rest() {
    let mut play = limited(2, [just("A"), waits_once("W"), just("B"), suspends("S"), just("C"), just("D")]);
    steps(&mut play, 5);
    play.log.end_ticket();
    steps(&mut play, 4);
    assert_eq!(
        play.told(),
        "A A. [ended] W [waiting] W~ W. [ended] B B. [ended] S [waiting] <ok> S. [ended] \
         C C. [ended] D D. [ended] [idle]"
    );
}

#[test]
fn a_halt_and_idle_are_rests() {
    let mut play = limited(
        2,
        [
            just("A"),
            act("H", |mut guard| {
                guard.queue.halt();
                guard.end()
            }),
        ],
    );
    steps(&mut play, 3);
    play.phases.push(just("B"));
    play.phases.push(just("C"));
    steps(&mut play, 3);
    play.phases.push(just("D"));
    play.phases.push(just("E"));
    steps(&mut play, 3);
    assert_eq!(
        play.told(),
        "A A. [ended] H H. [ended] [halted] B B. [ended] C C. [ended] [idle] D D. [ended] E E. [ended] [idle]"
    );
}

#[test]
fn a_failure_is_a_rest() {
    let mut play = limited(2, [just("A"), act("F", |guard| guard.fail("no")), just("B"), just("C")]);
    steps(&mut play, 5);
    assert_eq!(play.told(), "A A. [ended] F F! [failed: no] B B. [ended] C C. [ended] [idle]");
}

#[test]
fn a_panic_is_none() {
    let mut play = limited(2, [just("A"), act("P", |_| panic!("in start")), just("B")]);
    play.step();
    assert!(catch_unwind(AssertUnwindSafe(|| play.phases.step(&mut play.log))).is_err());
    steps(&mut play, 2);
    assert_eq!(play.told(), "A A. [ended] P P! [limit: 2] B B. [ended]");
}

#[test]
fn a_question_is_a_rest() {
    #[phase(world = Log, asks)]
    #[derive(Debug)]
    struct AskPhase;

    impl Asks for AskPhase {
        type Answer = u8;

        fn answer(&mut self, _: Seat, _: u8, guard: EndGuard<'_, Self>) -> Flow<Self> {
            guard.end()
        }
    }

    let mut play = Play::of([just("A")]);
    play.phases.set_start_limit(2);
    play.phases.push(AskPhase);
    play.phases.push(just("B"));
    play.phases.push(just("C"));
    steps(&mut play, 2);
    play.phases.answer::<AskPhase>(&mut play.log, Seat::Player(0), 1).unwrap();
    steps(&mut play, 3);
    assert_eq!(play.told(), "A A. [ended] [asking] B B. [ended] C C. [ended] [idle]");
}

#[test]
fn a_run_begins_anew_and_ends_in_a_rest() {
    let mut play = limited(2, [just("A"), just("B"), just("C")]);
    play.step();
    play.run();
    play.phases.push(just("D"));
    play.phases.push(just("E"));
    steps(&mut play, 3);
    assert_eq!(play.told(), "A A. [ended] B B. C C. [idle] D D. [ended] E E. [ended] [idle]");
}

#[test]
fn a_limit_that_is_set_begins_anew() {
    let mut play = limited(1, [just("A"), just("B")]);
    play.step();
    play.phases.set_start_limit(1);
    steps(&mut play, 2);
    assert_eq!(play.told(), "A A. [ended] B B. [ended] [idle]");
}

#[test]
fn a_limit_of_none_starts_nothing_in_a_step() {
    let mut play = limited(0, [just("A")]);
    play.step();
    play.levels();
    assert_eq!(play.told(), "[limit: 0] {0: [A]}");
}

/// Counts up.
#[phase(world = u32, clone)]
#[derive(Debug, Clone)]
struct CountPhase;

impl Phase for CountPhase {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        *guard.world += 1;
        guard.end()
    }
}

#[test]
fn a_fork_goes_on_counting_and_an_undo_goes_back() {
    let mut phases = PhaseManager::new().start_limit(2);
    for _ in 0..4 {
        phases.push(CountPhase);
    }
    let mut world = 0;
    phases.step(&mut world).unwrap();
    let mut history = History::new(3);
    history.checkpoint(&phases, &world).unwrap();
    phases.step(&mut world).unwrap();

    let mut fork = phases.fork().unwrap();
    assert!(matches!(fork.step(&mut world.clone()), Err(RunError::StartLimit { limit: 2, .. })));

    // One has started before the moment that is come back to, however often.
    for _ in 0..3 {
        assert!(history.undo(&mut phases, &mut world));
        assert_eq!(world, 1);
        history.checkpoint(&phases, &world).unwrap();
        phases.step(&mut world).unwrap();
    }
    assert!(matches!(phases.step(&mut world), Err(RunError::StartLimit { limit: 2, .. })));
    assert_eq!(world, 2);
}

#[test]
fn an_undo_keeps_the_limit_of_the_host() {
    let mut phases = PhaseManager::new();
    for _ in 0..9 {
        phases.push(CountPhase);
    }
    let mut world = 0;
    let mut history = History::new(3);
    history.checkpoint(&phases, &world).unwrap();
    phases.set_start_limit(3);
    phases.step(&mut world).unwrap();
    history.undo(&mut phases, &mut world);
    assert!(matches!(phases.run(&mut world), Err(RunError::StartLimit { limit: 3, .. })));
    assert_eq!(world, 3);

    phases.set_start_limit(1);
    history.redo(&mut phases, &mut world);
    assert_eq!(world, 1);
    assert!(matches!(phases.run(&mut world), Err(RunError::StartLimit { limit: 1, .. })));
    assert_eq!(world, 2);
}

#[test]
fn a_game_of_300_turns_in_one_run_is_no_loop() {
    let mut turns = 0;
    let mut phases = PhaseManager::new().start_limit(1_000).when_empty_with(|log: &mut Log, queue| {
        let turn = log.told().matches("T.").count();
        if turn < 300 {
            queue.push(act("T", |mut guard| {
                guard.unshift(just("move"));
                guard.defer(just("faint"));
                guard.end()
            }));
        }
    });
    let mut log = Log::default();
    let status = phases.run_with(&mut log, |log| {
        turns = log.told().matches("T.").count();
        std::ops::ControlFlow::Continue(())
    });
    assert!(matches!(status, Ok(RunStatus::Idle)), "{status:?}");
    assert_eq!(turns, 300);
}

#[test]
fn a_loop_is_found_in_steps() {
    fn echo() -> Act {
        act("E", |mut guard| {
            guard.unshift(echo());
            end(guard)
        })
    }

    let mut phases = PhaseManager::new().start_limit(1_000);
    let mut log = Log::default();
    phases.push(echo());
    let error = (0..2_000).find_map(|_| phases.step(&mut log).err());
    assert!(matches!(error, Some(RunError::StartLimit { limit: 1_000, .. })), "{error:?}");
}
