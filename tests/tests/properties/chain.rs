//! Phases that set each other off, one after the other, further than causes are kept.

use proptest::prelude::*;

use crate::kind::Kind;
use crate::program::{Act, How, Id, Outside, Plan, Program, Then, Turn};
use crate::scopes::{Reach, To};

/// What the phases of a program do that it has no plan for.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Chain {
    /// Phases with lower numbers set off others.
    length: usize,
    /// Every so many queue another one, and so many queue to a cause far away, or skip what that has set off.
    between_others: usize,
    between_reaches: usize,
    between_skips: usize,
    between_waits: usize,
    /// How far away that cause is.
    reach: usize,
}

impl Chain {
    pub(crate) fn plan(self, id: Id) -> Plan {
        let mut plan = Plan::default();
        if id >= self.length {
            return plan;
        }
        let every = |so_many: usize| id % so_many == so_many - 1;
        let (how, other) = if id % 3 == 0 { (How::Defer, How::Unshift) } else { (How::Unshift, How::Defer) };
        let kind = Kind::ALL[id % Kind::ALL.len()];
        let mut acts = vec![];
        if every(self.between_others) {
            acts.push(Act::Queue(other, kind));
        }
        if every(self.between_reaches) {
            let to = if id % 2 == 0 { To::Defer(kind) } else { To::Unshift(kind) };
            acts.push(Act::Reach(Reach::Nth(self.reach), to));
        }
        if every(self.between_skips) {
            acts.push(Act::Reach(Reach::Nth(self.reach / 2), To::Skip));
        }
        acts.push(Act::Queue(how, kind));
        if every(self.between_waits) {
            plan.updates.push(Turn { acts, then: Then::End });
            plan.start.then = Then::Wait;
        } else {
            plan.start.acts = acts;
        }
        plan
    }
}

pub(crate) fn programs() -> impl Strategy<Value = Program> {
    let action = prop_oneof![
        4 => Just(Outside::Run),
        1 => Just(Outside::Act(Act::Queue(How::Unshift, Kind::Plain))),
        1 => Just(Outside::Act(Act::Queue(How::Defer, Kind::Heal))),
        1 => Just(Outside::Interrupt(Kind::Plain)),
    ];
    let outside = prop::collection::vec(action, 1..12);
    (outside, 0..1_200_usize, 3..90_usize, 3..90_usize, 50..400_usize, 50..300_usize, 0..48_usize).prop_map(
        |(outside, length, between_others, between_reaches, between_skips, between_waits, reach)| {
            let chain =
                Chain { length, between_others, between_reaches, between_skips, between_waits, reach };
            Program {
                plans: vec![],
                chain: Some(chain),
                outside: [Outside::Act(Act::Queue(How::Push, Kind::Plain))]
                    .into_iter()
                    .chain(outside)
                    .collect(),
                start_limit: None,
                chain_limit: None,
                supply: None,
                has_inbox: false,
                drains: true,
            }
        },
    )
}
