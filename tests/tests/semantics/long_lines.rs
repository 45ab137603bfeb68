//! Lines of causes that are so long that they are cut.

use phase_core::prelude::*;

/// Looks at the nearest of its causes, and unshifts the next one.
#[phase(world = Vec<usize>, unshifts(StepPhase))]
#[derive(Debug)]
struct StepPhase(usize);

impl Phase for StepPhase {
    fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        let nearest: Vec<_> = guard.queue.causes().take(256).map(|cause| cause.id()).collect();
        let found = nearest.iter().filter(|id| guard.queue.scope(**id).is_some()).count();
        guard.world.push(found);
        if self.0 > 0 {
            guard.unshift(StepPhase(self.0 - 1));
        }
        guard.end()
    }
}

#[test]
fn each_of_the_nearest_256_causes_has_a_scope_wherever_the_line_is_cut() {
    let (mut phases, mut found) = (PhaseManager::new(), vec![]);
    phases.push(StepPhase(1_000));
    phases.run(&mut found).unwrap();
    let expected: Vec<_> = (0..=1_000).map(|before| before.min(256)).collect();
    assert_eq!(found, expected);
}
