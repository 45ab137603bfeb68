//! One phase of any type.

use phase_core::prelude::*;

use crate::play::{Act, Log, Play, just, waits};

#[phase(world = Log)]
#[derive(Debug, PartialEq)]
struct Fight(u32);

#[phase(world = Log)]
#[derive(Debug, PartialEq)]
struct Flee;

macro_rules! only_starts {
    ($($phase:ty),*) => {$(
        impl Phase for $phase {
            fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
                guard.world.note(format!("{self:?}"));
                guard.end()
            }
        }
    )*};
}

only_starts!(Fight, Flee);

fn choose(brave: bool) -> AnyPhase<Log> {
    if brave { Fight(1).into() } else { Flee.into() }
}

#[test]
fn is_queued_like_the_phase_that_it_holds() {
    let mut play = Play::default();
    play.phases.push(choose(true));
    play.phases.unshift(choose(false));
    play.phases.defer(AnyPhase::new(Fight(2)));
    play.phases.interrupt(AnyPhase::from(Fight(3)));
    play.levels();
    play.run();
    assert_eq!(
        play.told(),
        "{0: [Fight(1)] 1: [Fight(2)] 2: [Flee] 3: [Fight(3)]} Fight(3) Flee Fight(2) Fight(1) [idle]"
    );
}

#[test]
fn is_found_as_the_phase_that_it_holds() {
    let mut phases = PhaseManager::new();
    phases.push(choose(true));
    assert_eq!(phases.find::<Fight>(|_| true), Some(&Fight(1)));
    assert_eq!(phases.remove::<Fight>(|_| true), Some(Fight(1)));
}

#[test]
fn looks_like_the_phase_that_it_holds() {
    let mut phase = choose(true);
    assert_eq!((phase.name(), format!("{phase:?}").as_str()), ("Fight", "Fight(1)"));
    assert_eq!((phase.is::<Fight>(), phase.is::<Flee>()), (true, false));
    assert_eq!((phase.downcast_ref::<Fight>(), phase.downcast_ref::<Flee>()), (Some(&Fight(1)), None));
    phase.downcast_mut::<Fight>().expect("it is one").0 = 5;
    assert!(phase.downcast_mut::<Flee>().is_none());

    let seen = phase.as_ref();
    assert_eq!((seen.name(), seen.is::<Fight>(), seen.downcast_ref()), ("Fight", true, Some(&Fight(5))));
    assert_eq!(seen.entry().map(|entry| (entry.name(), entry.world())), Some(("Fight", "Log")));
    assert!(!seen.is::<Act>() && seen.downcast_ref::<Act>().is_none());
}

#[test]
fn unwraps_to_the_phase_that_it_holds_alone() {
    let phase = choose(true).downcast::<Flee>().expect_err("it is a fight");
    assert_eq!(phase.downcast::<Fight>().ok(), Some(Fight(1)));
}

#[test]
fn can_be_supplied_by_when_empty() {
    let mut play = Play {
        phases: PhaseManager::new().when_empty(|log: &mut Log| {
            if log.told().contains("Fight") { waits("T").into() } else { choose(true) }
        }),
        log: Log::default(),
    };
    play.phases.push(just("A"));
    play.run();
    assert_eq!(play.told(), "A A. Fight(1) T [waiting]");
}

#[test]
fn can_be_sent_whatever_the_world() {
    fn is_send_and_sync<T: Send + Sync>(_: &T) {}
    is_send_and_sync(&choose(true));
}
