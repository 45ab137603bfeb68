//! The workload of a turn, by hand and as phases.
//!
//! A turn pushes four moves; a move unshifts its effect and its end; an effect unshifts a reflection and defers a
//! faint. Each step owns a [payload](payload::Payload).

pub(crate) mod by_hand;
mod by_hand_without_levels;
mod closures;
mod closures_with_verbs;
pub(crate) mod payload;
pub(crate) mod phases;
pub(crate) mod world;

use payload::{Full, Large};
use world::World;

/// The turn's own step, and four moves of five steps each.
pub(crate) const STEPS_PER_TURN: u32 = 21;

#[derive(Clone, Copy)]
pub(crate) struct Game {
    pub(crate) name: &'static str,
    pub(crate) play: fn(World) -> World,
}

/// The numbers are bytes of payload.
pub(crate) const GAMES: [Game; 9] = [
    Game { name: "enum-4", play: by_hand::play::<u32> },
    Game { name: "enum-24", play: by_hand::play::<Full> },
    Game { name: "enum-104", play: by_hand::play::<Large> },
    Game { name: "enum-without-levels", play: by_hand_without_levels::play },
    Game { name: "phases-4", play: phases::small::play },
    Game { name: "phases-24", play: phases::full::play },
    Game { name: "phases-104", play: phases::large::play },
    Game { name: "closures", play: closures::play },
    Game { name: "closures-with-verbs", play: closures_with_verbs::play },
];

/// # Panics
///
/// If there is no game of this name.
pub(crate) fn game(name: &str) -> Game {
    let Some(game) = GAMES.into_iter().find(|game| game.name == name) else {
        panic!("`{name}` is none of {:?}", GAMES.map(|game| game.name))
    };
    game
}
