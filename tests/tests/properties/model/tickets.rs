//! What becomes of suspended phases, by what has become of each part of their tickets.

use crate::program::{Id, Needs, Use};

/// What has become of a ticket, or of a part of one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fate {
    Live,
    Ended,
    Cancelled,
    Dropped,
    Stale,
}

/// Every ticket that was ever handed out, and which parts the world has kept.
#[derive(Debug, Default)]
pub(super) struct Tickets {
    issued: Vec<Part>,
    /// In the order in which the world got them.
    kept: Vec<Kept>,
}

/// The number of a ticket, and the way down to one of its parts.
#[derive(Debug, Clone)]
struct Kept {
    of: Id,
    ticket: usize,
    way: Vec<usize>,
}

/// A part of a ticket, with the parts that were made of it.
#[derive(Debug)]
struct Part {
    /// What was said by whoever had it, before it was divided.
    said: Fate,
    halves: Option<(Needs, Box<[Part; 2]>)>,
}

impl Part {
    fn new(said: Fate) -> Self {
        Self { said, halves: None }
    }

    fn fate(&self) -> Fate {
        let Some((needs, halves)) = self.halves.as_ref().filter(|_| self.said == Fate::Live) else {
            return self.said;
        };
        let [first, second] = [halves[0].fate(), halves[1].fate()];
        let any = |fate| first == fate || second == fate;
        let all = |fate| first == fate && second == fate;
        match needs {
            _ if any(Fate::Cancelled) => Fate::Cancelled,
            Needs::Both if any(Fate::Dropped) => Fate::Dropped,
            Needs::Both if all(Fate::Ended) => Fate::Ended,
            Needs::Either if any(Fate::Ended) => Fate::Ended,
            Needs::Either if all(Fate::Dropped) => Fate::Dropped,
            _ => Fate::Live,
        }
    }

    /// Whether nothing is settled from here down the way.
    fn is_live(&self, way: &[usize]) -> bool {
        let below = way.split_first().zip(self.halves.as_ref());
        self.fate() == Fate::Live && below.is_none_or(|((half, way), (_, halves))| halves[*half].is_live(way))
    }

    fn at(&mut self, way: &[usize]) -> &mut Self {
        way.iter().fold(self, |part, half| &mut part.halves.as_mut().expect("it was divided").1[*half])
    }
}

impl Tickets {
    /// Hands out a ticket of which this becomes at once; gives its number.
    pub(super) fn issue(&mut self, of: Id, fate: Fate, is_kept: bool) -> usize {
        let ticket = self.issued.len();
        self.issued.push(Part::new(fate));
        if is_kept {
            self.kept.push(Kept { of, ticket, way: vec![] });
        }
        ticket
    }

    pub(super) fn fate(&self, ticket: usize) -> Fate {
        self.issued[ticket].fate()
    }

    /// The phase is gone, or waits for another ticket.
    pub(super) fn make_stale(&mut self, ticket: usize) {
        if self.fate(ticket) == Fate::Live {
            self.issued[ticket].said = Fate::Stale;
        }
    }

    pub(super) fn any_kept(&self) -> bool {
        !self.kept.is_empty()
    }

    /// Which of those kept is the first of that phase.
    pub(super) fn first_of(&self, id: Id) -> Option<usize> {
        self.kept.iter().position(|kept| kept.of == id)
    }

    /// Takes one that is kept, counted round and round, and says this; gives its phase, and whether it had an effect.
    pub(super) fn take(&mut self, nth: usize, says: Fate) -> Option<(Id, bool)> {
        let index = nth.checked_rem(self.kept.len())?;
        let kept = self.kept.remove(index);
        Some((kept.of, self.say(&kept, says)))
    }

    /// The same, but leaves it or its halves where it was.
    pub(super) fn use_one(&mut self, nth: usize, how: Use) -> Option<(Id, bool)> {
        let index = nth.checked_rem(self.kept.len())?;
        let kept = self.kept[index].clone();
        let worked = match how {
            Use::End => self.say(&kept, Fate::Ended),
            Use::Cancel => self.say(&kept, Fate::Cancelled),
            Use::Divide(needs) => {
                let was_live = self.issued[kept.ticket].is_live(&kept.way);
                let halves = Box::new([Part::new(Fate::Live), Part::new(Fate::Live)]);
                self.issued[kept.ticket].at(&kept.way).halves = Some((needs, halves));
                let half = |half| Kept { way: [&kept.way[..], &[half]].concat(), ..kept.clone() };
                self.kept.splice(index..=index, [half(0), half(1)]);
                was_live
            }
        };
        Some((kept.of, worked))
    }

    fn say(&mut self, kept: &Kept, says: Fate) -> bool {
        let whole = &mut self.issued[kept.ticket];
        let was_live = whole.is_live(&kept.way);
        if was_live {
            whole.at(&kept.way).said = says;
        }
        was_live
    }
}
