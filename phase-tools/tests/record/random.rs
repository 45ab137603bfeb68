//! Random games, and what they have in common with others.

use phase_core::prelude::*;
use phase_tools::{Recorder, Recording};

use crate::game::{A, Act, Kind, World, play_on};

/// Numbers that are the same on every run.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub(crate) fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        usize::try_from((z ^ (z >> 31)) % end as u64).unwrap()
    }

    fn kind(&mut self) -> Kind {
        [Kind::A, Kind::B, Kind::C][self.below(3)]
    }

    /// What a phase does, and those that it queues, and so on.
    pub(crate) fn acts(&mut self, depth: usize) -> Vec<Act> {
        let most = if depth == 0 { 2 } else { 5 };
        (0..self.below(most)).map(|_| self.act(depth)).collect()
    }

    fn act(&mut self, depth: usize) -> Act {
        let queues = if depth > 0 { 12 } else { 0 };
        match self.below(queues + 10) {
            0 | 1 => Act::Wait,
            2 => Act::Ask(1 + u32::try_from(self.below(2)).unwrap()),
            3 => Act::Ask(1),
            4 | 5 => Act::Count(1 + u32::try_from(self.below(5)).unwrap()),
            6 => Act::Fail,
            7 => [Act::Panic, Act::Halt, Act::Clear, Act::Suspend][self.below(4)].clone(),
            8 | 9 => Act::Count(1),
            10..14 => Act::Push(self.kind(), self.acts(depth - 1)),
            14..18 => Act::Unshift(self.kind(), self.acts(depth - 1)),
            _ => Act::Defer(self.kind(), self.acts(depth - 1)),
        }
    }

    /// Changes one thing.
    pub(crate) fn change(&mut self, acts: &mut Vec<Act>) {
        if acts.is_empty() {
            acts.push(self.act(0));
            return;
        }
        let place = self.below(acts.len() + 1);
        let Some(act) = acts.get_mut(place) else {
            acts.push(self.act(1));
            return;
        };
        match act {
            Act::Push(_, acts) | Act::Unshift(_, acts) | Act::Defer(_, acts) if self.below(3) > 0 => {
                self.change(acts);
            }
            Act::Push(kind, acts) | Act::Unshift(kind, acts) | Act::Defer(kind, acts) => {
                let (kind, acts) = (*kind, acts.clone());
                *act = match self.below(6) {
                    0 => Act::Push(kind, acts),
                    1 => Act::Unshift(kind, acts),
                    2 => Act::Defer(kind, acts),
                    3 => Act::Push(self.kind(), acts),
                    4 => Act::Unshift(self.kind(), acts),
                    _ => Act::Wait,
                };
            }
            Act::Ask(players) => *players += 1,
            Act::Count(by) if self.below(2) == 0 => *by += 1,
            _ => match self.below(3) {
                0 => drop(acts.remove(place)),
                1 => acts[place] = self.act(0),
                _ => acts.insert(place, self.act(0)),
            },
        }
    }
}

/// A game whose first phase does this.
pub(crate) fn game(acts: &[Act]) -> (PhaseManager<World>, World) {
    let mut phases = PhaseManager::new().start_limit(500);
    phases.push(A::new(acts));
    (phases, World::default())
}

/// That game, played.
pub(crate) fn played(acts: &[Act]) -> Recording {
    let (phases, world) = game(acts);
    let mut recorder = Recorder::new(phases, world).digests();
    play_on(&mut recorder);
    recorder.recording()
}

/// Panics that are meant are not shown.
pub(crate) fn quietly<R>(test: impl FnOnce() -> R) -> R {
    static HOOK: std::sync::Once = std::sync::Once::new();
    HOOK.call_once(|| {
        let hook = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            if panic.payload().downcast_ref() != Some(&"told to") {
                hook(panic);
            }
        }));
    });
    test()
}
