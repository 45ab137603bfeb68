//! Questions that are saved, forked, undone and redone.

use phase_core::prelude::*;

use crate::draft::{Draft, MenuPhase, PickPhase, draft, play_on, state};
use crate::play::{P0, P1, P2};

fn number(phases: &PhaseManager<Draft>) -> Option<u64> {
    phases.question().map(|question| question.number())
}

fn pick(phases: &mut PhaseManager<Draft>, draft: &mut Draft, seat: Seat, card: u32) -> Step {
    phases.answer::<PickPhase>(draft, seat, card).expect("it is asked")
}

/// Saved and loaded by way of JSON and of postcard; two of the kinds of formats that there are.
fn hops(phases: &PhaseManager<Draft>) -> [PhaseManager<Draft>; 2] {
    let json = serde_json::to_string(phases).expect("all of it can be saved");
    let bytes =
        postcard::to_stdvec(&phases.snapshot().expect("all of it can be saved")).expect("it can be written");
    [serde_json::from_str(&json).expect("it is a save"), postcard::from_bytes(&bytes).expect("it is a save")]
}

/// What comes of a manager by each of the ways to copy it.
fn copies(phases: &PhaseManager<Draft>) -> Vec<PhaseManager<Draft>> {
    let mut copies = vec![phases.fork().expect("all of it can be copied")];
    copies.extend(hops(phases));
    let fork_of_a_load = copies[1].fork().expect("it can be copied before it has seen the world");
    copies.push(fork_of_a_load);
    copies
}

#[test]
fn a_copy_asks_as_the_original_does_without_a_hook_and_without_a_run() {
    let (mut phases, mut world) = draft(1, 3);
    pick(&mut phases, &mut world, P1, 3);
    let before = state(&phases, &world);
    for mut copy in copies(&phases) {
        let mut its_world = world.clone();
        assert_eq!(state(&copy, &its_world), before);
        assert_eq!(copy.waiting().map(|waiting| waiting.asking), Some(true));
        // Before any run.
        assert_eq!(pick(&mut copy, &mut its_world, P2, 4), Step::Asking("PickPhase"));
        assert_eq!(number(&copy), Some(1), "it is the same draft");
        assert_eq!(pick(&mut copy, &mut its_world, P0, 2), Step::Ended("PickPhase"));
        assert_eq!(its_world.log, ["player 0 has 2, player 1 has 3, player 2 has 4"]);
        play_on(&mut copy, &mut its_world);
    }
    assert_eq!(state(&phases, &world), before, "what is done to a copy is not done to the original");
}

#[test]
fn copies_count_on_each_by_itself() {
    let (mut phases, mut world) = draft(3, 1);
    pick(&mut phases, &mut world, P0, 1);
    for mut copy in copies(&phases) {
        let mut its_world = world.clone();
        copy.run(&mut its_world).expect("the dice are asked");
        assert_eq!(number(&copy), Some(2));
    }
    phases.run(&mut world).expect("the dice are asked");
    assert_eq!(number(&phases), Some(2));
}

#[test]
fn a_parked_question_is_copied_with_what_lies_over_it() {
    let (mut phases, mut world) = draft(1, 2);
    pick(&mut phases, &mut world, P0, 1);
    phases.interrupt(MenuPhase);
    for starts in [false, true] {
        if starts {
            phases.run(&mut world).expect("the menu asks");
        }
        for mut copy in copies(&phases) {
            let mut its_world = world.clone();
            assert_eq!(format!("{copy:?}"), format!("{phases:?}"));
            assert_eq!(number(&copy), starts.then_some(2));
            copy.run(&mut its_world).expect("the menu asks");
            let closed = copy.answer::<MenuPhase>(&mut its_world, P0, "closed".to_owned());
            assert!(matches!(closed, Ok(Step::Ended("MenuPhase"))));
            copy.run(&mut its_world).expect("the draft asks again");
            assert_eq!(number(&copy), Some(1));
            pick(&mut copy, &mut its_world, P1, 2);
            assert_eq!(its_world.log, ["closed", "player 0 has 1, player 1 has 2"]);
            copy.run(&mut its_world).expect("the dice are asked");
            assert_eq!(number(&copy), Some(3));
        }
    }
}

/// A player may have left while the game was saved.
#[test]
fn nobody_may_be_left_after_loading() {
    let (mut phases, world) = draft(1, 1);
    phases.push(PickPhase::of(1, 2));
    for mut copy in copies(&phases) {
        let mut its_world = Draft { gone: vec![P0], ..world.clone() };
        assert!(matches!(
            copy.answer::<PickPhase>(&mut its_world, P0, 1),
            Err(AnswerError::NotThisSeat { .. })
        ));
        assert_eq!(copy.run(&mut its_world).expect("the other one asks"), RunStatus::Asking);
        assert_eq!(its_world.log, ["nobody picks"]);
        assert_eq!(copy.question().map(|question| question.seats(&its_world)), Some(vec![P1]));
    }
}

