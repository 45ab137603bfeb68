//! Phases of any type, queued by a phase that declares its flow: checked when it happens.

use phase_core::prelude::*;

struct Camp;

#[phase(world = Camp, leaf)]
#[derive(Debug, PartialEq)]
struct CookPhase;

#[phase(world = Camp, leaf)]
#[derive(Debug, PartialEq)]
struct SleepPhase;

#[phase(world = Camp, common, leaf)]
#[derive(Debug)]
struct SignPhase;

impl Phase for CookPhase {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.end()
    }
}

impl Phase for SleepPhase {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.end()
    }
}

impl Phase for SignPhase {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.end()
    }
}

/// Unshifts and pushes the one, defers the other, and says so.
#[phase(world = Camp, unshifts(CookPhase), defers(SleepPhase), pushes(CookPhase))]
#[derive(Debug)]
struct EveningPhase(fn(&mut Queue<'_, EveningPhase>));

/// Says nothing.
#[phase(world = Camp)]
#[derive(Debug)]
struct FreePhase(fn(&mut Queue<'_, FreePhase>));

impl Phase for EveningPhase {
    fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        (self.0)(&mut guard.queue);
        guard.end()
    }
}

impl Phase for FreePhase {
    fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        (self.0)(&mut guard.queue);
        guard.end()
    }
}

fn levels_after(phase: impl Into<AnyPhase<Camp>>) -> String {
    let mut phases = PhaseManager::new();
    phases.push(phase.into());
    phases.step(&mut Camp).unwrap();
    phases.levels().to_string()
}

#[test]
fn what_is_declared_is_queued() {
    let levels = levels_after(EveningPhase(|queue| {
        queue.push_any(CookPhase.into()).unwrap();
        queue.unshift_any(CookPhase.into()).unwrap();
        queue.defer_any(SleepPhase.into()).unwrap();
    }));
    assert_eq!(levels, "0: [CookPhase]\n1: [SleepPhase]\n2: [CookPhase]");
}

#[test]
fn what_is_not_declared_comes_back() {
    let levels = levels_after(EveningPhase(|queue| {
        let error = queue.unshift_any(SleepPhase.into()).unwrap_err();
        assert_eq!(
            error.to_string(),
            "`EveningPhase` does not declare that it unshifts `SleepPhase`; \
             add `unshifts(SleepPhase)` to the `#[phase(..)]` of `EveningPhase`"
        );
        assert_eq!(error.into_phase().downcast::<SleepPhase>().unwrap(), SleepPhase);

        let error = queue.defer_any(CookPhase.into()).unwrap_err();
        assert!(error.to_string().contains("defers `CookPhase`"), "{error}");
        let error = queue.push_any(SleepPhase.into()).unwrap_err();
        assert!(error.to_string().contains("pushes `SleepPhase`"), "{error}");
    }));
    assert_eq!(levels, "");
}

#[test]
fn a_leaf_queues_nothing() {
    #[phase(world = Camp, leaf)]
    #[derive(Debug)]
    struct QuietPhase;

    impl Phase for QuietPhase {
        fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
            let error = guard.queue.push_any(CookPhase.into()).unwrap_err();
            assert_eq!(
                error.to_string(),
                "`QuietPhase` does not declare that it pushes `CookPhase`; \
                 write `pushes(CookPhase)` in the place of `leaf` in the `#[phase(..)]` of `QuietPhase`"
            );
            guard.end()
        }
    }
    assert_eq!(levels_after(QuietPhase), "");
}

#[test]
fn common_phases_need_no_declaration() {
    let levels = levels_after(EveningPhase(|queue| queue.defer_any(SignPhase.into()).unwrap()));
    assert_eq!(levels, "1: [SignPhase]");
}

#[test]
fn an_open_phase_queues_anything() {
    let levels = levels_after(FreePhase(|queue| {
        queue.unshift_any(SleepPhase.into()).unwrap();
        queue.defer_any(CookPhase.into()).unwrap();
        queue.push_any(SignPhase.into()).unwrap();
    }));
    assert_eq!(levels, "0: [SignPhase]\n1: [CookPhase]\n2: [SleepPhase]");
}
