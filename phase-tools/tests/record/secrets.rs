//! What must not be seen, what can't be written, and what was renamed.

use phase_core::prelude::*;
use phase_tools::record::DivergenceKind;
use phase_tools::{Recorder, Recording};
use serde::{Deserialize, Serialize};

#[derive(Debug, Default)]
pub(crate) struct Table {
    bids: Vec<Bid>,
    most: u32,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Bid(u32);

/// Its answers are secret.
#[phase(world = Table, save(alias = "OfferPhase"))]
#[derive(Debug, Serialize, Deserialize)]
struct BidPhase;

impl Phase for BidPhase {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.ask()
    }
}

impl Asks for BidPhase {
    type Answer = Bid;

    fn check(&self, _: Seat, bid: &Bid, table: &Table) -> Result<(), BoxError> {
        if bid.0 > table.most { Err(format!("{} is too much", bid.0).into()) } else { Ok(()) }
    }

    fn secret(&self, _: Seat, _: &Table) -> bool {
        true
    }

    fn answer(&mut self, _: Seat, bid: Bid, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.world.bids.push(bid);
        guard.end()
    }
}

/// Its hand is nobody's business.
#[phase(world = Table, secret, save)]
#[derive(Debug, Serialize, Deserialize)]
struct HandPhase {
    cards: Vec<u32>,
}

impl Phase for HandPhase {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.end()
    }
}

const FIRST: Seat = Seat::Player(0);

fn played() -> Recording {
    let mut recorder = Recorder::new(PhaseManager::new(), Table { most: 9_000, ..Table::default() });
    recorder.push(BidPhase).unwrap();
    recorder.push(HandPhase { cards: vec![4711] }).unwrap();
    recorder.run().unwrap();
    recorder.answer::<BidPhase>(FIRST, Bid(8321)).unwrap();
    recorder.run().unwrap();
    recorder.recording()
}

/// Where it differs, in all words that there are for it.
fn difference(text: &str, most: u32) -> (DivergenceKind, String) {
    let recording: Recording = text.parse().unwrap();
    let table = Table { most, ..Table::default() };
    let difference = recording.replay(PhaseManager::new(), table).unwrap_err();
    (difference.kind(), format!("{difference} {difference:?}"))
}

#[test]
fn secrets_are_recorded_and_not_shown() {
    let recording = played();
    let text = recording.to_string();
    assert!(text.contains("answer player 0 8321"));
    let table = Table { most: 9_000, ..Table::default() };
    assert_eq!(recording.replay(PhaseManager::new(), table).unwrap().world.bids, [Bid(8321)]);

    let refused = difference(&text, 5);
    let unreadable = difference(&text.replace(" 8321", " \"8321\""), 9_000);
    let later = difference(&text.replace("  idle", "  halted"), 9_000);
    let hand = difference(&text.replace("[4711]", "\"4711\""), 9_000);
    assert_eq!(
        [refused.0, unreadable.0, later.0, hand.0],
        [DivergenceKind::Refused, DivergenceKind::Refused, DivergenceKind::Wait, DivergenceKind::Data]
    );
    for (_, shown) in [refused, unreadable, later, hand] {
        assert!(!shown.contains("8321") && !shown.contains("4711"), "{shown}");
    }
    let broken = text.replace(" 8321", " 8321 8321").parse::<Recording>().unwrap_err();
    assert_eq!(
        format!("{broken}"),
        "line 7 of the recording: there is more behind `answer` than belongs to it; a comment begins with `#`"
    );
}

#[test]
fn a_phase_that_was_renamed() {
    let text = played().to_string().replace("BidPhase", "OfferPhase");
    let recording: Recording = text.parse().unwrap();
    let table = || Table { most: 9_000, ..Table::default() };
    let replayed = recording.replay(PhaseManager::new(), table()).unwrap();
    assert_eq!(replayed.world.bids, [Bid(8321)]);
    let resumed = recording.resume_at(99, PhaseManager::new(), table()).unwrap();
    assert_eq!(
        resumed.recording().to_string(),
        text.replace("OfferPhase", "BidPhase"),
        "it has the new name from there on"
    );
    // A name that it never had is another phase.
    let (kind, _) = difference(&text.replace("start OfferPhase", "start BetPhase"), 9_000);
    assert_eq!(kind, DivergenceKind::Phase);
}

/// An answer without serde's traits.
#[derive(Debug, Clone, PartialEq)]
struct Plain;

/// An answer that comes back as another one.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Lossy {
    #[serde(skip)]
    bid: u32,
}

macro_rules! asks {
    ($($name:ident($answer:ty),)*) => {$(
        #[phase(world = Table, asks, save)]
        #[derive(Debug, Serialize, Deserialize)]
        struct $name;

        impl Asks for $name {
            type Answer = $answer;

            fn answer(&mut self, _: Seat, _: $answer, guard: EndGuard<'_, Self>) -> Flow<Self> {
                guard.end()
            }
        }
    )*};
}

asks![PlainPhase(Plain), LossyPhase(Lossy), RealPhase(f64),];

