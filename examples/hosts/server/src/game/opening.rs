//! How games begin.

use std::fmt;

use phase_examples::double_battle::dice::Dice;
use phase_examples::double_battle::game::Game;
use phase_examples::double_battle::scenario::Scenario;

use super::fault::Fault;

/// The battle that comes with the examples.
const BATTLE: (&str, &str) =
    ("long_battle.toml", include_str!("../../../../double_battle/scenarios/long_battle.toml"));

/// Makes games: the same seed makes the same game.
pub struct Opening(Box<dyn Fn(u64) -> Game + Send + Sync>);

impl Opening {
    /// Games of the battle that comes with the examples: five creatures a side.
    ///
    /// # Errors
    ///
    /// If there is something wrong with that.
    pub fn built_in() -> Result<Self, Fault> {
        let scenario = Scenario::parse(BATTLE.0.as_ref(), BATTLE.1);
        Ok(Self::scenario(scenario.map_err(|fault| Fault::new(fault.to_string()))?))
    }

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
