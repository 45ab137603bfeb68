//! The phases of the double battle, and how they queue each other, on one page.
//!
//! [`flow`] and a call of [`write_catalogue`](phase_tools::write_catalogue) is all that a page takes; [`cli`] is the
//! command line around them.

pub mod cli;

use std::path::Path;

use phase_core::prelude::*;
use phase_examples::double_battle::battle::Battle;
use phase_examples::double_battle::game::Game;
use phase_examples::double_battle::phases::{MoveEffectPhase, TurnStartPhase};
use phase_examples::double_battle::scenario::Scenario;
use phase_tools::{Graph, Trace, graph};

/// How the phases of the double battle queue each other.
#[must_use]
pub fn flow() -> Graph {
    // A move may be repeated by another creature, but what is repeated is not repeated once more.
    graph(registry().of::<Battle>()).rooted_at::<TurnStartPhase>().bounded_at::<MoveEffectPhase>()
}

/// The same, with how often each edge was taken in a long battle.
///
/// # Panics
///
/// If that battle, which comes with the example, does not end as it should.
#[must_use]
pub fn played() -> Graph {
    let text = include_str!("../double_battle/scenarios/long_battle.toml");
    let Ok(Scenario { battle, .. }) = Scenario::parse(Path::new("long_battle.toml"), text) else {
        panic!("a scenario that comes with the example can be read")
    };
    let (trace, mut game) = (Trace::new().names_only(), Game::new(battle));
    trace.attach(&mut game.phases);
    while game.run().expect("the battle goes well") == RunStatus::Waiting {}
    flow().observe(&trace)
}
