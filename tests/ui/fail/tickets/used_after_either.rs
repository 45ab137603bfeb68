//! A ticket is given up for its two parts.

use phase_core::prelude::*;

fn player_or_clock(ticket: Ticket) -> Result<(Ticket, Ticket), StaleTicket> {
    let parts = ticket.either();
    ticket.end()?;
    Ok(parts)
}

fn main() {}
