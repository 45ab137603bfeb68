//! Phases for the misuses beside this folder to queue, and to be set off by.
#![allow(dead_code)]

use phase_core::prelude::*;

macro_rules! phases {
    ($($name:ident { $($argument:tt)* })*) => {
        $(
            #[phase($($argument)*)]
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

phases! {
    FaintPhase { leaf }
    DamagePhase { leaf }
    TurnPhase { unshifts(DamagePhase), defers(FaintPhase) }
}
