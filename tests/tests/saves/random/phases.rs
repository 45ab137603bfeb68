//! The phases of random programs.

use std::fmt;

use phase_core::prelude::*;
use serde::{Deserialize, Serialize};

use super::program::{Id, Kind, SEATS};
use super::world::{self, World};

/// What every phase holds, whatever its type. All but what it remembers follows from the number.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Body {
    pub(crate) id: Id,
    pub(crate) memory: Memory,
    key: i8,
    name: String,
    shape: Shape,
}

/// How often a phase has been called, and whom it has still to hear from.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Memory {
    pub(crate) updates: usize,
    pub(crate) answers: usize,
    pub(crate) unasked: usize,
    pub(crate) asked: [bool; SEATS],
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
enum Shape {
    None,
    One(Option<u64>),
    Two(char, f32),
    Named { numbers: Vec<i16>, pair: (bool, ()) },
}

impl Body {
    pub(crate) fn new(id: Id) -> Self {
        let shape = match id % 4 {
            0 => Shape::None,
            1 => Shape::One((id % 8 == 1).then_some(u64::MAX - u64::from(id))),
            2 => Shape::Two('é', 0.1),
            _ => Shape::Named { numbers: vec![-1; id as usize % 5], pair: (true, ()) },
        };
        let key = [0, -3, 5][id as usize % 3];
        let memory = Memory { updates: 0, answers: 0, unasked: 0, asked: [true; SEATS] };
        Self { id, memory, key, name: format!("no. {id}"), shape }
    }

    pub(crate) fn is_as_made(&self) -> bool {
        *self == Self { memory: self.memory.clone(), ..Self::new(self.id) }
    }
}

/// A phase of this test, of whichever type.
pub(crate) trait Actor:
    Waits<World = World>
    + Asks<Answer = u8>
    + Pushes<Plain>
    + Pushes<Ranked>
    + Pushes<Burn>
    + Pushes<Heal>
    + Unshifts<Plain>
    + Unshifts<Ranked>
    + Unshifts<Burn>
    + Unshifts<Heal>
    + Defers<Plain>
    + Defers<Ranked>
    + Defers<Burn>
    + Defers<Heal>
{
    fn body(&self) -> &Body;
    fn body_mut(&mut self) -> &mut Body;
}

macro_rules! actors {
    ($($(#[$attribute:meta])* $name:ident;)*) => {$(
        $(#[$attribute])*
        #[derive(Clone, Serialize, Deserialize)]
        pub(crate) struct $name(pub(crate) Body);

        impl Phase for $name {
            fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
                world::start(self, guard)
            }

            fn on_end(&mut self, world: &mut World, queue: &mut Queue<'_, Self>) {
                world::on_end(self, world, queue);
            }

            fn on_cancel(&mut self, world: &mut World) {
                world.cancelled(self.0.id);
            }

            // That it is parked a copy may count as told.
            fn on_resume(&mut self, world: &mut World) {
                world.log.push(world::Event::Resumed(self.0.id));
            }
        }

        impl Restores for $name {
            fn on_restore(&mut self, world: &mut World, ticket: Ticket) {
                world.restored(self.0.id, ticket);
            }
        }

        impl Waits for $name {
            fn update(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
                world::update(self, guard)
            }
        }

        impl Asks for $name {
            type Answer = u8;

            fn seats(&self, world: &World) -> Vec<Seat> {
                world.seats(self.0.memory.asked)
            }

            fn options(&self, _: Seat, _: &World) -> Option<Vec<u8>> {
                (self.0.id % 2 == 0).then(|| vec![0, 1, 2])
            }

            fn fallback(&self, seat: Seat, _: &World) -> Option<u8> {
                (seat != Seat::Chance).then_some(1)
            }

            fn may_revise(&self, _: Seat, _: &World) -> bool {
                self.0.id % 3 == 0
            }

            fn unasked(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
                world::unasked(self, guard)
            }

            fn answer(&mut self, seat: Seat, answer: u8, guard: EndGuard<'_, Self>) -> Flow<Self> {
                world::answer(self, seat, answer, guard)
            }
        }

        impl Actor for $name {
            fn body(&self) -> &Body {
                &self.0
            }

            fn body_mut(&mut self) -> &mut Body {
                &mut self.0
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{}{}.{}", stringify!($name), self.0.id, self.0.memory.updates)
            }
        }
    )*};
}

actors! {
    #[phase(world = World, save, clone)]
    Plain;
    #[phase(world = World, save, clone, ordered)]
    Ranked;
    #[phase(world = World, save, clone, ordered(Triggers))]
    Burn;
    #[phase(world = World, save, clone, ordered(Triggers))]
    Heal;
}

/// Phases of two types in one order.
pub(crate) struct Triggers;

impl OrderGroup for Triggers {
    type Key = i8;
}

macro_rules! ordered {
    ($($name:ident)*) => {$(
        impl Ordered for $name {
            type Key = i8;

            fn key(&self, _: &World) -> i8 {
                self.0.key
            }
        }
    )*};
}

ordered! { Ranked Burn Heal }

/// `$body`, with the type of a kind under the name of `$type`.
macro_rules! by_kind {
    ($kind:expr, $type:ident => $body:expr) => {
        match $kind {
            Kind::Plain => {
                use $crate::random::phases::Plain as $type;
                $body
            }
            Kind::Ranked => {
                use $crate::random::phases::Ranked as $type;
                $body
            }
            Kind::Burn => {
                use $crate::random::phases::Burn as $type;
                $body
            }
            Kind::Heal => {
                use $crate::random::phases::Heal as $type;
                $body
            }
        }
    };
}
pub(crate) use by_kind;

/// The number of a phase.
pub(crate) fn id_of(phase: PhaseRef<'_>) -> Id {
    [Kind::Plain, Kind::Ranked, Kind::Burn, Kind::Heal]
        .into_iter()
        .find_map(|kind| by_kind!(kind, P => phase.downcast_ref::<P>().map(|phase| phase.0.id)))
        .expect("there are no others")
}
