//! What the battle asks the players, through the manager alone.

use std::collections::VecDeque;
use std::io::Write;

use phase_core::prelude::*;
use phase_core::{AnyAnswer, PhaseRef};
use phase_examples::double_battle::battle::{Asked, Battle};
use phase_examples::double_battle::battler::{Battler, Side};
use phase_examples::double_battle::game::Game;
use phase_examples::double_battle::in_play::InPlay;
use phase_examples::double_battle::moves::MoveId;
use phase_examples::double_battle::orders::{Order, Plan};
use phase_examples::double_battle::phases::{CommandPhase, MovePhase, ReplacementPhase, TargetPhase};
use phase_examples::double_battle::play::{Host, PlayError, Reply, play};
use phase_examples::double_battle::scenario::Scenario;

use crate::small::{QUARTZ, battle};
use crate::{shipped, transcript};

const HOME: Seat = Seat::Player(0);
const AWAY: Seat = Seat::Player(1);
const SLAM: MoveId = MoveId(0);
const SALVE: MoveId = MoveId(2);
const ASH: Battler = Battler { side: Side::Home, member: 0 };

/// The small battle with some of its text exchanged, at its first question.
pub(crate) fn asked(changes: &[(&str, &str)]) -> Game {
    let asked = Asked { players: true, dice: false };
    let mut game = Game::new(Battle { asked, ..battle(changes, &[]) });
    assert_eq!(game.run().unwrap(), RunStatus::Asking);
    game
}

/// Answers the question that stands with the option of this number, for each seat that it asks, and goes on to the next.
pub(crate) fn answer_all(game: &mut Game, number: usize) -> RunStatus {
    let before = game.phases.question().map(|question| question.number());
    let status = game.phases.play(&mut game.battle, |question, seat, battle| {
        (Some(question.number()) == before).then(|| question.pick(seat, battle, number)).flatten()
    });
    status.unwrap()
}

fn question_of<P: Asks<World = Battle>>(game: &Game) -> Option<&P> {
    game.phases.question()?.phase().downcast_ref()
}

/// Answers by the orders of a script.
struct ByScript(VecDeque<Vec<Order>>);

impl Host for ByScript {
    fn answer(&mut self, game: &mut dyn InPlay, _: bool, _: &mut dyn Write) -> Result<Reply, PlayError> {
        let orders = &self.0[game.battle().turn as usize - 1];
        let order = |user: Battler| orders.iter().find(|order| order.user == user).expect("it has an order");
        let question = game.phases().question().unwrap();
        let (seat, answer) = if let Some(&CommandPhase { user, .. }) = question.phase().downcast_ref() {
            (user.side.seat(), AnyAnswer::new(order(user).id))
        } else if let Some(&TargetPhase { user, .. }) = question.phase().downcast_ref() {
            (user.side.seat(), AnyAnswer::new(order(user).aim.unwrap()))
        } else {
            panic!("nobody has to be replaced in one turn")
        };
        Ok(Reply::Answered(game.answer(seat, answer)?))
    }
}

#[test]
fn orders_of_a_scenario_given_as_answers_tell_the_same_battle() {
    for name in ["reordered", "removed", "redirected", "called", "repeated"] {
        let path = shipped(name);
        let Scenario { mut battle, .. } = Scenario::read(&path).unwrap();
        battle.asked.players = true;
        let script = battle.script.drain(..).map(|plan| match plan {
            Plan::Orders(orders) => orders,
            Plan::Auto => panic!("{name} is scripted"),
        });
        let mut host = ByScript(script.collect());
        let mut out = anstream::StripStream::new(Vec::new());
        play(&mut Game::new(battle), &mut host, u64::MAX, false, &mut out).unwrap();
        let told = String::from_utf8(out.into_inner()).unwrap();
        let scripted = transcript([path.to_str().unwrap()]);
        assert!(scripted.ends_with(&told) && told.contains("── Turn 1"), "{told}");
    }
}

