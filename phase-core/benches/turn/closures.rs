//! The usual choice: a queue of boxed closures, with what comes next put at its front, in reverse order.

use std::collections::VecDeque;

use super::world::World;

type Run = Box<dyn FnOnce(&mut World, &mut VecDeque<Step>)>;
struct Step(Run);

pub(crate) fn play(mut world: World) -> World {
    let mut queue = VecDeque::new();
    loop {
        match queue.pop_front() {
            Some(Step(step)) => step(&mut world, &mut queue),
            None if world.turns_left == 0 => return world,
            None => queue.push_back(turn_start(world.turns_left)),
        }
    }
}

fn turn_start(turn: u32) -> Step {
    Step(Box::new(move |world, queue| {
        world.note(0, turn);
        world.turns_left -= 1;
        for user in 0..4 {
            queue.push_back(make_move(user));
        }
    }))
}

fn make_move(user: u32) -> Step {
    Step(Box::new(move |world, queue| {
        world.note(1, user);
        // What comes first is put in front last.
        queue.push_front(note(5, user));
        queue.push_front(move_effect(user));
    }))
}

fn move_effect(user: u32) -> Step {
    Step(Box::new(move |world, queue| {
        world.note(2, user);
        queue.push_front(note(4, user));
        queue.push_front(note(3, user));
    }))
}

fn note(kind: u64, user: u32) -> Step {
    Step(Box::new(move |world, _| world.note(kind, user)))
}
