//! Answers, and answers to answers.

use phase_core::AnyAnswer;
use phase_core::prelude::*;
use phase_examples::card_stack::action::Choice;
use phase_examples::card_stack::cards::Card;
use phase_examples::card_stack::phases::{DrawPhase, MainPhase, RespondPhase};
use phase_examples::card_stack::player::Player::{Alder, Wren};

use crate::scene::{ALDER, Scene, WREN};

const MAIN: Option<(Seat, &str)> = Some((Wren.seat(), MainPhase::NAME));

#[test]
fn card_that_nobody_can_answer_resolves_at_once() {
    let mut scene = Scene::new(&[Card::Bonfire], &[Card::Bonfire]);
    scene.plays_on(Wren, Card::Bonfire, ALDER);
    assert_eq!(
        scene.told(),
        ["Wren plays Bonfire on Alder.", "Wren's Bonfire resolves.", "  Alder takes 5 from Wren's Bonfire."]
    );
    let wren = &scene.duel()[Wren];
    assert_eq!((wren.power, &wren.hand[..], &wren.pile[..]), (16, &[][..], &[Card::Bonfire][..]));
    assert_eq!(scene.duel()[Alder].life, 10);
}

#[test]
fn last_answer_resolves_first() {
    let mut scene = Scene::new(&[Card::Bonfire, Card::Spark], &[Card::Spark, Card::Ward]);
    scene
        .plays_on(Wren, Card::Bonfire, ALDER)
        .plays_on(Alder, Card::Spark, WREN)
        .plays_on(Wren, Card::Spark, ALDER)
        .plays_on(Alder, Card::Ward, ALDER);
    assert_eq!(
        scene.told(),
        [
            "Wren plays Bonfire on Alder.",
            "  Alder answers with Spark on Wren.",
            "    Wren answers with Spark on Alder.",
            "      Alder answers with Ward on Alder.",
            "      Alder's Ward resolves.",
            "    Wren's Spark resolves.",
            "      A ward keeps 2 from Alder.",
            "  Alder's Spark resolves.",
            "    Wren takes 2 from Alder's Spark.",
            "Wren's Bonfire resolves.",
            "  A ward keeps 1 from Alder.",
            "  Alder takes 4 from Wren's Bonfire.",
        ]
    );
}

#[test]
fn the_stack_is_the_level_tree() {
    let mut scene = Scene::new(&[Card::Bonfire, Card::Spark], &[Card::Spark, Card::Ward]);
    scene.plays_on(Wren, Card::Bonfire, ALDER).plays_on(Alder, Card::Spark, WREN).plays_on(
        Wren,
        Card::Spark,
        ALDER,
    );
    let levels = scene.game.phases.levels().map(|(number, level)| {
        let names: Vec<_> = level.map(PhaseRef::name).collect();
        format!("{number}: {}", names.join(" "))
    });
    assert_eq!(
        levels.collect::<Vec<_>>(),
        [
            "1: CleanUpPhase",
            "2: MainPhase",
            "4: RespondPhase ResolvePhase",
            "6: RespondPhase ResolvePhase",
            "8: ResolvePhase",
        ],
        "each answer stands above what it answers, and that is asked about again before it resolves"
    );
}

#[test]
fn who_has_answered_may_answer_again() {
    let mut scene = Scene::new(&[Card::Study], &[Card::Spark, Card::Spark]);
    scene.plays(Wren, Card::Study).plays_on(Alder, Card::Spark, WREN);
    assert_eq!(scene.asked(), Some((Alder.seat(), RespondPhase::NAME)));
    scene.plays_on(Alder, Card::Spark, WREN);
    assert_eq!(scene.asked(), MAIN, "there is nothing left to answer with");
    assert_eq!(scene.duel()[Wren].life, 11);
}

#[test]
fn who_passes_is_not_asked_again_about_the_same() {
    let mut scene = Scene::new(&[Card::Study], &[Card::Spark]);
    scene.plays(Wren, Card::Study).passes(Alder);
    assert_eq!(scene.asked(), MAIN);
}

