//! Asking and being answered: when a phase may ask, and what an answer sets going.

use phase_core::prelude::*;

use crate::play::{P0, P1, Play, act, ask, asks, end, just, suspend, wait, waits};

#[test]
fn from_start() {
    let mut play = Play::of(1, [asks("A"), just("B")]);
    play.run();
    play.ask();
    play.answer(P0, 7);
    play.run();
    assert_eq!(play.told(), "A [asking] (A 1: 0) A<0:7 A. [ended] B B. [idle]");
}

#[test]
fn from_an_update() {
    let mut play = Play::of(1, [waits("A").update(ask)]);
    for _ in 0..3 {
        play.run();
    }
    play.ask();
    play.answer(P0, 7);
    play.run();
    assert_eq!(play.told(), "A [waiting] A~ [asking] [asking] (A 1: 0) A<0:7 A. [ended] [idle]");
}

#[test]
fn from_an_answer() {
    let mut play = Play::of(
        1,
        [asks("A").answer(|_, answer, guard| if answer == 0 { guard.end() } else { guard.ask() })],
    );
    play.run();
    for answer in [2, 1, 0] {
        play.answer(P0, answer);
    }
    play.run();
    assert_eq!(play.told(), "A [asking] A<0:2 [asking A] A<0:1 [asking A] A<0:0 A. [ended] [idle]");
}

#[test]
fn where_there_was_nobody_to_ask_before() {
    let nobody_then_two = asks("A").unasked(|guard| {
        guard.world.asked = vec![P0, P1];
        guard.ask()
    });
    let mut play = Play::of(0, [nobody_then_two]);
    play.run();
    play.answer(P1, 1);
    play.answer(P0, 0);
    play.run();
    assert_eq!(play.told(), "A A- [asking] A<1:1 [asking A] A<0:0 A. [ended] [idle]");
}

/// It could be updated, but while it asks it waits for answers alone.
#[test]
fn no_updates_while_it_asks() {
    let mut play = Play::of(1, [asks("A").update(end)]);
    for _ in 0..3 {
        play.run();
        play.step();
    }
    assert_eq!(play.told(), "A [asking] [asking A] [asking] [asking A] [asking] [asking A]");
}

