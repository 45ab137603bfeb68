//! Two battlers, of whom the first uses a move that reflects and makes the second faint.

use phase_core::prelude::*;

#[derive(Debug, Clone, Copy)]
enum Battler {
    A,
    B,
}

use Battler::{A, B};

type Starts = Vec<String>;

#[phase(world = Starts, unshifts(MoveEffectPhase, MoveEndPhase))]
#[derive(Debug)]
struct MovePhase(Battler);

#[phase(world = Starts, unshifts(MoveReflectPhase), defers(FaintPhase))]
#[derive(Debug)]
struct MoveEffectPhase(#[expect(dead_code, reason = "shown by `Debug`")] Battler);

#[phase(world = Starts, leaf)]
#[derive(Debug)]
struct MoveReflectPhase(#[expect(dead_code, reason = "shown by `Debug`")] Battler);

#[phase(world = Starts, leaf)]
#[derive(Debug)]
struct FaintPhase(#[expect(dead_code, reason = "shown by `Debug`")] Battler);

#[phase(world = Starts, leaf)]
#[derive(Debug)]
struct MoveEndPhase(#[expect(dead_code, reason = "shown by `Debug`")] Battler);

impl Phase for MovePhase {
    fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.world.push(format!("{self:?}"));
        if let A = self.0 {
            guard.unshift(MoveEffectPhase(self.0));
            guard.unshift(MoveEndPhase(self.0));
        }
        guard.end()
    }
}

impl Phase for MoveEffectPhase {
    fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.world.push(format!("{self:?}"));
        guard.defer(FaintPhase(B));
        guard.unshift(MoveReflectPhase(B));
        guard.end()
    }
}

macro_rules! only_starts {
    ($($phase:ty),*) => {$(
        impl Phase for $phase {
            fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
                guard.world.push(format!("{self:?}"));
                guard.end()
            }
        }
    )*};
}

only_starts!(MoveReflectPhase, FaintPhase, MoveEndPhase);

#[test]
fn levels_line_for_line_and_order_of_starts() -> Result<(), RunError> {
    let mut starts = Starts::new();
    let mut phases = PhaseManager::new();
    phases.push(MovePhase(A));
    phases.push(MovePhase(B));
    let mut seen = format!("start\n{}\n", phases.levels());
    while let Step::Ended(_) = phases.step(&mut starts)? {
        let last = starts.last().expect("a step starts a phase");
        seen.extend([last, " has started\n", &phases.levels().to_string(), "\n"]);
    }
    assert_eq!(
        seen,
        "start\n\
         0: [MovePhase(A), MovePhase(B)]\n\
         MovePhase(A) has started\n\
         0: [MovePhase(B)]\n\
         1: [MoveEffectPhase(A), MoveEndPhase(A)]\n\
         MoveEffectPhase(A) has started\n\
         0: [MovePhase(B)]\n\
         1: [MoveEndPhase(A)]\n\
         2: [FaintPhase(B)]\n\
         3: [MoveReflectPhase(B)]\n\
         MoveReflectPhase(B) has started\n\
         0: [MovePhase(B)]\n\
         1: [MoveEndPhase(A)]\n\
         2: [FaintPhase(B)]\n\
         FaintPhase(B) has started\n\
         0: [MovePhase(B)]\n\
         1: [MoveEndPhase(A)]\n\
         MoveEndPhase(A) has started\n\
         0: [MovePhase(B)]\n\
         MovePhase(B) has started\n\
         \n"
    );
    Ok(())
}
