//! What tells what a game did from what its recording says.

use super::divergence::DivergenceKind as Kind;
use super::line::{End, Line, Rest};

/// Which kind of difference there is between a line of the recording and what happened; nothing if there is none. `is_same` says
/// whether a name of the recording is that of a phase.
pub(super) fn difference(
    recorded: Option<&Line<'_>>,
    happened: Option<&Line<'_>>,
    is_same: impl Fn(&str, &str) -> bool,
) -> Option<Kind> {
    let (recorded, happened) = match (recorded, happened) {
        (None, None) => return None,
        (Some(recorded), Some(happened)) => (recorded, happened),
        (Some(one), None) => return Some(with_nothing(one, Kind::EndedEarly)),
        (None, Some(one)) => return Some(with_nothing(one, Kind::WentOn)),
    };
    match (*recorded, *happened) {
        (Line::Start { name, how, level, back }, Line::Start { name: n, how: h, level: l, back: b }) => {
            let kinds = [
                (is_same(name, n), Kind::Phase),
                (how == h, Kind::Verb),
                (level == l, Kind::Level),
                (back == b, Kind::Cause),
            ];
            kinds.into_iter().find_map(|(is_same, kind)| (!is_same).then_some(kind))
        }
        (Line::Rest(recorded), Line::Rest(happened)) => between_rests(recorded, happened, is_same),
        (Line::Over { end, name }, Line::Over { end: e, name: n }) => {
            let names_are_same = match (name, n) {
                (Some(name), Some(n)) => is_same(name, n),
                (name, n) => name == n,
            };
            if end == e { (!names_are_same).then_some(Kind::Phase) } else { Some(Kind::Failure) }
        }
        (Line::Fallback { seat }, Line::Fallback { seat: s }) => (seat != s).then_some(Kind::Seat),
        (Line::Delivered { how, name }, Line::Delivered { how: h, name: n }) => {
            (how != h || !is_same(name, n)).then_some(Kind::Delivery)
        }
        (Line::World(world), Line::World(w)) => (world != w).then_some(Kind::World),
        (Line::World(_), _) | (_, Line::World(_)) => Some(Kind::World),
        (Line::Delivered { .. }, _) | (_, Line::Delivered { .. }) => Some(Kind::Delivery),
        (Line::Fallback { .. }, _) | (_, Line::Fallback { .. }) => Some(Kind::Seat),
        (one, other) if is_failure(&one) || is_failure(&other) => Some(Kind::Failure),
        (Line::Rest(Rest::Asking { .. }), _) | (_, Line::Rest(Rest::Asking { .. })) => Some(Kind::Question),
        (Line::Rest(rest), Line::Start { .. }) if !is_wait(rest) => Some(Kind::WentOn),
        (Line::Start { .. }, Line::Rest(rest)) if !is_wait(rest) => Some(Kind::EndedEarly),
        _ => Some(Kind::Wait),
    }
}

fn with_nothing(one: &Line<'_>, otherwise: Kind) -> Kind {
    match one {
        Line::World(_) => Kind::World,
        Line::Delivered { .. } => Kind::Delivery,
        Line::Fallback { .. } => Kind::Seat,
        Line::Rest(Rest::Asking { .. }) => Kind::Question,
        Line::Rest(rest) if is_wait(*rest) => Kind::Wait,
        line if is_failure(line) => Kind::Failure,
        Line::Over { .. } => Kind::Wait,
        _ => otherwise,
    }
}

fn between_rests(
    recorded: Rest<'_>,
    happened: Rest<'_>,
    is_same: impl Fn(&str, &str) -> bool,
) -> Option<Kind> {
    match (recorded, happened) {
        (Rest::Asking { name, number, seats }, Rest::Asking { name: n, number: m, seats: s }) => {
            let kinds = [(is_same(name, n) && number == m, Kind::Question), (seats == s, Kind::Seat)];
            kinds.into_iter().find_map(|(is_same, kind)| (!is_same).then_some(kind))
        }
        (Rest::Waiting(name), Rest::Waiting(n)) | (Rest::Suspended(name), Rest::Suspended(n)) => {
            (!is_same(name, n)).then_some(Kind::Phase)
        }
        (Rest::Asking { .. }, _) | (_, Rest::Asking { .. }) => Some(Kind::Question),
        (recorded, happened) => (recorded != happened).then_some(Kind::Wait),
    }
}

fn is_wait(rest: Rest<'_>) -> bool {
    matches!(rest, Rest::Waiting(_) | Rest::Suspended(_) | Rest::Asking { .. })
}

fn is_failure(line: &Line<'_>) -> bool {
    matches!(line, Line::Over { end: End::Failed | End::Panicked | End::Abandoned, .. })
}

/// Whether it comes of the phase that was at work last, and before anything else in the game does.
pub(super) fn ends_a_step(happened: &Line<'_>) -> bool {
    match happened {
        Line::Rest(rest) => is_wait(*rest),
        Line::Over { end, name } => name.is_none() || *end == End::Cancelled,
        _ => false,
    }
}
