mod phases;
use phase_core::prelude::*;
use phases::*;

/// Puts a phase at the end of the turn, for whoever declares that it does so.
fn after_turn<P: Phase<World = ()>>(mut turn: Scope<'_, P>) {
    turn.defer(FaintPhase);
}

fn main() {}
