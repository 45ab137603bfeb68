//! The duel by hand: an enum of steps, a stack of them, and a `match`.

use super::duel::{Action, Duel};

#[derive(Debug, Clone, Copy)]
enum Step {
    Turn { player: usize },
    Strike { by: usize },
    Damage { to: usize, amount: i32, by_thorns: bool },
    Faint { who: usize },
}

/// The steps to come, of which the last is the next, and who is asked.
#[derive(Debug, Clone)]
pub struct Steps {
    stack: Vec<Step>,
    asked: Option<usize>,
}

impl Steps {
    /// The steps of a duel that begins.
    #[must_use]
    pub fn begin() -> Self {
        Self { stack: vec![Step::Turn { player: 0 }], asked: None }
    }

    /// Goes on until a player is asked, or the duel is over.
    pub fn run(&mut self, duel: &mut Duel) -> Option<usize> {
        while self.asked.is_none() {
            let step = self.stack.pop()?;
            self.take(step, duel);
        }
        self.asked
    }

    /// Takes the answer of a player, unless that one is not asked, or may not do so.
    pub fn answer(&mut self, player: usize, action: Action, duel: &mut Duel) -> bool {
        if self.asked != Some(player) || !duel.options(player).contains(&action) {
            return false;
        }
        self.asked = None;
        self.stack.push(Step::Turn { player: 1 - player });
        match action {
            Action::Strike => self.stack.push(Step::Strike { by: player }),
            Action::Rest => duel.rest(player),
        }
        true
    }

    fn take(&mut self, step: Step, duel: &mut Duel) {
        match step {
            Step::Turn { player } => self.asked = Some(player),
            Step::Strike { by } => {
                duel.say(format!("{by} strikes"));
                self.stack.push(Step::Damage { to: 1 - by, amount: 4, by_thorns: false });
            }
            Step::Damage { to, amount, by_thorns } => {
                duel.hp[to] -= amount;
                duel.say(format!("{to} has {} left", duel.hp[to]));
                // What is taken last goes onto the stack first.
                if duel.hp[to] <= 0 {
                    self.stack.push(Step::Faint { who: to });
                }
                if !by_thorns {
                    self.stack.push(Step::Damage { to: 1 - to, amount: 1, by_thorns: true });
                }
            }
            Step::Faint { who } => {
                duel.say(format!("{who} faints"));
                self.stack.clear();
            }
        }
    }
}
