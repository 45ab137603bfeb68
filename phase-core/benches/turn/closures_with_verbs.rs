//! Boxed closures that queue by the same three verbs as phases, in any order.

use std::collections::VecDeque;

use super::world::World;

type Step = Box<dyn FnOnce(&mut World, &mut Queue)>;

#[derive(Default)]
struct Queue {
    steps: VecDeque<Step>,
    unshifted: Vec<Step>,
    deferred: Vec<Step>,
}

impl Queue {
    fn push(&mut self, step: Step) {
        self.steps.push_back(step);
    }

    fn unshift(&mut self, step: Step) {
        self.unshifted.push(step);
    }

    fn defer(&mut self, step: Step) {
        self.deferred.push(step);
    }

    /// The next step, behind which what it queues is put in front of all others.
    fn run_next(&mut self, world: &mut World) -> bool {
        let Some(step) = self.steps.pop_front() else { return false };
        step(world, self);
        while let Some(step) = self.deferred.pop() {
            self.steps.push_front(step);
        }
        while let Some(step) = self.unshifted.pop() {
            self.steps.push_front(step);
        }
        true
    }
}

pub(crate) fn play(mut world: World) -> World {
    let mut queue = Queue::default();
    loop {
        if queue.run_next(&mut world) {
            continue;
        }
        if world.turns_left == 0 {
            return world;
        }
        queue.push(turn_start(world.turns_left));
    }
}

fn turn_start(turn: u32) -> Step {
    Box::new(move |world, queue| {
        world.note(0, turn);
        world.turns_left -= 1;
        for user in 0..4 {
            queue.push(make_move(user));
        }
    })
}

fn make_move(user: u32) -> Step {
    Box::new(move |world, queue| {
        world.note(1, user);
        queue.unshift(move_effect(user));
        queue.unshift(note(5, user));
    })
}

fn move_effect(user: u32) -> Step {
    Box::new(move |world, queue| {
        world.note(2, user);
        queue.unshift(note(3, user));
        queue.defer(note(4, user));
    })
}

fn note(kind: u64, user: u32) -> Step {
    Box::new(move |world, _| world.note(kind, user))
}
