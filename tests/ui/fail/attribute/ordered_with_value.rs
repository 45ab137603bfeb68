use phase_core::prelude::*;

pub struct Triggers;

impl OrderGroup for Triggers {
    type Key = u32;
}

#[phase(ordered = Triggers)]
#[derive(Debug)]
pub struct BurnPhase(u32);

#[phase(ordered())]
#[derive(Debug)]
pub struct HealPhase(u32);

#[phase(ordered(Triggers, Others))]
#[derive(Debug)]
pub struct DrawPhase(u32);

#[phase(ordered["Triggers"])]
#[derive(Debug)]
pub struct EndPhase(u32);
fn main() {}
