//! A game on its way out of its component and back.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::thread;

use bevy_ecs::change_detection::DetectChangesMut;
use bevy_ecs::entity::Entity;
use bevy_ecs::world::World;
use phase_core::{RunError, RunStatus};

use crate::call::Call;
use crate::driven::set_driven;
use crate::game::{Game, flush};
use crate::give_up::give_up;
use crate::phases::Phases;
use crate::questions::Told;
use crate::signal::Signal;

/// Holds a game that was taken out, so that its phases may have all of the world. When it is dropped, also by a panic,
/// the game goes back to where it belongs, or is given up if that is gone.
pub(crate) struct Taken<'w, W: Send + Sync + 'static> {
    pub(crate) ecs: &'w mut World,
    entity: Entity,
    game: Option<Box<Game<W>>>,
    signal: Arc<Signal>,
    driven_before: Option<Entity>,
}

impl<'w, W: Send + Sync + 'static> Taken<'w, W> {
    /// `None` if the entity has no such phases, or they run.
    pub(crate) fn out_of(ecs: &'w mut World, entity: Entity) -> Option<Self> {
        let mut phases = ecs.get_mut::<Phases<W>>(entity)?;
        let phases = phases.bypass_change_detection();
        let game = phases.game.take()?;
        let signal = Arc::clone(&phases.signal);
        let driven_before = set_driven(ecs, Some(entity));
        Some(Self { ecs, entity, game: Some(game), signal, driven_before })
    }

    /// Whether the component has been taken off since.
    pub(crate) fn is_gone(&self) -> bool {
        self.signal.is_gone()
    }

    /// The next of the calls that have come, as long as the component is there.
    pub(crate) fn next_call(&mut self) -> Option<Call<W>> {
        if self.is_gone() {
            return None;
        }
        let call = self.ecs.get_mut::<Phases<W>>(self.entity)?.bypass_change_detection().calls.pop_front();
        if call.is_none() {
            self.signal.unset_called();
        }
        call
    }

    /// Has the seats of the next question told, even if it is one that they were told before.
    pub(crate) fn forget_told(&mut self) {
        if let Some(game) = self.game.as_deref_mut() {
            game.told = Told::default();
        }
    }

    /// The game, and the engine's world.
    pub(crate) fn parts(&mut self) -> Option<(&mut Game<W>, &mut World)> {
        Some((self.game.as_deref_mut()?, self.ecs))
    }

    /// Runs phases until they come to rest, fail, or have to give way; says also how many have ended.
    pub(crate) fn run(&mut self) -> Option<(Result<RunStatus, RunError>, usize)> {
        let signal = Arc::clone(&self.signal);
        let (game, ecs) = self.parts()?;
        let mut ended = 0;
        let came_to = game.with(ecs, |manager, world| {
            manager.run_with(world, |world| {
                ended += 1;
                flush(world);
                // A halt that the phase has asked for would be lost by that: what has been called is made, and the
                // phases go on.
                if signal.is_given() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            })
        });
        ecs.flush();
        Some((came_to, ended))
    }
}

impl<W: Send + Sync + 'static> Drop for Taken<'_, W> {
    fn drop(&mut self) {
        let Self { ecs, entity, game, signal, driven_before } = self;
        let (entity, Some(mut game)) = (*entity, game.take()) else { return };
        set_driven(ecs, *driven_before);
        if !signal.is_gone() {
            if let Some(mut phases) = ecs.get_mut::<Phases<W>>(entity) {
                phases.bypass_change_detection().game = Some(game);
            }
        } else if thread::panicking() {
            // What is given up here could panic as well, which nothing survives.
            ecs.commands().queue(move |ecs: &mut World| give_up(&mut game, ecs, entity));
        } else {
            give_up(&mut game, ecs, entity);
        }
    }
}
