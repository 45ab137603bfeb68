//! What the targets do with bytes: read them as a save and, if they are one, play the game and save it again; or as a
//! [recording](recordings), and play that.
//!
//! ```text
//! cargo run --bin seeds                       # from fuzz/: writes real saves to corpus/
//! cargo +nightly fuzz run json -- -dict=json.dict -max_total_time=300 -max_len=4096
//! cargo +nightly fuzz run packed -- -max_total_time=300 -max_len=4096    # postcard, cbor and bincode likewise
//! cargo +nightly fuzz run recording -- -dict=recording.dict -max_total_time=300 -max_len=4096
//! ```

mod game;
pub mod recordings;

use phase_core::prelude::*;

pub use game::{Layer, Message, Note, Onion, Plan, Sleep, Speed, Spell, World};

/// Games don't get this high, and above the highest that a save may have, saves would be refused.
const HIGHEST_LEVEL: usize = usize::MAX / 4;
/// Ends the games that phases of a made-up save would play for ever.
const START_LIMIT: usize = 40;
const ROUNDS: u32 = 8;

/// A serde format.
pub trait Format {
    /// Writes a save.
    ///
    /// # Panics
    ///
    /// If that fails, which it must not.
    fn save(phases: &PhaseManager<World>) -> Vec<u8>;

    /// Reads a save, if that is what the bytes are.
    fn load(bytes: &[u8]) -> Option<PhaseManager<World>>;
}

/// A format with field names, that people read.
#[derive(Debug)]
pub enum Json {}

impl Format for Json {
    fn save(phases: &PhaseManager<World>) -> Vec<u8> {
        let snapshot = phases.snapshot().expect("nothing in this game panics, and everything can be saved");
        serde_json::to_vec(&snapshot).expect("there is nothing that JSON can't say")
    }

    fn load(bytes: &[u8]) -> Option<PhaseManager<World>> {
        let mut deserializer = serde_json::Deserializer::from_slice(bytes);
        PhaseManager::restore(&mut deserializer).ok()
    }
}

/// A format that says nothing of what is in it.
#[derive(Debug)]
pub enum Postcard {}

impl Format for Postcard {
    fn save(phases: &PhaseManager<World>) -> Vec<u8> {
        let snapshot = phases.snapshot().expect("nothing in this game panics, and everything can be saved");
        postcard::to_stdvec(&snapshot).expect("there is nothing that postcard can't say")
    }

    fn load(bytes: &[u8]) -> Option<PhaseManager<World>> {
        PhaseManager::restore(&mut postcard::Deserializer::from_bytes(bytes)).ok()
    }
}

/// No serde format, but the bytes of the library itself.
#[derive(Debug)]
pub enum Packed {}

impl Format for Packed {
    fn save(phases: &PhaseManager<World>) -> Vec<u8> {
        phases.to_bytes().expect("nothing in this game panics, and everything can be saved")
    }

    fn load(bytes: &[u8]) -> Option<PhaseManager<World>> {
        let loaded = PhaseManager::from_bytes(bytes);
        let streamed = PhaseManager::<World>::read_from(bytes);
        assert!(loaded.is_err() || streamed.is_ok(), "from a stream it is the same");
        loaded.ok()
    }
}

/// A format that tells what is in it, and quotes the words of errors.
#[derive(Debug)]
pub enum Cbor {}

impl Format for Cbor {
    fn save(phases: &PhaseManager<World>) -> Vec<u8> {
        let snapshot = phases.snapshot().expect("nothing in this game panics, and everything can be saved");
        let mut bytes = Vec::new();
        ciborium::into_writer(&snapshot, &mut bytes).expect("there is nothing that CBOR can't say");
        bytes
    }

    fn load(bytes: &[u8]) -> Option<PhaseManager<World>> {
        ciborium::from_reader(bytes).ok()
    }
}

/// A format that says nothing of what is in it, and quotes the words of errors.
#[derive(Debug)]
pub enum Bincode {}

/// No value of a save takes more memory than this; without a limit a damaged length takes any amount.
const BINCODE: bincode::config::Configuration<
    bincode::config::LittleEndian,
    bincode::config::Varint,
    bincode::config::Limit<{ 1 << 20 }>,
> = bincode::config::standard().with_limit();

impl Format for Bincode {
    fn save(phases: &PhaseManager<World>) -> Vec<u8> {
        let snapshot = phases.snapshot().expect("nothing in this game panics, and everything can be saved");
        bincode::serde::encode_to_vec(&snapshot, BINCODE).expect("there is nothing that bincode can't say")
    }

    fn load(bytes: &[u8]) -> Option<PhaseManager<World>> {
        let mut decoder = bincode::serde::BorrowedSerdeDecoder::from_slice(bytes, BINCODE, ());
        PhaseManager::restore(decoder.as_deserializer()).ok()
    }
}

/// Reads the bytes, and plays what they are a save of, if they are one.
///
/// # Panics
///
/// If the manager that came of it does not work.
pub fn play<F: Format>(bytes: &[u8]) {
    let Some(phases) = F::load(bytes) else { return };
    if phases.current_level() > HIGHEST_LEVEL {
        return;
    }
    save_and_load::<F>(&phases);
    let mut phases = phases.start_limit(START_LIMIT);
    let mut world = World::default();
    for round in 0..ROUNDS {
        let fork = phases.fork();
        let before = world.log.clone();
        // Whatever comes of it: phases of the save may fail, wait, or run on and on.
        let _ = phases.run(&mut world);
        if let Ok(mut fork) = fork {
            let mut other = World { log: before, ..World::default() };
            let _ = fork.run(&mut other);
            assert_eq!(played(&world), played(&other), "a fork plays as the original does");
        }
        save_and_load::<F>(&phases);
        from_outside(round, &mut phases, &mut world);
        save_and_load::<F>(&phases);
    }
    phases.clear(&mut world);
    phases.cancel(&mut world);
    assert!(phases.is_empty() && phases.current().is_none());
    let shown = format!("{phases:?}");
    assert!(shown.contains("parked: []"), "phases were set aside and forgotten: {shown}");
}

/// What was called but for `on_restore`, which hands a fork tickets of its own.
fn played(world: &World) -> Vec<&String> {
    world.log.iter().filter(|line| !line.starts_with("restore")).collect()
}

fn from_outside(round: u32, phases: &mut PhaseManager<World>, world: &mut World) {
    match round {
        0 | 4 => phases.interrupt(Note(round)),
        1 => world.end_tickets(),
        2 => _ = phases.cancel(world),
        3 => phases.unshift(Sleep { deep: false, lasts: 2 }),
        5 => phases.defer(Note(round)),
        _ => _ = phases.cancel_tree(world),
    }
}

fn save_and_load<F: Format>(phases: &PhaseManager<World>) {
    let numbers: Vec<_> = phases.levels().map(|(number, _)| number).collect();
    assert!(numbers.is_sorted_by(|below, above| below < above), "levels {numbers:?}");
    let save = F::save(phases);
    let again = F::load(&save).expect("a save can be read");
    assert_eq!(F::save(&again), save, "and says the same as before");
    assert_eq!(again.levels().to_string(), phases.levels().to_string());
}
