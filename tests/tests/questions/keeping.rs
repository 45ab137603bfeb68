//! Answers that a host keeps as data, and reads again.

use phase_core::prelude::*;
use serde::{Deserialize, Serialize};

/// The answers of player 1 are secret.
#[phase(asks)]
#[derive(Debug)]
struct BidPhase;

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Bid(u32);

impl Asks for BidPhase {
    type Answer = Bid;

    fn secret(&self, seat: Seat, (): &()) -> bool {
        seat == Seat::Player(1)
    }

    fn answer(&mut self, _: Seat, _: Bid, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.end()
    }
}

/// Its answers have none of serde's traits.
#[phase(asks)]
#[derive(Debug)]
struct NodPhase;

#[derive(Debug, Clone, PartialEq)]
struct Nod;

impl Asks for NodPhase {
    type Answer = Nod;

    fn answer(&mut self, _: Seat, _: Nod, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.end()
    }
}

fn asking(phase: impl Phase<World = ()>) -> PhaseManager<()> {
    let mut phases = PhaseManager::new();
    phases.push(phase);
    phases.run(&mut ()).unwrap();
    phases
}

fn read(phases: &PhaseManager<()>, seat: u32, data: &str) -> Result<AnyAnswer, String> {
    let mut data = serde_json::Deserializer::from_str(data);
    let question = phases.question().unwrap();
    question.read(Seat::Player(seat), &(), &mut data).map_err(|error| error.to_string())
}

#[test]
fn an_answer_made_anywhere_is_written_and_read() {
    let phases = asking(BidPhase);
    let question = phases.question().unwrap();
    let bid = AnyAnswer::new(Bid(70));
    assert!(question.is_answer(&bid) && !question.is_answer(&AnyAnswer::new(70)));
    assert!(serde_json::to_string(&bid).is_err());
    let written = serde_json::to_string(&question.writable(bid.clone())).unwrap();
    let again = read(&phases, 0, &written).unwrap();
    assert_eq!(again, bid);
    assert_eq!(serde_json::to_string(&again).unwrap(), written, "what was read can be written");
    assert!(phases.question().is_some(), "it has not been given");
}

#[test]
fn an_answer_of_another_type_stays_as_it_is() {
    let phases = asking(BidPhase);
    let other = phases.question().unwrap().writable(AnyAnswer::new(7_u8));
    assert_eq!(other, AnyAnswer::new(7_u8));
    assert!(serde_json::to_string(&other).is_err());
}

#[test]
fn what_is_wrong_with_data_is_said_unless_it_is_secret() {
    let phases = asking(BidPhase);
    assert_eq!(
        read(&phases, 0, "\"all\"").unwrap_err(),
        "this is no answer to `BidPhase`: invalid type: string \"all\", expected u32 at line 1 column 5"
    );
    assert!(!read(&phases, 1, "\"all\"").unwrap_err().contains("all"));
    let question = phases.question().unwrap();
    assert!(question.is_secret(Seat::Player(1), &()) && !question.is_secret(Seat::Player(0), &()));
}

#[test]
fn an_answer_without_the_traits() {
    let phases = asking(NodPhase);
    let nod = phases.question().unwrap().writable(AnyAnswer::new(Nod));
    assert!(serde_json::to_string(&nod).is_err());
    assert!(read(&phases, 0, "null").unwrap_err().ends_with("answers of its type have no `Deserialize`"));
}

#[test]
fn an_error_of_a_host_that_keeps_answers() {
    let error = AnswerError::unwritable("NodPhase", Nod, "there is no room");
    assert_eq!(error.to_string(), "the answer to `NodPhase` can't be kept: there is no room");
    assert_eq!(format!("{error:?}"), "Unwritable { phase: \"NodPhase\", message: \"there is no room\", .. }");
    assert_eq!(error.into_answer(), Some(Nod));
}
