use phase_core::prelude::*;

#[phase]
pub union Move { a: u8, b: i8 }

fn main() {}
