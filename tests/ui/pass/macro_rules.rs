//! Phases written by macros: names, types, literals, paths and whole items that arrive in pieces.

#![deny(warnings)]

use phase_core::prelude::*;

pub mod battle {
    pub struct Battle;
}

macro_rules! phases {
    ($world:ty; $($(#[$meta:meta])* $vis:vis $name:ident = $text:literal ($($queued:ty),*) { $($field:ident: $ty:ty),* })*) => {
        $(
            $(#[$meta])*
            #[phase(world = $world, name = $text, unshifts($($queued,)*), crate = ::phase_core)]
            #[derive(Debug)]
            $vis struct $name {
                $(pub $field: $ty),*
            }

            impl Phase for $name {
                fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
                    let _ = ($(&self.$field,)*);
                    guard.end()
                }
            }
        )*
    };
}

phases! {
    battle::Battle;
    /// A battler uses its move.
    pub MovePhase = "Move" (HitPhase, self::MovePhase) { target: Option<Vec<u8>> }
    pub(crate) HitPhase = "Hit" (HitPhase) { damage: u32 }
}

macro_rules! through_crate {
    ($item:item, $path:path) => {
        #[phase(world = $crate::battle::Battle, defers($path))]
        #[derive(Debug)]
        $item
    };
}

through_crate!(pub struct FaintPhase(pub &'static str);, crate::HitPhase);

impl Phase for FaintPhase {
    fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.defer(HitPhase { damage: 1 });
        guard.end()
    }
}

fn main() {
    let registry = registry().of::<battle::Battle>();
    let entry = registry.get("Move").unwrap();
    assert_eq!(entry.docs(), "A battler uses its move.");
    assert_eq!(entry.world(), "battle::Battle");
    assert_eq!(entry.fields()[0].ty(), "Option<Vec<u8>>");
    let unshifts: Vec<_> = entry.unshifts().map(|entry| entry.name()).collect();
    assert_eq!(unshifts, ["Hit", "Move"]);
    assert_eq!(registry.get("FaintPhase").unwrap().world(), "crate::battle::Battle");
    let mut phases = PhaseManager::new();
    phases.push(FaintPhase("x"));
    phases.push(MovePhase { target: None });
    phases.run(&mut battle::Battle).unwrap();
}
