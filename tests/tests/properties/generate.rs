//! How random programs come about.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::strategy::Union;

use crate::kind::Kind;
use crate::program::{
    ANSWERS, Act, Asked, Door, Handover, How, Look, Needs, Outside, POISON, Plan, Program, Rules, SEATS,
    SLOTS, Sent, Side, Supply, Then, Turn, Use,
};
use crate::scopes::{Reach, To};

/// What programs are made of, besides phases that are queued and cleared away.
#[derive(Debug, Clone, Copy)]
#[expect(clippy::struct_excessive_bools, reason = "each is in or not, whatever the others are")]
pub(crate) struct Ingredients {
    /// Phases wait, halt, fail, panic, are interrupted and cancelled.
    pub(crate) troubles: bool,
    /// Phases are looked up, and some run by priority.
    pub(crate) look_ups: bool,
    /// Phases ask, and are answered in all kinds of ways.
    pub(crate) questions: bool,
    /// The tree is cleared, the game is finished and phases are interrupted more often than they would be.
    pub(crate) sweeps: bool,
    /// Phases queue to those that set them off.
    pub(crate) scopes: bool,
    /// Phases are sent by an inbox, and the host looks into runs, and gives everything up.
    pub(crate) host: bool,
}

pub(crate) const NOTHING: Ingredients = Ingredients {
    troubles: false,
    look_ups: false,
    questions: false,
    sweeps: false,
    scopes: false,
    host: false,
};

/// All of them, but for what cuts programs short.
pub(crate) const ALL: Ingredients =
    Ingredients { troubles: true, look_ups: true, questions: true, sweeps: false, scopes: true, host: true };

/// Strategies with their weights; those without any are left out.
type Weighted<T> = Vec<(u32, BoxedStrategy<T>)>;

fn one_of<T: std::fmt::Debug + 'static>(choices: Weighted<T>) -> BoxedStrategy<T> {
    Union::new_weighted(choices.into_iter().filter(|(weight, _)| *weight > 0).collect()).boxed()
}

fn just<T: Clone + std::fmt::Debug + 'static>(value: T) -> BoxedStrategy<T> {
    Just(value).boxed()
}

impl Ingredients {
    pub(crate) fn program(self) -> BoxedStrategy<Program> {
        let plans = vec(self.plan(), 0..20);
        let outside = vec(self.outside(), 1..24);
        let limits =
            prop_oneof![8 => Just(None), 1 => (0..5usize).prop_map(Some), 1 => (15..19usize).prop_map(Some)];
        let start_limit = if self.troubles { limits.boxed() } else { just(None) };
        let supply = one_of(vec![
            (8, just(None)),
            (u32::from(self.troubles), just(Some(Supply::One))),
            (u32::from(self.troubles), just(Some(Supply::Many))),
        ]);
        let chains = prop_oneof![6 => Just(None), 1 => (0..6usize).prop_map(Some)];
        let chain_limit = if self.scopes { chains.boxed() } else { just(None) };
        (plans, outside, start_limit, chain_limit, supply, prop::bool::weighted(0.8))
            .prop_map(move |(plans, outside, start_limit, chain_limit, supply, drains)| Program {
                plans,
                chain: None,
                outside,
                start_limit,
                chain_limit,
                supply,
                has_inbox: self.host,
                drains,
            })
            .boxed()
    }

    fn plan(self) -> BoxedStrategy<Plan> {
        let rarely = prop::bool::weighted(if self.troubles { 0.1 } else { 0.0 });
        let on_end = vec(self.act(), 0..3);
        let updates = vec(self.turn(), if self.troubles { 0..3 } else { 0..1 });
        let cancel_ends_ticket = prop::bool::weighted(0.3);
        let panics = [rarely; 4];
        let calm = (self.turn(), updates, on_end, panics, cancel_ends_ticket).prop_map(
            |(start, updates, on_end, panics, cancel_ends_ticket)| Plan {
                start,
                updates,
                on_end,
                end_panics: panics[0],
                cancel_panics: panics[1],
                park_panics: panics[2],
                resume_panics: panics[3],
                cancel_ends_ticket,
                ..Plan::default()
            },
        );
        if !self.questions {
            return calm.boxed();
        }
        let (answers, unasked) = (vec(self.turn(), 0..5), vec(self.turn(), 0..3));
        (calm, answers, unasked, rules())
            .prop_map(|(calm, answers, unasked, rules)| Plan { answers, unasked, rules, ..calm })
            .boxed()
    }

