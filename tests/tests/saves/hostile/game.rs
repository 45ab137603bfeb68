//! A game that a save of a few bytes can make do much.

use std::collections::BTreeMap;

use phase_core::prelude::*;
use serde::{Deserialize, Serialize};

use crate::format::Format;

/// Ends the games that phases of a made-up save would play for ever.
const START_LIMIT: usize = 30;
/// Games don't get this high, and above the highest that a save may have, saves would be refused.
const HIGHEST_LEVEL: usize = usize::MAX / 4;

#[derive(Default)]
pub(super) struct World {
    log: Vec<String>,
    tickets: Vec<Ticket>,
}

impl World {
    fn end_tickets(&mut self) {
        for ticket in self.tickets.drain(..) {
            // Those of phases that were cancelled are stale.
            let _ = ticket.end();
        }
    }
}

#[phase(world = World, save, clone)]
#[derive(Debug, Clone, Serialize, Deserialize)]
struct Note(u32);

#[phase(world = World, save, clone)]
#[derive(Debug, Clone, Serialize, Deserialize)]
enum Message {
    Silence,
    Words { text: String, speaker: Option<(char, i64)> },
    Bytes(Vec<u8>, [bool; 3]),
}

/// Waits, for so many updates or for its ticket.
#[phase(world = World, save, clone)]
#[derive(Debug, Clone, Serialize, Deserialize)]
struct Sleep {
    deep: bool,
    lasts: u8,
}

/// Queues others.
#[phase(world = World, save, clone)]
#[derive(Debug, Clone, Serialize, Deserialize)]
struct Spell {
    notes: u8,
    halts: bool,
    clears: bool,
}

#[phase(world = World, save, clone, ordered)]
#[derive(Debug, Clone, Serialize, Deserialize)]
struct Speed(i8);

/// Has names of its own in its data.
#[phase(world = World, save, clone)]
#[derive(Debug, Clone, Serialize, Deserialize)]
struct Census(BTreeMap<String, u32>);

/// Asks so many players, but not for long.
#[phase(world = World, save, clone, asks)]
#[derive(Debug, Clone, Serialize, Deserialize)]
struct Riddle {
    players: u8,
    solved: Vec<Seat>,
}

/// The smallest there can be in a save.
#[phase(world = World, save, clone, name = "N")]
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct Nothing;

impl Phase for Note {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.world.log.push(format!("{self:?}"));
        guard.end()
    }
}

impl Phase for Message {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.world.log.push(format!("{self:?}"));
        if matches!(self, Self::Silence) { guard.fail("nothing to say") } else { guard.end() }
    }
}

impl Phase for Census {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.end()
    }
}

impl Phase for Sleep {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        if self.deep { guard.suspend(|world, ticket| world.tickets.push(ticket)) } else { guard.wait() }
    }
}

impl Restores for Sleep {
    fn on_restore(&mut self, world: &mut World, ticket: Ticket) {
        if self.deep {
            world.tickets.push(ticket);
        }
    }
}

impl Waits for Sleep {
    fn update(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        match self.lasts.checked_sub(1) {
            Some(lasts) => {
                self.lasts = lasts;
                guard.wait()
            }
            None => guard.end(),
        }
    }
}

impl Phase for Spell {
    fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        if self.clears {
            guard.queue.clear();
        }
        for note in 0..u32::from(self.notes % 8) {
            guard.unshift(Note(note));
            guard.defer(Speed(i8::MAX.saturating_sub_unsigned(self.notes)));
        }
        if self.halts {
            guard.queue.halt();
        }
        guard.end()
    }
}

impl Phase for Speed {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.world.log.push(format!("{self:?}"));
        guard.end()
    }
}

impl Ordered for Speed {
    type Key = i8;

    fn key(&self, _: &World) -> i8 {
        self.0
    }
}

impl Asks for Riddle {
    type Answer = u8;

    fn seats(&self, _: &World) -> Vec<Seat> {
        let players = (0..u32::from(self.players % 4)).map(Seat::Player);
        players.chain([Seat::Chance]).filter(|seat| !self.solved.contains(seat)).collect()
    }

    fn options(&self, _: Seat, _: &World) -> Option<Vec<u8>> {
        Some(vec![1, 2])
    }

