//! How random programs come about.

use proptest::collection::vec;
use proptest::prelude::*;

use super::program::{Act, How, Kind, Outside, Plan, Program, Then, Turn};

pub(crate) fn programs(suspend: bool) -> impl Strategy<Value = Program> {
    let limits = prop_oneof![6 => Just(None), 1 => (0..6_usize).prop_map(Some)];
    (vec(plan(suspend), 0..14), vec(outside(), 1..16), limits, prop::bool::weighted(0.2))
        .prop_map(|(plans, outside, start_limit, supplies)| Program { plans, outside, start_limit, supplies })
}

fn plan(suspend: bool) -> impl Strategy<Value = Plan> {
    (turn(suspend), vec(turn(false), 0..3), vec(act(), 0..3)).prop_map(|(start, updates, on_end)| Plan {
        start,
        updates,
        on_end,
    })
}

fn turn(suspend: bool) -> impl Strategy<Value = Turn> {
    let then = prop_oneof![
        8 => Just(Then::End),
        7 => Just(Then::Wait),
        6 => Just(if suspend { Then::Suspend } else { Then::Wait }),
        1 => Just(Then::Fail),
        1 => Just(Then::Panic),
    ];
    (vec(act(), 0..4), then).prop_map(|(acts, then)| Turn { acts, then })
}

fn kind() -> impl Strategy<Value = Kind> {
    prop_oneof![2 => Just(Kind::Plain), 1 => Just(Kind::Ranked)]
}

fn how() -> impl Strategy<Value = How> {
    prop_oneof![3 => Just(How::Unshift), 3 => Just(How::Defer), 2 => Just(How::Push)]
}

fn act() -> impl Strategy<Value = Act> {
    prop_oneof![
        20 => (how(), kind()).prop_map(|(how, kind)| Act::Queue(how, kind)),
        1 => Just(Act::Clear),
        1 => Just(Act::Halt),
        2 => (0..4_usize).prop_map(Act::EndTicket),
        1 => (0..4_usize).prop_map(Act::DropTicket),
        1 => kind().prop_map(Act::Remove),
        1 => kind().prop_map(Act::RemoveAll),
        2 => (how(), kind(), kind()).prop_map(|(how, beside, new)| Act::Insert(how, beside, new)),
    ]
}

fn outside() -> impl Strategy<Value = Outside> {
    prop_oneof![
        9 => act().prop_map(Outside::Act),
        5 => kind().prop_map(Outside::Interrupt),
        1 => Just(Outside::Cancel),
        1 => Just(Outside::CancelTree),
        9 => Just(Outside::Run),
        5 => Just(Outside::Step),
    ]
}
