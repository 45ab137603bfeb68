//! The phases of random programs.

use std::fmt;

use phase_core::prelude::*;
use serde::{Deserialize, Serialize};

use super::program::Id;
use super::world::{self, World};

/// What every phase holds, whatever its type. All but the updates follows from the number.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Body {
    pub(crate) id: Id,
    pub(crate) updates: usize,
    key: i8,
    name: String,
    shape: Shape,
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
        Self { id, updates: 0, key, name: format!("no. {id}"), shape }
    }

    pub(crate) fn is_as_made(&self) -> bool {
        *self == Self { updates: self.updates, ..Self::new(self.id) }
    }
}

/// A phase of this test, of whichever type.
pub(crate) trait Actor:
    Waits<World = World>
    + Pushes<Plain>
    + Pushes<Ranked>
    + Unshifts<Plain>
    + Unshifts<Ranked>
    + Defers<Plain>
    + Defers<Ranked>
{
    fn body(&mut self) -> &mut Body;
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

        impl Actor for $name {
            fn body(&mut self) -> &mut Body {
                &mut self.0
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{}{}.{}", stringify!($name), self.0.id, self.0.updates)
            }
        }
    )*};
}

actors! {
    #[phase(world = World, save, clone)]
    Plain;
    #[phase(world = World, save, clone, ordered)]
    Ranked;
}

impl Ordered for Ranked {
    type Key = i8;

    fn key(&self, _: &World) -> i8 {
        self.0.key
    }
}