#[test]
fn each_creature_is_asked_for_its_move_and_where_that_is_open_for_its_target() {
    let mut game = asked(&[]);
    let seats = |game: &Game| game.phases.question().unwrap().seats(&game.battle);
    let mut asked = Vec::new();
    while game.battle.turn == 1 {
        let question = game.phases.question().unwrap();
        asked.push(format!(
            "{} {:?} of {:?}",
            seats(&game)[0],
            question.phase(),
            question.options(seats(&game)[0], &game.battle).unwrap()
        ));
        answer_all(&mut game, 0);
    }
    assert_eq!(
        asked,
        [
            "player 0 CommandPhase(A) of [MoveId(0), MoveId(1)]",
            "player 0 TargetPhase(A) of [B, D]",
            // Nobody needs Birch's Salve yet.
            "player 0 CommandPhase(C) of [MoveId(0)]",
            "player 0 TargetPhase(C) of [B, D]",
            "player 1 CommandPhase(B) of [MoveId(0), MoveId(1)]",
            "player 1 TargetPhase(B) of [A, C]",
            "player 1 CommandPhase(D) of [MoveId(0)]",
            "player 1 TargetPhase(D) of [A, C]",
        ]
    );
}

#[test]
fn a_move_at_the_only_foe_is_not_asked_for_its_target() {
    let mut game = asked(&[("speed = 90", "speed = 10")]);
    game.battle.leave(QUARTZ);
    game.phases.answer::<CommandPhase>(&mut game.battle, HOME, SLAM).unwrap();
    let queued: Vec<_> = game.phases.find_all::<MovePhase>().map(|queued| queued.order).collect();
    assert_eq!(queued, [Order { user: ASH, id: SLAM, aim: Some(Battler { side: Side::Away, member: 1 }) }]);
}

/// What is refused, as it says; and that it has changed nothing.
fn refused<P: Asks<World = Battle>>(
    game: &mut Game,
    seat: Seat,
    answer: P::Answer,
) -> (String, Option<P::Answer>) {
    let before = serde_json::to_string(game).unwrap();
    let error = game.phases.answer::<P>(&mut game.battle, seat, answer).unwrap_err();
    assert_eq!(serde_json::to_string(game).unwrap(), before);
    (error.to_string(), error.into_answer())
}

#[test]
fn an_answer_for_another_phase_or_seat_or_one_that_is_no_option_is_refused_and_given_back() {
    let mut game = asked(&[]);
    assert_eq!(
        refused::<TargetPhase>(&mut game, HOME, QUARTZ),
        ("`CommandPhase` asks, and this is no answer to it".into(), Some(QUARTZ))
    );
    assert_eq!(
        refused::<CommandPhase>(&mut game, AWAY, SLAM),
        ("player 1 is not asked, or has answered already".into(), Some(SLAM))
    );
    let not_listed = ("`CommandPhase` refuses MoveId(2) of player 0".into(), Some(SALVE));
    assert_eq!(refused::<CommandPhase>(&mut game, HOME, SALVE), not_listed);
    answer_all(&mut game, 0);
    assert_eq!(
        refused::<CommandPhase>(&mut game, HOME, SLAM),
        ("`TargetPhase` asks, and this is no answer to it".into(), Some(SLAM))
    );
    assert_eq!(
        refused::<TargetPhase>(&mut game, HOME, ASH),
        ("`TargetPhase` refuses A of player 0".into(), Some(ASH))
    );
}

/// A battle of two sides of four in which one of each side has just fallen, at the question who comes in.
fn one_of_each_has_fallen() -> Game {
    const CREATURE: &str =
        "[[team.creature]]\nhp = 90\nattack = 60\ndefence = 60\nspeed = 40\nmoves = [\"Slam\"]\nname = ";
    let home = format!("{CREATURE}\"Dogwood\"\n[[team]]\nname = \"South\"");
    let away = format!("{CREATURE}\"Zircon\"\n[[team.creature]]\nname = \"Topaz\"");
    let mut game =
        asked(&[("[[team]]\nname = \"South\"", &home), ("[[team.creature]]\nname = \"Topaz\"", &away)]);
    for side in Side::BOTH {
        let fallen = Battler { side, member: 0 };
        game.battle[fallen].hp = 0;
        game.battle.leave(fallen);
    }
    while question_of::<ReplacementPhase>(&game).is_none() {
        answer_all(&mut game, 0);
    }
    game
}

