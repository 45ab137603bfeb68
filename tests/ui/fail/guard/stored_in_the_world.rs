use phase_core::prelude::*;

pub struct Battle { kept: Option<EndGuard<'static, MovePhase>> }

#[phase(world = Battle)]
#[derive(Debug)]
pub struct MovePhase;

fn keep(battle: &mut Battle, guard: EndGuard<'_, MovePhase>) {
    battle.kept = Some(guard);
}

fn main() {}