#[test]
fn what_cannot_be_written_is_an_error_at_that_call() {
    let mut recorder = Recorder::new(PhaseManager::new(), Table::default());
    recorder.push(PlainPhase).unwrap();
    recorder.push(LossyPhase).unwrap();
    recorder.push(RealPhase).unwrap();
    recorder.run().unwrap();
    let error = recorder.answer::<PlainPhase>(FIRST, Plain).unwrap_err();
    assert!(matches!(error, AnswerError::Unwritable { phase: "PlainPhase", answer: Plain, .. }), "{error}");
    let error = recorder.answer_any(FIRST, AnyAnswer::new(Plain)).unwrap_err();
    assert!(error.to_string().starts_with("the answer to `PlainPhase` can't be kept: "), "{error}");
    assert_eq!(error.into_answer(), Some(AnyAnswer::new(Plain)));
    // Of another type it is no answer to the question, and that is what is said.
    let error = recorder.answer::<LossyPhase>(FIRST, Lossy { bid: 1 }).unwrap_err();
    assert!(matches!(error, AnswerError::NotAsked { asking: Some("PlainPhase"), .. }));

    recorder.cancel();
    recorder.run().unwrap();
    let error = recorder.answer::<LossyPhase>(FIRST, Lossy { bid: 1 }).unwrap_err();
    assert!(matches!(error, AnswerError::Unwritable { .. }), "{error}");
    recorder.answer::<LossyPhase>(FIRST, Lossy { bid: 0 }).unwrap();

    recorder.run().unwrap();
    assert!(matches!(recorder.answer::<RealPhase>(FIRST, f64::NAN), Err(AnswerError::Unwritable { .. })));
    assert!(!recorder.recording().to_string().contains("0 null"));
    recorder.answer::<RealPhase>(FIRST, 0.1 + 0.2).unwrap();
    assert!(recorder.recording().to_string().contains("answer player 0 0.30000000000000004\n"));
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
enum Move {
    Hit,
    Guard,
}

/// An answer that can be written, and not read.
#[derive(Debug, Clone, PartialEq, Serialize)]
struct WriteOnly;

asks![MovePhase(Move), WriteOnlyPhase(WriteOnly),];

#[test]
fn an_answer_that_is_no_secret_may_be_quoted() {
    let mut recorder = Recorder::new(PhaseManager::new(), Table::default());
    recorder.push(MovePhase).unwrap();
    recorder.run().unwrap();
    recorder.answer::<MovePhase>(FIRST, Move::Hit).unwrap();
    let (kind, shown) = difference(&recorder.recording().to_string().replace("\"Hit\"", "\"Strike\""), 0);
    assert_eq!(kind, DivergenceKind::Refused);
    assert!(shown.contains("unknown variant `Strike`, expected `Hit` or `Guard`"), "{shown}");
}

#[test]
fn which_derives_an_answer_needs() {
    let mut recorder = Recorder::new(PhaseManager::new(), Table::default());
    recorder.push(PlainPhase).unwrap();
    recorder.push(WriteOnlyPhase).unwrap();
    recorder.run().unwrap();
    let error = recorder.answer::<PlainPhase>(FIRST, Plain).unwrap_err();
    expect_test::expect![[r"the answer to `PlainPhase` can't be kept: answers of its type have no `Serialize`; derive `serde::Serialize` and `serde::Deserialize` on it"]].assert_eq(&error.to_string());
    recorder.cancel();
    recorder.run().unwrap();
    let error = recorder.answer::<WriteOnlyPhase>(FIRST, WriteOnly).unwrap_err();
    expect_test::expect![[r"the answer to `WriteOnlyPhase` can't be kept: it can't be read again: answers of its type have no `Deserialize`"]].assert_eq(&error.to_string());
}

fn no_queen<'de, D: serde::Deserializer<'de>>(reader: D) -> Result<String, D::Error> {
    let card = String::deserialize(reader)?;
    if card == "QUEEN" { Err(serde::de::Error::custom(format!("unknown card {card}"))) } else { Ok(card) }
}

/// A secret one that can't always be read, and had another name.
#[phase(world = Table, secret, save(alias = "OldCardPhase"))]
#[derive(Debug, Serialize, Deserialize)]
struct CardPhase {
    #[serde(deserialize_with = "no_queen")]
    card: String,
}

impl Phase for CardPhase {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.end()
    }
}

#[test]
fn a_secret_phase_that_cannot_be_read_again() {
    let mut recorder = Recorder::new(PhaseManager::new(), Table::default());
    let error = recorder.push(CardPhase { card: "QUEEN".to_owned() }).unwrap_err();
    let shown = format!("{error} {error:?}");
    assert!(!shown.contains("QUEEN") && shown.contains("it can't be read again"), "{shown}");
    recorder.push(CardPhase { card: "KING".to_owned() }).unwrap();
}

#[test]
fn a_secret_phase_under_its_former_name() {
    for name in ["CardPhase", "OldCardPhase"] {
        let (kind, shown) = difference(&format!("recording 1\npush {name} {{\"card\":\"QUEEN\"}}\n"), 0);
        assert_eq!(kind, DivergenceKind::Data);
        assert!(!shown.contains("QUEEN"), "{shown}");
    }
}
