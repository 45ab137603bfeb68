//! Parts of a ticket that nobody keeps abandon the phase.

#![deny(unused_must_use)]

use phase_core::prelude::*;

fn two_animations(ticket: Ticket) {
    ticket.both();
}

fn player_or_clock(ticket: Ticket) {
    ticket.either();
}

fn main() {}
