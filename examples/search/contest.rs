//! The searcher against the player that makes the first move it has.

use std::error::Error;
use std::path::Path;

use super::searcher::{Searcher, queued_order};
use crate::double_battle::battle::{Battle, Outcome};
use crate::double_battle::battler::{Battler, Side};
use crate::double_battle::dice::Dice;
use crate::double_battle::fault::Fault;
use crate::double_battle::game::Game;
use crate::double_battle::orders::{Order, Plan};
use crate::double_battle::scenario::Scenario;

/// How a battle ended for the searcher.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// The searcher won.
    Won,
    /// The other won.
    Lost,
    /// Nobody won.
    Drawn,
}

/// The battle that is fought: both teams are the same but for their names.
///
/// # Errors
///
/// If the scenario is not good, which a test rules out.
pub fn arena() -> Result<Battle, Fault> {
    Ok(Scenario::parse(Path::new("arena.toml"), include_str!("arena.toml"))?.battle)
}

/// Plays a battle, and tells how it ended for the searcher.
///
/// # Errors
///
/// If a phase fails.
pub fn fight(
    arena: &Battle,
    side: Side,
    seed: u64,
    searcher: &mut Searcher,
) -> Result<Verdict, Box<dyn Error>> {
    let mut game = Game::new(Battle { dice: Dice::new(seed), ..arena.clone() });
    loop {
        if let Some(outcome) = game.battle.outcome {
            return Ok(match outcome {
                Outcome::Win(winner) if winner == side => Verdict::Won,
                Outcome::Win(_) => Verdict::Lost,
                Outcome::MutualFall | Outcome::TurnLimit => Verdict::Drawn,
            });
        }
        if game.phases.is_empty() {
            let orders = first_moves(&game.battle);
            game.battle.script.push_back(Plan::Orders(orders));
        }
        if let Some(user) = undecided(&game, side) {
            let choice = searcher.choose(&game, user)?;
            if let (Some(choice), Some(queued)) = (choice, queued_order(&mut game.phases, user)) {
                *queued = choice;
            }
        }
        game.step()?;
        game.battle.lines.clear();
    }
}

/// The creature of a side whose move starts next, if there is something to choose.
///
/// An order of lower priority may put its move behind others. Then it is asked for again when it comes up again, and
/// knows more by then.
fn undecided(game: &Game, side: Side) -> Option<Battler> {
    let next = game.next_move()?;
    let user = next.order.user;
    (user.side == side && !next.is_echo && !game.battle[user].flinched).then_some(user)
}

fn first_moves(battle: &Battle) -> Vec<Order> {
    battle.standing().filter_map(|user| battle.options(user).next()).collect()
}
