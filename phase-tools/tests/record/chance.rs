//! Chance that does not come by the recording.

use std::collections::HashMap;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::sync::atomic::{AtomicU32, Ordering};

use phase_core::prelude::*;
use phase_tools::record::DivergenceKind;
use phase_tools::{Recorder, Recording};
use serde::{Deserialize, Serialize};

/// What is wrong with a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) enum Fault {
    None,
    HashOrder,
    LeftOver,
    Unseeded,
}

#[derive(Debug, Hash)]
pub(crate) struct Board {
    fault: Fault,
    order: Vec<u32>,
    /// Whether what is found out is seen in the phases, and not in the world alone.
    is_seen: bool,
}

static LEFT_OVER: AtomicU32 = AtomicU32::new(0);

/// Deals the cards.
#[phase(world = Board, unshifts(CardPhase), save)]
#[derive(Debug, Serialize, Deserialize)]
struct DealPhase;

#[phase(world = Board, asks, save)]
#[derive(Debug, Serialize, Deserialize)]
struct CardPhase {
    card: u32,
}

impl Phase for DealPhase {
    fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        let board = &mut *guard.world;
        board.order = match board.fault {
            Fault::None => (0..8).collect(),
            Fault::HashOrder => {
                (0..8).map(|card| (card, ())).collect::<HashMap<_, _>>().into_keys().collect()
            }
            Fault::LeftOver => vec![LEFT_OVER.fetch_add(1, Ordering::Relaxed)],
            Fault::Unseeded => {
                let draw = RandomState::new().build_hasher().finish();
                vec![u32::try_from(draw % 1_000_000).unwrap()]
            }
        };
        if board.is_seen {
            let card = board.order[0];
            guard.unshift(CardPhase { card });
        }
        guard.end()
    }
}

impl Asks for CardPhase {
    type Answer = u32;

    fn seats(&self, _: &Board) -> Vec<Seat> {
        vec![Seat::Player(self.card)]
    }

    fn answer(&mut self, _: Seat, _: u32, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.end()
    }
}

fn game(fault: Fault, is_seen: bool) -> (PhaseManager<Board>, Board) {
    (PhaseManager::new(), Board { fault, order: Vec::new(), is_seen })
}

fn played(fault: Fault, is_seen: bool) -> Recording {
    let (phases, board) = game(fault, is_seen);
    let mut recorder = Recorder::new(phases, board);
    recorder.push(DealPhase).unwrap();
    recorder.play(|question, _, _| Some(question.writable(AnyAnswer::new(3_u32)))).unwrap();
    recorder.recording()
}

#[test]
fn three_faults_are_found() {
    for fault in [Fault::HashOrder, Fault::LeftOver, Fault::Unseeded] {
        for is_seen in [false, true] {
            let recording = played(fault, is_seen);
            let found = recording.hidden_chance_with_digests(|| game(fault, is_seen)).unwrap_err();
            assert!(found.is_hidden_chance(), "{found}");
            assert_eq!(found.step(), 2, "{found}");
            let told = "two runs of the same game differ at step 2, so something is left to hidden chance: another world";
            assert!(found.to_string().starts_with(told), "{found}");
        }
        let recording = played(fault, true);
        assert!(recording.hidden_chance(|| game(fault, true)).is_err_and(|found| found.is_hidden_chance()));
    }
}

#[test]
fn nothing_is_said_of_a_sound_game() {
    for is_seen in [false, true] {
        let recording = played(Fault::None, is_seen);
        assert_eq!(recording.hidden_chance(|| game(Fault::None, is_seen)), Ok(()));
        assert_eq!(recording.hidden_chance_with_digests(|| game(Fault::None, is_seen)), Ok(()));
    }
}

#[test]
fn a_game_that_has_changed_is_no_chance() {
    let recording = played(Fault::None, false);
    let text = recording.to_string().replace("start DealPhase pushed 0", "start DealPhase pushed 1");
    let recording: Recording = text.parse().unwrap();
    let found = recording.hidden_chance(|| game(Fault::None, false)).unwrap_err();
    assert!(!found.is_hidden_chance(), "{found}");
}

/// Has each of the units act, in the order of a hash map.
#[phase(world = Units, unshifts(ActPhase), save)]
#[derive(Debug, Serialize, Deserialize)]
struct RoundPhase;

#[phase(world = Units, save)]
#[derive(Debug, Serialize, Deserialize)]
struct ActPhase {
    unit: u32,
}

struct Units(HashMap<u32, &'static str>);

impl Phase for RoundPhase {
    fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        for unit in guard.world.0.keys() {
            guard.queue.unshift(ActPhase { unit: *unit });
        }
        guard.end()
    }
}

impl Phase for ActPhase {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.end()
    }
}

#[test]
fn the_order_of_a_hash_map_where_all_phases_are_of_one_type() {
    let begin = || (PhaseManager::new(), Units((0..32).map(|unit| (unit, "a soldier")).collect()));
    let (phases, units) = begin();
    let mut recorder = Recorder::new(phases, units);
    recorder.push(RoundPhase).unwrap();
    recorder.run().unwrap();
    let recording = recorder.recording();
    let (phases, units) = begin();
    assert!(recording.replay(phases, units).is_ok(), "the phases are the same by name");
    let found = recording.hidden_chance(begin).unwrap_err();
    assert_eq!(found.kind(), DivergenceKind::Contents, "{found}");
    assert!(found.is_hidden_chance() && found.step() >= 3, "{found}");
    let told = "so something is left to hidden chance: the same phase with other contents\n  one run:  `ActPhase` starts";
    assert!(found.to_string().contains(told), "{found}");
    for side in [found.recorded(), found.happened()] {
        assert!(side.contains(": ActPhase { unit: "), "{found}");
    }
    assert_ne!(found.recorded(), found.happened());
}
