//! A game that can be saved and forked: in each round every player picks a card, in any order, and then dice fall.

use phase_core::prelude::*;
use serde::{Deserialize, Serialize};

use crate::play::players;

/// What the players pick from.
pub(crate) const CARDS: [u32; 4] = [1, 2, 3, 4];

#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Draft {
    pub(crate) log: Vec<String>,
    /// Who has left, and is not asked any more.
    pub(crate) gone: Vec<Seat>,
}

/// Every player who is still there picks a card.
#[phase(world = Draft, save, clone, asks)]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct PickPhase {
    pub(crate) rounds: u32,
    pub(crate) players: u32,
    pub(crate) picked: Vec<(Seat, u32)>,
}

impl PickPhase {
    pub(crate) fn of(rounds: u32, players: u32) -> Self {
        Self { rounds, players, picked: vec![] }
    }
}

impl Asks for PickPhase {
    type Answer = u32;

    fn seats(&self, draft: &Draft) -> Vec<Seat> {
        let has_picked = |seat: &Seat| self.picked.iter().any(|(of, _)| of == seat);
        let mut seats = players(self.players);
        seats.retain(|seat| !has_picked(seat) && !draft.gone.contains(seat));
        seats
    }

    fn options(&self, _: Seat, _: &Draft) -> Option<Vec<u32>> {
        Some(CARDS.to_vec())
    }

    fn fallback(&self, _: Seat, _: &Draft) -> Option<u32> {
        Some(CARDS[0])
    }

    fn may_revise(&self, seat: Seat, _: &Draft) -> bool {
        self.picked.iter().any(|(of, _)| *of == seat)
    }

    fn unasked(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.world.log.push("nobody picks".to_owned());
        guard.end()
    }

    fn answer(&mut self, seat: Seat, card: u32, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        self.picked.retain(|(of, _)| *of != seat);
        self.picked.push((seat, card));
        if !Asks::seats(self, guard.world).is_empty() {
            return guard.ask();
        }
        self.picked.sort_unstable();
        let picked: Vec<_> = self.picked.iter().map(|(seat, card)| format!("{seat} has {card}")).collect();
        guard.world.log.push(picked.join(", "));
        guard.unshift(RollPhase);
        if self.rounds > 1 {
            guard.defer(Self::of(self.rounds - 1, self.players));
        }
        guard.end()
    }
}

/// The dice fall.
#[phase(world = Draft, save, clone, asks)]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct RollPhase;

impl Asks for RollPhase {
    type Answer = char;

    fn seats(&self, _: &Draft) -> Vec<Seat> {
        vec![Seat::Chance]
    }

    fn options(&self, _: Seat, _: &Draft) -> Option<Vec<char>> {
        Some(vec!['x', 'y', 'y'])
    }

    fn answer(&mut self, _: Seat, rolled: char, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.world.log.push(format!("rolled {rolled}"));
        guard.end()
    }
}

/// Hides the question under it.
#[phase(world = Draft, save, clone, asks)]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct MenuPhase;

impl Asks for MenuPhase {
    type Answer = String;

    fn answer(&mut self, _: Seat, words: String, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.world.log.push(words);
        guard.end()
    }
}

/// A draft that has come to its first question.
pub(crate) fn draft(rounds: u32, players: u32) -> (PhaseManager<Draft>, Draft) {
    let (mut phases, mut draft) = (PhaseManager::new(), Draft::default());
    phases.push(PickPhase::of(rounds, players));
    assert!(matches!(phases.run(&mut draft), Ok(RunStatus::Asking)));
    (phases, draft)
}

/// Plays on to the end: whoever is asked takes the first option, or gives the word.
pub(crate) fn play_on(phases: &mut PhaseManager<Draft>, draft: &mut Draft) {
    let status = phases.play(draft, |question, seat, draft| {
        question.pick(seat, draft, 0).or_else(|| Some(AnyAnswer::new("closed".to_owned())))
    });
    assert!(matches!(status, Ok(RunStatus::Idle)), "{status:?}");
}

/// Everything that can be seen from outside, and everything that a save holds.
pub(crate) fn state(phases: &PhaseManager<Draft>, draft: &Draft) -> String {
    let save = serde_json::to_string(phases).expect("all of it can be saved");
    let question = phases.question().map(|question| (question.number(), question.seats(draft)));
    let (waiting, level, len) = (phases.waiting(), phases.current_level(), phases.len());
    format!("{save}\n{phases:?}\n{question:?}\n{waiting:?} {level} {len}\n{}\n{draft:?}", phases.levels())
}