#[test]
fn both_sides_choose_at_once_who_comes_in_and_in_any_order() {
    let entered = |seats: [Seat; 2]| {
        let mut game = one_of_each_has_fallen();
        let number = game.phases.question().unwrap().number();
        for seat in seats {
            let question = game.phases.question().unwrap();
            assert!(question.seats(&game.battle).contains(&seat));
            assert_eq!(question.number(), number, "it is one question");
            assert_eq!(question.options(seat, &game.battle).unwrap().len(), 2);
            let side = Side::of(seat).unwrap();
            game.phases
                .answer::<ReplacementPhase>(&mut game.battle, seat, Battler { side, member: 3 })
                .unwrap();
        }
        game.run().unwrap();
        Side::BOTH.map(|side| game.battle.team(side).field)
    };
    let expected = [[Some(3), Some(1)]; 2];
    assert_eq!(entered([HOME, AWAY]), expected);
    assert_eq!(entered([AWAY, HOME]), expected);
}

#[test]
fn nobody_is_asked_where_there_is_one_to_come_in() {
    let mut game = asked(&[]);
    let fallen = Battler { side: Side::Away, member: 0 };
    game.battle[fallen].hp = 0;
    game.battle.leave(fallen);
    while game.battle.turn == 1 {
        assert!(question_of::<ReplacementPhase>(&game).is_none());
        answer_all(&mut game, 0);
    }
    assert_eq!(game.battle.team(Side::Away).field, [Some(2), Some(1)]);
}

#[test]
fn both_places_of_a_side_are_chosen_for_one_after_the_other() {
    let mut game = one_of_each_has_fallen();
    let other = Battler { side: Side::Home, member: 1 };
    game.battle[other].hp = 0;
    game.battle.leave(other);
    assert_eq!(
        game.phases.question().unwrap().seats(&game.battle),
        [AWAY],
        "home has two places and two to fill them"
    );
    let extra = Battler { side: Side::Home, member: 0 };
    game.battle[extra].hp = 5;
    for (member, open) in [(0, "[A, E, G]"), (3, "[E, G]")] {
        let options = game.phases.question().unwrap().options(HOME, &game.battle);
        assert_eq!(format!("{:?}", options.unwrap()), open);
        let newcomer = Battler { side: Side::Home, member };
        game.phases.answer::<ReplacementPhase>(&mut game.battle, HOME, newcomer).unwrap();
    }
    assert_eq!(game.phases.question().unwrap().seats(&game.battle), [AWAY]);
    answer_all(&mut game, 0);
    assert_eq!(game.battle.team(Side::Home).field, [Some(0), Some(3)]);
}

#[test]
fn a_question_is_saved_as_it_stands_and_asked_again_after_loading() {
    let mut game = asked(&[]);
    let shown = |game: &Game| {
        let question = game.phases.question().expect("it is asked again");
        let options = |seat| question.options(seat, &game.battle);
        let options: Vec<Option<Vec<AnyAnswer>>> =
            question.seats(&game.battle).into_iter().map(options).collect();
        (question.number(), PhaseRef::name(question.phase()), format!("{options:?}"))
    };
    let mut questions = 0;
    while game.battle.outcome.is_none() {
        questions += 1;
        let mut loaded: Game = serde_json::from_str(&serde_json::to_string(&game).unwrap()).unwrap();
        assert_eq!(shown(&loaded), shown(&game));
        assert_eq!(loaded.run().unwrap(), RunStatus::Asking);
        assert_eq!(shown(&loaded), shown(&game), "running it changes nothing");
        answer_all(&mut game, questions % 2);
        answer_all(&mut loaded, questions % 2);
        assert_eq!(serde_json::to_string(&loaded).unwrap(), serde_json::to_string(&game).unwrap());
        game.battle.lines.clear();
    }
    assert!(questions > 20, "{questions}");
}