#[test]
fn what_the_host_sees() {
    let mut play = Play::of(1, [asks("A")]);
    assert!(play.phases.question().is_none());
    assert_eq!(play.phases.waiting(), None);
    assert!(matches!(play.phases.step(&mut play.log), Ok(Step::Asking("Act"))));
    assert!(matches!(play.phases.run(&mut play.log), Ok(RunStatus::Asking)));

    let waiting = play.phases.waiting().expect("it waits for an answer");
    assert_eq!((waiting.name, waiting.updates, waiting.suspended, waiting.asking), ("Act", 0, false, true));
    assert_eq!(play.phases.current().map(PhaseRef::name), Some("Act"));

    let question = play.phases.question().expect("it asks");
    assert_eq!((question.name(), question.number()), ("Act", 1));
    assert_eq!(question.phase().downcast_ref().map(|act: &crate::play::Act| act.name), Some("A"));
    assert_eq!(question.seats(&play.log), [P0]);
    assert_eq!(question.options(P0, &play.log), None);
    assert_eq!(question.count(P0, &play.log), None);
    assert_eq!(question.pick(P0, &play.log, 0), None);
    assert_eq!(question.fallback(P0, &play.log), None);
    assert_eq!(format!("{question:?}"), r#"Question { number: 1, phase: "Act" }"#);

    play.answer(P0, 7);
    assert!(play.phases.question().is_none() && play.phases.waiting().is_none());
}

#[test]
fn what_is_listed_is_read_from_the_world_at_each_call() {
    let mut play = Play::of(1, [asks("A").fallback(|_, log| log.options.as_ref()?.last().copied())]);
    play.run();
    let seen = |play: &Play| {
        let question = play.phases.question().expect("it asks");
        let options = question.options(P0, &play.log);
        assert_eq!(question.count(P0, &play.log), options.as_ref().map(Vec::len));
        for (index, option) in options.iter().flatten().enumerate() {
            assert_eq!(question.pick(P0, &play.log, index).as_ref(), Some(option));
        }
        assert_eq!(question.pick(P0, &play.log, options.as_ref().map_or(0, Vec::len)), None);
        format!("{options:?} {:?}", question.fallback(P0, &play.log))
    };
    assert_eq!(seen(&play), "None None");
    play.log.options = Some(vec![3, 4, 3]);
    assert_eq!(seen(&play), "Some([3, 4, 3]) Some(3)");
    play.log.options = Some(vec![]);
    assert_eq!(seen(&play), "Some([]) None");
}

/// An answer is one step: what it queues, and what was queued before, has to wait for a run.
#[test]
fn an_answer_starts_nothing_else() {
    let queues = asks("A").answer(|_, _, mut guard| {
        guard.unshift(just("U"));
        guard.defer(just("D"));
        guard.push(just("P"));
        guard.end()
    });
    let mut play = Play::of(1, [queues, just("B")]);
    play.run();
    play.answer(P0, 7);
    play.levels();
    play.run();
    let told = "A [asking] A<0:7 A. [ended] {0: [B, P] 1: [D] 2: [U]} U U. D D. B B. P P. [idle]";
    assert_eq!(play.told(), told);
}

/// What it queues in `start` and what it queues for an answer are of one phase.
#[test]
fn what_an_answer_queues_joins_what_its_phase_has_queued_before() {
    let queues = act("A", |mut guard| {
        guard.unshift(just("U1"));
        guard.defer(just("D1"));
        guard.ask()
    })
    .answer(|_, _, mut guard| {
        guard.defer(just("D2"));
        guard.unshift(just("U2"));
        guard.end()
    })
    .on_end(|_, queue| queue.unshift(just("U3")));
    let mut play = Play::of(1, [queues]);
    play.run();
    play.levels();
    play.phases.unshift(just("U0"));
    play.answer(P0, 7);
    play.levels();
    assert_eq!(
        play.told(),
        "A [asking] {1: [D1] 2: [U1]} A<0:7 A. [ended] {1: [D1, D2] 2: [U1, U0, U2, U3]}"
    );
}

#[test]
fn the_host_can_queue_and_look_while_it_asks() {
    let mut play = Play::of(1, [asks("A"), just("B")]);
    play.run();
    play.phases.unshift(just("U"));
    play.phases.defer(just("D"));
    assert!(play.phases.remove::<crate::play::Act>(|act| act.name == "B").is_some());
    assert!(!play.phases.contains::<crate::play::Act>(|act| act.name == "A"), "what asks is not queued");
    play.run();
    play.answer(P0, 7);
    play.run();
    assert_eq!(play.told(), "A [asking] [asking] A<0:7 A. [ended] U U. D D. [idle]");
}

#[test]
fn an_answer_may_have_the_phase_wait_to_be_updated() {
    let mut play = Play::of(1, [asks("A").answer(|_, _, guard| guard.wait()).update(end)]);
    play.run();
    play.answer(P0, 7);
    assert_eq!(play.phases.waiting().map(|waiting| (waiting.updates, waiting.asking)), Some((0, false)));
    play.answer(P0, 8);
    play.run();
    play.run();
    assert_eq!(play.told(), "A [asking] A<0:7 [waiting A] [nothing asks] A~ A. [idle] [idle]");
}

#[test]
fn a_phase_may_ask_and_wait_by_turns() {
    let mut play = Play::of(1, [asks("A").answer(|_, _, guard| guard.wait()).update(ask)]);
    for answer in 0..2 {
        play.run();
        play.run();
        play.ask();
        play.answer(P0, answer);
    }
    let told =
        "A [asking] [asking] (A 1: 0) A<0:0 [waiting A] A~ [asking] [asking] (A 2: 0) A<0:1 [waiting A]";
    assert_eq!(play.told(), told);
}

#[test]
fn an_answer_may_suspend_the_phase() {
    let mut play = Play::of(1, [asks("A").answer(|_, _, guard| suspend(guard))]);
    play.run();
    play.answer(P0, 7);
    play.answer(P0, 8);
    play.run();
    play.log.end_ticket();
    play.run();
    let told = "A [asking] A<0:7 [waiting A] [nothing asks] [waiting] <ok> A. [idle]";
    assert_eq!(play.told(), told);
}

/// A suspended phase that has waited long enough, and asks whether to go on.
#[test]
fn an_update_of_a_suspended_phase_may_ask_which_makes_its_ticket_stale() {
    let mut play = Play::of(1, [act("A", suspend).update(ask), just("B")]);
    play.run();
    play.run();
    play.log.end_ticket();
    play.ask();
    play.run();
    play.answer(P0, 7);
    play.run();
    let told = "A [waiting] A~ [asking] <stale> (A 1: 0) [asking] A<0:7 A. [ended] B B. [idle]";
    assert_eq!(play.told(), told);
}

/// As from `start`: the call in which the ticket is ended or dropped is told of it.
#[test]
fn a_ticket_may_be_ended_or_dropped_in_the_answer_itself() {
    let ends = asks("A").answer(|_, _, guard| guard.suspend(|_, ticket| ticket.end().expect("it is live")));
    let drops = asks("B").answer(|_, _, guard| guard.suspend(|_, ticket| drop(ticket)));
    let mut play = Play::of(1, [ends, drops, just("C")]);
    play.run();
    play.answer(P0, 1);
    play.run();
    play.answer(P0, 2);
    play.run();
    let told = "A [asking] A<0:1 A. [ended] B [asking] B<0:2 B! [abandoned] C C. [idle]";
    assert_eq!(play.told(), told);
}

#[test]
fn an_answer_may_fail_the_phase() {
    let fails = asks("A").answer(|_, _, mut guard| {
        guard.unshift(just("U"));
        guard.attempt(|_| Err("no target")?)
    });
    let mut play = Play::of(1, [fails, just("B")]);
    play.run();
    play.answer(P0, 7);
    play.answer(P0, 7);
    play.run();
    let told = "A [asking] A<0:7 A! [failed in answer: no target] [nothing asks] U U. B B. [idle]";
    assert_eq!(play.told(), told);
}

#[test]
fn a_failure_names_the_phase_and_the_method() {
    let mut play = Play::of(1, [asks("A").answer(|_, _, guard| guard.fail("no target"))]);
    play.run();
    let error = play.phases.answer_any(&mut play.log, P0, AnyAnswer::new(7_u32)).unwrap_err();
    assert_eq!(error.to_string(), "phase `A` failed in `answer`");
    let source = std::error::Error::source(&error).expect("it says why");
    assert_eq!(source.to_string(), "no target");
    let AnswerError::Run(RunError::Failed { phase: "Act", source, .. }) = error else { panic!("{error}") };
    assert_eq!(source.place(), "answer");
}

/// `on_end` comes in the call of the answer, right behind it, and before anything that it has queued.
#[test]
fn on_end_comes_with_the_answer() {
    let ends = asks("A")
        .answer(|_, _, mut guard| {
            guard.unshift(just("U"));
            guard.end()
        })
        .on_end(|log, queue| {
            log.note("(in on_end)");
            queue.unshift(just("V"));
        });
    let mut play = Play::of(1, [ends]);
    play.run();
    play.answer(P0, 7);
    play.run();
    assert_eq!(play.told(), "A [asking] A<0:7 A. (in on_end) [ended] U U. V V. [idle]");
}

#[test]
fn phases_that_ask_one_after_the_other() {
    let mut play = Play::of(0, [asks("A").seats(|_| vec![P0]), asks("B").seats(|_| vec![P1])]);
    play.run();
    play.answer(P1, 1);
    play.answer(P0, 0);
    play.answer(P1, 1);
    play.run();
    play.answer(P0, 0);
    play.answer(P1, 1);
    play.run();
    assert_eq!(
        play.told(),
        "A [asking] [not 1] A<0:0 A. [ended] [nothing asks] B [asking] [not 0] B<1:1 B. [ended] [idle]"
    );
}

#[test]
fn one_supplied_when_nothing_is_left() {
    let mut play = Play::of(1, []);
    play.phases.set_when_empty(|_: &mut _| asks("T").answer(|_, _, guard| guard.end()));
    for answer in 0..2 {
        play.run();
        play.ask();
        play.answer(P0, answer);
    }
    assert_eq!(play.told(), "T [asking] (T 1: 0) T<0:0 T. [ended] T [asking] (T 2: 0) T<0:1 T. [ended]");
}

/// Asks as its attribute says, and counts itself in with the phases that wait.
#[phase(world = Vec<bool>, asks)]
#[derive(Debug)]
struct Confirm;

impl Asks for Confirm {
    type Answer = bool;

    fn answer(&mut self, seat: Seat, yes: bool, guard: EndGuard<'_, Self>) -> Flow<Self> {
        assert_eq!(seat, P0);
        guard.world.push(yes);
        guard.end()
    }
}

#[test]
fn the_attribute_writes_the_start_and_the_trait_asks_player_0() -> Result<(), AnswerError<bool>> {
    let (mut phases, mut said) = (PhaseManager::new(), vec![]);
    phases.push(Confirm);
    assert_eq!(phases.run(&mut said)?, RunStatus::Asking);
    let question = phases.question().expect("it asks");
    assert_eq!(question.seats(&said), [P0]);
    assert_eq!((question.options(P0, &said), question.fallback(P0, &said)), (None, None));
    assert_eq!(phases.answer::<Confirm>(&mut said, P0, true)?, Step::Ended("Confirm"));
    assert_eq!((phases.run(&mut said)?, said), (RunStatus::Idle, vec![true]));
    Ok(())
}

#[test]
fn the_registry_knows_who_asks_and_for_what() {
    let entry = registry().of::<Vec<bool>>().get("Confirm").expect("it is linked in");
    assert_eq!(entry.answer(), Some("bool"));
    let entry = registry().of::<crate::play::Log>().get("Menu").expect("it is linked in");
    assert_eq!(entry.answer(), Some("&str"));
}

/// Flows and waits are not in each other's way.
#[test]
fn one_that_waits_first_has_waited_for_nothing_when_it_comes_to_wait_again() {
    let mut updates = 0;
    let by_turns = act("A", wait)
        .update(move |guard| {
            updates += 1;
            if updates == 3 { guard.ask() } else { guard.wait() }
        })
        .answer(|_, _, guard| guard.wait());
    let mut play = Play::of(1, [by_turns]);
    let waited = |play: &Play| play.phases.waiting().map(|waiting| waiting.updates);
    for expected in [0, 1, 2, 0] {
        play.run();
        assert_eq!(waited(&play), Some(expected));
    }
    play.answer(P0, 7);
    assert_eq!(waited(&play), Some(0));
    play.run();
    assert_eq!(waited(&play), Some(1));
    assert_eq!(
        play.told(),
        "A [waiting] A~ [waiting] A~ [waiting] A~ [asking] A<0:7 [waiting A] A~ [waiting]"
    );
}
