//! What nobody else is to see: answers, and phases.

use std::fmt;

use phase_core::prelude::*;
use serde::Deserialize;

use crate::play::{P0, P1};

/// Whether answers are secret: those of player 1 are, while there is a world to say so.
struct Table {
    hidden: bool,
}

/// A card, by which it is known whether it was shown.
#[derive(Clone, PartialEq, Deserialize)]
struct Card(String);

impl fmt::Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the {}", self.0)
    }
}

fn ace() -> Card {
    Card("ace".to_owned())
}

#[phase(world = Table, asks)]
#[derive(Debug)]
struct HidePhase;

impl Asks for HidePhase {
    type Answer = Card;

    fn seats(&self, _: &Table) -> Vec<Seat> {
        vec![P0, P1]
    }

    fn options(&self, _: Seat, _: &Table) -> Option<Vec<Card>> {
        Some(vec![])
    }

    fn secret(&self, seat: Seat, table: &Table) -> bool {
        table.hidden && seat != P0
    }

    fn answer(&mut self, _: Seat, _: Card, _: EndGuard<'_, Self>) -> Flow<Self> {
        unreachable!("every answer is refused")
    }
}

/// Asks player 0 for something else.
#[phase(world = Table, asks)]
#[derive(Debug)]
struct MenuPhase;

impl Asks for MenuPhase {
    type Answer = u8;

    fn answer(&mut self, _: Seat, _: u8, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.end()
    }
}

fn asking() -> (PhaseManager<Table>, Table) {
    let (mut phases, mut table) = (PhaseManager::new(), Table { hidden: true });
    phases.push(HidePhase);
    assert!(matches!(phases.run(&mut table), Ok(RunStatus::Asking)));
    (phases, table)
}

/// An error as it may come into a log, in each of the ways.
fn shown<A: fmt::Debug>(error: &AnswerError<A>) -> String {
    format!("{error} | {error:?} | {error:#?}")
}

#[test]
fn a_secret_answer_is_not_shown_where_it_is_refused() {
    let (mut phases, mut table) = asking();
    let error = phases.answer::<HidePhase>(&mut table, P1, ace()).unwrap_err();
    assert_eq!(error.to_string(), "`HidePhase` refuses the answer of player 1");
    assert!(shown(&error).contains("Player(") && !shown(&error).contains("ace"), "{error:?}");
    assert_eq!(error.into_answer(), Some(ace()), "it is given back all the same");

    let error = phases.answer_any(&mut table, P1, AnyAnswer::new(ace())).unwrap_err();
    assert!(!shown(&error).contains("ace"), "{error:?}");
    assert_eq!(error.into_answer(), Some(AnyAnswer::new(ace())));
}

#[test]
fn a_secret_answer_is_not_shown_where_it_comes_from_a_stranger() {
    let (mut phases, mut table) = asking();
    let error = phases.answer::<HidePhase>(&mut table, Seat::Player(2), ace()).unwrap_err();
    assert!(shown(&error).contains("Player(") && !shown(&error).contains("ace"), "{error:?}");
    let error = phases.answer_any(&mut table, Seat::Player(2), AnyAnswer::new(ace())).unwrap_err();
    assert!(!shown(&error).contains("ace"), "{error:?}");
}

/// Nobody is there to say that it is no secret.
#[test]
fn an_answer_is_not_shown_where_its_phase_does_not_ask() {
    let (mut phases, mut table) = asking();
    phases.interrupt(MenuPhase);
    for _ in 0..2 {
        let error = phases.answer::<HidePhase>(&mut table, P1, ace()).unwrap_err();
        assert!(matches!(error, AnswerError::NotAsked { .. }));
        assert!(!shown(&error).contains("ace"), "{error:?}");
        let error = phases.answer_any(&mut table, P1, AnyAnswer::new(ace())).unwrap_err();
        assert!(matches!(error, AnswerError::NotAsked { .. }));
        assert!(!shown(&error).contains("ace"), "{error:?}");
        phases.run(&mut table).unwrap();
    }
}

