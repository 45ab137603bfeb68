//! A game that a save of a few bytes can make do anything.

use phase_core::prelude::*;
use serde::{Deserialize, Serialize};

/// How many phases may still be queued by phases, in one game.
const MOST_QUEUED: usize = 200;

/// What the phases act on.
#[derive(Debug, Default)]
pub struct World {
    /// What was called, and on which phase.
    pub log: Vec<String>,
    /// Those of the phases that sleep.
    pub tickets: Vec<Ticket>,
}

impl World {
    /// Ends all phases that sleep deeply.
    pub fn end_tickets(&mut self) {
        for ticket in self.tickets.drain(..) {
            // Those of phases that were cancelled are stale.
            let _ = ticket.end();
        }
    }

    fn note(&mut self, what: &str, phase: &dyn std::fmt::Debug) {
        self.log.push(format!("{what} {phase:?}"));
    }
}

/// Does nothing.
#[phase(world = World, save, clone)]
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Note(pub u32);

impl Phase for Note {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.world.note("start", self);
        guard.end()
    }
}

/// Holds data of many kinds.
#[phase(world = World, save(alias = "Text"), clone)]
#[derive(Debug, Clone, Serialize, Deserialize)]
pub enum Message {
    /// Says nothing.
    Silence,
    /// Says something.
    Words {
        /// What is said.
        text: String,
        /// By whom.
        speaker: Option<(char, i64)>,
    },
    /// Says something that nobody understands.
    Bytes(Vec<u8>, [bool; 3]),
}

impl Phase for Message {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.world.note("start", self);
        if matches!(self, Self::Silence) { guard.fail("nothing to say") } else { guard.end() }
    }
}

/// A level of deep data.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub enum Layer<T> {
    /// Nothing below.
    Empty,
    /// More below.
    Filled(T),
    /// More below, by name.
    Named {
        /// What is below.
        core: T,
    },
    /// Several below.
    Several(Vec<T>),
}

type Four<T> = Layer<Layer<Layer<Layer<T>>>>;

/// Holds deep data, but no deeper than its type: an error inside passes through every level.
#[phase(world = World, save, clone)]
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Onion(pub Four<Four<Four<u8>>>);

impl Phase for Onion {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.world.note("start", self);
        guard.end()
    }
}

/// Waits for so many updates, or for its ticket if that comes first.
#[phase(world = World, save, clone)]
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Sleep {
    /// Whether it has a ticket.
    pub deep: bool,
    /// After how many updates it ends by itself.
    pub lasts: u8,
}

impl Phase for Sleep {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.world.note("start", self);
        if self.deep { guard.suspend(|world, ticket| world.tickets.push(ticket)) } else { guard.wait() }
    }

    fn on_end(&mut self, world: &mut World, queue: &mut Queue<'_, Self>) {
        world.note("end", self);
        queue.defer(Note(u32::from(self.lasts)));
    }

    fn on_cancel(&mut self, world: &mut World) {
        world.note("cancel", self);
    }
}

impl Restores for Sleep {
    fn on_restore(&mut self, world: &mut World, ticket: Ticket) {
        world.note("restore", self);
        if self.deep {
            world.tickets.push(ticket);
        }
    }
}

impl Waits for Sleep {
    fn update(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.world.note("update", self);
        if let Some(lasts) = self.lasts.checked_sub(1) {
            self.lasts = lasts;
            guard.unshift(Note(1));
            guard.wait()
        } else {
            guard.end()
        }
    }
}

/// What a spell does.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub enum Plan {
    /// Pushes a note.
    Push(u32),
    /// Unshifts a phase that goes by speed.
    Hurry(i8),
    /// Defers a spell that does nothing.
    Echo,
    /// Unshifts a phase that sleeps.
    Sleep(bool, u8),
    /// Clears the tree.
    Clear,
    /// Halts.
    Halt,
    /// Takes all notes out.
    Silence,
}

/// Does what it says.
#[phase(world = World, save, clone)]
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Spell {
    /// What it does.
    pub plans: Vec<Plan>,
}

impl Phase for Spell {
    fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.world.note("start", self);
        for plan in &self.plans {
            if guard.queue.len() > MOST_QUEUED {
                break;
            }
            match *plan {
                Plan::Push(number) => guard.push(Note(number)),
                Plan::Hurry(speed) => guard.unshift(Speed { speed }),
                Plan::Echo => guard.defer(Self { plans: vec![] }),
                Plan::Sleep(deep, lasts) => guard.unshift(Sleep { deep, lasts }),
                Plan::Clear => guard.queue.clear(),
                Plan::Halt => guard.queue.halt(),
                Plan::Silence => drop(guard.queue.remove_all::<Note>(|_| true)),
            }
        }
        guard.end()
    }
}

/// Goes by speed.
#[phase(world = World, save, clone, ordered)]
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Speed {
    /// The highest goes first.
    pub speed: i8,
}

impl Phase for Speed {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.world.note("start", self);
        guard.end()
    }
}

impl Ordered for Speed {
    type Key = i8;

    fn key(&self, _: &World) -> i8 {
        self.speed
    }
}