/// A game with a checkpoint at each question.
struct Table {
    phases: PhaseManager<Draft>,
    world: Draft,
    history: History<Draft, Seat>,
}

impl Table {
    fn new(rounds: u32) -> Self {
        let (phases, world) = draft(rounds, 2);
        Self { phases, world, history: History::new(100) }
    }

    /// Remembers the question that stands, and answers it for whoever comes first.
    fn move_on(&mut self) {
        let question = self.phases.question().expect("it asks");
        let seat = question.seats(&self.world)[0];
        let answer = question.pick(seat, &self.world, 0).expect("there are options");
        self.history.checkpoint_as(seat, &self.phases, &self.world).expect("all of it can be copied");
        self.phases.answer_any(&mut self.world, seat, answer).expect("it is one of the options");
        self.phases.run(&mut self.world).expect("nothing fails");
    }

    fn undo(&mut self) -> bool {
        self.history.undo(&mut self.phases, &mut self.world)
    }

    fn redo(&mut self) -> bool {
        self.history.redo(&mut self.phases, &mut self.world)
    }

    fn state(&self) -> String {
        state(&self.phases, &self.world)
    }

    fn number(&self) -> Option<u64> {
        number(&self.phases)
    }
}

/// All that a save holds, but for the counts of questions and of ids, which do not go back.
fn without_count(state: &str) -> String {
    [r#","questions":"#, r#""last_id":"#].into_iter().fold(state.to_owned(), |state, count| {
        let (before, rest) = state.split_once(count).expect("it has asked");
        let rest = rest.trim_start_matches(|c: char| c.is_ascii_digit());
        format!("{before}{rest}")
    })
}

#[test]
fn undo_goes_back_question_by_question_and_redo_forward_again() {
    let mut table = Table::new(2);
    let mut states = vec![table.state()];
    while table.phases.question().is_some() {
        table.move_on();
        states.push(table.state());
    }
    assert_eq!(states.len(), 7, "two picks and the dice, in each of two rounds");
    for expected in states.iter().rev().skip(1) {
        assert!(table.undo());
        assert_eq!(without_count(&table.state()), without_count(expected));
        assert_eq!(table.phases.run(&mut table.world).expect("it asks"), RunStatus::Asking);
        assert_eq!(without_count(&table.state()), without_count(expected));
    }
    assert!(!table.undo());
    for expected in states.iter().skip(1) {
        assert!(table.redo());
        assert_eq!(without_count(&table.state()), without_count(expected));
    }
    assert!(!table.redo());
    assert_eq!(table.state(), states[6]);
}

#[test]
fn a_question_that_is_come_back_to_keeps_its_number_and_the_count_goes_on_from_the_highest() {
    let mut table = Table::new(2);
    let mut numbers = vec![];
    for _ in 0..3 {
        numbers.extend(table.number());
        table.move_on();
    }
    assert_eq!((numbers.as_slice(), table.number()), ([1, 1, 2].as_slice(), Some(3)));
    assert!(table.undo());
    assert_eq!(table.number(), Some(2));
    assert!(table.undo() && table.undo());
    assert_eq!(table.number(), Some(1));
    // Another course of the game: the draft is still the first question, and the dice are no question that has been.
    table.move_on();
    assert_eq!(table.number(), Some(1));
    table.move_on();
    assert_eq!(table.number(), Some(4));
    assert!(table.undo());
    assert_eq!(table.number(), Some(1));
    table.move_on();
    assert_eq!(table.number(), Some(5));
}

#[test]
fn the_count_does_not_go_back_through_undo_and_redo_without_a_checkpoint() {
    let mut table = Table::new(9);
    table.move_on();
    table.move_on();
    assert_eq!(table.number(), Some(2));
    assert!(table.undo());
    // Played on without a checkpoint, which leaves the future to be redone.
    for expected in [3, 4, 4, 5] {
        let question = table.phases.question().expect("it asks");
        let seat = question.seats(&table.world)[0];
        let answer = question.pick(seat, &table.world, 0).expect("there are options");
        table.phases.answer_any(&mut table.world, seat, answer).expect("it is one of the options");
        table.phases.run(&mut table.world).expect("nothing fails");
        assert_eq!(table.number(), Some(expected));
    }
    assert!(table.redo());
    assert_eq!(table.number(), Some(2), "the dice that were undone");
    table.move_on();
    assert_eq!(table.number(), Some(6));
    assert!(table.undo() && table.undo());
    assert_eq!(table.number(), Some(5), "where it was played on to");
}

