//! The steps of the show.

use phase_core::prelude::*;

use super::stage::{Actor, FRAMES, Motion, Stage, WIDTH};
use super::timer::Timer;

/// The show, from the first line to the last.
#[phase(world = Stage, unshifts(CaptionPhase, TweenPhase))]
#[derive(Debug)]
pub struct ShowPhase;

impl Phase for ShowPhase {
    fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.unshift(CaptionPhase("A moth sees a lamp."));
        guard.unshift(TweenPhase { actor: Actor::Moth, to: WIDTH - 1 });
        guard.unshift(CaptionPhase("So does a snail."));
        guard.unshift(TweenPhase { actor: Actor::Snail, to: WIDTH - 2 });
        guard.unshift(CaptionPhase("The lamp goes out."));
        guard.unshift(TweenPhase { actor: Actor::Moth, to: 0 });
        guard.end()
    }
}

/// Says what is to be seen next.
#[phase(world = Stage, leaf)]
#[derive(Debug)]
pub struct CaptionPhase(pub &'static str);

impl Phase for CaptionPhase {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.world.say(self.0);
        guard.end()
    }
}

/// Moves an actor, for as long as a timer says.
#[phase(world = Stage, leaf)]
#[derive(Debug)]
pub struct TweenPhase {
    /// Who moves.
    pub actor: Actor,
    /// The place to go to.
    pub to: usize,
}

impl Phase for TweenPhase {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        let &mut Self { actor, to } = self;
        guard.suspend(|stage, ticket| {
            let (timer, frames) = Timer::start(FRAMES, stage.pause, ticket);
            stage.timers.push((actor, timer));
            stage.motion = Some(Motion { actor, from: stage.place(actor), to, drawn: 0, frames });
        })
    }

    fn on_end(&mut self, stage: &mut Stage, _: &mut Queue<'_, Self>) {
        stage.motion = None;
    }

    /// Whoever skips an animation still wants to see what it leads to.
    fn on_cancel(&mut self, stage: &mut Stage) {
        stage.motion = None;
        stage.put(self.actor, self.to);
        stage.say(format!("  (Skipped: the {} is at {} at once.)", self.actor, self.to));
    }
}
