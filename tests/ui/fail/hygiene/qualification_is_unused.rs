//! Control: the lint that the expansion must not trip finds the same path where a person writes it.
#![deny(unused_qualifications)]
use phase_core::{PhaseInfo, phase};

#[phase]
#[derive(Debug)]
pub struct MovePhase;

fn main() {
    assert_eq!(<MovePhase as phase_core::PhaseInfo>::NAME, "MovePhase");
    assert_eq!(<MovePhase as PhaseInfo>::NAME, "MovePhase");
}
