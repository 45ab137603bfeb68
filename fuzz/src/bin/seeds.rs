//! Writes saves of a game at every step of it, for the targets to start from.

use std::error::Error;
use std::fs;
use std::path::Path;

use phase_core::prelude::*;
use phase_fuzz::{Format, Json, Message, Note, Plan, Postcard, Sleep, Speed, Spell, World};

fn main() -> Result<(), Box<dyn Error>> {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus");
    for format in ["json", "postcard"] {
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
    phases.push(Spell { plans: vec![Plan::Silence, Plan::Clear, Plan::Push(300)] });
    for step in 0..40 {
        fs::write(corpus.join("json").join(format!("step_{step}")), Json::save(&phases))?;
        fs::write(corpus.join("postcard").join(format!("step_{step}")), Postcard::save(&phases))?;
        let _ = phases.step(&mut world);
        match step % 5 {
            1 | 2 => phases.interrupt(Sleep { deep: step % 2 == 0, lasts: 2 }),
            3 => phases.unshift(Note(step)),
            4 if step > 20 => world.end_tickets(),
            _ => {}
        }
    }
    Ok(())
}
