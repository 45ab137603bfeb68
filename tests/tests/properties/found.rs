//! Programs in which the manager once went wrong, or which chance is slow to come upon.

use std::slice::from_ref;

use crate::agree;
use crate::kind::Kind;
use crate::program::{Act, Handover, How, Look, Outside, POISON, Plan, Program, Side, Then, Turn};

const UNSHIFT: Act = Act::Queue(How::Unshift, Kind::Plain);
const DEFER: Act = Act::Queue(How::Defer, Kind::Plain);

fn check(start_limit: Option<usize>, plans: &[Plan], outside: &[Outside]) {
    for drains in [false, true] {
        let (plans, outside) = (plans.to_vec(), outside.to_vec());
        let program = Program {
            plans,
            chain: None,
            outside,
            start_limit,
            chain_limit: None,
            supply: None,
            has_inbox: false,
            drains,
        };
        agree(&program).unwrap_or_else(|error| panic!("{error}\n{program:?}"));
    }
}

fn plan(acts: &[Act], then: Then) -> Plan {
    Plan { start: Turn { acts: acts.to_vec(), then }, ..Plan::default() }
}

#[test]
fn a_start_limit_leaves_the_tree_to_the_phase_that_ran_last() {
    let parent = plan(&[UNSHIFT], Then::End);
    for queued_later in [Outside::Act(UNSHIFT), Outside::Act(DEFER), Outside::Interrupt(Kind::Plain)] {
        let outside = [Outside::Act(UNSHIFT), Outside::Run, queued_later, Outside::Step, Outside::Step];
        check(Some(1), from_ref(&parent), &outside);
    }
}

#[test]
fn a_panic_in_a_key_leaves_the_tree_to_the_parked_phase() {
    let parked = plan(&[DEFER, Act::SetKey(2, POISON)], Then::Wait);
    for queued_later in [UNSHIFT, DEFER, Act::Look(Look::Insert(Side::Before, Kind::Low, Kind::Plain))] {
        let outside = [
            Outside::Act(UNSHIFT),
            Outside::Run,
            Outside::Interrupt(Kind::High),
            Outside::Run,
            Outside::Act(queued_later),
            Outside::CancelTree,
            Outside::Act(Act::SetKey(2, 0)),
            Outside::Run,
        ];
        check(None, from_ref(&parked), &outside);
    }
}

#[test]
fn what_is_parked_after_a_clear_outlives_it() {
    let parked = Plan { cancel_panics: true, ..plan(&[], Then::Suspend(Handover::Keep)) };
    let clears_and_waits = plan(&[Act::Clear], Then::Wait);
    let outside = [
        Outside::Act(UNSHIFT),
        Outside::Run,
        Outside::Interrupt(Kind::Plain),
        Outside::Run,
        Outside::Interrupt(Kind::Plain),
        Outside::Run,
        Outside::Run,
    ];
    check(None, &[parked, clears_and_waits], &outside);
}
