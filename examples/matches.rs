//! Two players take matches from a table. The game is saved at each question.

use std::{fs, io};

use phase_core::prelude::*;
use serde::{Deserialize, Serialize};

const FILE: &str = "matches.json";

/// The world of this game: matches, and who has taken the last one.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub struct Table {
    matches: u32,
    winner: Option<u32>,
}

/// A player is asked how many to take.
#[phase(world = Table, asks, save, unshifts(WinPhase), pushes(TakePhase))]
#[derive(Debug, Serialize, Deserialize)]
struct TakePhase {
    player: u32,
}

impl Asks for TakePhase {
    type Answer = u32;

    fn seats(&self, _: &Table) -> Vec<Seat> {
        vec![Seat::Player(self.player)]
    }

    fn options(&self, _: Seat, table: &Table) -> Option<Vec<u32>> {
        Some((1..=table.matches.min(3)).collect()) // anything else is refused
    }

    fn answer(&mut self, _: Seat, taken: u32, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.world.matches -= taken;
        if guard.world.matches == 0 {
            guard.unshift(WinPhase { player: self.player });
        } else {
            guard.push(TakePhase { player: 1 - self.player });
        }
        guard.end()
    }
}

/// A player has taken the last match.
#[phase(world = Table, save, leaf)]
#[derive(Debug, Serialize, Deserialize)]
struct WinPhase {
    player: u32,
}

impl Phase for WinPhase {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.world.winner = Some(self.player);
        guard.end()
    }
}

/// What is saved: the world, and the phases that are still to run.
#[derive(Serialize, Deserialize)]
struct Game {
    table: Table,
    phases: PhaseManager<Table>,
}

fn new_game() -> Game {
    let mut phases = PhaseManager::new();
    phases.push(TakePhase { player: 0 });
    Game { table: Table { matches: 7, winner: None }, phases }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut game = match fs::read_to_string(FILE) {
        Ok(saved) => serde_json::from_str(&saved)?,
        Err(_) => new_game(),
    };
    while game.phases.run(&mut game.table)? == RunStatus::Asking {
        fs::write(FILE, serde_json::to_string(&game)?)?;
        let question = game.phases.question().ok_or("somebody is asked")?;
        let seat = question.seats(&game.table)[0];
        println!("{} matches; {seat} takes?", game.table.matches);

        let mut line = String::new();
        if io::stdin().read_line(&mut line)? == 0 {
            return Ok(()); // goes on from the file next time
        }
        let Ok(taken) = line.trim().parse() else { continue };
        if let Err(refused) = game.phases.answer::<TakePhase>(&mut game.table, seat, taken) {
            println!("{refused}");
        }
    }
    println!("player {} has won", game.table.winner.ok_or("nobody has won")?);
    fs::remove_file(FILE)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_takes_the_last_match_wins() {
        let Game { mut table, mut phases } = new_game();
        let mut script = [3_u32, 2, 2].into_iter();
        phases.play(&mut table, |_, _, _| script.next().map(AnyAnswer::new)).unwrap();
        assert_eq!(table, Table { matches: 0, winner: Some(0) });
    }

    #[test]
    fn a_saved_game_goes_on_with_the_same_question() {
        let mut game = new_game();
        game.phases.run(&mut game.table).unwrap();
        game.phases.answer::<TakePhase>(&mut game.table, Seat::Player(0), 3).unwrap();
        game.phases.run(&mut game.table).unwrap();

        let saved = serde_json::to_string(&game).unwrap();
        let mut loaded: Game = serde_json::from_str(&saved).unwrap();
        loaded.phases.answer::<TakePhase>(&mut loaded.table, Seat::Player(1), 2).unwrap();
        assert_eq!(loaded.table.matches, 2);
    }
}