#[test]
fn countered_card_does_nothing_and_is_asked_about_no_more() {
    let mut scene = Scene::new(&[Card::Bonfire], &[Card::SnuffOut, Card::Spark]);
    scene.plays_on(Wren, Card::Bonfire, ALDER);
    let bonfire = scene.on_stack(Card::Bonfire);
    scene.plays_on(Alder, Card::SnuffOut, bonfire);
    assert_eq!(scene.asked(), MAIN, "Alder still holds a Spark, and there is nothing to answer with it");
    assert_eq!(
        scene.told()[1..],
        [
            "  Alder answers with Snuff Out on Wren's Bonfire.",
            "  Alder's Snuff Out resolves.",
            "    Wren's Bonfire is countered.",
        ]
    );
    assert_eq!(scene.duel()[Alder].life, 15);
    assert_eq!(scene.duel()[Wren].pile, [Card::Bonfire]);
}

#[test]
fn counter_can_be_countered() {
    let mut scene = Scene::new(&[Card::Bonfire, Card::SnuffOut], &[Card::SnuffOut]);
    scene.plays_on(Wren, Card::Bonfire, ALDER);
    let bonfire = scene.on_stack(Card::Bonfire);
    scene.plays_on(Alder, Card::SnuffOut, bonfire);
    let counter = scene.on_stack(Card::SnuffOut);
    scene.plays_on(Wren, Card::SnuffOut, counter);
    assert_eq!(scene.duel()[Alder].life, 10);
    assert!(scene.told().contains(&"      Alder's Snuff Out is countered.".to_owned()), "told");
}

#[test]
fn what_is_countered_may_lie_deep_in_the_stack() {
    let mut scene = Scene::new(&[Card::Bonfire, Card::Spark], &[Card::Spark, Card::SnuffOut]);
    scene.plays_on(Wren, Card::Bonfire, ALDER).plays_on(Alder, Card::Spark, WREN).plays_on(
        Wren,
        Card::Spark,
        ALDER,
    );
    let bonfire = scene.on_stack(Card::Bonfire);
    scene.plays_on(Alder, Card::SnuffOut, bonfire);
    assert_eq!((scene.duel()[Wren].life, scene.duel()[Alder].life), (13, 13), "both Sparks go on");
    assert_eq!(scene.asked(), MAIN);
}

#[test]
fn nothing_comes_of_a_card_whose_target_is_gone() {
    let mut scene = Scene::new(&[Card::Spark], &[Card::CallHome, Card::Ward]).with(Alder, Card::Mourner);
    let mourner = scene.ally(Alder, Card::Mourner);
    scene.plays_on(Wren, Card::Spark, mourner).plays_on(Alder, Card::CallHome, mourner).passes(Alder);
    assert_eq!(
        scene.told()[2..],
        [
            "  Alder's Call Home resolves.",
            "    Alder's Mourner goes back to the hand.",
            "Nothing comes of Wren's Spark: what it went to is gone.",
        ]
    );
    assert_eq!(scene.duel()[Alder].hand, [Card::Ward, Card::Mourner]);
    assert_eq!(scene.duel()[Wren].pile, [Card::Spark], "it is used up all the same");
}

#[test]
fn nothing_comes_of_a_counter_whose_target_is_gone() {
    let mut scene = Scene::new(&[Card::Bonfire, Card::Spark], &[Card::SnuffOut, Card::SnuffOut]);
    scene.plays_on(Wren, Card::Bonfire, ALDER);
    let bonfire = scene.on_stack(Card::Bonfire);
    scene.plays_on(Alder, Card::SnuffOut, bonfire).plays_on(Wren, Card::Spark, ALDER).plays_on(
        Alder,
        Card::SnuffOut,
        bonfire,
    );
    assert_eq!(
        scene.told()[4..],
        [
            "      Alder's Snuff Out resolves.",
            "        Wren's Bonfire is countered.",
            "    Wren's Spark resolves.",
            "      Alder takes 2 from Wren's Spark.",
            "  Nothing comes of Alder's Snuff Out: what it went to is gone.",
        ]
    );
}