/// The one that was undone may have been on its way.
#[test]
fn an_answer_to_what_was_undone_is_late() {
    let mut table = Table::new(2);
    table.move_on();
    table.move_on();
    let undone = table.number().expect("the dice are asked");
    assert!(table.undo());
    table.move_on();
    let data = |table: &mut Table, number| {
        let mut reader = serde_json::Deserializer::from_str("\"x\"");
        table
            .phases
            .answer_from(&mut table.world, number, Seat::Chance, &mut reader)
            .map_err(|error| error.to_string())
    };
    assert_eq!(
        data(&mut table, undone),
        Err(format!("this is an answer to question {undone}, and question 3 stands"))
    );
    assert_eq!(data(&mut table, 3), Ok(Step::Ended("RollPhase")));
}

#[test]
fn what_was_loaded_and_forked_counts_on_from_the_highest_as_well() {
    let mut table = Table::new(2);
    for _ in 0..3 {
        table.move_on();
    }
    assert!(table.undo() && table.undo() && table.undo());
    assert_eq!(table.number(), Some(1));
    for mut copy in copies(&table.phases) {
        let mut world = table.world.clone();
        pick(&mut copy, &mut world, P0, 1);
        assert_eq!(number(&copy), Some(1));
        pick(&mut copy, &mut world, P1, 1);
        copy.run(&mut world).expect("the dice are asked");
        assert_eq!(number(&copy), Some(4));
    }
}

#[test]
fn it_is_remembered_whose_move_it_was() {
    let mut table = Table::new(1);
    assert_eq!(table.history.last(), None);
    let mut movers = vec![];
    while table.phases.question().is_some() {
        table.move_on();
        movers.extend(table.history.last().copied());
    }
    assert_eq!(movers, [P0, P1, Seat::Chance]);
    for left in (0..3).rev() {
        assert_eq!(table.history.last(), Some(&movers[left]));
        assert!(table.undo());
    }
    assert_eq!(table.history.last(), None);
    for mover in movers {
        assert!(table.redo());
        assert_eq!(table.history.last(), Some(&mover));
    }
}

#[test]
fn what_the_host_gave_stays_through_undo_and_redo() {
    /// Gives up the question, and sees whether there is a limit, and something when nothing is left.
    fn check(table: &mut Table) {
        let Table { phases, world, .. } = table;
        assert!(phases.cancel(world));
        for _ in 0..3 {
            phases.push(PickPhase::of(1, 0));
        }
        let error = phases.run(world).expect_err("three would start");
        assert!(matches!(error, RunError::StartLimit { limit: 2, .. }), "{error}");
        assert!(matches!(phases.run(world), Ok(RunStatus::Asking)));
        let supplied = phases.current().and_then(PhaseRef::downcast_ref::<PickPhase>);
        assert_eq!(supplied.map(|pick| pick.players), Some(7));
    }

    let mut table = Table::new(1);
    table.move_on();
    table.phases.set_when_empty(|_: &mut Draft| PickPhase::of(1, 7));
    table.phases.set_start_limit(2);
    assert!(table.undo());
    check(&mut table);
    assert!(table.redo());
    check(&mut table);

    // And nothing comes back that was there in the past.
    let mut table = Table::new(1);
    table.phases.set_when_empty(|_: &mut Draft| PickPhase::of(1, 9));
    table.phases.set_start_limit(1);
    table.move_on();
    table.phases.set_when_empty(|_: &mut Draft| PickPhase::of(1, 7));
    table.phases.set_start_limit(2);
    assert!(table.undo());
    check(&mut table);
}

#[test]
fn a_fork_copies_what_the_host_gave() {
    let (mut phases, mut world) = draft(1, 1);
    phases.set_when_empty(|_: &mut Draft| PickPhase::of(1, 2));
    let mut fork = phases.fork().expect("all of it can be copied");
    pick(&mut fork, &mut world, P0, 1);
    for _ in 0..2 {
        assert_eq!(fork.run(&mut world).expect("it goes on"), RunStatus::Asking);
        let question = fork.question().expect("it asks");
        let seat = question.seats(&world)[0];
        let answer = question.pick(seat, &world, 0).expect("there are options");
        fork.answer_any(&mut world, seat, answer).expect("it is one of the options");
    }
    assert_eq!(
        fork.current().and_then(PhaseRef::downcast_ref::<PickPhase>).map(|phase| phase.players),
        Some(2)
    );
}
