//! The tickets of random programs, each of which is whole or divided, as the number of its phase says.

use phase_core::prelude::*;

use super::program::{Id, Say};

/// The tickets that are out, and what has been said by parts of them.
#[derive(Debug, Default)]
pub(crate) struct Tickets(Vec<Out>);

#[derive(Debug)]
struct Out {
    of: Id,
    parts: Vec<Part>,
    /// Whether the phase has handed a ticket out. After a load it has none until one is handed out.
    has_one: bool,
}

#[derive(Debug, Default)]
struct Part {
    ticket: Option<Ticket>,
    said: Option<Say>,
}

impl Part {
    /// Says this by the ticket, if there is one already; whether that has an effect, or will have.
    fn says(&mut self, say: Say) -> bool {
        self.said = Some(say);
        let Some(ticket) = self.ticket.take() else { return true };
        match say {
            Say::End => ticket.end().is_ok(),
            Say::Cancel => ticket.cancel().is_ok(),
            Say::Drop => ticket.is_live(),
        }
    }
}

impl Out {
    fn new(of: Id) -> Self {
        let count = if of % 3 == 0 { 1 } else { 2 };
        Self { of, parts: (0..count).map(|_| Part::default()).collect(), has_one: false }
    }

    fn get(&mut self, ticket: Ticket) {
        assert!(!self.has_one, "it is handed out once");
        self.has_one = true;
        let tickets = match self.of % 3 {
            0 => vec![ticket],
            1 => Vec::from(<[Ticket; 2]>::from(ticket.both())),
            _ => Vec::from(<[Ticket; 2]>::from(ticket.either())),
        };
        for (part, ticket) in self.parts.iter_mut().zip(tickets) {
            part.ticket = Some(ticket);
        }
        for part in &mut self.parts {
            // Not in the order in which it was said, so one may be stale by the other; that comes to the same.
            part.said.map(|said| part.says(said));
        }
    }

    /// Whether what was said decides.
    fn is_settled(&self) -> bool {
        let is_one = |says| self.parts.iter().any(|part| part.said == Some(says));
        let decides = if self.of % 3 == 1 { Say::Drop } else { Say::End };
        is_one(Say::Cancel) || is_one(decides) || self.parts.iter().all(|part| part.said.is_some())
    }
}

impl Tickets {
    pub(crate) fn keep(&mut self, of: Id, ticket: Ticket) {
        let mut out = Out::new(of);
        out.get(ticket);
        self.0.push(out);
    }

    /// As they would be loaded.
    pub(crate) fn saved(&self) -> Self {
        let part = |part: &Part| Part { ticket: None, said: part.said };
        let saved =
            |out: &Out| Out { of: out.of, parts: out.parts.iter().map(part).collect(), has_one: false };
        Self(self.0.iter().map(saved).collect())
    }

    /// After an undo or a redo: whatever ticket is out has been made good for nothing, and is handed out anew.
    pub(crate) fn forget_stale(&mut self) {
        for out in &mut self.0 {
            for part in &mut out.parts {
                assert!(part.ticket.take().is_none_or(|ticket| !ticket.is_live()));
            }
            out.has_one = false;
        }
    }

    pub(crate) fn restored(&mut self, of: Id, ticket: Ticket) {
        let out = self.0.iter_mut().find(|out| out.of == of);
        out.expect("only suspended phases get a new ticket").get(ticket);
        self.forget_settled();
    }

    /// Says this by one of the parts, counted round and round.
    pub(crate) fn settle(&mut self, nth: usize, say: Say) {
        let open = self.0.iter_mut().filter(|out| !out.is_settled());
        let mut parts: Vec<_> =
            open.flat_map(|out| &mut out.parts).filter(|part| part.said.is_none()).collect();
        let Some(index) = nth.checked_rem(parts.len()) else { return };
        assert!(parts.swap_remove(index).says(say), "the phase waits for it");
        self.forget_settled();
    }

    pub(crate) fn end_all(&mut self) {
        while self.0.iter().any(|out| !out.is_settled()) {
            self.settle(0, Say::End);
        }
    }

    /// The phase is gone, or waits no longer.
    pub(crate) fn forget(&mut self, of: Id) {
        self.0.retain(|out| out.of != of);
    }

    /// But for those to be handed out anew, since nobody has heard yet what was said.
    fn forget_settled(&mut self) {
        self.0.retain(|out| !out.is_settled() || !out.has_one);
    }
}
