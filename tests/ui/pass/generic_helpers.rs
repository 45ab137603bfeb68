//! Helpers that are generic over the queue's phase and over what they queue.

use phase_core::prelude::*;

fn queue_thrice<P, C>(queue: &mut Queue<'_, P>, phases: [C; 3])
where
    P: Phase + Unshifts<C> + Defers<C> + Pushes<C>,
    C: Phase<World = P::World>,
{
    let [next, after, last] = phases;
    queue.unshift(next);
    queue.defer(after);
    queue.push(last);
}

fn insert<P, C>(queue: &mut Queue<'_, P>, [first, second]: [C; 2])
where
    P: Phase + Unshifts<C>,
    C: Phase<World = P::World>,
{
    queue.insert_before::<C>(first);
    let _ = queue.replace(|_: &P| true, second);
}

fn say<W, C: Phase<World = W> + Common>(queue: &mut CommonQueue<'_, W>, message: C) {
    queue.unshift(message);
}

#[phase(common, unshifts(Self), defers(Self), pushes(Self))]
#[derive(Debug)]
struct EchoPhase;

impl Phase for EchoPhase {
    fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        queue_thrice(&mut guard.queue, [EchoPhase, EchoPhase, EchoPhase]);
        insert(&mut guard.queue, [EchoPhase, EchoPhase]);
        say(&mut guard.queue.common(), EchoPhase);
        guard.end()
    }
}

fn main() {
    let mut phases = PhaseManager::new();
    phases.push(EchoPhase);
    phases.step(&mut ()).unwrap();
    assert_eq!(phases.len(), 5);
}
