//! The real phases: one type that runs as it is queued, two that run by priority, and two in one order.

use std::cmp::Reverse;
use std::fmt;

use phase_core::prelude::*;

use crate::world::{self, Body, World};

/// A phase of this test, of whichever type.
pub(crate) trait Actor:
    Waits<World = World>
    + Asks<Answer: From<u8>>
    + Pushes<Plain>
    + Pushes<High>
    + Pushes<Low>
    + Pushes<Burn>
    + Pushes<Heal>
    + Unshifts<Plain>
    + Unshifts<High>
    + Unshifts<Low>
    + Unshifts<Burn>
    + Unshifts<Heal>
    + Defers<Plain>
    + Defers<High>
    + Defers<Low>
    + Defers<Burn>
    + Defers<Heal>
{
    fn new(body: Body) -> Self;
    fn body(&self) -> &Body;
    fn body_mut(&mut self) -> &mut Body;
}

macro_rules! actors {
    ($($(#[$attribute:meta])* $name:ident of $answer:ty;)*) => {$(
        $(#[$attribute])*
        pub(crate) struct $name(pub(crate) Body);

        impl Phase for $name {
            fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
                world::start(self, guard)
            }

            fn on_end(&mut self, world: &mut World, queue: &mut Queue<'_, Self>) {
                world::on_end(self, world, queue);
            }

            fn on_cancel(&mut self, world: &mut World) {
                world::on_cancel(self, world);
            }

            fn on_park(&mut self, world: &mut World) {
                world::on_park(self, world);
            }

            fn on_resume(&mut self, world: &mut World) {
                world::on_resume(self, world);
            }
        }

        impl Waits for $name {
            fn update(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
                world::update(self, guard)
            }
        }

        impl Asks for $name {
            type Answer = $answer;

            fn seats(&self, world: &World) -> Vec<Seat> {
                world::seats(self, world)
            }

            fn options(&self, _: Seat, world: &World) -> Option<Vec<$answer>> {
                let options = world::plan(self, world).rules.options?;
                Some(options.into_iter().map(<$answer>::from).collect())
            }

            fn check(&self, _: Seat, answer: &$answer, world: &World) -> Result<(), BoxError> {
                let rejected = world::plan(self, world).rules.rejects.map(<$answer>::from);
                if rejected == Some(*answer) { Err("rejected".into()) } else { Ok(()) }
            }

            fn fallback(&self, seat: Seat, world: &World) -> Option<$answer> {
                world::plan(self, world).rules.fallbacks[world::index(seat)].map(<$answer>::from)
            }

            fn may_revise(&self, _: Seat, world: &World) -> bool {
                world::plan(self, world).rules.revises
            }

            fn unasked(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
                world::unasked(self, guard)
            }

            fn answer(&mut self, seat: Seat, answer: $answer, guard: EndGuard<'_, Self>) -> Flow<Self> {
                world::answer(self, seat, u8::try_from(answer).expect("all answers are small"), guard)
            }
        }

        impl Actor for $name {
            fn new(body: Body) -> Self {
                Self(body)
            }

            fn body(&self) -> &Body {
                &self.0
            }

            fn body_mut(&mut self) -> &mut Body {
                &mut self.0
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.card.fmt(f)
            }
        }
    )*};
}

actors! {
    #[phase(world = World)]
    Plain of u8;
    #[phase(world = World, ordered)]
    High of u8;
    #[phase(world = World, ordered)]
    Low of u16;
    #[phase(world = World, ordered(Triggers))]
    Burn of u8;
    #[phase(world = World, ordered(Triggers))]
    Heal of u16;
}

/// Phases of two types in one order.
pub(crate) struct Triggers;

impl OrderGroup for Triggers {
    type Key = i8;
}

impl Ordered for High {
    type Key = i8;

    fn key(&self, world: &World) -> i8 {
        world.key(*self.0.card)
    }
}

impl Ordered for Low {
    type Key = Reverse<i8>;

    fn key(&self, world: &World) -> Reverse<i8> {
        Reverse(world.key(*self.0.card))
    }
}

impl Ordered for Burn {
    type Key = i8;

    fn key(&self, world: &World) -> i8 {
        world.key(*self.0.card)
    }
}

impl Ordered for Heal {
    type Key = i8;

    fn key(&self, world: &World) -> i8 {
        world.key(*self.0.card)
    }
}
