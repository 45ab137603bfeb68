//! What both ways to write the duel have in common: its world, and what a player may do.

/// What a player does in a turn.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Action {
    /// Hits the other one, whose thorns hit back.
    Strike,
    /// Heals a little; only of the wounded.
    Rest,
}

/// Two fighters.
#[derive(Debug, Clone)]
pub struct Duel {
    /// How much each can take.
    pub hp: [i32; 2],
    /// Everything that has happened.
    pub log: Vec<String>,
}

/// More than that no fighter can take.
const FULL: i32 = 10;

impl Duel {
    /// A duel that begins.
    #[must_use]
    pub fn new() -> Self {
        Self { hp: [FULL; 2], log: Vec::new() }
    }

    /// Writes down what happens.
    pub fn say(&mut self, what: impl Into<String>) {
        self.log.push(what.into());
    }

    /// What a player may do now.
    #[must_use]
    pub fn options(&self, player: usize) -> Vec<Action> {
        if self.hp[player] < FULL { vec![Action::Strike, Action::Rest] } else { vec![Action::Strike] }
    }

    /// A fighter heals.
    pub fn rest(&mut self, player: usize) {
        self.hp[player] = FULL.min(self.hp[player] + 3);
        self.say(format!("{player} rests: {} left", self.hp[player]));
    }
}

impl Default for Duel {
    fn default() -> Self {
        Self::new()
    }
}
