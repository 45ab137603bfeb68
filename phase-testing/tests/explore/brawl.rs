//! A small game of two players, with chance, deferred phases and phases that wait, into which a fault can be planted.

use phase_core::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone)]
pub(crate) struct Brawl {
    pub(crate) hp: [i32; 2],
    pub(crate) rounds: u32,
    pub(crate) round: u32,
    frames: u32,
    pub(crate) left_over: bool,
    pub(crate) plant: &'static str,
}

impl Brawl {
    pub(crate) fn new(hp: i32, rounds: u32, plant: &'static str) -> Self {
        Self { hp: [hp; 2], rounds, round: 0, frames: 0, left_over: false, plant }
    }

    /// Whether this fault is planted, and it is time for it: when one of them is down to their last, after the first round.
    fn has(&self, plant: &str) -> bool {
        self.plant == plant && self.round > 1 && self.hp.contains(&1)
    }

    /// All that matters to how it goes on.
    pub(crate) fn key(&self) -> ([i32; 2], u32) {
        (self.hp, self.round)
    }
}

pub(crate) fn new_game() -> PhaseManager<Brawl> {
    let mut phases = PhaseManager::new();
    phases.push(RoundPhase);
    phases
}

/// Every fault that can be planted, and the kind that it is found as.
pub(crate) const PLANTS: &[(&str, &str)] = &[
    ("start panics", "Panic"),
    ("answer panics", "Panic"),
    ("update panics", "Panic"),
    ("on_end panics", "Panic"),
    ("options panic", "Panic"),
    ("seats panic", "Panic"),
    ("check panics", "Panic"),
    ("divides by zero", "Panic"),
    ("index out of bounds", "Panic"),
    ("start fails", "Failed"),
    ("answer fails", "Failed"),
    ("update fails", "Failed"),
    ("asks nobody", "Failed"),
    ("nobody is left to ask", "Failed"),
    ("waits for ever", "Stall"),
    ("waits too long", "Stall"),
    ("keeps its ticket", "Stall"),
    ("answer suspends for ever", "Stall"),
    ("has no options", "Stall"),
    ("one seat has no options", "Stall"),
    ("the dice have no faces", "Stall"),
    ("loses its ticket", "Abandoned"),
    ("loses its ticket in an answer", "Abandoned"),
    ("sets itself off", "Loop"),
    ("sets each other off", "Loop"),
    ("pushes itself", "Loop"),
    ("defers itself", "Loop"),
    ("waits, and does it again", "Loop"),
    ("grows", "Loop"),
    ("check refuses an option", "Refusal"),
    ("check refuses the dice", "Refusal"),
    ("hp rise too high", "Broken(\"hp are in bounds\")"),
    ("something is left over", "Broken(\"nothing is left over\")"),
];

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Deed {
    Blow(i32),
    Guard,
}

/// A round begins.
#[phase(world = Brawl, unshifts(ChoosePhase), defers(ChancePhase), clone)]
#[derive(Debug, Clone)]
struct RoundPhase;

impl Phase for RoundPhase {
    fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.world.round += 1;
        guard.defer(ChancePhase);
        guard.unshift(ChoosePhase { deeds: [None; 2] });
        guard.end()
    }
}

/// Both choose at once.
#[phase(world = Brawl, asks, unshifts(StrikePhase, OddPhase), clone)]
#[derive(Debug, Clone)]
struct ChoosePhase {
    deeds: [Option<Deed>; 2],
}

impl Asks for ChoosePhase {
    type Answer = Deed;

    fn seats(&self, brawl: &Brawl) -> Vec<Seat> {
        assert!(!brawl.has("seats panic"), "no seats");
        if brawl.has("asks nobody") || (brawl.has("nobody is left to ask") && self.deeds[0].is_some()) {
            return vec![];
        }
        (0..2).filter(|&seat| self.deeds[seat as usize].is_none()).map(Seat::Player).collect()
    }

    fn options(&self, seat: Seat, brawl: &Brawl) -> Option<Vec<Deed>> {
        assert!(!brawl.has("options panic"), "no options");
        if brawl.has("has no options") || (brawl.has("one seat has no options") && seat == Seat::Player(1)) {
            return Some(vec![]);
        }
        Some(vec![Deed::Blow(1), Deed::Blow(2), Deed::Guard])
    }

    fn check(&self, seat: Seat, deed: &Deed, brawl: &Brawl) -> Result<(), BoxError> {
        assert!(!(brawl.has("check panics") && *deed == Deed::Guard), "unchecked");
        if brawl.has("check refuses an option") && (seat, deed) == (Seat::Player(1), &Deed::Guard) {
            return Err("no time for that".into());
        }
        Ok(())
    }

    fn answer(&mut self, seat: Seat, deed: Deed, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        let brawl = &*guard.world;
        assert!(!brawl.has("answer panics"), "unanswerable");
        if brawl.has("answer fails") {
            return guard.fail("unanswerable");
        }
        if brawl.has("answer suspends for ever") {
            return guard.suspend(|_, ticket| std::mem::forget(ticket));
        }
        if brawl.has("loses its ticket in an answer") {
            return guard.suspend(|_, ticket| drop(ticket));
        }
        if let Seat::Player(player) = seat {
            self.deeds[player as usize] = Some(deed);
        }
        let [Some(first), Some(second)] = self.deeds else { return guard.ask() };
        let is_guarded = self.deeds.contains(&Some(Deed::Guard));
        for (by, deed) in [(0, first), (1, second)] {
            if let Deed::Blow(strength) = deed {
                guard.unshift(StrikePhase { by, strength: strength - i32::from(is_guarded) });
            }
        }
        if ODD.iter().any(|plant| guard.world.has(plant)) {
            guard.unshift(OddPhase);
        }
        guard.end()
    }
}

