//! Phases for the misuses beside this folder to queue.
#![allow(dead_code)]

use phase_core::prelude::*;

macro_rules! leaves {
    ($($name:ident)*) => {
        $(
            #[phase(leaf)]
            #[derive(Debug)]
            pub struct $name;

            impl Phase for $name {
                fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
                    guard.end()
                }
            }
        )*
    };
}

leaves! { DamagePhase FaintPhase MessagePhase }

/// The world of another game.
pub struct Overworld;

#[phase(world = Overworld, leaf)]
#[derive(Debug)]
pub struct WalkPhase;

impl Phase for WalkPhase {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.end()
    }
}
