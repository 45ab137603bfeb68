//! A battle of two sides with two creatures each: 0 and 1 against 2 and 3.

use phase_core::prelude::*;

#[derive(Debug, Clone)]
pub(crate) struct Field {
    pub(crate) hp: [i32; 4],
    /// Faster creatures move first.
    pub(crate) speed: [i32; 4],
    /// Whether a hit is thrown back.
    pub(crate) mirrors: [bool; 4],
    /// How many creatures could come in for the fallen.
    pub(crate) bench: [u32; 2],
    pub(crate) turns: u32,
    pub(crate) frames: u32,
}

impl Default for Field {
    fn default() -> Self {
        Self { hp: [10; 4], speed: [4, 3, 2, 1], mirrors: [false; 4], bench: [0; 2], turns: 0, frames: 0 }
    }
}

impl Field {
    fn standing(&self) -> impl Iterator<Item = usize> + use<> {
        let hp = self.hp;
        (0..4).filter(move |&who| hp[who] > 0)
    }
}

pub(crate) fn new_battle() -> PhaseManager<Field> {
    let mut phases = PhaseManager::new();
    phases.push(TurnPhase);
    phases
}

pub(crate) fn seat(who: usize) -> Seat {
    Seat::Player(u32::from(who > 1))
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Order {
    /// Hits so hard that so many hp are lost.
    Hit { target: usize, strength: i32 },
    /// Hits both foes.
    Sweep { strength: i32 },
    /// Does nothing, before all others.
    Brace,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Roll {
    Hits,
    Misses,
}

/// Everybody who stands is asked for an order.
#[phase(world = Field, unshifts(CommandPhase, OrderedPhase), clone)]
#[derive(Debug, Clone)]
pub(crate) struct TurnPhase;

impl Phase for TurnPhase {
    fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.world.turns += 1;
        for who in guard.world.standing() {
            guard.unshift(CommandPhase(who));
        }
        guard.unshift(OrderedPhase);
        guard.end()
    }
}

#[phase(world = Field, asks, pushes(MovePhase), clone)]
#[derive(Debug, Clone)]
pub(crate) struct CommandPhase(pub(crate) usize);

impl Asks for CommandPhase {
    type Answer = Order;

    fn seats(&self, _: &Field) -> Vec<Seat> {
        vec![seat(self.0)]
    }

    fn check(&self, _: Seat, order: &Order, field: &Field) -> Result<(), BoxError> {
        match *order {
            Order::Hit { target, .. } if field.hp[target] <= 0 => Err("it has fallen".into()),
            _ => Ok(()),
        }
    }

    fn answer(&mut self, _: Seat, order: Order, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.push(MovePhase { who: self.0, order });
        guard.end()
    }
}

/// All orders are given.
#[phase(world = Field, pushes(TurnEndPhase), clone)]
#[derive(Debug, Clone)]
pub(crate) struct OrderedPhase;

impl Phase for OrderedPhase {
    fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.push(TurnEndPhase);
        guard.end()
    }
}

#[phase(world = Field, ordered, unshifts(EffectPhase, MoveEndPhase), clone)]
#[derive(Clone)]
pub(crate) struct MovePhase {
    who: usize,
    order: Order,
}

impl std::fmt::Debug for MovePhase {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "MovePhase({})", self.who)
    }
}

impl Ordered for MovePhase {
    type Key = (bool, i32);

    fn key(&self, field: &Field) -> (bool, i32) {
        (self.order == Order::Brace, field.speed[self.who])
    }
}

impl Phase for MovePhase {
    fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        let (targets, strength) = match self.order {
            Order::Hit { target, strength } => (vec![target], strength),
            Order::Sweep { strength } => (if self.who < 2 { vec![2, 3] } else { vec![0, 1] }, strength),
            Order::Brace => (vec![], 0),
        };
        for target in targets {
            if guard.world.hp[target] > 0 {
                guard.unshift(EffectPhase { by: self.who, target, strength });
            }
        }
        guard.unshift(MoveEndPhase(self.who));
        guard.end()
    }
}

/// The dice say whether it hits.
#[phase(world = Field, asks, unshifts(DamagePhase, ReflectPhase), clone)]
#[derive(Clone)]
pub(crate) struct EffectPhase {
    by: usize,
    target: usize,
    strength: i32,
}

impl std::fmt::Debug for EffectPhase {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "EffectPhase({} -> {})", self.by, self.target)
    }
}

impl Asks for EffectPhase {
    type Answer = Roll;

    fn seats(&self, _: &Field) -> Vec<Seat> {
        vec![Seat::Chance]
    }

    fn options(&self, _: Seat, _: &Field) -> Option<Vec<Roll>> {
        Some(vec![Roll::Hits, Roll::Misses])
    }

    fn answer(&mut self, _: Seat, roll: Roll, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        let &mut Self { by, target, strength } = self;
        if roll == Roll::Hits {
            guard.unshift(DamagePhase(target, strength));
            if guard.world.mirrors[target] {
                guard.unshift(ReflectPhase { to: by, strength });
            }
        }
        guard.end()
    }
}

#[phase(world = Field, unshifts(DamagePhase), clone)]
#[derive(Clone)]
pub(crate) struct ReflectPhase {
    to: usize,
    strength: i32,
}

impl std::fmt::Debug for ReflectPhase {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "ReflectPhase({})", self.to)
    }
}

impl Phase for ReflectPhase {
    fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.unshift(DamagePhase(self.to, self.strength));
        guard.end()
    }
}

#[phase(world = Field, defers(FaintPhase), clone)]
#[derive(Debug, Clone)]
pub(crate) struct DamagePhase(pub(crate) usize, pub(crate) i32);

impl Phase for DamagePhase {
    fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.world.hp[self.0] -= self.1;
        if guard.world.hp[self.0] <= 0 {
            guard.defer(FaintPhase(self.0));
        }
        guard.end()
    }
}

/// Falls, which takes two frames; its move is off.
#[phase(world = Field, unshifts(SwitchInPhase), clone)]
#[derive(Debug, Clone)]
pub(crate) struct FaintPhase(pub(crate) usize);

impl Phase for FaintPhase {
    fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.queue.remove_all::<MovePhase>(|queued| queued.who == self.0);
        guard.wait()
    }
}

impl Waits for FaintPhase {
    fn update(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.world.frames += 1;
        if guard.world.frames % 2 == 1 {
            return guard.wait();
        }
        let side = self.0 / 2;
        if guard.world.bench[side] > 0 {
            guard.unshift(SwitchInPhase(self.0));
        } else if guard.world.standing().all(|who| who / 2 != side) {
            guard.queue.finish();
        }
        guard.end()
    }
}

#[phase(world = Field, leaf, clone)]
#[derive(Debug, Clone)]
pub(crate) struct SwitchInPhase(usize);

impl Phase for SwitchInPhase {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.world.bench[self.0 / 2] -= 1;
        guard.world.hp[self.0] = 10;
        guard.end()
    }
}

#[phase(world = Field, leaf, clone)]
#[derive(Debug, Clone)]
#[allow(dead_code, reason = "it is shown")]
pub(crate) struct MoveEndPhase(usize);

impl Phase for MoveEndPhase {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.end()
    }
}

#[phase(world = Field, pushes(TurnPhase), clone)]
#[derive(Debug, Clone)]
pub(crate) struct TurnEndPhase;

impl Phase for TurnEndPhase {
    fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.push(TurnPhase);
        guard.end()
    }
}
