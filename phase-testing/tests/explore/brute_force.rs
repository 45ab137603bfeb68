//! Random small games, and what a search by hand finds in them.
//!
//! A game is a graph. It knows nothing of phases for the search by hand, which looks for the same things in it with other
//! means; so what the two agree on is no fault of both.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;

use phase_core::prelude::*;
use phase_testing::{FindingKind, explore};

/// What happens at a place of a game.
#[derive(Debug, Clone)]
enum Place {
    /// Somebody is asked where to go on.
    Ask {
        seat: Seat,
        to: Vec<usize>,
    },
    /// The same, and where this leads to is refused, though it is listed.
    Refuse {
        to: Vec<usize>,
        refused: usize,
    },
    /// It goes on by itself.
    Step {
        to: usize,
        verb: Verb,
    },
    End,
    Panic,
    Fail,
    WaitForEver,
    LoseTicket,
}

#[derive(Debug, Clone, Copy)]
enum Verb {
    Push,
    Unshift,
    Defer,
}

#[derive(Debug, Clone)]
struct Game {
    places: Arc<[Place]>,
    at: usize,
}

#[phase(world = Game, asks, unshifts(PlacePhase), clone)]
#[derive(Debug, Clone)]
struct AskPhase;

impl Asks for AskPhase {
    type Answer = usize;

    fn seats(&self, game: &Game) -> Vec<Seat> {
        match game.places[game.at] {
            Place::Ask { seat, .. } => vec![seat],
            _ => vec![Seat::Player(0)],
        }
    }

    fn options(&self, _: Seat, game: &Game) -> Option<Vec<usize>> {
        match &game.places[game.at] {
            Place::Ask { to, .. } | Place::Refuse { to, .. } => Some(to.clone()),
            _ => None,
        }
    }

    fn check(&self, _: Seat, to: &usize, game: &Game) -> Result<(), BoxError> {
        match &game.places[game.at] {
            Place::Refuse { refused, .. } if refused == to => Err("not there".into()),
            _ => Ok(()),
        }
    }

    fn answer(&mut self, _: Seat, to: usize, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.world.at = to;
        guard.unshift(PlacePhase);
        guard.end()
    }
}

/// Does what happens at the place where the game is.
#[phase(
    world = Game,
    unshifts(PlacePhase, AskPhase, WaitPhase),
    defers(PlacePhase),
    pushes(PlacePhase),
    clone
)]
#[derive(Debug, Clone)]
struct PlacePhase;

impl Phase for PlacePhase {
    fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        match guard.world.places[guard.world.at].clone() {
            Place::Ask { .. } | Place::Refuse { .. } => guard.unshift(AskPhase),
            Place::Step { to, verb } => {
                guard.world.at = to;
                match verb {
                    Verb::Push => guard.push(PlacePhase),
                    Verb::Unshift => guard.unshift(PlacePhase),
                    Verb::Defer => guard.defer(PlacePhase),
                }
            }
            Place::End => {}
            Place::Panic => panic!("a planted panic"),
            Place::Fail => return guard.fail("a planted failure"),
            Place::WaitForEver => guard.unshift(WaitPhase),
            Place::LoseTicket => return guard.suspend(|_, ticket| drop(ticket)),
        }
        guard.end()
    }
}

impl Restores for PlacePhase {
    fn on_restore(&mut self, _: &mut Game, ticket: Ticket) {
        drop(ticket);
    }
}

#[phase(world = Game, leaf, clone)]
#[derive(Debug, Clone)]
struct WaitPhase;

impl Phase for WaitPhase {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.wait()
    }
}

impl Waits for WaitPhase {
    fn update(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.wait()
    }
}

/// Where a game rests, and after how many answers it first comes to each kind of fault.
#[derive(Debug, Default, PartialEq, Eq)]
struct Known {
    states: usize,
    transitions: usize,
    finished: usize,
    faults: BTreeMap<String, usize>,
    complete: bool,
}

/// Where a game comes to by itself.
enum Rest {
    At(usize),
    Fault(FindingKind),
}

fn settle(places: &[Place], mut at: usize) -> Rest {
    let mut passed = BTreeSet::new();
    loop {
        if !passed.insert(at) {
            return Rest::Fault(FindingKind::Loop);
        }
        match &places[at] {
            Place::Ask { .. } | Place::Refuse { .. } | Place::End => return Rest::At(at),
            Place::Step { to, .. } => at = *to,
            Place::Panic => return Rest::Fault(FindingKind::Panic),
            Place::Fail => return Rest::Fault(FindingKind::Failed),
            Place::WaitForEver => return Rest::Fault(FindingKind::Stall),
            Place::LoseTicket => return Rest::Fault(FindingKind::Abandoned),
        }
    }
}

