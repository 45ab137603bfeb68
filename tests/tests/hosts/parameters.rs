//! Phases with type parameters: what they can do, and what is known of them.

use std::fmt::Debug;

use phase_core::prelude::*;
use phase_core::{SaveError, Whereabouts};

/// What happens, in order.
#[derive(Clone, Default)]
struct Arena {
    log: Vec<String>,
    tickets: std::sync::Arc<std::sync::Mutex<Vec<Ticket>>>,
}

trait Effect: Debug + Clone + Send + Sync + 'static {
    const TURNS: u32;
}

#[derive(Debug, Clone, PartialEq)]
struct Fire;

#[derive(Debug, Clone, PartialEq)]
struct Ice(u8);

impl Effect for Fire {
    const TURNS: u32 = 1;
}

impl Effect for Ice {
    const TURNS: u32 = 3;
}

/// Waits for as many updates as its effect lasts.
#[phase(world = Arena, clone, unshifts(EchoPhase<E>, DonePhase))]
#[derive(Debug, Clone, PartialEq)]
struct EffectPhase<E: Effect> {
    effect: E,
    turns: u32,
}

impl<E: Effect> EffectPhase<E> {
    fn of(effect: E) -> Self {
        Self { effect, turns: 0 }
    }
}

impl<E: Effect> Phase for EffectPhase<E> {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.world.log.push(format!("{:?}", self.effect));
        guard.wait()
    }

    fn on_end(&mut self, _: &mut Arena, queue: &mut Queue<'_, Self>) {
        queue.unshift(EchoPhase(self.effect.clone()));
        queue.unshift(DonePhase);
    }
}

impl<E: Effect> Waits for EffectPhase<E> {
    fn update(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        self.turns += 1;
        if self.turns == E::TURNS { guard.end() } else { guard.wait() }
    }
}

/// Suspends, also in a copy.
#[phase(world = Arena, clone, leaf)]
#[derive(Debug, Clone)]
struct EchoPhase<T>(T);

impl<T: Debug + Clone + Send + Sync + 'static> Phase for EchoPhase<T> {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.suspend(|arena, ticket| arena.tickets.lock().unwrap().push(ticket))
    }

    fn on_end(&mut self, arena: &mut Arena, _: &mut Queue<'_, Self>) {
        arena.log.push(format!("echo of {:?}", self.0));
    }
}

impl<T: Debug + Clone + Send + Sync + 'static> Restores for EchoPhase<T> {
    fn on_restore(&mut self, arena: &mut Arena, ticket: Ticket) {
        arena.log.push(format!("restored {:?}", self.0));
        arena.tickets.lock().unwrap().push(ticket);
    }
}

#[phase(world = Arena, leaf, clone)]
#[derive(Debug, Clone)]
struct DonePhase;

impl Phase for DonePhase {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.world.log.push("done".to_owned());
        guard.end()
    }
}

fn end_tickets(arena: &Arena) {
    for ticket in arena.tickets.lock().unwrap().drain(..) {
        ticket.end().unwrap();
    }
}

#[test]
fn each_type_runs_as_its_own() {
    let mut arena = Arena::default();
    let mut phases = PhaseManager::new();
    phases.push(EffectPhase::of(Fire));
    phases.push(EffectPhase::of(Ice(4)));
    let mut runs = 0;
    while phases.run(&mut arena).unwrap() == RunStatus::Waiting {
        runs += 1;
        end_tickets(&arena);
    }
    assert_eq!(runs, 1 + 1 + 1 + 2 + 1);
    assert_eq!(arena.log, ["Fire", "echo of Fire", "done", "Ice(4)", "echo of Ice(4)", "done"]);
}

#[test]
fn a_copy_waits_on_and_gets_a_ticket_of_its_own() {
    let mut arena = Arena::default();
    let mut phases = PhaseManager::new();
    phases.push(EffectPhase::of(Ice(4)));
    phases.run(&mut arena).unwrap();
    let mut fork = phases.fork().unwrap();
    for _ in 0..3 {
        assert_eq!(fork.run(&mut arena).unwrap(), RunStatus::Waiting);
    }
    assert_eq!(fork.waiting().unwrap().name, "EchoPhase");

    let (mut second, mut its_arena) = (fork.fork().unwrap(), Arena::default());
    assert_eq!(second.run(&mut its_arena).unwrap(), RunStatus::Waiting);
    end_tickets(&its_arena);
    assert_eq!(second.run(&mut its_arena).unwrap(), RunStatus::Idle);
    assert_eq!(its_arena.log, ["restored Ice(4)", "echo of Ice(4)", "done"]);
}