    fn turn(self) -> BoxedStrategy<Turn> {
        let trouble = u32::from(self.troubles);
        let then = one_of(vec![
            (8, just(Then::End)),
            (trouble * 7, just(Then::Wait)),
            (trouble * 6, handover().prop_map(Then::Suspend).boxed()),
            (
                u32::from(self.questions) * if self.troubles { 14 } else { 30 },
                asked().prop_map(Then::Ask).boxed(),
            ),
            (trouble, just(Then::Fail)),
            (trouble, just(Then::Panic)),
        ]);
        (vec(self.act(), 0..5), then).prop_map(|(acts, then)| Turn { acts, then }).boxed()
    }

    fn kind(self) -> BoxedStrategy<Kind> {
        let ordered = 2 * u32::from(self.look_ups);
        one_of(vec![
            (1, just(Kind::Plain)),
            (ordered, just(Kind::High)),
            (ordered, just(Kind::Low)),
            (ordered, just(Kind::Burn)),
            (ordered, just(Kind::Heal)),
        ])
    }

    /// What both a phase and the host do.
    fn common_acts(self) -> Weighted<Act> {
        let trouble = u32::from(self.troubles);
        let sweep = u32::from(self.sweeps);
        let looked = u32::from(self.look_ups);
        let asked = u32::from(self.questions);
        let how = prop_oneof![3 => Just(How::Unshift), 3 => Just(How::Defer), 2 => Just(How::Push)];
        vec![
            (20, (how, self.kind()).prop_map(|(how, kind)| Act::Queue(how, kind)).boxed()),
            (
                8 * u32::from(self.host),
                (sent(), self.kind()).prop_map(|(how, kind)| Act::Send(how, kind)).boxed(),
            ),
            (1 + trouble + sweep * 4, just(Act::Clear)),
            (trouble + sweep, just(Act::Finish)),
            (trouble * 2, (0..4usize).prop_map(Act::EndTicket).boxed()),
            (trouble, (0..4usize).prop_map(Act::DropTicket).boxed()),
            (trouble * 3, use_of_ticket()),
            (looked * 5, key().prop_map(|(slot, key)| Act::SetKey(slot, key)).boxed()),
            (looked * 14, self.look().prop_map(Act::Look).boxed()),
            (asked * 2, (0..SEATS, any::<bool>()).prop_map(|(seat, gone)| Act::SetGone(seat, gone)).boxed()),
            (asked * trouble, prop::bool::weighted(0.3).prop_map(Act::PoisonSeats).boxed()),
        ]
    }

    fn act(self) -> BoxedStrategy<Act> {
        let mut acts = self.common_acts();
        acts.push((u32::from(self.troubles), just(Act::Halt)));
        acts.push((u32::from(self.scopes) * 12, self.reach()));
        one_of(acts)
    }

    fn reach(self) -> BoxedStrategy<Act> {
        let reach = prop_oneof![
            4 => self.kind().prop_map(Reach::Innermost),
            2 => self.kind().prop_map(Reach::Outermost),
            6 => (0..5usize).prop_map(Reach::Nth),
            1 => Just(Reach::Itself),
        ];
        let to = prop_oneof![
            3 => self.kind().prop_map(To::Defer),
            3 => self.kind().prop_map(To::Unshift),
            1 => Just(To::Skip),
        ];
        (reach, to).prop_map(|(reach, to)| Act::Reach(reach, to)).boxed()
    }

    fn outside(self) -> BoxedStrategy<Outside> {
        let trouble = u32::from(self.troubles);
        let asked = u32::from(self.questions);
        one_of(vec![
            (8, one_of(self.common_acts()).prop_map(Outside::Act).boxed()),
            (trouble * 5 + u32::from(self.sweeps) * 6, self.kind().prop_map(Outside::Interrupt).boxed()),
            (trouble, just(Outside::Cancel)),
            (trouble, just(Outside::CancelTree)),
            (u32::from(self.host), just(Outside::CancelAll)),
            (4 * u32::from(self.host) + trouble, (0..4usize).prop_map(Outside::CancelParked).boxed()),
            (5 * u32::from(self.host), (1..6usize).prop_map(Outside::RunWith).boxed()),
            (9, just(Outside::Run)),
            (4, just(Outside::Step)),
            (asked * 18, self.answer()),
            (asked * 2, just(Outside::TimeOut)),
            (
                asked * 2,
                (any::<[bool; SEATS]>(), answers())
                    .prop_map(|(silent, answer)| Outside::Play(silent, answer))
                    .boxed(),
            ),
        ])
    }

