//! A host object that observes the world, and queues while phases run.

use phase_core::prelude::*;

/// Whom the world tells what happens to it; it has an inbox, and no way to the manager.
struct Announcer {
    inbox: Inbox<Arena>,
    seen: u32,
}

impl Announcer {
    fn hit(&mut self, target: usize, hp: i32) {
        self.seen += 1;
        if hp <= 0 {
            self.inbox.defer(FaintPhase(target)).expect("the game goes on");
        }
        self.inbox.unshift(MessagePhase(format!("{target} has {hp} left"))).expect("the game goes on");
    }
}

#[derive(Default)]
struct Arena {
    hp: Vec<i32>,
    announcer: Option<Announcer>,
    log: Vec<String>,
}

impl Arena {
    fn hit(&mut self, target: usize, damage: i32) {
        self.hp[target] -= damage;
        if let Some(announcer) = &mut self.announcer {
            announcer.hit(target, self.hp[target]);
        }
    }
}

/// Hits everybody, one after the other.
#[phase(world = Arena, unshifts(ShakePhase))]
#[derive(Debug)]
struct QuakePhase;

impl Phase for QuakePhase {
    fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.world.log.push("quake".to_owned());
        guard.unshift(ShakePhase);
        for target in 0..guard.world.hp.len() {
            guard.world.hit(target, 10);
        }
        guard.end()
    }
}

/// Hits the first one again when it ends.
#[phase(world = Arena, leaf)]
#[derive(Debug)]
struct ShakePhase;

impl Phase for ShakePhase {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.world.log.push("shake".to_owned());
        guard.end()
    }

    fn on_end(&mut self, arena: &mut Arena, _: &mut Queue<'_, Self>) {
        arena.hit(0, 1);
    }
}

#[phase(world = Arena, leaf)]
#[derive(Debug)]
struct MessagePhase(String);

impl Phase for MessagePhase {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.world.log.push(self.0.clone());
        guard.end()
    }
}

#[phase(world = Arena, leaf)]
#[derive(Debug)]
struct FaintPhase(usize);

impl Phase for FaintPhase {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.world.log.push(format!("{} faints", self.0));
        guard.end()
    }
}

#[test]
fn what_an_observer_of_the_world_queues_comes_in_the_right_order() {
    let mut arena = Arena { hp: vec![30, 5], ..Arena::default() };
    let mut phases = PhaseManager::new();
    arena.announcer = Some(Announcer { inbox: phases.inbox(), seen: 0 });
    phases.push(QuakePhase);
    phases.push(QuakePhase);
    assert_eq!(phases.run(&mut arena).unwrap(), RunStatus::Idle);
    assert_eq!(
        arena.log,
        [
            "quake",
            "shake",
            // Of the shake itself, before what the quake has left.
            "0 has 19 left",
            "0 has 20 left",
            "1 has -5 left",
            "1 faints",
            "quake",
            "shake",
            "0 has 8 left",
            "0 has 9 left",
            "1 has -15 left",
            "1 faints",
        ]
    );
    assert_eq!(arena.announcer.unwrap().seen, 6);
}
