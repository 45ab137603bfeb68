//! What a trace keeps of each phase, and what can't disturb it.

use std::fmt;

use phase_core::prelude::*;
use phase_tools::{Trace, TraceKind};

use crate::play::{Game, above, just};

#[phase]
struct Odd(u32);

impl fmt::Debug for Odd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Odd {\n")?;
        assert_ne!(self.0, 13, "unlucky");
        write!(f, "    count: {},\r\n}}", self.0)
    }
}

impl Phase for Odd {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        self.0 += 1;
        guard.end()
    }
}

#[test]
fn a_phase_is_shown_as_it_starts_on_one_line() {
    let (trace, mut phases) = (Trace::new(), PhaseManager::new());
    trace.attach(&mut phases);
    phases.push(Odd(1));
    phases.push(Odd(5));
    phases.for_each_mut(|mut phase| {
        if let Some(odd) = phase.downcast_mut::<Odd>() {
            odd.0 += 10;
        }
    });
    phases.step(&mut ()).unwrap();
    phases.clear(&mut ());
    assert_eq!(
        trace.to_string(),
        "1. Odd {     count: 11,  }: pushed by the host, ended\n\
         2. Odd {     count: 15,  }: pushed by the host, was dropped: the tree was cleared\n"
    );
}

#[test]
fn a_debug_that_panics_costs_the_text_and_not_the_event() {
    let (trace, mut phases) = (Trace::new(), PhaseManager::new());
    trace.attach(&mut phases);
    phases.push(Odd(13));
    phases.run(&mut ()).unwrap();
    assert_eq!(trace.to_string(), "1. Odd: pushed by the host, ended\n");
}

#[test]
fn names_only_calls_no_debug() {
    #[phase]
    struct Shy;

    impl fmt::Debug for Shy {
        fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
            unreachable!("nobody is to look")
        }
    }

    impl Phase for Shy {
        fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
            guard.end()
        }
    }

    let hook = std::panic::take_hook();
    let looks = std::sync::Arc::new(std::sync::atomic::AtomicUsize::new(0));
    let counted = std::sync::Arc::clone(&looks);
    std::panic::set_hook(Box::new(move |panic| {
        if panic.to_string().contains("nobody is to look") {
            counted.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        } else {
            hook(panic);
        }
    }));
    for (trace, expected) in [(Trace::new().names_only(), 0), (Trace::new(), 1)] {
        let mut phases = PhaseManager::new();
        trace.attach(&mut phases);
        phases.push(Shy);
        phases.run(&mut ()).unwrap();
        assert_eq!(looks.load(std::sync::atomic::Ordering::Relaxed), expected);
        assert_eq!(trace.to_string(), "1. Shy: pushed by the host, ended\n");
    }
}

#[test]
fn clones_show_the_same_and_may_go_to_other_threads() {
    fn is_handle<T: Clone + Send + Sync + Default + fmt::Debug + 'static>(_: &T) {}
    let mut game = Game::of([above("A", || just("B"))]);
    is_handle(&game.trace);
    let other = game.trace.clone();
    game.run();
    let shown = std::thread::spawn(move || other.to_string()).join().unwrap();
    assert_eq!(shown, game.trace.to_string());
    assert_eq!(shown.lines().count(), 2);
}

#[test]
fn events_tell_what_the_observer_was_told() {
    let mut game = Game::of([just("A")]);
    game.run();
    let events = game.trace.events();
    assert_eq!(events[0].kind, TraceKind::Queued { how: QueuedHow::Push, by: QueuedBy::Host });
    assert_eq!(events[1].kind, TraceKind::Started);
    assert_eq!(events[2].kind, TraceKind::Ended);
    let texts: Vec<_> = events.iter().map(|event| event.debug.as_deref()).collect();
    assert_eq!(texts, [None, Some("A"), None]);
    assert!(events.iter().all(|event| event.name == "Act" && event.level == 0));
    assert_eq!(game.trace.dropped(), 0);
}

#[test]
fn the_same_game_gives_the_same_text() {
    let run = || {
        let mut game = Game::traced(Trace::bounded(4 * 1024), []);
        for _ in 0..300 {
            game.phases.push(above("turn", || above("move", || just("damage"))));
            game.run();
        }
        game.trace.to_string()
    };
    let first = run();
    assert!(first.lines().count() > 10);
    for _ in 0..5 {
        assert_eq!(run(), first);
    }
}
