use phase_core::AnyAnswer;
use phase_core::prelude::*;

mod phases;
use phases::{Battle, Command, CommandPhase};

pub fn flee(phases: &mut PhaseManager<Battle>, battle: &mut Battle) {
    let flee = AnyAnswer::new(Command::Flee);
    let _ = phases.answer::<CommandPhase>(battle, Seat::Player(0), flee);
}
fn main() {}