    fn answer(self) -> BoxedStrategy<Outside> {
        let door = prop_oneof![
            3 => Just(Door::Typed),
            2 => Just(Door::Any),
            2 => prop::bool::weighted(0.1).prop_map(|is_late| Door::Data { is_late }),
        ];
        let kind = prop_oneof![6 => Just(None), 1 => self.kind().prop_map(Some)];
        (door, kind, 0..SEATS, answers())
            .prop_map(|(door, kind, seat, answer)| Outside::Answer(door, kind, seat, answer))
            .boxed()
    }

    fn look(self) -> BoxedStrategy<Look> {
        let tag = 0..SLOTS;
        let side = prop_oneof![Just(Side::Before), Just(Side::After)];
        prop_oneof![
            1 => Just(Look::Levels),
            1 => (self.kind(), tag.clone()).prop_map(|(kind, tag)| Look::Contains(kind, tag)),
            1 => self.kind().prop_map(Look::FindAll),
            1 => (self.kind(), tag.clone(), tag.clone()).prop_map(|(kind, tag, new)| Look::Retag(kind, tag, new)),
            2 => (self.kind(), tag.clone()).prop_map(|(kind, tag)| Look::Remove(kind, tag)),
            1 => (self.kind(), tag.clone()).prop_map(|(kind, tag)| Look::RemoveAll(kind, tag)),
            1 => tag.clone().prop_map(Look::Retain),
            1 => (self.kind(), tag, self.kind()).prop_map(|(kind, tag, new)| Look::Replace(kind, tag, new)),
            1 => self.kind().prop_map(Look::FindNamed),
            1 => self.kind().prop_map(Look::RemoveNamed),
            3 => (side, self.kind(), self.kind()).prop_map(|(side, kind, new)| Look::Insert(side, kind, new)),
        ]
        .boxed()
    }
}

fn use_of_ticket() -> BoxedStrategy<Act> {
    let how = prop_oneof![
        2 => Just(Use::End),
        1 => Just(Use::Cancel),
        3 => Just(Use::Divide(Needs::Both)),
        3 => Just(Use::Divide(Needs::Either)),
    ];
    (0..6usize, how).prop_map(|(nth, how)| Act::UseTicket(nth, how)).boxed()
}

fn sent() -> impl Strategy<Value = Sent> {
    let how = prop_oneof![Just(How::Unshift), Just(How::Defer), Just(How::Push)];
    prop_oneof![3 => how.prop_map(Sent::Queue), 1 => Just(Sent::Interrupt)]
}

fn handover() -> impl Strategy<Value = Handover> {
    prop_oneof![
        6 => Just(Handover::Keep),
        1 => Just(Handover::EndAtOnce),
        1 => Just(Handover::CancelAtOnce),
        1 => Just(Handover::DropAtOnce),
        1 => Just(Handover::KeepAndPanic),
    ]
}

/// Few keys, so that there are ties.
fn key() -> impl Strategy<Value = (usize, i8)> {
    (0..SLOTS, prop_oneof![8 => -1..2i8, 1 => Just(POISON)])
}

fn answers() -> impl Strategy<Value = u8> {
    0..ANSWERS
}

/// A phase that asks goes on with the same question more often than not.
fn asked() -> impl Strategy<Value = Asked> {
    prop_oneof![3 => Just(Asked::On), 2 => any::<[bool; SEATS]>().prop_map(Asked::These)]
}

fn rules() -> impl Strategy<Value = Rules> {
    let options = prop_oneof![4 => Just(None), 1 => vec(answers(), 0..6).prop_map(Some)];
    let rejects = prop_oneof![5 => Just(None), 1 => answers().prop_map(Some)];
    let fallback = prop_oneof![1 => Just(None), 2 => answers().prop_map(Some)];
    let fallbacks = prop::array::uniform3(fallback);
    (options, rejects, fallbacks, prop::bool::weighted(0.3))
        .prop_map(|(options, rejects, fallbacks, revises)| Rules { options, rejects, fallbacks, revises })
}
