//! Where both are needed, both have to go to somebody.

#![deny(unused)]

use phase_core::prelude::*;

pub fn two_animations(ticket: Ticket) -> Ticket {
    let (first, second) = ticket.both();
    first
}

fn main() {}
