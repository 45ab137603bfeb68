//! A game whose phases do what they are told, and a host that plays it.

use phase_core::prelude::*;
use phase_tools::Recorder;
use serde::{Deserialize, Serialize};

/// What a phase does, one thing after the other, each in a call of its own where it rests.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) enum Act {
    Push(Kind, Vec<Act>),
    Unshift(Kind, Vec<Act>),
    Defer(Kind, Vec<Act>),
    /// Waits for an update.
    Wait,
    /// Waits for a ticket.
    Suspend,
    /// Asks each of so many players.
    Ask(u32),
    /// Changes the world.
    Count(u32),
    Fail,
    Panic,
    Halt,
    Clear,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) enum Kind {
    A,
    B,
    C,
}

#[derive(Debug, Default)]
pub(crate) struct World {
    pub(crate) count: u32,
    pub(crate) tickets: Vec<Ticket>,
    pub(crate) answers: Vec<u32>,
}

impl Clone for World {
    fn clone(&self) -> Self {
        Self { count: self.count, tickets: Vec::new(), answers: self.answers.clone() }
    }
}

impl std::hash::Hash for World {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        (self.count, &self.answers).hash(state);
    }
}

macro_rules! phases {
    ($($name:ident,)*) => {$(
        #[phase(world = World, save, clone)]
        #[derive(Debug, Clone, Serialize, Deserialize)]
        pub(crate) struct $name {
            pub(crate) acts: Vec<Act>,
            #[serde(default, skip_serializing_if = "Vec::is_empty")]
            pub(crate) asked: Vec<Seat>,
        }

        impl $name {
            pub(crate) fn new(acts: impl Into<Vec<Act>>) -> Self {
                Self { acts: acts.into(), asked: Vec::new() }
            }

            fn go_on(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
                while !self.acts.is_empty() {
                    match self.acts.remove(0) {
                        Act::Push(Kind::A, acts) => guard.push(A::new(acts)),
                        Act::Push(Kind::B, acts) => guard.push(B::new(acts)),
                        Act::Push(Kind::C, acts) => guard.push(C::new(acts)),
                        Act::Unshift(Kind::A, acts) => guard.unshift(A::new(acts)),
                        Act::Unshift(Kind::B, acts) => guard.unshift(B::new(acts)),
                        Act::Unshift(Kind::C, acts) => guard.unshift(C::new(acts)),
                        Act::Defer(Kind::A, acts) => guard.defer(A::new(acts)),
                        Act::Defer(Kind::B, acts) => guard.defer(B::new(acts)),
                        Act::Defer(Kind::C, acts) => guard.defer(C::new(acts)),
                        Act::Wait => return guard.wait(),
                        Act::Suspend => return guard.suspend(|world: &mut World, ticket| world.tickets.push(ticket)),
                        Act::Ask(players) => {
                            self.asked = (0..players).map(Seat::Player).collect();
                            return guard.ask();
                        }
                        Act::Count(by) => guard.world.count += by,
                        Act::Fail => return guard.fail("told to"),
                        Act::Panic => panic!("told to"),
                        Act::Halt => guard.queue.halt(),
                        Act::Clear => guard.queue.clear(),
                    }
                }
                guard.end()
            }
        }

        impl Phase for $name {
            fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
                self.go_on(guard)
            }
        }

        impl Waits for $name {
            fn update(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
                // A suspended one is updated as well, and has nothing to do then.
                if guard.world.tickets.last().is_some_and(Ticket::is_live) { guard.wait() } else { self.go_on(guard) }
            }
        }

        impl Restores for $name {
            fn on_restore(&mut self, world: &mut World, ticket: Ticket) {
                world.tickets.push(ticket);
            }
        }

        impl Asks for $name {
            type Answer = u32;

            fn seats(&self, _: &World) -> Vec<Seat> {
                self.asked.clone()
            }

            fn options(&self, _: Seat, _: &World) -> Option<Vec<u32>> {
                Some((0..10).collect())
            }

            fn fallback(&self, seat: Seat, _: &World) -> Option<u32> {
                (seat != Seat::Player(9)).then_some(0)
            }

            fn answer(&mut self, seat: Seat, answer: u32, guard: EndGuard<'_, Self>) -> Flow<Self> {
                self.asked.retain(|asked| *asked != seat);
                guard.world.answers.push(answer);
                if self.asked.is_empty() { self.go_on(guard) } else { guard.ask() }
            }
        }
    )*};
}

phases![A, B, C,];

/// A game that begins with these phases in its queue.
pub(crate) fn recorded(acts: impl Into<Vec<Act>>) -> Recorder<World> {
    let mut recorder = Recorder::new(PhaseManager::new(), World::default());
    recorder.push(A::new(acts)).unwrap();
    recorder
}

/// What somebody does who plays a game to its end: answers with the number of the question, and passes over failures.
pub(crate) fn play_on(recorder: &mut Recorder<World>) {
    for round in 0..200 {
        let run = std::panic::AssertUnwindSafe(|| recorder.run());
        let Ok(Ok(status)) = std::panic::catch_unwind(run) else { continue };
        match status {
            RunStatus::Idle => return,
            RunStatus::Halted | RunStatus::Waiting => {}
            RunStatus::Asking => {
                let question = recorder.question().unwrap();
                let (seat, number) = (question.seats(recorder.world())[0], question.number());
                let answer = u32::try_from((number + round) % 10).unwrap();
                let answer =
                    std::panic::AssertUnwindSafe(|| match recorder.phases().current().unwrap().name() {
                        "A" => recorder.answer::<A>(seat, answer).is_ok(),
                        "B" => recorder.answer::<B>(seat, answer).is_ok(),
                        _ => recorder.answer::<C>(seat, answer).is_ok(),
                    });
                drop(std::panic::catch_unwind(answer));
            }
        }
    }
}

/// The same game from its beginning.
pub(crate) fn anew() -> (PhaseManager<World>, World) {
    (PhaseManager::new(), World::default())
}