#[test]
fn attack_can_be_answered_and_comes_to_nothing_without_the_attacker() {
    let mut scene = Scene::new(&[], &[Card::Spark]).with(Wren, Card::Scribe);
    let scribe = scene.ally(Wren, Card::Scribe);
    scene.attacks(Wren, Card::Scribe, ALDER).plays_on(Alder, Card::Spark, scribe);
    assert_eq!(
        scene.told(),
        [
            "Wren's Scribe attacks Alder.",
            "  Alder answers with Spark on Wren's Scribe.",
            "  Alder's Spark resolves.",
            "    Wren's Scribe takes 2 from Alder's Spark.",
            "    Wren's Scribe falls.",
            "Nothing comes of the attack: the attacker is gone.",
        ]
    );
}

#[test]
fn attack_is_no_card_and_cannot_be_countered() {
    let mut scene = Scene::new(&[], &[Card::SnuffOut]).with(Wren, Card::Scribe);
    scene.attacks(Wren, Card::Scribe, ALDER);
    assert_eq!(scene.asked(), MAIN, "Alder has nothing to answer with");
}

#[test]
fn slow_cards_are_no_answers() {
    let mut scene = Scene::new(&[Card::Study], &[Card::Bonfire, Card::Mourner, Card::Spark]);
    scene.plays(Wren, Card::Study);
    let options = [Choice::Play(Card::Spark, Some(WREN)), Choice::Pass].map(AnyAnswer::new);
    assert_eq!(scene.options(), options);
}

#[test]
fn copy_resolves_before_what_it_is_a_copy_of() {
    let mut scene = Scene::new(&[Card::Study], &[Card::Echo]);
    scene.plays(Wren, Card::Study);
    let study = scene.on_stack(Card::Study);
    scene.plays_on(Alder, Card::Echo, study);
    let told = scene.told();
    assert_eq!(
        told[..5],
        [
            "Wren plays Study.",
            "  Alder answers with Echo on Wren's Study.",
            "  Alder's Echo resolves.",
            "    Alder's copy of Study goes on the stack.",
            "    Alder's copy of Study resolves.",
        ]
    );
    assert_eq!((scene.duel()[Wren].hand.len(), scene.duel()[Alder].hand.len()), (2, 2));
    assert_eq!(scene.duel()[Alder].pile, [Card::Echo], "there is no card to a copy");
}

#[test]
fn copy_can_be_answered_too() {
    let mut scene = Scene::new(&[Card::Study, Card::SnuffOut], &[Card::Echo]);
    scene.plays(Wren, Card::Study);
    let study = scene.on_stack(Card::Study);
    scene.plays_on(Alder, Card::Echo, study).passes(Wren);
    let copy = scene.on_stack(Card::Study);
    assert_ne!(copy, study);
    scene.plays_on(Wren, Card::SnuffOut, copy);
    assert!(scene.told().contains(&"        Alder's copy of Study is countered.".to_owned()), "told");
    assert_eq!((scene.duel()[Wren].hand.len(), scene.duel()[Alder].hand.len()), (2, 0));
}

#[test]
fn what_is_not_among_the_options_is_refused_and_changes_nothing() {
    let mut scene = Scene::new(&[Card::Spark], &[]);
    scene.duel()[Wren].power = 0;
    let before = serde_json::to_string(&scene.game).unwrap();
    let scene = &mut scene.game;
    let mut refused = |seat: Seat, choice| {
        let error = scene.phases.answer::<MainPhase>(&mut scene.duel, seat, choice).unwrap_err();
        error.to_string()
    };
    let spark = Choice::Play(Card::Spark, Some(ALDER));
    assert_eq!(
        refused(Wren.seat(), spark),
        "`MainPhase` refuses Play(Spark, Some(Duelist(Alder))) of player 0",
        "it can't be paid for"
    );
    assert!(refused(Alder.seat(), Choice::Pass).contains("player 1"));
    assert_eq!(serde_json::to_string(scene).unwrap(), before);
}

#[test]
fn what_is_drawn_is_secret_in_errors_too() {
    let mut scene = Scene::new(&[Card::Study], &[]);
    let Scene { game } = &mut scene;
    game.phases.answer::<MainPhase>(&mut game.duel, Wren.seat(), Choice::Play(Card::Study, None)).unwrap();
    game.run().unwrap();
    game.duel[Wren].deck.retain(|card| *card != Card::Echo);
    let error = game.phases.answer::<DrawPhase>(&mut game.duel, Seat::Chance, Card::Echo).unwrap_err();
    assert!(!format!("{error} {error:?}").contains("Echo"), "{error} {error:?}");
}
