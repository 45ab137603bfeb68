//! How random programs come about.

use proptest::collection::vec;
use proptest::prelude::*;

use super::program::{Act, How, Kind, Outside, Plan, Program, SEATS, Say, Supply, Then, Turn};
use super::scopes::{Reach, To};

pub(crate) fn programs() -> impl Strategy<Value = Program> {
    let limits = prop_oneof![6 => Just(None), 1 => (0..6_usize).prop_map(Some)];
    let supply = prop_oneof![8 => Just(None), 1 => Just(Some(Supply::One)), 1 => Just(Some(Supply::Many))];
    (vec(plan(), 0..14), vec(outside(), 1..16), limits, supply).prop_map(
        |(plans, outside, start_limit, supply)| Program {
            plans,
            chain: None,
            outside,
            start_limit,
            counts_anew: false,
            supply,
        },
    )
}

/// Programs in which phases set each other off further than causes are kept.
pub(crate) fn chains() -> impl Strategy<Value = Program> {
    let action = prop_oneof![
        4 => Just(Outside::Run),
        1 => act().prop_map(Outside::Act),
        1 => kind().prop_map(Outside::Interrupt),
    ];
    (vec(action, 4..14), 300..1_000_u32).prop_map(|(actions, length)| Program {
        plans: vec![],
        chain: Some(length),
        outside: [Outside::Act(Act::Queue(How::Push, Kind::Plain))].into_iter().chain(actions).collect(),
        start_limit: None,
        counts_anew: false,
        supply: None,
    })
}

fn plan() -> impl Strategy<Value = Plan> {
    let turns = || vec(turn(), 0..3);
    (turn(), turns(), turns(), turns(), vec(inner_act(), 0..3)).prop_map(
        |(start, updates, answers, unasked, on_end)| Plan { start, updates, answers, unasked, on_end },
    )
}

fn turn() -> impl Strategy<Value = Turn> {
    let then = prop_oneof![
        8 => Just(Then::End),
        7 => Just(Then::Wait),
        6 => Just(Then::Suspend),
        6 => Just(Then::AskOn),
        3 => any::<[bool; SEATS]>().prop_map(Then::AskAnew),
        1 => Just(Then::Fail),
        1 => Just(Then::Panic),
    ];
    (vec(inner_act(), 0..4), then).prop_map(|(acts, then)| Turn { acts, then })
}

fn kind() -> impl Strategy<Value = Kind> {
    prop_oneof![
        2 => Just(Kind::Plain),
        1 => Just(Kind::Ranked),
        1 => Just(Kind::Burn),
        1 => Just(Kind::Heal),
    ]
}

fn how() -> impl Strategy<Value = How> {
    prop_oneof![3 => Just(How::Unshift), 3 => Just(How::Defer), 2 => Just(How::Push)]
}

fn say() -> impl Strategy<Value = Say> {
    prop_oneof![4 => Just(Say::End), 1 => Just(Say::Cancel), 2 => Just(Say::Drop)]
}

fn act() -> impl Strategy<Value = Act> {
    prop_oneof![
        20 => (how(), kind()).prop_map(|(how, kind)| Act::Queue(how, kind)),
        1 => Just(Act::Clear),
        1 => Just(Act::Halt),
        1 => Just(Act::Retain),
        1 => Just(Act::Finish),
        4 => (0..6_usize, say()).prop_map(|(nth, say)| Act::Ticket(nth, say)),
        1 => (0..SEATS, any::<bool>()).prop_map(|(seat, gone)| Act::SetGone(seat, gone)),
        1 => kind().prop_map(Act::Remove),
        1 => kind().prop_map(Act::RemoveAll),
        2 => (how(), kind(), kind()).prop_map(|(how, beside, new)| Act::Insert(how, beside, new)),
    ]
}

fn inner_act() -> impl Strategy<Value = Act> {
    let reach = prop_oneof![
        2 => kind().prop_map(Reach::Innermost),
        1 => kind().prop_map(Reach::Outermost),
        3 => (0..4_usize).prop_map(Reach::Nth),
    ];
    let to = prop_oneof![
        3 => kind().prop_map(To::Defer),
        3 => kind().prop_map(To::Unshift),
        1 => Just(To::Skip),
    ];
    prop_oneof![5 => act(), 1 => (reach, to).prop_map(|(reach, to)| Act::Reach(reach, to))]
}

fn outside() -> impl Strategy<Value = Outside> {
    prop_oneof![
        9 => act().prop_map(Outside::Act),
        5 => kind().prop_map(Outside::Interrupt),
        1 => Just(Outside::Cancel),
        1 => Just(Outside::CancelTree),
        9 => Just(Outside::Run),
        5 => Just(Outside::Step),
        7 => (0..SEATS, 0..4_u8).prop_map(|(seat, answer)| Outside::Answer(seat, answer)),
        1 => Just(Outside::TimeOut),
    ]
}
