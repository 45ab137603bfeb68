//! Turns, how they end, and how a duel does.

use phase_core::prelude::*;
use phase_examples::card_stack::cards::Card;
use phase_examples::card_stack::duel::Outcome;
use phase_examples::card_stack::phases::{DiscardPhase, MainPhase, ResolvePhase};
use phase_examples::card_stack::player::Player::{Alder, Wren};

use crate::scene::{ALDER, Scene, WREN};

const MAIN: Option<(Seat, &str)> = Some((Wren.seat(), MainPhase::NAME));

#[test]
fn next_turn_is_that_of_the_other_duelist() {
    let mut scene = Scene::new(&[], &[]);
    scene.passes(Wren);
    assert_eq!(scene.asked(), Some((Alder.seat(), MainPhase::NAME)));
    scene.passes(Alder);
    assert_eq!((scene.asked(), scene.duel().turn), (MAIN, 3));
}

#[test]
fn choices_do_not_pile_up_levels() {
    let mut scene = Scene::new(&[Card::Study; 5], &[]);
    let level = scene.game.phases.current_level();
    for _ in 0..5 {
        scene.plays(Wren, Card::Study);
        assert_eq!(scene.game.phases.current_level(), level);
    }
}

#[test]
fn clean_up_heals_and_ends_wards() {
    let mut scene = Scene::new(&[Card::Spark, Card::Ward, Card::Ward], &[]).with(Alder, Card::LampGuard);
    let guard = scene.ally(Alder, Card::LampGuard);
    scene.plays_on(Wren, Card::Spark, guard).plays_on(Wren, Card::Ward, WREN);
    assert_eq!((scene.duel().allies[0].toughness(), scene.duel()[Wren].ward), (2, 3));
    scene.passes(Wren);
    assert_eq!((scene.duel().allies[0].toughness(), scene.duel()[Wren].ward), (4, 0));
}

#[test]
fn who_holds_too_many_cards_chooses_what_to_discard() {
    let mut scene = Scene::new(&[Card::Study, Card::Spark, Card::Ward, Card::Echo], &[]);
    scene.duel()[Wren].hand.extend([Card::Curfew, Card::Bonfire, Card::Spark]);
    scene.passes(Wren);
    assert_eq!(scene.asked(), Some((Wren.seat(), DiscardPhase::NAME)));
    assert_eq!(scene.options().len(), 6, "each kind once");
    scene.discards(Wren, Card::Spark).discards(Wren, Card::Echo);
    assert_eq!(scene.duel()[Wren].pile, [Card::Spark, Card::Echo]);
    assert_eq!(scene.asked(), Some((Alder.seat(), MainPhase::NAME)));
}

#[test]
fn turn_that_ends_now_is_cleaned_up_after() {
    let mut scene = Scene::new(&[Card::Bonfire, Card::Spark], &[Card::Curfew]).with(Alder, Card::LampGuard);
    let guard = scene.ally(Alder, Card::LampGuard);
    scene.plays_on(Wren, Card::Spark, guard).passes(Alder);
    scene.duel()[Wren].hand.extend([Card::Ward; 6]);
    scene.told();
    scene.plays_on(Wren, Card::Bonfire, ALDER).plays(Alder, Card::Curfew).passes(Wren);
    assert_eq!(
        scene.told(),
        [
            "Wren plays Bonfire on Alder.",
            "  Alder answers with Curfew.",
            "  Alder's Curfew resolves.",
            "    Wren's Bonfire is gone with the turn.",
            "    The turn ends now.",
        ]
    );
    assert_eq!(scene.asked(), Some((Wren.seat(), DiscardPhase::NAME)), "Wren is asked nothing else");
    assert_eq!(scene.duel().allies[0].toughness(), 4, "wounds have healed");
    scene.discards(Wren, Card::Ward);
    assert_eq!(scene.asked(), Some((Alder.seat(), MainPhase::NAME)));
    assert_eq!((scene.duel()[Alder].life, scene.game.phases.find_all::<ResolvePhase>().count()), (15, 0));
    let pile = &scene.duel()[Wren].pile;
    assert_eq!(pile[..], [Card::Spark, Card::Bonfire, Card::Ward]);
}

