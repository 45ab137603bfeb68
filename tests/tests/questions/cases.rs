//! Faults that real games shipped, each as a story.

use phase_core::prelude::*;
use serde::{Deserialize, Serialize};

use crate::draft::{Draft, PickPhase, RollPhase, draft, play_on};
use crate::play::{Menu, P0, P1, Play, asks};

/// What a game asks before something that can't be taken back.
#[phase(world = Vec<String>, save, clone, asks)]
#[derive(Debug, Clone, Serialize, Deserialize)]
struct ReallyPhase(u32);

impl Asks for ReallyPhase {
    type Answer = bool;

    fn options(&self, _: Seat, _: &Vec<String>) -> Option<Vec<bool>> {
        Some(vec![true, false])
    }

    fn answer(&mut self, _: Seat, yes: bool, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.world.push(format!("{} {yes}", self.0));
        guard.push(Self(self.0 + 1));
        guard.end()
    }
}

/// Undo led back to the same yes/no question for ever, and never past it.
#[test]
fn three_undos_go_back_three_questions() {
    let (mut phases, mut said) = (PhaseManager::new(), vec![]);
    let mut history = History::new(10);
    phases.push(ReallyPhase(1));
    for yes in [true, false, true, true] {
        assert!(matches!(phases.run(&mut said), Ok(RunStatus::Asking)));
        history.checkpoint(&phases, &said).expect("a question can be copied");
        phases.answer::<ReallyPhase>(&mut said, P0, yes).expect("it is asked");
    }
    for left in [3, 2, 1] {
        assert!(history.undo(&mut phases, &mut said));
        assert_eq!(said.len(), left);
        let asking = phases.current().and_then(PhaseRef::downcast_ref::<ReallyPhase>);
        assert_eq!(asking.map(|really| really.0), u32::try_from(left).ok().map(|left| left + 1));
        assert!(matches!(phases.run(&mut said), Ok(RunStatus::Asking)));
    }
    phases.answer::<ReallyPhase>(&mut said, P0, true).expect("it is asked");
    assert_eq!(said, ["1 true", "2 true"]);
}

/// A save made while a text was awaited lost the wait, and the answer after loading went nowhere.
#[test]
fn what_was_asked_is_asked_again_after_loading() {
    let (mut phases, mut said) = (PhaseManager::new(), vec![]);
    phases.push(ReallyPhase(1));
    assert!(matches!(phases.run(&mut said), Ok(RunStatus::Asking)));
    let save = serde_json::to_string(&phases).expect("it can be saved");
    drop(phases);
    let mut loaded: PhaseManager<Vec<String>> = serde_json::from_str(&save).expect("it is a save");
    assert!(loaded.question().is_some(), "before anything has run");
    loaded.answer::<ReallyPhase>(&mut said, P0, false).expect("it is asked");
    assert_eq!(said, ["1 false"]);
}

/// A player left in the middle of a choice, and the other one hung.
#[test]
fn the_host_can_end_a_question_that_nobody_answers() {
    // By what counts for the one who has left,
    let (mut phases, mut world) = draft(1, 2);
    phases.answer::<PickPhase>(&mut world, P0, 4).expect("it is asked");
    assert_eq!(phases.time_out(&mut world).expect("there is a fallback"), [P1]);
    assert_eq!(world.log, ["player 0 has 4, player 1 has 1"]);
    let mut late = serde_json::Deserializer::from_str("3");
    assert!(matches!(phases.answer_from(&mut world, 1, P1, &mut late), Err(AnswerError::Late { .. })));

    // by going on without them,
    let (mut phases, mut world) = draft(1, 2);
    world.gone.push(P1);
    phases.answer::<PickPhase>(&mut world, P0, 4).expect("it is asked");
    assert_eq!(world.log, ["player 0 has 4"]);
    assert!(matches!(
        phases.answer::<PickPhase>(&mut world, P1, 3),
        Err(AnswerError::NotAsked { asking: None, answer: 3, .. })
    ));

    // by giving the question up, or the game.
    let (mut phases, mut world) = draft(1, 2);
    assert!(phases.cancel(&mut world));
    let late = phases.answer::<PickPhase>(&mut world, P1, 3).expect_err("nothing asks");
    assert_eq!(late.into_answer(), Some(3));
    assert!(matches!(phases.run(&mut world), Ok(RunStatus::Idle)));
}