#[test]
fn look_ups_tell_the_types_apart() {
    let mut phases = PhaseManager::new();
    phases.push(EffectPhase::of(Fire));
    phases.push(EffectPhase::of(Ice(1)));
    phases.push(EffectPhase::of(Ice(2)));
    assert_eq!(phases.remove::<EffectPhase<Ice>>(|_| true), Some(EffectPhase::of(Ice(1))));
    let new = phases.replace(|_: &EffectPhase<Fire>| true, EffectPhase::of(Ice(3)));
    assert_eq!(new, Ok(EffectPhase::of(Fire)));
    assert_eq!(phases.find_all::<EffectPhase<Ice>>().count(), 2);
    assert!(!phases.contains::<EffectPhase<Fire>>(|_| true));
}

#[test]
fn the_name_is_that_of_the_type_without_parameters() {
    assert_eq!(EffectPhase::<Fire>::NAME, "EffectPhase");
    let mut phases = PhaseManager::new();
    phases.push(EffectPhase::of(Fire));
    phases.push(EffectPhase::of(Ice(1)));
    // The first of that name, whatever its parameters.
    let found = phases.remove_named("EffectPhase").unwrap().unwrap();
    assert!(found.is::<EffectPhase<Fire>>());
    assert!(phases.find_named("EffectPhase").unwrap().unwrap().is::<EffectPhase<Ice>>());
}

#[test]
fn it_is_in_no_registry_and_those_that_list_it_tell_how_it_is_written() {
    /// Under another name.
    type Burn = EchoPhase<Fire>;

    #[phase(world = Arena, unshifts(EffectPhase<Fire>, DonePhase), defers(EffectPhase<Fire>), pushes(Burn, EffectPhase<Ice>))]
    #[derive(Debug)]
    struct CastPhase;

    impl Phase for CastPhase {
        fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
            guard.unshift(EffectPhase::of(Fire));
            guard.push(EffectPhase::of(Ice(1)));
            guard.end()
        }
    }

    let arena = registry().of::<Arena>();
    assert!(arena.get("EffectPhase").is_none() && arena.get("DonePhase").is_some());
    let cast = arena.get("CastPhase").unwrap();
    assert_eq!(cast.unshifts().map(PhaseEntry::name).collect::<Vec<_>>(), ["DonePhase"]);
    assert_eq!(cast.unshift_types().len(), 2);
    let children: Vec<_> = cast.children_with_parameters().collect();
    let names: Vec<_> = children.iter().map(PhaseEntry::name).collect();
    assert_eq!(names, ["EffectPhase<Fire>", "Burn", "EffectPhase<Ice>"]);
    for child in &children {
        assert!(child.is_leaf() && !child.is_open() && !child.is_savable() && child.fields().is_empty());
        assert_eq!((child.world(), child.file()), ("Arena", file!()));
        assert_eq!(child.world_type(), cast.world_type());
    }
    assert_eq!(children[1].phase_type(), std::any::TypeId::of::<EchoPhase<Fire>>());
    let mut phases = PhaseManager::new();
    phases.push(CastPhase);
    phases.step(&mut Arena::default()).unwrap();
    assert_eq!(phases.len(), 2);
}

#[test]
fn what_is_listed_is_listed_with_its_parameters() {
    let mut phases = PhaseManager::new();
    phases.push(ScriptPhase(Some(EffectPhase::of(Ice(1)).into())));
    let error = phases.run(&mut Arena::default()).unwrap_err();
    assert_eq!(
        std::error::Error::source(&error).unwrap().to_string(),
        "`ScriptPhase` does not declare that it unshifts `EffectPhase`; \
         add `unshifts(EffectPhase)` to the `#[phase(..)]` of `ScriptPhase`"
    );
    phases.push(ScriptPhase(Some(EffectPhase::of(Fire).into())));
    assert_eq!(phases.run(&mut Arena::default()).unwrap(), RunStatus::Waiting);
}

/// Unshifts what it was given.
#[phase(world = Arena, unshifts(EffectPhase<Fire>))]
#[derive(Debug)]
struct ScriptPhase(Option<AnyPhase<Arena>>);

impl Phase for ScriptPhase {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.attempt(|mut guard| {
            if let Some(phase) = self.0.take() {
                guard.queue.unshift_any(phase)?;
            }
            Ok(guard.end())
        })
    }
}

#[test]
fn it_is_in_no_save_and_the_error_says_so() {
    let mut phases = PhaseManager::new();
    phases.push(EffectPhase::of(Fire));
    let error = phases.snapshot().unwrap_err();
    assert!(
        matches!(error, SaveError::NotSavable { phase: "EffectPhase", place: Whereabouts::Level(0), .. }),
        "{error:?}"
    );
}
