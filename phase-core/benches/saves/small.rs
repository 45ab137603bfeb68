//! Steps that hold a few numbers.

use phase_core::prelude::*;
use serde::{Deserialize, Serialize};

use crate::Steps;

pub(crate) struct World;

#[derive(Clone, Serialize, Deserialize)]
pub(crate) enum Step {
    Move(Move),
    Effect(Effect),
    Faint(Faint),
    End(End),
}

#[phase(world = World, save, clone)]
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub(crate) struct Move {
    user: u32,
    target: u32,
}

#[phase(world = World, save, clone)]
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub(crate) struct Effect {
    user: u32,
    power: Option<u8>,
}

#[phase(world = World, save, clone)]
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub(crate) struct Faint(u32);

#[phase(world = World, save, clone)]
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub(crate) struct End;

only_end!(Move, Effect, Faint, End);

impl Steps for Step {
    const KIND: &'static str = "small";
    type World = World;

    fn nth(number: u32) -> Self {
        match number % 4 {
            0 => Self::Move(Move { user: number, target: number + 1 }),
            1 => Self::Effect(Effect { user: number, power: number.try_into().ok() }),
            2 => Self::Faint(Faint(number)),
            _ => Self::End(End),
        }
    }

    fn push_onto(self, phases: &mut PhaseManager<World>) {
        match self {
            Self::Move(phase) => phases.push(phase),
            Self::Effect(phase) => phases.push(phase),
            Self::Faint(phase) => phases.push(phase),
            Self::End(phase) => phases.push(phase),
        }
    }
}
