//! What can be answered at a position.

use phase_core::{AnyAnswer, PhaseManager, Seat};

/// One answer of one seat.
pub(super) struct Choice {
    pub(super) seat: Seat,
    pub(super) answer: AnyAnswer,
    /// Its number among the options of the seat.
    pub(super) option: usize,
}

/// What the question that stands can be answered with.
#[derive(Default)]
pub(super) struct Choices {
    pub(super) all: Vec<Choice>,
    /// A seat whose options can't be listed.
    pub(super) unlisted: Option<Seat>,
    /// A seat whose list of options is empty.
    pub(super) without: Option<Seat>,
}

/// Every answer of every seat that is asked, in the order of seats and options.
pub(super) fn choices<W: 'static>(phases: &PhaseManager<W>, world: &W) -> Choices {
    let mut found = Choices::default();
    let Some(question) = phases.question() else { return found };
    for seat in question.seats(world) {
        let Some(options) = question.options(seat, world) else {
            found.unlisted.get_or_insert(seat);
            continue;
        };
        if options.is_empty() {
            found.without.get_or_insert(seat);
        }
        let first = found.all.len();
        for (option, answer) in options.into_iter().enumerate() {
            // What the dice list twice is twice as likely, and leads to the same.
            let is_repeated =
                seat == Seat::Chance && found.all[first..].iter().any(|choice| choice.answer == answer);
            if !is_repeated {
                found.all.push(Choice { seat, answer, option });
            }
        }
    }
    found
}
