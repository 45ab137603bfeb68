//! Phases with type parameters.

use std::fmt::Debug;
use std::marker::PhantomData;

use phase_core::prelude::*;

pub trait Effect: Debug + Clone + Send + Sync + 'static {
    fn apply(&self, arena: &mut Arena);
}

#[derive(Debug, Clone, Default)]
pub struct Arena {
    log: Vec<String>,
}

#[derive(Debug, Clone)]
pub struct Fire(u32);

impl Effect for Fire {
    fn apply(&self, arena: &mut Arena) {
        arena.log.push(format!("burns for {}", self.0));
    }
}

/// Bounds on the type.
#[phase(world = Arena, clone, unshifts(Self, SaysPhase<&'static str, 2>))]
#[derive(Debug, Clone)]
pub struct EffectPhase<E: Effect> {
    effect: E,
    again: bool,
}

impl<E: Effect> Phase for EffectPhase<E> {
    fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        self.effect.apply(guard.world);
        if self.again {
            guard.unshift(Self { effect: self.effect.clone(), again: false });
        }
        guard.unshift(SaysPhase("it ends"));
        guard.end()
    }
}

/// No bounds on the type, and a const parameter.
#[phase(world = Arena, leaf, common, clone)]
#[derive(Debug, Clone)]
pub struct SaysPhase<T, const N: usize>(T);

impl<T: Debug + Clone + Send + Sync + 'static, const N: usize> Phase for SaysPhase<T, N> {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        for _ in 0..N {
            guard.world.log.push(format!("{:?}", self.0));
        }
        guard.end()
    }
}

/// Every ability is found, with bounds in a `where`, a default, and names that the expansion might want for itself.
#[phase(world = Arena, ordered)]
#[derive(Debug)]
pub struct AllPhase<Any, AnyPhase = u8>
where
    Any: std::any::Any + Debug + Send + Sync,
{
    any: Any,
    other: PhantomData<AnyPhase>,
}

impl<Any: std::any::Any + Debug + Send + Sync, AnyPhase: Debug + Send + Sync + 'static> Phase
    for AllPhase<Any, AnyPhase>
{
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.wait()
    }
}

impl<Any: std::any::Any + Debug + Send + Sync, AnyPhase: Debug + Send + Sync + 'static> Waits
    for AllPhase<Any, AnyPhase>
{
    fn update(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.push(SaysPhase::<_, 1>("anything"));
        guard.ask()
    }
}

impl<Any: std::any::Any + Debug + Send + Sync, AnyPhase: Debug + Send + Sync + 'static> Asks
    for AllPhase<Any, AnyPhase>
{
    type Answer = u8;

    fn answer(&mut self, _: Seat, answer: u8, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.world.log.push(format!("{:?} answers {answer}", self.any));
        guard.end()
    }
}

impl<Any: std::any::Any + Debug + Send + Sync, AnyPhase: Debug + Send + Sync + 'static> Ordered
    for AllPhase<Any, AnyPhase>
{
    type Key = u8;

    fn key(&self, _: &Arena) -> u8 {
        0
    }
}

/// A world with the parameter of the phase.
#[derive(Debug)]
pub struct Pile<T>(Vec<T>);

#[phase(world = Pile<T>, asks)]
#[derive(Debug)]
pub struct PutPhase<T: Debug + Clone + PartialEq + Send + Sync>(PhantomData<T>);

impl<T: Debug + Clone + PartialEq + Send + Sync + 'static> Asks for PutPhase<T> {
    type Answer = T;

    fn answer(&mut self, _: Seat, answer: T, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.world.0.push(answer);
        guard.end()
    }
}

/// What is only named need not be what a phase is.
pub trait Message: 'static {
    const NAME: &'static str;
}

#[phase(world = Arena, clone)]
pub struct AwaitPhase<M>(PhantomData<fn() -> M>)
where
    M: Message;

impl<M: Message> Debug for AwaitPhase<M> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "AwaitPhase({})", M::NAME)
    }
}

impl<M: Message> Clone for AwaitPhase<M> {
    fn clone(&self) -> Self {
        Self(PhantomData)
    }
}

impl<M: Message> Phase for AwaitPhase<M> {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.wait()
    }
}

impl<M: Message> Waits for AwaitPhase<M> {
    fn update(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.end()
    }
}

/// Neither `Debug` nor `Clone`, `Send` or `Sync`.
pub struct Landed(#[expect(dead_code)] *const ());

impl Message for Landed {
    const NAME: &'static str = "Landed";
}

fn main() {
    let mut arena = Arena::default();
    let mut phases = PhaseManager::new();
    phases.push(EffectPhase { effect: Fire(3), again: true });
    let mut fork = phases.fork().unwrap();
    phases.run(&mut arena).unwrap();
    assert_eq!(arena.log.len(), 6);
    assert_eq!(arena.log[..2], ["burns for 3", "burns for 3"]);
    fork.run(&mut arena).unwrap();
    assert_eq!(arena.log.len(), 12);

    assert_eq!(<EffectPhase<Fire> as PhaseInfo>::NAME, "EffectPhase");
    assert_eq!(<SaysPhase<u8, 3> as PhaseInfo>::NAME, "SaysPhase");
    assert_eq!(registry().of::<Arena>().iter().count(), 0);

    phases.push(AllPhase::<_> { any: 'x', other: PhantomData });
    assert_eq!(phases.run(&mut arena).unwrap(), RunStatus::Waiting);
    assert_eq!(phases.run(&mut arena).unwrap(), RunStatus::Asking);
    phases.answer::<AllPhase<char>>(&mut arena, Seat::Player(0), 7).unwrap();
    assert_eq!(phases.run(&mut arena).unwrap(), RunStatus::Idle);
    assert_eq!(arena.log[12..], ["'x' answers 7", "\"anything\""]);

    phases.push(AwaitPhase::<Landed>(PhantomData));
    assert_eq!(phases.fork().unwrap().levels().to_string(), "0: [AwaitPhase(Landed)]");
    assert_eq!(phases.run(&mut arena).unwrap(), RunStatus::Waiting);
    assert_eq!(phases.run(&mut arena).unwrap(), RunStatus::Idle);

    let mut pile = Pile(vec![]);
    let mut phases = PhaseManager::new();
    phases.push(PutPhase(PhantomData));
    assert_eq!(phases.run(&mut pile).unwrap(), RunStatus::Asking);
    phases.answer::<PutPhase<char>>(&mut pile, Seat::Player(0), 'c').unwrap();
    assert_eq!(pile.0, ['c']);
}
