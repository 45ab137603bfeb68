//! Plays one of the games for so many turns, to have its instructions counted: `limits` runs it in callgrind.

#[path = "mod.rs"]
mod turn;

use std::env;
use std::hint::black_box;

use turn::world::World;

fn main() -> Result<(), String> {
    // `cargo bench` hands `--bench` to every benchmark.
    let args: Vec<String> = env::args().skip(1).filter(|arg| arg != "--bench").collect();
    match args.as_slice() {
        [] => {
            println!(
                "This is for `cargo bench --bench limits`. Games: {:?}",
                turn::GAMES.map(|game| game.name)
            );
        }
        [game, turns] => {
            let turns: u32 =
                turns.parse().map_err(|error| format!("{turns:?} is no number of turns: {error}"))?;
            black_box((turn::game(game).play)(black_box(World::new(turns))));
            println!("{} steps", turns * turn::STEPS_PER_TURN);
        }
        _ => return Err("write the name of a game and a number of turns".to_owned()),
    }
    Ok(())
}