    fn fallback(&self, seat: Seat, _: &World) -> Option<u8> {
        (seat != Seat::Player(1)).then_some(2)
    }

    fn unasked(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.fail("there is nobody to ask")
    }

    fn answer(&mut self, seat: Seat, answer: u8, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.world.log.push(format!("{self:?} {seat} {answer}"));
        self.solved.push(seat);
        if self.solved.len() > 2 { guard.end() } else { guard.ask() }
    }
}

impl Phase for Nothing {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.wait()
    }
}

impl Waits for Nothing {
    fn update(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.end()
    }
}

/// Everything that a save can have in it.
pub(super) fn in_the_middle() -> PhaseManager<World> {
    let mut world = World::default();
    let mut phases = PhaseManager::new();
    phases.push(Spell { notes: 2, halts: true, clears: false });
    phases.push(Speed(4));
    phases.push(Message::Bytes(vec![1, 2, 3], [true, false, true]));
    phases.step(&mut world).expect("it does not fail");
    phases.interrupt(Sleep { deep: false, lasts: 3 });
    while phases.current().is_none() {
        phases.step(&mut world).expect("it does not fail");
    }
    phases.unshift(Message::Words { text: "Hé".to_owned(), speaker: Some(('K', -3)) });
    phases.interrupt(Sleep { deep: true, lasts: 0 });
    phases.step(&mut world).expect("it does not fail");
    phases.defer(Spell { notes: 1, halts: false, clears: true });
    phases.unshift(Message::Silence);
    phases.interrupt(Riddle { players: 3, solved: vec![] });
    phases.step(&mut world).expect("it does not fail");
    phases.answer::<Riddle>(&mut world, Seat::Player(2), 1).expect("it is asked");
    phases.interrupt(Riddle { players: 2, solved: vec![Seat::Chance] });
    phases.step(&mut world).expect("it does not fail");
    phases.interrupt(Note(300));
    phases
}

/// Does with a manager what hosts do.
pub(super) fn work(format: Format, phases: PhaseManager<World>) {
    if phases.current_level() > HIGHEST_LEVEL {
        return;
    }
    let mut phases = phases.start_limit(START_LIMIT);
    let mut world = World::default();
    for round in 0..4 {
        stands_firm(format, &phases);
        match round {
            0 => phases.unshift(Note(round)),
            1 => phases.interrupt(Sleep { deep: true, lasts: 1 }),
            2 => _ = phases.cancel(&mut world),
            _ => world.end_tickets(),
        }
        stands_firm(format, &phases);
        let fork = phases.fork();
        let before = world.log.len();
        // Whatever comes of it: phases of the save may fail, wait, or run on and on.
        run_and_answer(&mut phases, &mut world);
        if let Ok(mut fork) = fork {
            let mut other = World::default();
            run_and_answer(&mut fork, &mut other);
            assert_eq!(world.log[before..], other.log, "a fork plays as the original does");
        }
    }
    phases.clear(&mut world);
    phases.cancel(&mut world);
    assert!(phases.is_empty());
    let shown = format!("{phases:?}");
    assert!(shown.contains("parked: []"), "phases were set aside and forgotten: {shown}");
}

fn run_and_answer(phases: &mut PhaseManager<World>, world: &mut World) {
    let _ = phases.run(world);
    let number = phases.question().map(|question| question.number());
    assert_ne!(number, Some(0), "questions are counted from 1");
    if phases.time_out(world).is_ok_and(|seats| !seats.is_empty()) {
        let _ = phases.answer_any(world, Seat::Player(1), AnyAnswer::new(1_u8));
        let _ = phases.run(world);
    }
}

/// It can be looked at and saved, and its levels are in order.
fn stands_firm(format: Format, phases: &PhaseManager<World>) {
    let numbers: Vec<_> = phases.levels().map(|(number, _)| number).collect();
    assert!(numbers.is_sorted_by(|below, above| below < above), "levels {numbers:?}");
    assert_eq!(phases.levels().map(|(_, level)| level.len()).sum::<usize>(), phases.len());
    let save = format.save(phases);
    let again: PhaseManager<World> = format.load(&save).unwrap_or_else(|error| panic!("{error}: {phases:?}"));
    assert!(format.save(&again) == save, "a save of what was loaded is the same");
}
