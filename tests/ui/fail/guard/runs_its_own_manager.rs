use phase_core::prelude::*;

#[derive(Default)]
pub struct Battle { phases: PhaseManager<Battle> }

fn main() {
    let mut battle = Battle::default();
    let _ = battle.phases.run(&mut battle);
}