#[test]
fn own_turn_can_be_ended_too() {
    let mut scene = Scene::new(&[Card::Curfew], &[]);
    scene.plays(Wren, Card::Curfew);
    assert_eq!(scene.asked(), Some((Alder.seat(), MainPhase::NAME)));
}

#[test]
fn turn_ends_only_once_curfew_resolves() {
    let mut scene = Scene::new(&[Card::Study, Card::SnuffOut], &[Card::Curfew]);
    scene.plays(Wren, Card::Study).plays(Alder, Card::Curfew);
    let curfew = scene.on_stack(Card::Curfew);
    scene.plays_on(Wren, Card::SnuffOut, curfew);
    assert_eq!((scene.asked(), scene.duel()[Wren].hand.len()), (MAIN, 2));
}

#[test]
fn another_turn_comes_after_this_one_and_then_the_others() {
    let mut scene = Scene::new(&[Card::LongNoon], &[]);
    scene.plays(Wren, Card::LongNoon);
    assert_eq!((scene.asked(), scene.duel().turn), (MAIN, 1));
    scene.passes(Wren);
    assert_eq!((scene.asked(), scene.duel().turn), (MAIN, 2));
    scene.passes(Wren);
    assert_eq!(scene.asked(), Some((Alder.seat(), MainPhase::NAME)));
}

#[test]
fn two_more_turns_come_one_after_the_other() {
    let mut scene = Scene::new(&[Card::LongNoon, Card::LongNoon], &[]);
    scene.plays(Wren, Card::LongNoon).plays(Wren, Card::LongNoon).passes(Wren).passes(Wren);
    assert_eq!((scene.asked(), scene.duel().turn), (MAIN, 3));
    scene.passes(Wren);
    assert_eq!(scene.asked(), Some((Alder.seat(), MainPhase::NAME)));
}

#[test]
fn another_turn_outlives_the_end_of_this_one() {
    let mut scene = Scene::new(&[Card::LongNoon, Card::Curfew], &[]);
    scene.plays(Wren, Card::LongNoon).plays(Wren, Card::Curfew);
    assert_eq!((scene.asked(), scene.duel().turn), (MAIN, 2));
}

#[test]
fn duel_is_over_with_the_life_of_a_duelist_whatever_is_queued() {
    let mut scene = Scene::new(&[Card::Bonfire], &[Card::Spark]);
    scene.duel()[Wren].life = 2;
    scene.plays_on(Wren, Card::Bonfire, ALDER).plays_on(Alder, Card::Spark, WREN);
    assert_eq!(scene.duel().outcome, Some(Outcome::Win(Alder)));
    assert_eq!(scene.told().last().unwrap().trim(), "Alder wins in turn 1.");
    assert!(scene.game.phases.is_finished() && scene.game.phases.is_empty());
    assert_eq!(scene.game.run().unwrap(), RunStatus::Idle, "no other turn comes");
}

#[test]
fn nobody_wins_if_both_fall_at_once() {
    let mut scene = Scene::new(&[Card::Hailstorm], &[]);
    (scene.duel()[Wren].life, scene.duel()[Alder].life) = (2, 1);
    scene.plays(Wren, Card::Hailstorm);
    assert_eq!(scene.duel().outcome, Some(Outcome::BothFell));
}

#[test]
fn who_has_no_card_to_draw_has_lost() {
    let mut scene = Scene::new(&[Card::Study], &[]);
    scene.duel()[Wren].deck.truncate(1);
    scene.plays(Wren, Card::Study);
    assert_eq!(scene.duel().outcome, Some(Outcome::Win(Alder)));
    assert_eq!(scene.duel()[Wren].hand.len(), 1, "the last one has been drawn");
}
