//! The driver: runs the phases of one entity up to where they rest.

use bevy_ecs::change_detection::DetectChangesMut;
use bevy_ecs::entity::Entity;
use bevy_ecs::world::World;
use phase_core::{PhaseManager, RunError, RunStatus};

use crate::call::{News, make_calls};
use crate::chain::Chain;
use crate::events::{PhasesHalted, PhasesIdle};
use crate::phases::Phases;
use crate::questions::{asks, tell_question};
use crate::rounds::Rounds;
use crate::taken::Taken;

/// Runs the phases of an entity until they wait, ask or halt, or nothing is left, as
/// [`PhasePlugin`](crate::PhasePlugin) does once a frame; says what they came to.
///
/// For what runs outside of frames: tests, a server, a game that is played to its end at once. Each call is a frame to
/// phases that wait.
///
/// `None` if the entity has no such phases, has lost them on the way, if they are paused, or run already: a phase can't
/// run the phases that it is one of. `None` as well if they have not come to rest: a limit was reached, or they have
/// failed or been commanded a hundred times.
///
/// # Examples
///
/// ```
/// # use bevy_ecs::prelude::*;
/// # use phase_bevy::prelude::*;
/// # #[phase(world = World)]
/// # #[derive(Debug)]
/// # struct HitPhase;
/// # impl Phase for HitPhase {
/// #     fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> { guard.end() }
/// # }
/// let mut world = World::new();
/// let battle = world.spawn(Phases::starting_with(HitPhase)).id();
/// assert_eq!(drive::<World>(&mut world, battle), Some(RunStatus::Idle));
/// ```
pub fn drive<W: Send + Sync + 'static>(ecs: &mut World, entity: Entity) -> Option<RunStatus> {
    let mut rounds = Rounds::of_a_frame();
    // What was commanded before may be about these phases.
    ecs.flush();
    loop {
        if ecs.get::<Phases<W>>(entity)?.is_paused() {
            return None;
        }
        let mut taken = Taken::<W>::out_of(ecs, entity)?;
        let (came_to, ended) = taken.run()?;
        if taken.is_gone() {
            if let Err(error) = came_to {
                log::error!("{entity}, which is gone: {}", Chain(&error));
            }
            return None;
        }
        // An interrupt has been on top of a question that stood before.
        if ended > 0 || !matches!(came_to, Ok(RunStatus::Asking)) {
            taken.forget_told();
        }
        drop(taken);
        let mut phases = ecs.get_mut::<Phases<W>>(entity)?;
        let was_called = !phases.calls.is_empty();
        if ended > 0 || was_called || came_to.is_err() {
            phases.is_idle_news = true;
        }
        match came_to {
            Err(error) => {
                let is_limit = see_to_limit(&mut phases, &error);
                News::Failed(error).tell(ecs, entity);
                make_calls::<W>(ecs, entity);
                rounds.take_one();
                if is_limit || !rounds.are_left() {
                    return None;
                }
            }
            Ok(status) if was_called => {
                make_calls::<W>(ecs, entity);
                rounds.take_one();
                // It has had its update, and another run would give it one more.
                if status == RunStatus::Waiting && waits::<W>(ecs, entity) {
                    let mut phases = ecs.get_mut::<Phases<W>>(entity)?;
                    if phases.status != Some(status) || ended > 0 {
                        phases.status = Some(status);
                    }
                    return Some(status);
                }
                if !rounds.are_left() {
                    return None;
                }
            }
            Ok(status) => {
                let before = phases.status;
                if before != Some(status) || ended > 0 {
                    phases.status = Some(status);
                }
                if before.is_some_and(|before| before != status) {
                    phases.is_idle_news = true;
                }
                if status == RunStatus::Asking {
                    tell_question::<W>(ecs, entity, &mut rounds);
                    if !asks::<W>(ecs, entity) && rounds.are_left() {
                        continue;
                    }
                }
                tell_status::<W>(ecs, entity, status);
                return Some(status);
            }
        }
    }
}

/// Whether a phase waits.
fn waits<W: Send + Sync + 'static>(ecs: &World, entity: Entity) -> bool {
    let manager = ecs.get::<Phases<W>>(entity).and_then(Phases::manager);
    manager.and_then(PhaseManager::current).is_some() && !asks::<W>(ecs, entity)
}

/// What can't go on by itself is paused.
fn see_to_limit<W: Send + Sync + 'static>(phases: &mut Phases<W>, error: &RunError) -> bool {
    match error {
        RunError::ChainLimit { .. } => {
            phases.pause();
            true
        }
        RunError::StartLimit { .. } => true,
        _ => false,
    }
}

fn tell_status<W: Send + Sync + 'static>(ecs: &mut World, entity: Entity, status: RunStatus) {
    match status {
        RunStatus::Idle if take_idle_news::<W>(ecs, entity) => ecs.trigger(PhasesIdle { entity }),
        RunStatus::Halted => ecs.trigger(PhasesHalted { entity }),
        RunStatus::Idle | RunStatus::Waiting | RunStatus::Asking => return,
    }
    ecs.flush();
}

fn take_idle_news<W: Send + Sync + 'static>(ecs: &mut World, entity: Entity) -> bool {
    let Some(mut phases) = ecs.get_mut::<Phases<W>>(entity) else { return false };
    std::mem::take(&mut phases.bypass_change_detection().is_idle_news)
}
