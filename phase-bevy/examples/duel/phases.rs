//! The steps of the duel.

use bevy_ecs::prelude::*;
use phase_bevy::prelude::*;

use super::animation::{Animation, Motion};
use super::{Fighter, FramesAStep, say};

/// What a fighter can do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Command {
    Strike,
    Guard,
}

/// Each fighter is asked what to do.
#[phase(world = World, pushes(CommandPhase))]
#[derive(Debug)]
pub(crate) struct TurnPhase;

impl Phase for TurnPhase {
    fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        let mut fighters: Vec<_> =
            guard.world.query::<(Entity, &Fighter)>().iter(guard.world).map(|(e, f)| (f.seat, e)).collect();
        fighters.sort();
        for (seat, fighter) in fighters {
            guard.push(CommandPhase { seat, fighter });
        }
        guard.end()
    }
}

/// A fighter is asked what to do, and does it.
#[phase(world = World, asks, unshifts(StrikePhase))]
#[derive(Debug)]
pub(crate) struct CommandPhase {
    seat: Seat,
    fighter: Entity,
}

impl Asks for CommandPhase {
    type Answer = Command;

    fn seats(&self, world: &World) -> Vec<Seat> {
        world.get::<Fighter>(self.fighter).map(|_| self.seat).into_iter().collect()
    }

    fn options(&self, _: Seat, _: &World) -> Option<Vec<Command>> {
        Some(vec![Command::Strike, Command::Guard])
    }

    fn answer(&mut self, _: Seat, command: Command, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        let fighter = self.fighter;
        let other = guard.world.query::<(Entity, &Fighter)>().iter(guard.world).find(|(e, _)| *e != fighter);
        let other = other.map(|(entity, _)| entity);
        if let Some(mut fighter) = guard.world.get_mut::<Fighter>(fighter) {
            fighter.is_guarding = command == Command::Guard;
            let text = format!("{} {}", fighter.name, if fighter.is_guarding { "guards" } else { "strikes" });
            say(guard.world, text);
        }
        if let (Command::Strike, Some(target)) = (command, other) {
            guard.unshift(StrikePhase { fighter, target });
        }
        guard.end()
    }

    // The fighter has fallen in the meantime.
    fn unasked(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.end()
    }
}

/// A fighter strikes another.
#[phase(world = World, unshifts(MotionPhase, HitPhase))]
#[derive(Debug)]
struct StrikePhase {
    fighter: Entity,
    target: Entity,
}

impl Phase for StrikePhase {
    fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        let Some(fighter) = guard.world.get::<Fighter>(self.fighter) else { return guard.end() };
        let power = fighter.power;
        guard.unshift(MotionPhase::new(self.fighter, Motion::Lunge));
        guard.unshift(HitPhase { target: self.target, power });
        guard.end()
    }
}

/// A fighter is hit.
#[phase(world = World, unshifts(MotionPhase), defers(FaintPhase))]
#[derive(Debug)]
struct HitPhase {
    target: Entity,
    power: u32,
}

impl Phase for HitPhase {
    fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        let Some(mut target) = guard.world.get_mut::<Fighter>(self.target) else { return guard.end() };
        let damage = if target.is_guarding { self.power / 2 } else { self.power };
        target.hp = target.hp.saturating_sub(damage);
        let (name, hp) = (target.name, target.hp);
        say(guard.world, format!("{name} loses {damage} hp, {hp} left"));
        guard.unshift(MotionPhase::new(self.target, Motion::Flash));
        if hp == 0 {
            guard.defer(FaintPhase { fighter: self.target });
        }
        guard.end()
    }
}

/// A fighter falls, and with that the duel is over.
#[phase(world = World, unshifts(MotionPhase), defers(FarewellPhase))]
#[derive(Debug)]
struct FaintPhase {
    fighter: Entity,
}

impl Phase for FaintPhase {
    fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.queue.finish();
        guard.unshift(MotionPhase::new(self.fighter, Motion::Fall));
        guard.defer(FarewellPhase { fighter: self.fighter });
        guard.end()
    }
}

/// A fighter leaves the field.
#[phase(world = World, leaf)]
#[derive(Debug)]
struct FarewellPhase {
    fighter: Entity,
}

impl Phase for FarewellPhase {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        if let Some(fighter) = guard.world.get::<Fighter>(self.fighter) {
            let text = format!("{} has lost the duel", fighter.name);
            say(guard.world, text);
            guard.world.despawn(self.fighter);
        }
        guard.end()
    }
}

/// Shows a fighter in motion, and waits until that is over.
#[phase(world = World, leaf)]
#[derive(Debug)]
struct MotionPhase {
    fighter: Entity,
    motion: Motion,
    animation: Option<Entity>,
}

impl MotionPhase {
    fn new(fighter: Entity, motion: Motion) -> Self {
        Self { fighter, motion, animation: None }
    }

    fn remove(&self, world: &mut World) {
        if let Some(animation) = self.animation.and_then(|animation| world.get_entity_mut(animation).ok()) {
            animation.despawn();
        }
    }
}

impl Phase for MotionPhase {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        let &mut Self { fighter, motion, .. } = self;
        let frames = motion.steps() * guard.world.resource::<FramesAStep>().0;
        let animation = guard.world.spawn(Animation { fighter, motion, left: frames, frames }).id();
        self.animation = Some(animation);
        guard.suspend_on(animation)
    }

    fn on_end(&mut self, world: &mut World, _: &mut Queue<'_, Self>) {
        self.remove(world);
    }

    fn on_cancel(&mut self, world: &mut World) {
        self.remove(world);
    }
}
