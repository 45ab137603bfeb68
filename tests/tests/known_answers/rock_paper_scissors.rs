//! Rock, paper, scissors, both at once, two rounds: 81 ways for it to go, in whichever order they answer.

use std::collections::BTreeSet;

use phase_core::prelude::*;

use crate::search::{Game, first, last};

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Hand {
    Rock,
    Paper,
    Scissors,
}

#[derive(Debug, Clone, Default)]
struct Table {
    rounds: Vec<[Hand; 2]>,
}

/// Both show a hand, and neither sees the other's before.
#[phase(world = Table, clone, asks, pushes(ShowPhase))]
#[derive(Debug, Clone, Default)]
struct ShowPhase {
    shown: [Option<Hand>; 2],
}

impl Asks for ShowPhase {
    type Answer = Hand;

    fn seats(&self, _: &Table) -> Vec<Seat> {
        (0..2).filter(|player| self.shown[*player as usize].is_none()).map(Seat::Player).collect()
    }

    fn options(&self, _: Seat, _: &Table) -> Option<Vec<Hand>> {
        Some(vec![Hand::Rock, Hand::Paper, Hand::Scissors])
    }

    fn secret(&self, _: Seat, _: &Table) -> bool {
        true
    }

    fn answer(&mut self, seat: Seat, hand: Hand, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        if let Seat::Player(player) = seat {
            self.shown[player as usize] = Some(hand);
        }
        let [Some(one), Some(other)] = self.shown else { return guard.ask() };
        guard.world.rounds.push([one, other]);
        if guard.world.rounds.len() < 2 {
            guard.push(Self::default());
        }
        guard.end()
    }
}

fn ends(which: impl Fn(&[Seat]) -> Seat + Copy) -> BTreeSet<Vec<[Hand; 2]>> {
    let mut phases = PhaseManager::new();
    phases.push(ShowPhase::default());
    let (mut ends, mut count) = (BTreeSet::new(), 0);
    Game::new(phases, Table::default()).each_end(which, &mut |table| {
        count += 1;
        ends.insert(table.rounds.clone());
    });
    assert_eq!(count, 81, "each end is come to in one way");
    ends
}

#[test]
fn there_are_81_ways_in_either_order() {
    let in_order = ends(first);
    assert_eq!(in_order.len(), 81);
    assert_eq!(ends(last), in_order);
    // Who answers first may also differ from round to round, and with what was shown.
    assert_eq!(ends(|seats| seats[seats.len() / 2]), in_order);
}

/// Both answers of a round are to one question.
#[test]
fn each_round_is_one_question() {
    let mut phases = PhaseManager::new();
    phases.push(ShowPhase::default());
    let mut game = Game::new(phases, Table::default());
    let mut numbers = vec![];
    while let Some((seat, _)) = game.question(last) {
        numbers.extend(game.phases.question().map(|question| question.number()));
        game = game.after(seat, 0);
    }
    assert_eq!(numbers, [1, 1, 2, 2]);
}
