use phase_core::prelude::*;

mod phases;
use phases::{Command, CommandPhase};

pub struct Field;

pub fn flee(phases: &mut PhaseManager<Field>, field: &mut Field) {
    let _ = phases.answer::<CommandPhase>(field, Seat::Player(0), Command::Flee);
}
fn main() {}
