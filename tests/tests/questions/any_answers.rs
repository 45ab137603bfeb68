//! Answers of any type.

use phase_core::prelude::*;
use serde::{Deserialize, Serialize};

use crate::draft::{self, RollPhase};
use crate::play::{P0, Play, asks};

fn written(answer: &AnyAnswer) -> Result<String, String> {
    serde_json::to_string(answer).map_err(|error| error.to_string())
}

#[test]
fn they_look_like_what_they_hold_and_equal_what_is_of_the_same_type_and_value() {
    let seven = AnyAnswer::new(7_u32);
    assert_eq!(format!("{seven:?} {:?} {:#?}", AnyAnswer::new("x"), AnyAnswer::new(())), r#"7 "x" ()"#);
    assert_eq!(seven, AnyAnswer::new(7_u32));
    assert_ne!(seven, AnyAnswer::new(8_u32));
    assert_ne!(seven, AnyAnswer::new(7_u64), "the type counts");
    assert_ne!(seven, AnyAnswer::new(7_i32));
    let not_a_number = AnyAnswer::new(f32::NAN);
    assert_ne!(not_a_number, not_a_number.clone(), "as what they hold says");
}

#[test]
fn they_are_unwrapped_as_what_they_are() {
    let answer = AnyAnswer::new(vec![1, 2]);
    assert!(answer.is::<Vec<i32>>() && !answer.is::<[i32; 2]>() && !answer.is::<AnyAnswer>());
    assert_eq!(answer.downcast_ref::<Vec<i32>>(), Some(&vec![1, 2]));
    assert_eq!(answer.downcast_ref::<u32>(), None);
    let answer = answer.downcast::<u32>().expect_err("it is no number");
    assert_eq!(answer.downcast::<Vec<i32>>(), Ok(vec![1, 2]));

    let nested = AnyAnswer::new(AnyAnswer::new(7_u32));
    assert!(nested.is::<AnyAnswer>() && !nested.is::<u32>());
    assert_eq!(nested.downcast::<AnyAnswer>().map(|inner| inner.is::<u32>()), Ok(true));
}

#[test]
fn a_copy_is_its_own() {
    let answer = AnyAnswer::new(vec![1]);
    let copy = answer.clone();
    let mut taken = answer.downcast::<Vec<i32>>().expect("it is");
    taken.push(2);
    assert_eq!(copy, AnyAnswer::new(vec![1]));
    let threads = std::thread::spawn(move || copy.is::<Vec<i32>>());
    assert!(threads.join().expect("it does not panic"));
}

#[test]
fn those_that_the_manager_gives_can_be_written() {
    let (mut phases, mut draft) = draft::draft(1, 1);
    let question = phases.question().expect("it asks");
    let options = question.options(P0, &draft).expect("they are listed");
    assert_eq!(serde_json::to_string(&options).ok().as_deref(), Some("[1,2,3,4]"));
    assert_eq!(written(&question.pick(P0, &draft, 2).expect("there are four")).as_deref(), Ok("3"));
    let fallback = question.fallback(P0, &draft).expect("there is one");
    assert_eq!(written(&fallback.clone()).as_deref(), Ok("1"), "and so can their copies");
    assert_eq!(options[0], AnyAnswer::new(1_u32), "however they were made, they are equal");
    assert_eq!(postcard::to_stdvec(&fallback).ok(), Some(vec![1]));

    phases.answer_any(&mut draft, P0, options[3].clone()).expect("it is one of them");
    phases.run(&mut draft).expect("the dice are asked");
    let refused = phases.answer_any(&mut draft, Seat::Chance, fallback).unwrap_err();
    let back = refused.into_answer().expect("it is given back");
    assert_eq!(written(&back).as_deref(), Ok("1"), "and so can what comes back");
    let question = phases.question().expect("it asks");
    assert_eq!(
        written(&question.pick(Seat::Chance, &draft, 1).expect("there are three")).as_deref(),
        Ok("\"y\"")
    );
}

#[test]
fn one_made_by_new_says_that_it_cannot_be_written() {
    for answer in [AnyAnswer::new(7_u32), AnyAnswer::new(7_u32).clone(), AnyAnswer::new(AnyAnswer::new(()))] {
        let error = written(&answer).expect_err("it does not know how");
        assert!(error.contains("`AnyAnswer::new`") && error.contains("`options`"), "{error}");
    }
}

#[test]
fn one_made_by_new_is_as_good_an_answer() {
    let (mut phases, mut draft) = draft::draft(1, 1);
    phases.answer_any(&mut draft, P0, AnyAnswer::new(4_u32)).expect("it is one of the options");
    phases.run(&mut draft).expect("the dice are asked");
    phases.answer_any(&mut draft, Seat::Chance, AnyAnswer::new('y')).expect("it is one of the options");
    assert_eq!(draft.log, ["player 0 has 4", "rolled y"]);
    assert!(phases.answer::<RollPhase>(&mut draft, Seat::Chance, 'y').is_err());
}

/// Can neither be written nor read.
#[derive(Debug, Clone, PartialEq)]
struct Plain(u8);

/// Can be written, and not read.
#[derive(Debug, Clone, PartialEq, Serialize)]
struct Written(u8);

/// Can be read, and not written.
#[derive(Debug, Clone, PartialEq, Deserialize)]
struct Readable(u8);

/// Both, with what it holds.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Both<T>(T);

macro_rules! phases_that_ask_for {
    ($($phase:ident: $answer:ty = $value:expr,)*) => {$(
        #[phase(asks)]
        #[derive(Debug)]
        struct $phase;

        impl Asks for $phase {
            type Answer = $answer;

            fn options(&self, _: Seat, (): &()) -> Option<Vec<$answer>> {
                Some(vec![$value])
            }

            fn answer(&mut self, _: Seat, answer: $answer, guard: EndGuard<'_, Self>) -> Flow<Self> {
                assert_eq!(answer, $value);
                guard.end()
            }
        }
    )*};
}

phases_that_ask_for! {
    PlainPhase: Plain = Plain(1),
    WrittenPhase: Written = Written(2),
    ReadablePhase: Readable = Readable(3),
    BothPhase: Both<Vec<u8>> = Both(vec![4]),
}

/// What becomes of the option when it is written, and of the data when it is read as an answer.
fn written_and_read(
    phase: impl Phase<World = ()>,
    data: &str,
) -> (Result<String, String>, Result<Step, String>) {
    let mut phases = PhaseManager::new();
    phases.push(AnyPhase::new(phase));
    phases.run(&mut ()).expect("it asks");
    let option = phases.question().expect("it asks").pick(P0, &(), 0).expect("there is one");
    let mut reader = serde_json::Deserializer::from_str(data);
    let read = phases.answer_from(&mut (), 1, P0, &mut reader);
    let read = read.map_err(|error| error.to_string());
    (written(&option), read)
}

/// Nothing has to be said for it: it goes by what the type has.
#[test]
fn what_can_be_written_and_read_goes_by_the_type() {
    let cannot = |(written, read): (Result<String, String>, Result<Step, String>)| {
        (
            written.is_err_and(|error| error.contains("`Serialize`")),
            read.is_err_and(|error| error.contains("`Deserialize`")),
        )
    };
    assert_eq!(cannot(written_and_read(PlainPhase, "1")), (true, true));
    assert_eq!(cannot(written_and_read(WrittenPhase, "2")), (false, true));
    assert_eq!(cannot(written_and_read(ReadablePhase, "3")), (true, false));
    assert_eq!(cannot(written_and_read(BothPhase, "[4]")), (false, false));
    assert_eq!(written_and_read(WrittenPhase, "2").0.as_deref(), Ok("2"));
    assert_eq!(written_and_read(ReadablePhase, "3").1, Ok(Step::Ended("ReadablePhase")));
    assert_eq!(written_and_read(BothPhase, "[4]"), (Ok("[4]".to_owned()), Ok(Step::Ended("BothPhase"))));
}

#[test]
fn options_come_in_the_order_and_as_often_as_listed() {
    let mut play = Play::of(1, [asks("A").options(|_, _| Some(vec![3, 1, 3]))]);
    play.run();
    let question = play.phases.question().expect("it asks");
    assert_eq!(question.count(P0, &play.log), Some(3));
    let options = question.options(P0, &play.log).expect("they are listed");
    assert_eq!(options, [3_u32, 1, 3].map(AnyAnswer::new));
    let picked: Vec<_> = (0..5).map_while(|index| question.pick(P0, &play.log, index)).collect();
    assert_eq!(picked, options);
    assert_eq!(question.pick(P0, &play.log, usize::MAX), None);
}
