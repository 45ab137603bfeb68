//! What the host queues has to be read as it was written.

use std::collections::{HashMap, HashSet};

use phase_core::prelude::*;
use phase_tools::{Recorder, Recording};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

pub(crate) type Seen = Vec<String>;

macro_rules! phases {
    ($($name:ident { $field:ident: $of:ty },)*) => {$(
        #[phase(world = Seen, save)]
        #[derive(Debug, Serialize, Deserialize)]
        struct $name {
            $field: $of,
        }

        impl Phase for $name {
            fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
                guard.world.push(stringify!($name).to_owned());
                guard.end()
            }
        }
    )*};
}

phases![
    BagPhase { bag: HashMap<String, HashSet<u32>> },
    RatePhase { rate: Option<f64> },
    BetPhase { bet: Option<Option<u32>> },
    LossyPhase { kept: Lossy },
];

/// Comes back as another one.
#[derive(Debug, Serialize, Deserialize)]
#[serde(from = "u32", into = "u32")]
#[derive(Clone)]
struct Lossy(u32);

impl From<u32> for Lossy {
    fn from(number: u32) -> Self {
        Self(number + 1)
    }
}

impl From<Lossy> for u32 {
    fn from(lossy: Lossy) -> Self {
        lossy.0
    }
}

fn recorder() -> Recorder<Seen> {
    Recorder::new(PhaseManager::new(), Seen::new())
}

#[test]
fn maps_and_sets_in_any_order() {
    for number in 0..50 {
        let mut recorder = recorder();
        let set: HashSet<_> = (0..4).map(|by| number * 4 + by).collect();
        let bag = (0..4).map(|key| (key.to_string(), set.clone())).collect();
        recorder.push(BagPhase { bag }).unwrap();
        recorder.run().unwrap();
        let recording: Recording = recorder.recording().to_string().parse().unwrap();
        recording.replay(PhaseManager::new(), Seen::new()).unwrap();
    }
}

#[test]
fn what_would_become_nothing_is_refused() {
    for rate in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        let error = recorder().push(RatePhase { rate: Some(rate) }).unwrap_err();
        assert!(error.to_string().contains("it holds a number that is infinite or none"), "{error}");
    }
    let error = recorder().push(BetPhase { bet: Some(None) }).unwrap_err();
    assert!(error.to_string().contains("it holds a `Some` of something"), "{error}");

    recorder().push(RatePhase { rate: Some(0.1) }).unwrap();
    recorder().push(RatePhase { rate: None }).unwrap();
    recorder().push(BetPhase { bet: Some(Some(1)) }).unwrap();
    let error = recorder().push(LossyPhase { kept: Lossy(1) }).unwrap_err();
    assert!(error.to_string().contains("another phase"), "{error}");
}

/// An answer that comes as it was written elsewhere.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(transparent)]
struct Raw(Box<RawValue>);

impl Raw {
    fn pretty() -> Self {
        Self(RawValue::from_string("{\n  \"a\": [1,\r\n 2],\r\n  \"b\": \"c\\nd\"\n}".to_owned()).unwrap())
    }

    fn value(&self) -> serde_json::Value {
        serde_json::from_str(self.0.get()).unwrap()
    }
}

impl PartialEq for Raw {
    fn eq(&self, other: &Self) -> bool {
        self.value() == other.value()
    }
}

#[phase(world = Seen, save)]
#[derive(Debug, Serialize, Deserialize)]
struct RawPhase {
    raw: Raw,
}

impl Phase for RawPhase {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.world.push(self.raw.value().to_string());
        guard.ask()
    }
}

impl Asks for RawPhase {
    type Answer = Raw;

    fn answer(&mut self, _: Seat, raw: Raw, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.world.push(raw.value().to_string());
        guard.end()
    }
}

#[test]
fn data_with_line_breaks_stands_on_one_line() {
    let mut recorder = recorder();
    recorder.push(RawPhase { raw: Raw::pretty() }).unwrap();
    recorder.run().unwrap();
    recorder.answer::<RawPhase>(Seat::Player(0), Raw::pretty()).unwrap();
    let recording: Recording = recorder.recording().to_string().parse().unwrap();
    let replayed = recording.replay(PhaseManager::new(), Seen::new()).unwrap();
    assert_eq!(&replayed.world, recorder.world());
}
