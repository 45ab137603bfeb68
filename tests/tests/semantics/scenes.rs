//! Phases of several types, made of closures, so that scopes can be told from each other.
//!
//! In transcripts of these, a phase is its name when it starts, and nothing else is told unless a closure does so:
//! `T M h` reads that `T` has started, then `M`, then `h`.

use std::fmt;

use phase_core::PhaseId;
use phase_core::prelude::*;

use crate::play::{Log, Play};

type Call<P> = Box<dyn FnOnce(EndGuard<'_, P>) -> Flow<P> + Send + Sync>;
type OnEnd<P> = Box<dyn FnOnce(&mut Log, &mut Queue<'_, P>) + Send + Sync>;

/// What a phase does. Each can be called once.
pub(crate) struct Script<P: PhaseInfo> {
    name: &'static str,
    start: Option<Call<P>>,
    /// In an update, or when it is answered.
    later: Option<Call<P>>,
    on_end: Option<OnEnd<P>>,
}

macro_rules! scenes {
    ($($(#[$about:meta])* $phase:ident)*) => {$(
        $(#[$about])*
        #[phase(world = Log)]
        pub(crate) struct $phase(Script<$phase>);

        #[allow(dead_code, reason = "not all that scenes can do is done by scenes of each type")]
        impl $phase {
            /// One that does this in `start`.
            pub(crate) fn of(
                name: &'static str,
                start: impl FnOnce(EndGuard<'_, Self>) -> Flow<Self> + Send + Sync + 'static,
            ) -> Self {
                Self(Script { name, start: Some(Box::new(start)), later: None, on_end: None })
            }

            /// One that just ends.
            pub(crate) fn just(name: &'static str) -> Self {
                Self::of(name, |guard| guard.end())
            }

            /// One that waits for one update, and does this in it.
            pub(crate) fn waits(
                name: &'static str,
                update: impl FnOnce(EndGuard<'_, Self>) -> Flow<Self> + Send + Sync + 'static,
            ) -> Self {
                let mut phase = Self::of(name, |guard| guard.wait());
                phase.0.later = Some(Box::new(update));
                phase
            }

            /// One that asks, and does this when it is answered.
            pub(crate) fn asks(
                name: &'static str,
                answer: impl FnOnce(EndGuard<'_, Self>) -> Flow<Self> + Send + Sync + 'static,
            ) -> Self {
                let mut phase = Self::of(name, |guard| guard.ask());
                phase.0.later = Some(Box::new(answer));
                phase
            }

            /// And does this in `on_end`.
            pub(crate) fn at_end(
                mut self,
                on_end: impl FnOnce(&mut Log, &mut Queue<'_, Self>) + Send + Sync + 'static,
            ) -> Self {
                self.0.on_end = Some(Box::new(on_end));
                self
            }

            pub(crate) fn name(&self) -> &'static str {
                self.0.name
            }
        }

        impl Phase for $phase {
            fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
                guard.world.note(self.0.name);
                let start = self.0.start.take().expect("a phase starts once");
                start(guard)
            }

            fn on_end(&mut self, log: &mut Log, queue: &mut Queue<'_, Self>) {
                if let Some(on_end) = self.0.on_end.take() {
                    on_end(log, queue);
                }
            }
        }

        impl Waits for $phase {
            fn update(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
                guard.world.note(format!("{}~", self.0.name));
                let later = self.0.later.take().expect("it waits for one update");
                later(guard)
            }
        }

        impl Asks for $phase {
            type Answer = ();

            fn answer(&mut self, _: Seat, (): (), guard: EndGuard<'_, Self>) -> Flow<Self> {
                guard.world.note(format!("{}?", self.0.name));
                let later = self.0.later.take().expect("it asks once");
                later(guard)
            }
        }

        impl fmt::Debug for $phase {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(self.0.name)
            }
        }
    )*};
}

scenes! {
    Turn
    Move
    Blow
}

/// Notes which phases set the running one off, the nearest first.
pub(crate) fn tell_causes<P: Phase<World = Log>>(log: &mut Log, queue: &Queue<'_, P>) {
    let names: Vec<_> = queue.causes().map(|cause| cause.name()).collect();
    log.note(if names.is_empty() { "(by none)".to_owned() } else { format!("(by {})", names.join(" ")) });
}

/// One that notes what set it off, and ends.
pub(crate) fn tells(name: &'static str) -> Blow {
    Blow::of(name, |guard| {
        tell_causes(guard.world, &guard.queue);
        guard.end()
    })
}

/// The ids of all that is queued, in run order.
pub(crate) fn ids(phases: &PhaseManager<Log>) -> Vec<PhaseId> {
    let mut ids: Vec<_> =
        phases.levels().map(|(_, level)| level.map(PhaseRef::id).collect::<Vec<_>>()).collect();
    ids.reverse();
    ids.concat()
}

/// With this phase pushed, and run to where it comes to rest.
pub(crate) fn played(phase: impl Phase<World = Log>) -> Play {
    let mut play = Play::default();
    play.phases.push(phase);
    play.run();
    play
}
