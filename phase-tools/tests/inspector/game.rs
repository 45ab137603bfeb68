//! A game to look at: turns in which two battlers strike each other, and one of them asks what to do.

use phase_core::prelude::*;
use phase_tools::Inspector;

#[derive(Debug, Clone, Default)]
pub(crate) struct Battle {
    pub(crate) hp: [i32; 2],
    pub(crate) turn: u32,
    pub(crate) said: Vec<String>,
}

#[phase(world = Battle, pushes(MovePhase), unshifts(CommandPhase), clone)]
#[derive(Debug, Clone)]
pub(crate) struct TurnPhase;

#[phase(world = Battle, asks, pushes(MovePhase), clone)]
#[derive(Debug, Clone)]
pub(crate) struct CommandPhase;

#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Command {
    Strike,
    Rest,
    Trip,
}

#[phase(world = Battle, unshifts(DamagePhase), defers(FaintPhase), clone)]
#[derive(Debug, Clone)]
pub(crate) struct MovePhase {
    pub(crate) user: usize,
    pub(crate) command: Command,
}

#[phase(world = Battle, leaf, clone)]
#[derive(Debug, Clone)]
pub(crate) struct DamagePhase(pub(crate) usize, pub(crate) i32);

#[phase(world = Battle, leaf, clone)]
#[derive(Debug, Clone)]
pub(crate) struct FaintPhase(pub(crate) usize);

impl Phase for TurnPhase {
    fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.world.turn += 1;
        let line = format!("Turn {}", guard.world.turn);
        guard.world.said.push(line);
        guard.unshift(CommandPhase);
        guard.push(MovePhase { user: 1, command: Command::Strike });
        guard.end()
    }
}

impl Asks for CommandPhase {
    type Answer = Command;

    fn options(&self, _: Seat, _: &Battle) -> Option<Vec<Command>> {
        Some(vec![Command::Strike, Command::Rest, Command::Trip])
    }

    fn answer(&mut self, _: Seat, command: Command, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.push(MovePhase { user: 0, command });
        guard.end()
    }
}

impl Phase for MovePhase {
    fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        let foe = 1 - self.user;
        match self.command {
            Command::Strike => guard.unshift(DamagePhase(foe, 4)),
            Command::Rest => {}
            Command::Trip => return guard.fail("fell over its own feet"),
        }
        if guard.world.hp[foe] <= 4 {
            guard.defer(FaintPhase(foe));
        }
        guard.end()
    }
}

impl Phase for DamagePhase {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.world.hp[self.0] -= self.1;
        guard.world.said.push(format!("\u{1b}[31mbattler {} loses {}\u{1b}[0m", self.0, self.1));
        guard.end()
    }
}

impl Phase for FaintPhase {
    fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.world.said.push(format!("battler {} faints", self.0));
        guard.queue.finish();
        guard.end()
    }
}

pub(crate) fn begin() -> (PhaseManager<Battle>, Battle) {
    let phases = PhaseManager::new().when_empty(|_: &mut Battle| TurnPhase);
    (phases, Battle { hp: [10, 10], ..Battle::default() })
}

/// An inspector of that game, which can go back.
pub(crate) fn inspector() -> Inspector<Battle> {
    let (phases, battle) = begin();
    Inspector::new(phases, battle).remember(1 << 20).output(|battle| battle.said.drain(..).collect())
}

/// What the screen shows, in a size that cuts nothing.
pub(crate) fn screen<W: 'static>(inspector: &mut Inspector<W>) -> String {
    inspector.screen(220, 50).to_string()
}

/// The line of the screen that says how the last command went.
pub(crate) fn note<W: 'static>(inspector: &mut Inspector<W>) -> String {
    let screen = screen(inspector);
    let lines: Vec<&str> = screen.lines().collect();
    lines[lines.len() - 2].to_owned()
}

#[track_caller]
pub(crate) fn assert_shows<W: 'static>(inspector: &mut Inspector<W>, parts: &[&str]) {
    let screen = screen(inspector);
    for part in parts {
        assert!(screen.contains(part), "`{part}` is not on the screen:\n{screen}");
    }
}

#[track_caller]
pub(crate) fn assert_hides<W: 'static>(inspector: &mut Inspector<W>, parts: &[&str]) {
    let screen = screen(inspector);
    for part in parts {
        assert!(!screen.contains(part), "`{part}` is on the screen:\n{screen}");
    }
}