impl Restores for ChoosePhase {
    fn on_restore(&mut self, _: &mut Brawl, ticket: Ticket) {
        drop(ticket);
    }
}

/// One hits the other.
#[phase(world = Brawl, defers(FallPhase), clone)]
#[derive(Debug, Clone)]
struct StrikePhase {
    by: usize,
    strength: i32,
}

impl Phase for StrikePhase {
    fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        let brawl = &mut *guard.world;
        assert!(!brawl.has("start panics"), "unable to start");
        if brawl.has("start fails") {
            return guard.fail("unable to start");
        }
        if brawl.has("divides by zero") {
            self.strength /= brawl.hp[self.by] - 1;
        }
        if brawl.has("index out of bounds") {
            self.by += 1;
        }
        let hp = &mut brawl.hp[1 - self.by];
        if *hp > 0 {
            *hp = (*hp - self.strength).max(0);
            if *hp == 0 {
                guard.defer(FallPhase);
            }
        }
        guard.end()
    }

    fn on_end(&mut self, brawl: &mut Brawl, _: &mut Queue<'_, Self>) {
        assert!(!brawl.has("on_end panics"), "unable to end");
    }
}

/// One of them falls, which takes some frames.
#[phase(world = Brawl, leaf, clone)]
#[derive(Debug, Clone)]
struct FallPhase;

impl Phase for FallPhase {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.wait()
    }
}

impl Waits for FallPhase {
    fn update(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.world.frames += 1;
        if guard.world.frames % 3 > 0 {
            return guard.wait();
        }
        guard.queue.finish();
        if guard.world.has("something is left over") {
            guard.world.left_over = true;
        }
        guard.end()
    }
}

/// A die says whether they get their breath back, and the next round comes.
#[phase(world = Brawl, asks, pushes(RoundPhase), clone)]
#[derive(Debug, Clone)]
struct ChancePhase;

impl Asks for ChancePhase {
    type Answer = i32;

    fn seats(&self, _: &Brawl) -> Vec<Seat> {
        vec![Seat::Chance]
    }

    fn options(&self, _: Seat, brawl: &Brawl) -> Option<Vec<i32>> {
        Some(if brawl.has("the dice have no faces") { vec![] } else { vec![0, 0, 1] })
    }

    fn check(&self, _: Seat, roll: &i32, brawl: &Brawl) -> Result<(), BoxError> {
        if brawl.has("check refuses the dice") && *roll == 1 { Err("not that".into()) } else { Ok(()) }
    }

    fn answer(&mut self, _: Seat, roll: i32, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        let brawl = &mut *guard.world;
        let most = if brawl.has("hp rise too high") { 100 } else { 0 };
        for hp in &mut brawl.hp {
            *hp += roll * (1 + most);
        }
        if brawl.round < brawl.rounds {
            guard.push(RoundPhase);
        }
        guard.end()
    }
}

/// The faults that this phase has.
const ODD: [&str; 12] = [
    "grows",
    "update panics",
    "update fails",
    "waits for ever",
    "waits too long",
    "keeps its ticket",
    "loses its ticket",
    "sets itself off",
    "sets each other off",
    "pushes itself",
    "defers itself",
    "waits, and does it again",
];

/// Does what it should not.
#[phase(
    world = Brawl,
    unshifts(OddPhase, OtherPhase),
    defers(OddPhase),
    pushes(OddPhase),
    clone
)]
#[derive(Debug, Clone)]
struct OddPhase;

impl Phase for OddPhase {
    fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        match guard.world.plant {
            "keeps its ticket" => return guard.suspend(|_, ticket| std::mem::forget(ticket)),
            "loses its ticket" => return guard.suspend(|_, ticket| drop(ticket)),
            "sets itself off" => guard.unshift(OddPhase),
            "sets each other off" => guard.unshift(OtherPhase),
            "grows" => {
                guard.unshift(OddPhase);
                guard.unshift(OtherPhase);
            }
            "pushes itself" => guard.push(OddPhase),
            "defers itself" => guard.defer(OddPhase),
            _ => return guard.wait(),
        }
        guard.end()
    }
}

impl Waits for OddPhase {
    fn update(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.world.frames += 1;
        match guard.world.plant {
            "update panics" => panic!("unable to go on"),
            "update fails" => guard.fail("unable to go on"),
            "waits, and does it again" => {
                guard.unshift(OddPhase);
                guard.end()
            }
            "waits too long" if guard.world.frames > 100 => guard.end(),
            _ => guard.wait(),
        }
    }
}

impl Restores for OddPhase {
    fn on_restore(&mut self, _: &mut Brawl, ticket: Ticket) {
        drop(ticket);
    }
}

#[phase(world = Brawl, unshifts(OddPhase), clone)]
#[derive(Debug, Clone)]
struct OtherPhase;

impl Phase for OtherPhase {
    fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.unshift(OddPhase);
        guard.end()
    }
}
