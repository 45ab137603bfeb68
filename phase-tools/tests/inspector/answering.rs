//! Answers, by whoever looks, by the game's own player, and what the host does.

use phase_core::AnyAnswer;
use phase_core::prelude::*;
use phase_tools::Inspector;

use crate::game::{Command, TurnPhase, assert_shows, begin, inspector, note};

#[test]
fn an_answer_is_picked_from_the_list() {
    let mut inspector = inspector();
    inspector.press("Qa");
    assert_shows(
        &mut inspector,
        &["asks question 1", "player 0 answers:", "1  Strike", "2  Rest", "3  Trip"],
    );
    inspector.press("j<Enter>");
    assert_shows(&mut inspector, &["CommandPhase was answered Rest"]);
}

#[test]
fn a_number_that_is_none_is_told() {
    let mut inspector = inspector();
    inspector.press("Q7");
    assert_eq!(note(&mut inspector), "there is no answer 7");
}

#[test]
fn the_games_own_player_answers_in_runs_and_may_be_overruled() {
    let (phases, battle) = begin();
    let mut inspector = Inspector::new(phases, battle)
        .remember(1 << 20)
        .player(|phases, seat, battle| phases.question()?.pick(seat, battle, 0));
    inspector.press("E");
    assert_eq!(note(&mut inspector), "nothing is left to run");
    inspector.press("gQ");
    assert_shows(&mut inspector, &[".  as the game's own player does"]);
    inspector.press("2");
    assert_shows(&mut inspector, &["branch 2 of 2", "answered Rest"]);
    inspector.press("hh<Right>.");
    assert_shows(&mut inspector, &["branch 3 of 3", "answered Strike"]);
}

#[phase(world = u32, asks, clone)]
#[derive(Debug, Clone)]
struct NamePhase;

impl Asks for NamePhase {
    type Answer = String;

    fn seats(&self, _: &u32) -> Vec<Seat> {
        vec![Seat::Player(1), Seat::Player(2)]
    }

    fn fallback(&self, _: Seat, _: &u32) -> Option<String> {
        Some("nobody".to_owned())
    }

    fn answer(&mut self, _: Seat, _: String, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.end()
    }
}

#[test]
fn a_question_without_a_list_offers_what_counts_when_time_runs_out() {
    let mut phases = PhaseManager::new();
    phases.push(NamePhase);
    let mut inspector = Inspector::new(phases, 0);
    inspector.press("l");
    assert_shows(&mut inspector, &["player 1 answers (s: player 2)", "1  \"nobody\"  (if time runs out)"]);
    inspector.press("s1");
    assert_shows(&mut inspector, &["answered \"nobody\" by player 2"]);
}

#[test]
fn an_answer_that_is_refused_changes_nothing() {
    let (phases, battle) = begin();
    let mut inspector =
        Inspector::new(phases, battle).player(|_, _, _| Some(AnyAnswer::new("not a command")));
    inspector.press("ll.");
    let note = note(&mut inspector);
    assert!(note.contains("CommandPhase"), "{note}");
    assert_shows(&mut inspector, &["moment 2 ", "asks question 1"]);
}

#[test]
fn the_host_acts_and_what_it_does_is_done_again() {
    let (phases, battle) = begin();
    let mut inspector = Inspector::new(phases, battle)
        .remember(1 << 20)
        .act("hurt the foe", |_, battle| battle.hp[1] = 1)
        .act("another turn", |phases, _| phases.interrupt(TurnPhase));
    inspector.press("Qxj<Enter>");
    assert_eq!(note(&mut inspector), "the host: another turn");
    assert_shows(&mut inspector, &["‖ CommandPhase  parked", "▶ TurnPhase"]);
    inspector.press("hl");
    assert_shows(&mut inspector, &["‖ CommandPhase  parked", "moment 3 "]);
    assert_eq!(Command::Rest, Command::Rest);
}

#[test]
fn answering_where_nothing_is_asked_says_so() {
    for key in [".", "a", "s"] {
        let mut inspector = inspector();
        inspector.press(key);
        assert_eq!(note(&mut inspector), "nothing is asked here; `Q` runs to the next question", "{key}");
    }
}
