//! Every kind of type, of every visibility, with every kind of world.

#![allow(dead_code)]

use phase_core::prelude::*;

#[phase]
#[derive(Debug)]
struct Unit;

#[phase(world = &'static str)]
#[derive(Debug)]
pub struct Tuple(u8, pub Vec<u8>);

#[phase(world = Vec<std::collections::BTreeMap<u8, fn(u8) -> Option<u8>>>, leaf)]
#[derive(Debug)]
pub(crate) struct Named {
    pub(crate) field: Vec<Box<u8>>,
}

#[phase(world = [u8; 1 + 1])]
#[derive(Debug)]
pub(in crate) enum Variants {
    Unit,
    Tuple(u8),
    Named { field: u8 },
}

#[phase(world = ::std::string::String,)]
#[derive(Debug)]
enum Never {}

mod inner {
    use phase_core::prelude::*;

    #[phase(world = (u8, super::Tuple), pushes(super::inner::Deep))]
    #[derive(Debug)]
    pub(super) struct Deep;

    impl Phase for Deep {
        fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
            guard.end()
        }
    }
}

fn main() {
    let worlds: Vec<_> = registry().iter().map(|entry| (entry.name(), entry.world())).collect();
    assert_eq!(
        worlds,
        [
            ("Tuple", "&'static str"),
            ("Unit", "()"),
            ("Deep", "(u8, super::Tuple)"),
            ("Never", "::std::string::String"),
            ("Named", "Vec<std::collections::BTreeMap<u8, fn(u8) -> Option<u8>>>"),
            ("Variants", "[u8; 1 + 1]"),
        ]
    );
}
