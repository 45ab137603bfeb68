//! How games begin.

use std::fmt;

use phase_examples::double_battle::dice::Dice;
use phase_examples::double_battle::game::Game;
use phase_examples::double_battle::scenario::Scenario;

/// Makes games: the same seed makes the same game.
pub struct Opening(Box<dyn Fn(u64) -> Game + Send + Sync>);

impl Opening {
    /// Games of one scenario, in which the players are asked for everything that they can decide, and the dice fall by
    /// themselves. Turns that the scenario has scripted are left out.
    #[must_use]
    pub fn scenario(scenario: Scenario) -> Self {
        let mut battle = scenario.battle;
        battle.script.clear();
        battle.asked.players = true;
        battle.asked.dice = false;
        Self::by(move |seed| {
            let mut battle = battle.clone();
            battle.dice = Dice::new(seed);
            Game::new(battle)
        })
    }

    /// Games that a function makes.
    pub fn by(make: impl Fn(u64) -> Game + Send + Sync + 'static) -> Self {
        Self(Box::new(make))
    }

    /// The game of a seed, before anything has happened in it.
    #[must_use]
    pub fn game(&self, seed: u64) -> Game {
        (self.0)(seed)
    }
}

impl fmt::Debug for Opening {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Opening")
    }
}
