use phase_core::prelude::*;

pub struct Battle;
pub struct Field;

#[phase(world = Field)]
#[derive(Debug)]
pub struct WalkPhase;
impl Phase for WalkPhase { fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> { guard.end() } }
#[phase(world = Battle)]
#[derive(Debug)]
pub struct MovePhase;

fn walk(queue: &mut Queue<'_, MovePhase>) { queue.unshift(WalkPhase); }
fn main() {}
