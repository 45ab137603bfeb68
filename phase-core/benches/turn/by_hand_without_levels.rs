//! The same by hand for this workload alone: what comes next is put at the front of one queue, in reverse order, as it
//! happens to be enough here.

use std::collections::VecDeque;

use super::world::World;

enum Step {
    TurnStart(u32),
    Move(u32),
    MoveEffect(u32),
    MoveReflect(u32),
    Faint(u32),
    MoveEnd(u32),
}

pub(crate) fn play(mut world: World) -> World {
    let mut queue = VecDeque::new();
    loop {
        let Some(step) = queue.pop_front() else {
            if world.turns_left == 0 {
                return world;
            }
            queue.push_back(Step::TurnStart(world.turns_left));
            continue;
        };
        match step {
            Step::TurnStart(turn) => {
                world.note(0, turn);
                world.turns_left -= 1;
                queue.extend((0..4).map(Step::Move));
            }
            Step::Move(user) => {
                world.note(1, user);
                queue.push_front(Step::MoveEnd(user));
                queue.push_front(Step::MoveEffect(user));
            }
            Step::MoveEffect(user) => {
                world.note(2, user);
                queue.push_front(Step::Faint(user));
                queue.push_front(Step::MoveReflect(user));
            }
            Step::MoveReflect(user) => world.note(3, user),
            Step::Faint(user) => world.note(4, user),
            Step::MoveEnd(user) => world.note(5, user),
        }
    }
}