/// The words of the format quote what they can't read.
#[test]
fn data_that_is_no_secret_answer_is_not_shown() {
    let (mut phases, mut table) = asking();
    for data in ["[\"ace\", 7]", "{\"ace\": 7}", "\"ace", "1.5"] {
        let mut reader = serde_json::Deserializer::from_str(data);
        let error = phases.answer_from(&mut table, 1, P1, &mut reader).unwrap_err();
        assert!(matches!(error, AnswerError::Unreadable { phase: "HidePhase", .. }), "{error:?}");
        assert!(!shown(&error).contains("ace") && !shown(&error).contains("1.5"), "{error:?}");
        assert!(error.to_string().contains("secret"), "{error}");
    }
    let mut reader = serde_json::Deserializer::from_str("1.5");
    let error = phases.answer_from(&mut table, 1, P0, &mut reader).unwrap_err();
    assert!(error.to_string().contains("1.5"), "what is no secret is told: {error}");
}

#[test]
fn what_is_no_secret_is_shown() {
    let (mut phases, mut table) = asking();
    let error = phases.answer::<HidePhase>(&mut table, P0, ace()).unwrap_err();
    assert_eq!(error.to_string(), "`HidePhase` refuses the ace of player 0");
    assert!(format!("{error:?}").contains("the ace"), "{error:?}");
    table.hidden = false;
    let error = phases.answer_any(&mut table, P1, AnyAnswer::new(ace())).unwrap_err();
    assert_eq!(error.to_string(), "`HidePhase` refuses the ace of player 1");
    assert!(format!("{error:?}").contains("the ace"), "{error:?}");
}

/// Holds what nobody may see, and comes to grief in the way that it holds.
#[phase(world = Option<Ticket>, secret)]
#[derive(Debug)]
struct SecretPhase(&'static str);

#[phase(world = Option<Ticket>)]
#[derive(Debug)]
struct OpenPhase(&'static str);

macro_rules! comes_to_grief {
    ($($phase:ident)*) => {$(
        impl Phase for $phase {
            fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
                match self.0 {
                    "fails" => guard.fail("as it was told"),
                    "asks" => guard.ask(),
                    _ => guard.suspend(|_, ticket| drop(ticket)),
                }
            }
        }

        impl Asks for $phase {
            type Answer = bool;

            fn answer(&mut self, _: Seat, _: bool, guard: EndGuard<'_, Self>) -> Flow<Self> {
                guard.fail("as it was told")
            }
        }
    )*};
}

comes_to_grief! { SecretPhase OpenPhase }

#[test]
fn a_secret_phase_is_shown_by_its_name_alone() {
    for (how, display) in [
        ("fails", "phase `SecretPhase` failed in `start`"),
        (
            "drops",
            "phase `SecretPhase` was abandoned: its ticket was dropped, so that nothing could end it any more",
        ),
    ] {
        let mut phases = PhaseManager::new();
        phases.push(SecretPhase(how));
        let error = phases.run(&mut None).unwrap_err();
        assert_eq!(error.to_string(), display);
        assert_eq!(error.phase_debug(), None);
        assert!(!format!("{error:?}").contains(how), "{error:?}");
    }
    let mut phases = PhaseManager::new();
    phases.push(SecretPhase("asks"));
    phases.run(&mut None).unwrap();
    let error = phases.answer::<SecretPhase>(&mut None, P0, true).unwrap_err();
    assert_eq!(error.to_string(), "phase `SecretPhase` failed in `answer`");
    assert!(!format!("{error:?}").contains("asks"), "{error:?}");
    assert!(registry().of::<Option<Ticket>>().get("SecretPhase").is_some_and(PhaseEntry::is_secret));
}

#[test]
fn a_phase_that_is_no_secret_is_shown() {
    let mut phases = PhaseManager::new();
    phases.push(OpenPhase("fails"));
    let error = phases.run(&mut None).unwrap_err();
    assert_eq!(error.to_string(), r#"phase `OpenPhase("fails")` failed in `start`"#);
    assert_eq!(error.phase_debug(), Some(r#"OpenPhase("fails")"#));
    phases.push(OpenPhase("asks"));
    phases.run(&mut None).unwrap();
    let error = phases.answer::<OpenPhase>(&mut None, P0, true).unwrap_err();
    assert_eq!(error.to_string(), r#"phase `OpenPhase("asks")` failed in `answer`"#);
    assert!(registry().of::<Option<Ticket>>().get("OpenPhase").is_some_and(|entry| !entry.is_secret()));
}
