//! The bound `Suspends` in each of the places where a bound may stand, and phases of each kind behind it.

use phase_core::prelude::*;

#[derive(Default)]
pub struct Scene {
    tickets: Vec<Ticket>,
}

fn keep(scene: &mut Scene, ticket: Ticket) {
    scene.tickets.push(ticket);
}

fn in_angle_brackets<P: Suspends<World = Scene>>(guard: EndGuard<'_, P>) -> Flow<P> {
    guard.suspend(keep)
}

fn beside_phase<P>(guard: EndGuard<'_, P>) -> Flow<P>
where
    P: Phase<World = Scene> + Suspends,
{
    in_angle_brackets(guard)
}

trait Actor: Suspends<World = Scene> {
    fn suspend(guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.suspend(keep)
    }
}

impl<P: Suspends<World = Scene>> Actor for P {}

fn through_a_trait<P: Actor>(guard: EndGuard<'_, P>) -> Flow<P> {
    beside_phase(guard)
}

#[phase(world = Scene)]
#[derive(Debug)]
struct LivesOncePhase;

impl Phase for LivesOncePhase {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        through_a_trait(guard)
    }
}

#[phase(world = Scene, save, clone)]
#[derive(Debug, Clone, serde::Serialize, serde::Deserialize)]
struct LivesAgainPhase;

impl Phase for LivesAgainPhase {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        <Self as Actor>::suspend(guard)
    }
}

impl Restores for LivesAgainPhase {
    fn on_restore(&mut self, scene: &mut Scene, ticket: Ticket) {
        keep(scene, ticket);
    }
}

fn main() {
    let (mut phases, mut scene) = (PhaseManager::new(), Scene::default());
    phases.push(LivesOncePhase);
    phases.push(LivesAgainPhase);
    for _ in 0..2 {
        assert!(matches!(phases.run(&mut scene), Ok(RunStatus::Waiting)));
        assert_eq!(scene.tickets.pop().map(|ticket| ticket.end()), Some(Ok(())));
    }
    assert!(matches!(phases.run(&mut scene), Ok(RunStatus::Idle)));
}
