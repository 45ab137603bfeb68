//! For two animations a ticket is divided, and not copied.

use phase_core::prelude::*;

fn two_animations(ticket: Ticket) -> [Ticket; 2] {
    [ticket.clone(), ticket]
}

fn main() {}
