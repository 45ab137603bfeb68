//! Random games against a plain list of what their observers are told: what is kept, what was dropped, and why.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use phase_core::prelude::*;
use phase_tools::{Trace, TraceKind};

/// An event in a list: the game, the id, and what the trace shows of it.
type Told = (usize, PhaseId, &'static str, usize, TraceKind);

/// Numbers that look random and are the same each time.
#[derive(Clone)]
struct Chance(u64);

impl Chance {
    fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % end
    }
}

#[phase(world = u64, clone)]
#[derive(Debug, Clone)]
struct Leaf(u64);

#[phase(world = u64, clone)]
#[derive(Debug, Clone)]
struct Branch(u64);

impl Phase for Leaf {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        if self.0 % 11 == 0 { guard.wait() } else { guard.end() }
    }
}

impl Waits for Leaf {
    fn update(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        self.0 += 1;
        if self.0 % 3 == 0 { guard.end() } else { guard.wait() }
    }
}

impl Phase for Branch {
    fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        let mut chance = Chance(self.0);
        for _ in 0..chance.below(4) {
            let number = chance.below(1_000);
            match chance.below(5) {
                0 => guard.unshift(Branch(number)),
                1 => guard.push(Leaf(number)),
                2 => guard.defer(Leaf(number)),
                _ => guard.unshift(Leaf(number)),
            }
        }
        if self.0 % 13 == 0 { guard.fail("unlucky") } else { guard.end() }
    }
}

struct Game {
    phases: PhaseManager<u64>,
    history: History<u64>,
}

impl Game {
    /// A game of this number, to which an observer listens that adds to the list, right before the trace does.
    fn new(number: usize, trace: &Trace, list: &Arc<Mutex<Vec<Told>>>, chance: &mut Chance) -> Self {
        let mut phases = PhaseManager::new();
        for _ in 0..chance.below(6) {
            phases.push(Leaf(chance.below(1_000)));
            phases.interrupt(Branch(chance.below(1_000)));
        }
        let list = Arc::clone(list);
        phases.observe(move |event, _| {
            let kind = match event.kind {
                EventKind::Queued { how, by } => TraceKind::Queued { how, by },
                EventKind::Started => TraceKind::Started,
                EventKind::Waiting => TraceKind::Waiting,
                EventKind::Updated => TraceKind::Updated,
                EventKind::Parked => TraceKind::Parked,
                EventKind::Resumed => TraceKind::Resumed,
                EventKind::Ended => TraceKind::Ended,
                EventKind::Cancelled => TraceKind::Cancelled,
                EventKind::Failed { .. } => TraceKind::Failed { error: None },
                EventKind::Dropped { reason } => TraceKind::Dropped { reason },
                other => unreachable!("{other:?}"),
            };
            list.lock().unwrap().push((number, event.id, event.phase.name(), event.level, kind));
        });
        trace.attach(&mut phases);
        Self { phases, history: History::new(2) }
    }

    fn play(&mut self, chance: &mut Chance) {
        let Self { phases, history } = self;
        let number = chance.below(1_000);
        match chance.below(12) {
            0 => phases.push(Leaf(number)),
            1 => phases.interrupt(Leaf(number)),
            2 => phases.clear(&mut 0),
            3 => {
                phases.retain(|phase| phase.id().get() % 2 == 0);
            }
            4 => history.checkpoint(phases, &0).expect("all phases can be cloned"),
            5 => {
                history.undo(phases, &mut 0);
            }
            6 => {
                phases.cancel(&mut 0);
            }
            _ => phases.push(Branch(number)),
        }
        for _ in 0..chance.below(40) {
            let _ = phases.step(&mut 0);
        }
    }
}

/// Games come, are played in turns, and go, all heard by one trace, which is compared now and then.
fn compare(seed: u64, mut trace: Trace, names_only: bool, most_games: usize) {
    if names_only {
        trace = trace.names_only();
    }
    let (mut chance, list) = (Chance(seed), Arc::new(Mutex::new(Vec::new())));
    let (mut games, mut begun) = (Vec::new(), 0);
    for _ in 0..60 {
        if games.len() < most_games && (games.is_empty() || chance.below(6) == 0) {
            games.push(Game::new(begun, &trace, &list, &mut chance));
            begun += 1;
        }
        let at = usize::try_from(chance.below(games.len() as u64)).unwrap();
        games[at].play(&mut chance);
        if chance.below(10) == 0 {
            games.remove(at);
        }
        if chance.below(5) == 0 {
            check(&trace, &list.lock().unwrap(), names_only);
        }
    }
    check(&trace, &list.lock().unwrap(), names_only);
}

fn check(trace: &Trace, list: &[Told], names_only: bool) {
    let (events, dropped) = (trace.events(), trace.dropped());
    assert_eq!(events.len() + dropped, list.len());
    let kept = &list[dropped..];
    for (event, (_, id, name, level, kind)) in events.iter().zip(kept) {
        let shown = match &event.kind {
            TraceKind::Failed { error } => {
                assert_eq!(error.is_some(), !names_only);
                TraceKind::Failed { error: None }
            }
            kind => kind.clone(),
        };
        assert_eq!((&event.id, &event.name, &event.level, &shown), (id, name, level, kind));
        assert!(!names_only || event.debug.is_none());
    }
    // What `Display` shows refers to nothing that it does not show; it says so itself otherwise.
    assert_eq!(trace.to_string().starts_with(&dropped.to_string()), dropped > 0);
    why(trace, kept);
}

/// Asks why each phase was queued, and compares with what the events say that are kept.
fn why(trace: &Trace, kept: &[Told]) {
    let mut queued = BTreeMap::<PhaseId, BTreeMap<usize, (QueuedHow, QueuedBy)>>::new();
    for (game, id, _, _, kind) in kept {
        if let TraceKind::Queued { how, by } = kind {
            queued.entry(*id).or_default().entry(*game).or_insert((*how, *by));
        }
    }
    for (id, of_games) in &queued {
        // What an undo brings is forgotten with how it was queued before, so it may be unknown while the events still tell of it.
        if of_games.values().any(|(how, _)| *how == QueuedHow::Present) {
            continue;
        }
        // Of several games that have the same id, the last one is meant.
        let (game, _) = of_games.last_key_value().unwrap();
        let (mut chain, mut next, mut is_sure) = (vec![], *id, true);
        while let Some((how, by)) = queued.get(&next).and_then(|of_games| of_games.get(game)) {
            if *how == QueuedHow::Present {
                is_sure = false;
                break;
            }
            chain.push(next);
            let QueuedBy::Phase(parent) = by else { break };
            next = *parent;
        }
        let why = trace.why(*id).unwrap_or_else(|| panic!("{id:?} is known"));
        let ids: Vec<_> = why.ids().collect();
        assert_eq!(&ids[..chain.len()], chain);
        assert!(ids.len() == chain.len() || !is_sure && ids[chain.len()..] == [next]);
    }
}

#[test]
fn a_trace_is_the_end_of_a_plain_list_of_events() {
    for seed in 0..12 {
        for names_only in [true, false] {
            for most_games in [1, 4] {
                for bytes in [0, 700, 3_000, 20_000, 60_000] {
                    compare(seed, Trace::bounded(bytes), names_only, most_games);
                }
                compare(seed, Trace::new(), names_only, most_games);
            }
        }
    }
}
