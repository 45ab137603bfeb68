use std::collections::BTreeSet;
use std::sync::Mutex;

use phase_core::prelude::*;
use phase_testing::explore;

#[derive(Debug, Clone, Default)]
struct Table {
    cards: Vec<u8>,
    bets: Vec<bool>,
}

#[phase(world = Table, asks, pushes(BetPhase), clone)]
#[derive(Debug, Clone)]
struct DealPhase;

impl Asks for DealPhase {
    type Answer = u8;

    fn seats(&self, _: &Table) -> Vec<Seat> {
        vec![Seat::Chance]
    }

    fn options(&self, _: Seat, table: &Table) -> Option<Vec<u8>> {
        Some((1..=3).filter(|card| !table.cards.contains(card)).collect())
    }

    fn answer(&mut self, _: Seat, card: u8, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.world.cards.push(card);
        if guard.world.cards.len() < 2 {
            return guard.ask();
        }
        guard.push(BetPhase);
        guard.end()
    }
}

/// A player bets or passes.
#[phase(world = Table, asks, pushes(BetPhase), clone)]
#[derive(Debug, Clone)]
struct BetPhase;

impl Asks for BetPhase {
    type Answer = bool;

    fn seats(&self, table: &Table) -> Vec<Seat> {
        vec![Seat::Player(u32::from(table.bets.len() % 2 == 1))]
    }

    fn options(&self, _: Seat, _: &Table) -> Option<Vec<bool>> {
        Some(vec![false, true])
    }

    fn answer(&mut self, _: Seat, bets: bool, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.world.bets.push(bets);
        if let [_] | [false, true] = guard.world.bets[..] {
            guard.push(BetPhase);
        }
        guard.end()
    }
}

/// Kuhn, A simplified two-person poker (1950): 6 deals, and 5 ways to play each of them. As in `OpenSpiel` there are 58
/// histories in all, and 12 information sets.
#[test]
fn kuhn_poker_has_30_games_58_histories_and_12_information_sets() {
    let mut phases = PhaseManager::new();
    phases.push(DealPhase);
    let report = explore(&phases, &Table::default()).run();
    assert_eq!((report.finished, report.states, report.complete), (30, 58, true));

    // What whoever is asked to bet knows.
    let known = Mutex::new(BTreeSet::new());
    let note = |table: &Table, phases: &PhaseManager<Table>| {
        if phases.question().is_some_and(|question| question.phase().is::<BetPhase>()) {
            known.lock().unwrap().insert((table.cards[table.bets.len() % 2], table.bets.clone()));
        }
        true
    };
    assert!(explore(&phases, &Table::default()).invariant("noted", note).run().complete);
    assert_eq!(known.into_inner().unwrap().len(), 12);
}
