//! Kuhn poker, dealt by chance: 6 deals, 30 finished games; with best play it is worth -1/18 to the first player.

use phase_core::prelude::*;

use crate::search::{Game, first};

/// Three cards, of which two are dealt.
const DEALS: [[u32; 2]; 6] = [[1, 2], [1, 3], [2, 1], [2, 3], [3, 1], [3, 2]];

#[derive(Debug, Clone, Default, PartialEq)]
struct Table {
    cards: [u32; 2],
    said: Vec<Call>,
    /// What the first player has won.
    won: Option<i32>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Call {
    /// To check, or to fold.
    Pass,
    /// To bet, or to call.
    Bet,
}

#[phase(world = Table, clone, asks, unshifts(CallPhase))]
#[derive(Debug, Clone)]
struct DealPhase;

impl Asks for DealPhase {
    type Answer = [u32; 2];

    fn seats(&self, _: &Table) -> Vec<Seat> {
        vec![Seat::Chance]
    }

    fn options(&self, _: Seat, _: &Table) -> Option<Vec<[u32; 2]>> {
        Some(DEALS.to_vec())
    }

    fn answer(&mut self, _: Seat, cards: [u32; 2], mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.world.cards = cards;
        guard.unshift(CallPhase);
        guard.end()
    }
}

/// The one whose turn it is bets, or does not.
#[phase(world = Table, clone, asks, leaf)]
#[derive(Debug, Clone)]
struct CallPhase;

impl Asks for CallPhase {
    type Answer = Call;

    fn seats(&self, table: &Table) -> Vec<Seat> {
        vec![Seat::Player(u32::try_from(table.said.len() % 2).unwrap_or(0))]
    }

    fn options(&self, _: Seat, _: &Table) -> Option<Vec<Call>> {
        Some(vec![Call::Pass, Call::Bet])
    }

    fn answer(&mut self, _: Seat, call: Call, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.world.said.push(call);
        let Table { cards, said, won } = guard.world;
        let showdown = if cards[0] > cards[1] { 1 } else { -1 };
        *won = match said.as_slice() {
            [Call::Pass, Call::Pass] => Some(showdown),
            [Call::Bet, Call::Pass] => Some(1),
            [Call::Pass, Call::Bet, Call::Pass] => Some(-1),
            [.., Call::Bet, Call::Bet] => Some(2 * showdown),
            _ => None,
        };
        if won.is_some() { guard.end() } else { guard.ask() }
    }
}

fn new() -> Game<Table> {
    let mut phases = PhaseManager::new();
    phases.push(DealPhase);
    Game::new(phases, Table::default())
}

#[test]
fn there_are_6_deals_and_30_games() {
    assert_eq!(new().question(first), Some((Seat::Chance, 6)));
    let mut games = vec![];
    new().each_end(first, &mut |table| games.push(table.clone()));
    assert_eq!(games.len(), 30);
    for cards in DEALS {
        assert_eq!(games.iter().filter(|game| game.cards == cards).count(), 5);
    }
    assert!(games.iter().all(|game| game.won.is_some_and(|won| [1, 2].contains(&won.abs()))));
}

/// How often a player bets who holds this card and has heard this, in 18ths.
fn bets(table: &Table, alpha: i32) -> i32 {
    let card = table.cards[table.said.len() % 2];
    match (table.said.as_slice(), card) {
        ([], 1) => alpha,
        ([] | [Call::Pass], 2) | ([.., Call::Bet], 1) => 0,
        ([], _) => 3 * alpha,
        ([Call::Pass], 1) | ([Call::Bet], 2) => 6,
        ([Call::Pass, Call::Bet], 2) => alpha + 6,
        _ => 18,
    }
}

/// What it is worth to the first player, times 18 for each of the four questions that there may be, at most.
fn worth(game: &Game<Table>, alpha: i32, left: u32) -> i64 {
    let Some((seat, options)) = game.question(first) else {
        let won = game.world.won.expect("the game is over");
        return i64::from(won) * 18_i64.pow(left);
    };
    let odds = |option: usize| match seat {
        Seat::Chance => 3,
        Seat::Player(_) => {
            let bets = bets(&game.world, alpha);
            if option == 0 { 18 - bets } else { bets }
        }
    };
    (0..options)
        .map(|option| i64::from(odds(option)) * worth(&game.after(seat, option), alpha, left - 1))
        .sum()
}

/// Each of the best ways of the first player to play, against the best of the second.
#[test]
fn with_best_play_the_first_player_loses_an_18th() {
    for alpha in 0..=6 {
        assert_eq!(
            worth(&new(), alpha, 4) * 18,
            -(18_i64.pow(4)),
            "betting {alpha} times in 18 on the lowest card"
        );
    }
}
