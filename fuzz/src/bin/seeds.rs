//! Writes saves of a game at every step of it, and recordings, for the targets to start from.

use std::error::Error;
use std::fs;
use std::path::Path;

use phase_core::prelude::*;
use phase_fuzz::{
    Bincode, Cbor, Format, Json, Layer, Message, Note, Onion, Packed, Plan, Postcard, Sleep, Speed, Spell,
    World, recordings,
};

type Save = fn(&PhaseManager<World>) -> Vec<u8>;

fn main() -> Result<(), Box<dyn Error>> {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus");
    let formats: [(&str, Save); 5] = [
        ("bincode", Bincode::save),
        ("cbor", Cbor::save),
        ("json", Json::save),
        ("packed", Packed::save),
        ("postcard", Postcard::save),
    ];
    for (format, _) in formats {
        fs::create_dir_all(corpus.join(format))?;
    }
    let mut phases = PhaseManager::new();
    let mut world = World::default();
    let plans = vec![
        Plan::Push(7),
        Plan::Hurry(-1),
        Plan::Hurry(9),
        Plan::Echo,
        Plan::Sleep(true, 3),
        Plan::Sleep(false, 1),
        Plan::Halt,
    ];
    phases.push(Spell { plans });
    phases.push(Speed { speed: 4 });
    phases.push(Message::Bytes(vec![1, 2, 3], [true, false, true]));
    phases.push(Message::Words { text: "Hello".to_owned(), speaker: Some(('K', -3)) });
    phases.push(onion());
    phases.push(Spell { plans: vec![Plan::Silence, Plan::Clear, Plan::Push(300)] });
    for step in 0..40 {
        for (format, save) in formats {
            fs::write(corpus.join(format).join(format!("step_{step}")), save(&phases))?;
        }
        let _ = phases.step(&mut world);
        match step % 5 {
            1 | 2 => phases.interrupt(Sleep { deep: step % 2 == 0, lasts: 2 }),
            3 => phases.unshift(Note(step)),
            4 if step > 20 => world.end_tickets(),
            _ => {}
        }
    }
    let recordings = corpus.join("recording");
    fs::create_dir_all(&recordings)?;
    for (round, text) in recordings::real().iter().enumerate() {
        fs::write(recordings.join(format!("round_{round}")), text)?;
    }
    Ok(())
}

fn onion() -> Onion {
    use Layer::{Empty, Filled, Named, Several};
    Onion(Filled(Filled(Named {
        core: Several(vec![
            Empty,
            Filled(Filled(Filled(Named { core: Filled(Filled(Several(vec![Filled(3), Empty]))) }))),
        ]),
    })))
}
