//! Who has still to be told a question.

use bevy_ecs::entity::Entity;
use bevy_ecs::world::World;
use phase_core::{PhaseManager, Seat};

use crate::events::PhaseAsks;
use crate::phases::Phases;
use crate::rounds::Rounds;
use crate::taken::Taken;

/// Who has been told which question.
#[derive(Debug, Default)]
pub(crate) struct Told {
    number: u64,
    seats: Vec<Seat>,
}

/// Tells each seat that is asked and has not been told yet.
pub(crate) fn tell_question<W: Send + Sync + 'static>(ecs: &mut World, entity: Entity, rounds: &mut Rounds) {
    // One after the other, since an observer may answer, and so change who is asked what.
    while rounds.are_left() {
        let Some(asks) = next_to_tell::<W>(ecs, entity) else { return };
        rounds.take_one();
        ecs.trigger(asks);
        ecs.flush();
    }
}

/// Whether a phase asks.
pub(crate) fn asks<W: Send + Sync + 'static>(ecs: &World, entity: Entity) -> bool {
    let phases = ecs.get::<Phases<W>>(entity);
    phases.and_then(Phases::manager).and_then(PhaseManager::question).is_some()
}

fn next_to_tell<W: Send + Sync + 'static>(ecs: &mut World, entity: Entity) -> Option<PhaseAsks> {
    let mut taken = Taken::<W>::out_of(ecs, entity)?;
    let (game, ecs) = taken.parts()?;
    let mut told = std::mem::take(&mut game.told);
    let asks = game.with(ecs, |manager, world| look(manager, world, entity, &mut told));
    game.told = told;
    asks
}

fn look<W: 'static>(
    manager: &PhaseManager<W>,
    world: &W,
    entity: Entity,
    told: &mut Told,
) -> Option<PhaseAsks> {
    let question = manager.question()?;
    let number = question.number();
    if told.number != number {
        *told = Told { number, seats: Vec::new() };
    }
    let seat = question.seats(world).into_iter().find(|seat| !told.seats.contains(seat))?;
    told.seats.push(seat);
    Some(PhaseAsks {
        entity,
        phase: question.name(),
        number,
        seat,
        options: question.options(seat, world),
        fallback: question.fallback(seat, world),
    })
}
