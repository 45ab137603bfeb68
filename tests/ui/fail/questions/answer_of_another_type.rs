use phase_core::prelude::*;

mod phases;
use phases::{Battle, CommandPhase};

pub fn flee(phases: &mut PhaseManager<Battle>, battle: &mut Battle) {
    let _ = phases.answer::<CommandPhase>(battle, Seat::Player(0), "flee");
}
fn main() {}
