//! Pig, a game of dice: who rolls a 1 loses the turn with all that it has brought, and whoever holds has that for good.
//!
//! As phases, and as a model.

use phase_core::prelude::*;
use stateright::Property;

/// So many points win.
const GOAL: u8 = 30;

#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub(crate) struct Table {
    points: [u8; 2],
    /// What this turn has brought so far.
    turn: u8,
}

impl Table {
    pub(crate) fn is_sound(&self) -> bool {
        self.points.iter().all(|&points| points < GOAL + 6) && self.turn < GOAL + 6
    }

    /// Whether a player has won, after holding or by what the turn has brought.
    fn has_won(&self, player: usize) -> bool {
        self.points[player] + self.turn >= GOAL
    }

    fn hold(&mut self, player: usize) {
        self.points[player] += std::mem::take(&mut self.turn);
    }
}

pub(crate) fn new_game() -> PhaseManager<Table> {
    let mut phases = PhaseManager::new();
    phases.push(DecidePhase { player: 0 });
    phases
}

/// A player rolls or holds.
#[phase(world = Table, asks, unshifts(RollPhase), pushes(DecidePhase), clone)]
#[derive(Debug, Clone)]
struct DecidePhase {
    player: usize,
}

impl Asks for DecidePhase {
    type Answer = bool;

    fn seats(&self, _: &Table) -> Vec<Seat> {
        vec![Seat::Player(u32::from(self.player == 1))]
    }

    fn options(&self, _: Seat, _: &Table) -> Option<Vec<bool>> {
        Some(vec![false, true])
    }

    fn answer(&mut self, _: Seat, rolls: bool, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        if rolls {
            guard.unshift(RollPhase { player: self.player });
        } else {
            guard.world.hold(self.player);
            guard.push(DecidePhase { player: 1 - self.player });
        }
        guard.end()
    }
}

#[phase(world = Table, asks, pushes(DecidePhase), clone)]
#[derive(Debug, Clone)]
struct RollPhase {
    player: usize,
}

impl Asks for RollPhase {
    type Answer = u8;

    fn seats(&self, _: &Table) -> Vec<Seat> {
        vec![Seat::Chance]
    }

    fn options(&self, _: Seat, _: &Table) -> Option<Vec<u8>> {
        Some((1..=6).collect())
    }

    fn answer(&mut self, _: Seat, roll: u8, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        if roll == 1 {
            guard.world.turn = 0;
            guard.push(DecidePhase { player: 1 - self.player });
        } else {
            guard.world.turn += roll;
            if guard.world.has_won(self.player) {
                guard.world.hold(self.player);
            } else {
                guard.push(DecidePhase { player: self.player });
            }
        }
        guard.end()
    }
}

pub(crate) struct Model;

/// A position, and what is asked there; nothing where the game is over.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Position {
    table: Table,
    asked: Option<Asked>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Asked {
    Decide(usize),
    Roll(usize),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Action {
    Decide(bool),
    Roll(u8),
}

impl stateright::Model for Model {
    type State = Position;
    type Action = Action;

    fn init_states(&self) -> Vec<Position> {
        vec![Position { table: Table::default(), asked: Some(Asked::Decide(0)) }]
    }

    fn actions(&self, position: &Position, actions: &mut Vec<Action>) {
        match position.asked {
            Some(Asked::Decide(_)) => actions.extend([false, true].map(Action::Decide)),
            Some(Asked::Roll(_)) => actions.extend((1..=6).map(Action::Roll)),
            None => {}
        }
    }

    fn next_state(&self, position: &Position, action: Action) -> Option<Position> {
        let mut table = position.table.clone();
        let asked = match (position.asked?, action) {
            (Asked::Decide(player), Action::Decide(true)) => Some(Asked::Roll(player)),
            (Asked::Decide(player), _) => {
                table.hold(player);
                Some(Asked::Decide(1 - player))
            }
            (Asked::Roll(player), Action::Roll(roll)) if roll > 1 => {
                table.turn += roll;
                if table.has_won(player) {
                    table.hold(player);
                    None
                } else {
                    Some(Asked::Decide(player))
                }
            }
            (Asked::Roll(player), _) => {
                table.turn = 0;
                Some(Asked::Decide(1 - player))
            }
        };
        Some(Position { table, asked })
    }

    fn properties(&self) -> Vec<Property<Self>> {
        vec![Property::always("nobody has too much", |_, position: &Position| position.table.is_sound())]
    }
}