fn by_hand(places: &[Place], depth: usize, merges: bool) -> Known {
    let mut known = Known { complete: true, ..Known::default() };
    let mut seen = BTreeSet::new();
    let mut open = VecDeque::from([(settle(places, 0), 0)]);
    while let Some((rest, answers)) = open.pop_front() {
        let mut fault = |kind: FindingKind| {
            known.faults.entry(format!("{kind:?}")).or_insert(answers);
            // What is behind it is not known.
            known.complete = false;
        };
        let at = match rest {
            Rest::Fault(kind) => {
                fault(kind);
                continue;
            }
            Rest::At(at) => at,
        };
        if merges && !seen.insert(at) {
            continue;
        }
        known.states += 1;
        let (to, refused) = match &places[at] {
            Place::Ask { seat: Seat::Chance, to } => {
                (BTreeSet::from_iter(to).into_iter().copied().collect(), None)
            }
            Place::Ask { to, .. } => (to.clone(), None),
            Place::Refuse { to, refused } => (to.clone(), Some(*refused)),
            _ => {
                known.finished += 1;
                continue;
            }
        };
        if to.is_empty() {
            fault(FindingKind::Stall);
        }
        if answers == depth {
            known.complete &= to.is_empty();
            continue;
        }
        for to in to {
            known.transitions += 1;
            if refused == Some(to) {
                known.faults.entry(format!("{:?}", FindingKind::Refusal)).or_insert(answers + 1);
                known.complete = false;
            } else {
                open.push_back((settle(places, to), answers + 1));
            }
        }
    }
    known
}

fn by_machine(places: &Arc<[Place]>, depth: usize, merges: bool, threads: usize) -> Known {
    let mut phases = PhaseManager::new();
    phases.push(PlacePhase);
    let game = Game { places: Arc::clone(places), at: 0 };
    let explorer = explore(&phases, &game).depth(depth).threads(threads).frames(3).starts(100);
    let explorer = if merges { explorer.same_when(|game| game.at) } else { explorer };
    let report = explorer.run();
    let mut faults = BTreeMap::new();
    for finding in &report.findings {
        // Questions without options stall, and so does a phase that waits.
        faults.entry(format!("{:?}", finding.kind)).or_insert(finding.way.len());
        let mut lengths = report.findings.iter().map(|finding| finding.way.len());
        assert!(lengths.clone().is_sorted(), "{report}");
        assert!(lengths.all(|length| length <= depth), "{report}");
    }
    Known {
        states: report.states,
        transitions: report.transitions,
        finished: report.finished,
        faults,
        complete: report.complete,
    }
}

/// The linear congruential generator of Knuth's MMIX.
struct Random(u64);

impl Random {
    fn below(&mut self, count: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % count
    }
}

fn random_game(random: &mut Random) -> Arc<[Place]> {
    let count = 1 + random.below(12);
    let place = |random: &mut Random| {
        let options = if random.below(20) == 0 { 0 } else { 1 + random.below(3) };
        let to = |random: &mut Random| (0..options).map(|_| random.below(count)).collect::<Vec<_>>();
        match random.below(40) {
            0..=14 => Place::Ask { seat: Seat::Player(0), to: to(random) },
            15..=19 => Place::Ask { seat: Seat::Chance, to: to(random) },
            20..=31 => {
                let verb = [Verb::Push, Verb::Unshift, Verb::Defer][random.below(3)];
                Place::Step { to: random.below(count), verb }
            }
            32 => {
                let to = to(random);
                Place::Refuse { refused: to.first().copied().unwrap_or_default(), to }
            }
            33 => Place::Panic,
            34 => Place::Fail,
            35 => Place::WaitForEver,
            36 => Place::LoseTicket,
            _ => Place::End,
        }
    };
    (0..count).map(|_| place(random)).collect()
}

#[test]
fn random_games_are_explored_as_by_hand_with_any_number_of_threads() {
    let mut random = Random(2026);
    let mut faulty = 0;
    for number in 0..10_000 {
        let places = random_game(&mut random);
        let merges = number % 2 == 0;
        let depth = if merges && number % 3 == 0 { 100 } else { random.below(7) };
        let expected = by_hand(&places, depth, merges);
        let threads = if number % 10 == 0 { 1 + random.below(4) } else { 1 };
        let found = by_machine(&places, depth, merges, threads);
        assert_eq!(found, expected, "game {number} to depth {depth}: {places:#?}");
        faulty += usize::from(!found.faults.is_empty());
    }
    assert!((1000..9000).contains(&faulty), "{faulty} of the games are faulty");
}
