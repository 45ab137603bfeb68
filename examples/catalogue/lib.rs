//! The phases of the double battle, and how they queue each other, on one page.
//!
//! [`flow`] and a call of [`write_catalogue`](phase_tools::write_catalogue) is all that a page takes; [`cli`] is the
//! command line around them.

pub mod cli;

use phase_core::prelude::*;
use phase_examples::double_battle::battle::Battle;
use phase_examples::double_battle::phases::{MoveEffectPhase, TurnStartPhase};
use phase_tools::{Graph, graph};

/// How the phases of the double battle queue each other.
#[must_use]
pub fn flow() -> Graph {
    // A move may be repeated by another creature, but what is repeated is not repeated once more.
    graph(registry().of::<Battle>()).rooted_at::<TurnStartPhase>().bounded_at::<MoveEffectPhase>()
}