/// Who joined during a question saw an empty page, as the question was in no snapshot.
#[test]
fn who_joins_during_a_question_sees_it() {
    let (mut phases, mut world) = draft(1, 2);
    phases.answer::<PickPhase>(&mut world, P0, 4).expect("it is asked");
    let bytes = postcard::to_stdvec(&phases.snapshot().expect("it can be saved")).expect("it can be written");
    let joined: PhaseManager<Draft> = postcard::from_bytes(&bytes).expect("it is a save");
    let question = joined.question().expect("it asks");
    assert_eq!((question.name(), question.number()), ("PickPhase", 1));
    assert_eq!(question.seats(&world), [P1]);
    assert_eq!(question.count(P1, &world), Some(4));
    let picked = question.phase().downcast_ref::<PickPhase>().map(|pick| pick.picked.clone());
    assert_eq!(picked, Some(vec![(P0, 4)]));
}

/// An error half-way through an action was to be rolled back, and the card was gone.
#[test]
fn a_failed_action_is_rolled_back_to_the_question_before_it() {
    /// Takes the card away before it finds out that nobody can be hit.
    #[phase(world = Vec<String>, clone, asks)]
    #[derive(Debug, Clone)]
    struct PlayCardPhase;

    impl Asks for PlayCardPhase {
        type Answer = usize;

        fn answer(&mut self, _: Seat, card: usize, guard: EndGuard<'_, Self>) -> Flow<Self> {
            let card = guard.world.remove(card);
            if card == "fireball" { guard.fail("no target") } else { guard.end() }
        }
    }

    let (mut phases, mut hand) = (PhaseManager::new(), vec!["fireball".to_owned(), "knight".to_owned()]);
    let mut history = History::new(1);
    phases.push(PlayCardPhase);
    phases.run(&mut hand).expect("it asks");
    history.checkpoint(&phases, &hand).expect("a question can be copied");
    let number = phases.question().map(|question| question.number());

    assert!(matches!(phases.answer::<PlayCardPhase>(&mut hand, P0, 0), Err(AnswerError::Run(_))));
    assert_eq!((hand.len(), phases.question().is_none()), (1, true));
    assert!(history.undo(&mut phases, &mut hand));
    assert_eq!(hand, ["fireball", "knight"]);
    assert_eq!(phases.question().map(|question| question.number()), number, "the question stands again");
    assert!(matches!(phases.answer::<PlayCardPhase>(&mut hand, P0, 1), Ok(Step::Ended("PlayCardPhase"))));
    assert_eq!(hand, ["fireball"]);
}

/// Decisions should be undone only back to the last roll.
#[test]
fn there_is_no_way_back_behind_a_roll_of_dice() {
    let (mut phases, mut world) = draft(3, 1);
    let mut history = History::new(10);
    let mut undos = vec![];
    while let Some(question) = phases.question() {
        let seat = question.seats(&world)[0];
        let answer = question.pick(seat, &world, 0).expect("there are options");
        if seat == Seat::Chance {
            history.clear();
        } else {
            history.checkpoint_as(seat, &phases, &world).expect("a question can be copied");
        }
        phases.answer_any(&mut world, seat, answer).expect("it is one of the options");
        undos.push(history.undos());
        phases.run(&mut world).expect("nothing fails");
    }
    assert_eq!(undos, [1, 0, 1, 0, 1, 0]);
    assert_eq!(world.log.iter().filter(|line| line.starts_with("rolled")).count(), 3);
    assert!(!history.undo(&mut phases, &mut world));

    let (mut phases, mut world) = draft(2, 1);
    let mut history = History::<Draft, Seat>::new(10);
    history.checkpoint_as(P0, &phases, &world).expect("a question can be copied");
    phases.answer::<PickPhase>(&mut world, P0, 4).expect("it is asked");
    assert!(history.undo(&mut phases, &mut world));
    phases.answer::<PickPhase>(&mut world, P0, 2).expect("it is asked");
    phases.run(&mut world).expect("the dice are asked");
    history.clear();
    phases.answer::<RollPhase>(&mut world, Seat::Chance, 'y').expect("they are asked");
    assert!(!history.undo(&mut phases, &mut world) && !history.redo(&mut phases, &mut world));
    assert_eq!(world.log, ["player 0 has 2", "rolled y"]);
    play_on(&mut phases, &mut world);
}

/// Answers laid into the world reached whichever phase waited: a menu over a question, and the game hung.
#[test]
fn a_menu_does_not_eat_the_answer_to_what_lies_under_it() {
    let mut play = Play::of(1, [asks("A")]);
    play.run();
    play.phases.interrupt(Menu);
    play.run();
    let refused =
        play.phases.answer_any(&mut play.log, P0, AnyAnswer::new(7_u32)).expect_err("the menu asks");
    let kept = refused.into_answer().expect("it is given back");
    play.phases.answer::<Menu>(&mut play.log, P0, "close").expect("it is asked");
    play.run();
    play.phases.answer_any(&mut play.log, P0, kept).expect("it is asked again");
    play.run();
    assert_eq!(play.told(), "A [asking] [asking] Menu<close [asking] A<0:7 A. [idle]");
}
