//! By hand with the same tree: an enum for all steps of one game, and a `match`.

use phase_core::PhaseTree;

use super::payload::Payload;
use super::world::World;

enum Step<P> {
    TurnStart(P),
    Move(P),
    MoveEffect(P),
    MoveReflect(P),
    Faint(P),
    MoveEnd(P),
}

pub(crate) fn play<P: Payload>(mut world: World) -> World {
    let mut tree = PhaseTree::new();
    loop {
        let Some(step) = tree.pop() else {
            if world.turns_left == 0 {
                return world;
            }
            tree.push(Step::TurnStart(P::of(world.turns_left)));
            continue;
        };
        match step {
            Step::TurnStart(turn) => {
                world.note(0, turn.value());
                world.turns_left -= 1;
                for user in 0..4 {
                    tree.push(Step::Move(P::of(user)));
                }
            }
            Step::Move(user) => {
                world.note(1, user.value());
                tree.unshift(Step::MoveEffect(user.clone()));
                tree.unshift(Step::MoveEnd(user));
            }
            Step::MoveEffect(user) => {
                world.note(2, user.value());
                tree.unshift(Step::MoveReflect(user.clone()));
                tree.defer(Step::Faint(user));
            }
            Step::MoveReflect(user) => world.note(3, user.value()),
            Step::Faint(user) => world.note(4, user.value()),
            Step::MoveEnd(user) => world.note(5, user.value()),
        }
    }
}
