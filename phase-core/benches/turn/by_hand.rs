//! The limit: an enum for all steps of one game, a `match`, and the same tree.

use phase_core::PhaseTree;

use crate::World;

enum Step {
    TurnStart(u32),
    Move(u32),
    MoveEffect(u32),
    MoveReflect(u32),
    Faint(u32),
    MoveEnd(u32),
}

pub(crate) fn play(mut world: World) -> World {
    let mut tree = PhaseTree::new();
    loop {
        let Some(step) = tree.pop() else {
            if world.turns_left == 0 {
                return world;
            }
            tree.push(Step::TurnStart(world.turns_left));
            continue;
        };
        match step {
            Step::TurnStart(turn) => {
                world.note(0, turn);
                world.turns_left -= 1;
                for user in 0..4 {
                    tree.push(Step::Move(user));
                }
            }
            Step::Move(user) => {
                world.note(1, user);
                tree.unshift(Step::MoveEffect(user));
                tree.unshift(Step::MoveEnd(user));
            }
            Step::MoveEffect(user) => {
                world.note(2, user);
                tree.unshift(Step::MoveReflect(user));
                tree.defer(Step::Faint(user));
            }
            Step::MoveReflect(user) => world.note(3, user),
            Step::Faint(user) => world.note(4, user),
            Step::MoveEnd(user) => world.note(5, user),
        }
    }
}
