//! What commands want of a manager and its world.

use bevy_ecs::change_detection::DetectChangesMut;
use bevy_ecs::entity::Entity;
use bevy_ecs::world::World;
use phase_core::{AnyPhase, BoxError, Inbox, PhaseManager, RunError, Seat};

use crate::chain::Chain;
use crate::events::{AnswerRefused, PhaseFailed};
use crate::phases::{Phases, sent};
use crate::taken::Taken;

/// A call on a manager and its world. Made at once, or, while phases run, as soon as the running one has ended.
pub(crate) type Call<W> = Box<dyn FnOnce(&mut PhaseManager<W>, &mut W) -> Result<(), News> + Send + Sync>;

/// What has to be told of a call.
pub(crate) enum News {
    Failed(RunError),
    Refused { seat: Seat, error: BoxError },
}

impl News {
    pub(crate) fn tell(self, ecs: &mut World, entity: Entity) {
        match self {
            Self::Failed(error) => {
                log::error!("{entity}: {}", Chain(&error));
                ecs.trigger(PhaseFailed { entity, error });
            }
            Self::Refused { seat, error } => ecs.trigger(AnswerRefused { entity, seat, error }),
        }
        ecs.flush();
    }
}

/// Makes a call on the phases of an entity, or leaves it to whoever runs them. Gives it back if there are none.
pub(crate) fn call<W: Send + Sync + 'static>(
    ecs: &mut World,
    entity: Entity,
    call: Call<W>,
) -> Result<(), Call<W>> {
    let Some(mut phases) = ecs.get_mut::<Phases<W>>(entity) else { return Err(call) };
    let phases = phases.bypass_change_detection();
    phases.calls.push_back(call);
    if phases.game.is_none() {
        phases.signal.set_called();
        return Ok(());
    }
    make_calls::<W>(ecs, entity);
    Ok(())
}

/// Where a phase is queued: a method of the inbox.
pub(crate) type Door<W> = fn(&Inbox<W>, AnyPhase<W>) -> Result<(), AnyPhase<W>>;

/// Queues a phase on an entity. Gives it back if there are no phases.
pub(crate) fn queue<W: Send + Sync + 'static>(
    ecs: &mut World,
    entity: Entity,
    phase: AnyPhase<W>,
    door: Door<W>,
) -> Result<(), AnyPhase<W>> {
    let Some(mut phases) = ecs.get_mut::<Phases<W>>(entity) else { return Err(phase) };
    let phases = phases.bypass_change_detection();
    if phases.calls.is_empty() {
        sent(door(phases.inbox(), phase));
        return Ok(());
    }
    // A call that waits may drop what is queued, and this came after it.
    let inbox = phases.inbox().clone();
    phases.calls.push_back(Box::new(move |manager, _| {
        sent(door(&inbox, phase));
        manager.receive();
        Ok(())
    }));
    Ok(())
}

/// Makes the calls that wait.
pub(crate) fn make_calls<W: Send + Sync + 'static>(ecs: &mut World, entity: Entity) {
    let Some(mut taken) = Taken::<W>::out_of(ecs, entity) else { return };
    let mut news = Vec::new();
    while let Some(call) = taken.next_call() {
        let Some((game, ecs)) = taken.parts() else { break };
        game.manager.receive();
        if let Err(what) = game.with(ecs, call) {
            news.push(what);
        }
        ecs.flush();
    }
    drop(taken);
    for what in news {
        what.tell(ecs, entity);
    }
}
