//! Steps that own text.

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
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Move {
    user: String,
    target: u32,
}

#[phase(world = World, save, clone)]
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Effect {
    user: String,
    power: Option<u8>,
}

#[phase(world = World, save, clone)]
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Faint(String);

#[phase(world = World, save, clone)]
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct End {
    line: String,
}

only_end!(Move, Effect, Faint, End);

impl Steps for Step {
    const KIND: &'static str = "owned";
    type World = World;

    fn nth(number: u32) -> Self {
        let name = format!("creature no. {number}");
        match number % 4 {
            0 => Self::Move(Move { user: name, target: number + 1 }),
            1 => Self::Effect(Effect { user: name, power: number.try_into().ok() }),
            2 => Self::Faint(Faint(name)),
            _ => Self::End(End { line: name }),
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
