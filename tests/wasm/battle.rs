//! A battle in WebAssembly: two creatures hit each other until one faints, and any moment of it can be saved and loaded.
//!
//! `battle.test.mjs` beside this file runs it in Node. Both sides know one text, [`text_at`], through which saves go.

use std::cell::RefCell;

use phase_core::prelude::*;
use serde::{Deserialize, Serialize};

/// What the phases act on.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct Battle {
    hp: [i32; 2],
    log: Vec<String>,
}

/// Both hit, one after the other.
#[phase(world = Battle, pushes(TurnPhase, HitPhase), save)]
#[derive(Debug, Serialize, Deserialize)]
struct TurnPhase {
    number: u32,
}

impl Phase for TurnPhase {
    fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.world.log.push(format!("turn {}", self.number));
        for side in 0..2 {
            guard.push(HitPhase { side });
        }
        guard.push(TurnPhase { number: self.number + 1 });
        guard.end()
    }
}

/// One hits the other.
#[phase(world = Battle, unshifts(FaintPhase), save)]
#[derive(Debug, Serialize, Deserialize)]
struct HitPhase {
    side: usize,
}

impl Phase for HitPhase {
    fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        let side = 1 - self.side;
        guard.world.hp[side] -= 3;
        let hp = guard.world.hp[side];
        guard.world.log.push(format!("{side} has {hp}"));
        if hp <= 0 {
            guard.unshift(FaintPhase { side });
        }
        guard.end()
    }
}

/// One has lost.
#[phase(world = Battle, leaf, save)]
#[derive(Debug, Serialize, Deserialize)]
struct FaintPhase {
    side: usize,
}

impl Phase for FaintPhase {
    fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.world.log.push(format!("{} faints", self.side));
        guard.queue.clear();
        guard.end()
    }
}

#[derive(Debug, Serialize, Deserialize)]
struct Game {
    battle: Battle,
    phases: PhaseManager<Battle>,
}

impl Game {
    fn new() -> Self {
        let mut phases = PhaseManager::new();
        phases.push(TurnPhase { number: 1 });
        Self { battle: Battle { hp: [11, 9], log: Vec::new() }, phases }
    }
}

thread_local! {
    static GAME: RefCell<Game> = RefCell::new(Game::new());
    static TEXT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

fn say(text: impl Into<Vec<u8>>) -> usize {
    TEXT.with_borrow_mut(|said| {
        *said = text.into();
        said.len()
    })
}

/// Calls the start-up code, which fills the registry. A module that has this function must call it.
#[cfg(feature = "start-up")]
#[unsafe(no_mangle)]
pub extern "C" fn start_up() {
    unsafe extern "C" {
        fn __wasm_call_ctors();
    }
    // SAFETY: the linker writes this function, and all that it calls are the entries of the registry, which may be
    // made any number of times.
    unsafe { __wasm_call_ctors() };
}

/// How many phases are in the registry.
#[unsafe(no_mangle)]
pub extern "C" fn known() -> usize {
    registry().of::<Battle>().iter().len()
}

/// Starts the next phase, and tells whether there was one.
#[unsafe(no_mangle)]
pub extern "C" fn step() -> bool {
    GAME.with_borrow_mut(|Game { battle, phases }| matches!(phases.step(battle), Ok(Step::Ended(_))))
}

/// Makes the text what has happened so far, and gives its length.
#[unsafe(no_mangle)]
pub extern "C" fn story() -> usize {
    GAME.with_borrow(|game| say(game.battle.log.join("\n")))
}

/// Makes the text a save of the game, or what is wrong, and gives its length.
#[unsafe(no_mangle)]
pub extern "C" fn save() -> usize {
    GAME.with_borrow(
        |game| say(serde_json::to_string(game).unwrap_or_else(|error| format!("error: {error}"))),
    )
}

/// Takes the text for a save, and makes it 'loaded' or what is wrong, and gives its length.
#[unsafe(no_mangle)]
pub extern "C" fn load() -> usize {
    match TEXT.with_borrow(|text| serde_json::from_slice(text)) {
        Ok(game) => {
            GAME.set(game);
            say("loaded")
        }
        Err(error) => say(format!("error: {error}")),
    }
}

/// Makes the text so long, and gives the place of its first byte.
#[unsafe(no_mangle)]
pub extern "C" fn text_at(length: usize) -> *mut u8 {
    TEXT.with_borrow_mut(|text| {
        text.resize(length, 0);
        text.as_mut_ptr()
    })
}
