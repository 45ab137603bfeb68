//! What allies do by themselves, and when.

use phase_core::prelude::*;
use phase_examples::card_stack::cards::Card;
use phase_examples::card_stack::phases::MainPhase;
use phase_examples::card_stack::player::Player::{Alder, Wren};

use crate::scene::Scene;

#[test]
fn triggers_of_all_types_go_off_in_the_order_of_the_turn() {
    // Set off in the order of the board: first Alder's, and the types mixed.
    let mut scene = Scene::new(&[Card::Hailstorm], &[])
        .with(Alder, Card::Briarback)
        .with(Alder, Card::Tinderbox)
        .with(Wren, Card::Briarback)
        .with(Wren, Card::LampGuard)
        .with(Alder, Card::LampGuard)
        .with(Wren, Card::Tinderbox);
    scene.plays(Wren, Card::Hailstorm);
    let told = scene.told();
    let goes_off = |line: &&String| line.ends_with("stings.") || line.ends_with("bursts.");
    assert_eq!(
        told.iter().filter(goes_off).collect::<Vec<_>>(),
        [
            "  Wren's Briarback stings.",
            "  Wren's Tinderbox bursts.",
            "  Wren's Briarback stings.",
            "  Alder's Briarback stings.",
            "  Alder's Tinderbox bursts.",
            "  Wren's Briarback stings.",
            "  Alder's Briarback stings.",
            "  Alder's Briarback stings.",
        ]
    );
}

#[test]
fn in_the_turn_of_the_other_one_the_order_is_the_other_one() {
    let scene = || {
        Scene::new(&[Card::Hailstorm, Card::Hailstorm], &[])
            .with(Alder, Card::Briarback)
            .with(Wren, Card::Briarback)
    };
    let first = |active| {
        let mut scene = scene();
        scene.duel().active = active;
        scene.plays(Wren, Card::Hailstorm);
        scene.told().into_iter().find(|line| line.ends_with("stings.")).unwrap()
    };
    assert_eq!(first(Wren), "  Wren's Briarback stings.");
    assert_eq!(first(Alder), "  Alder's Briarback stings.");
}

#[test]
fn triggers_come_after_all_that_happens_at_once() {
    let mut scene = Scene::new(&[Card::Hailstorm], &[])
        .with(Alder, Card::Briarback)
        .with(Wren, Card::Scribe)
        .with(Alder, Card::Mourner)
        .with(Alder, Card::Briarback)
        .with(Wren, Card::Mourner);
    scene.duel().allies[4].ward = 1;
    scene.plays(Wren, Card::Hailstorm);
    assert_eq!(
        scene.told()[3..],
        [
            "Wren's Hailstorm resolves.",
            "  Alder's Briarback takes 2 from Wren's Hailstorm.",
            "  Wren's Scribe takes 2 from Wren's Hailstorm.",
            "  Alder's Mourner takes 2 from Wren's Hailstorm.",
            "  Alder's Briarback takes 2 from Wren's Hailstorm.",
            "  A ward keeps 1 from Wren's Mourner.",
            "  Wren's Mourner takes 1 from Wren's Hailstorm.",
            "  Wren takes 2 from Wren's Hailstorm.",
            "  Alder takes 2 from Wren's Hailstorm.",
            "  Wren's Scribe falls.",
            "  Alder's Mourner falls.",
            "  Wren's Mourner mourns, for 1 life.",
            "  Wren's Mourner mourns, for 1 life.",
            "  Alder's Briarback stings.",
            "  Wren takes 1 from Alder's Briarback, set off by Wren's Hailstorm.",
            "  Alder's Briarback stings.",
            "  Wren takes 1 from Alder's Briarback, set off by Wren's Hailstorm.",
        ]
    );
}

#[test]
fn trigger_sets_off_another_one() {
    let mut scene = Scene::new(&[Card::Spark], &[])
        .with(Wren, Card::Tinderbox)
        .with(Alder, Card::Tinderbox)
        .with(Alder, Card::Mourner);
    let tinderbox = scene.ally(Wren, Card::Tinderbox);
    scene.plays_on(Wren, Card::Spark, tinderbox);
    assert_eq!(
        scene.told()[1..],
        [
            "Wren's Spark resolves.",
            "  Wren's Tinderbox takes 2 from Wren's Spark.",
            "  Wren's Tinderbox falls.",
            "  Wren's Tinderbox bursts.",
            "  Alder's Tinderbox takes 1 from Wren's Tinderbox, set off by Wren's Spark.",
            "  Alder's Mourner takes 1 from Wren's Tinderbox, set off by Wren's Spark.",
            "  Alder's Tinderbox falls.",
            "  Alder's Mourner mourns, for 1 life.",
            "  Alder's Tinderbox bursts.",
            "  Alder's Mourner takes 1 from Alder's Tinderbox, set off by Wren's Spark.",
            "  Alder's Mourner falls.",
            "  Alder's Mourner mourns, for 1 life.",
        ],
        "what the first burst sets off waits with what was there before"
    );
    assert_eq!(scene.duel()[Alder].life, 17);
}

#[test]
fn nobody_answers_a_trigger() {
    let mut scene = Scene::new(&[Card::Bonfire], &[Card::Ward]).with(Alder, Card::Briarback);
    let briarback = scene.ally(Alder, Card::Briarback);
    scene.plays_on(Wren, Card::Bonfire, briarback).passes(Alder);
    assert_eq!(scene.asked(), Some((Wren.seat(), MainPhase::NAME)));
}

#[test]
fn scribe_takes_note_of_a_card_before_it_is_answered_and_when_it_is_countered() {
    let mut scene = Scene::new(&[Card::Study], &[Card::SnuffOut]).with(Wren, Card::Scribe);
    scene.plays(Wren, Card::Study);
    assert_eq!(scene.duel()[Alder].life, 14);
    let study = scene.on_stack(Card::Study);
    scene.plays_on(Alder, Card::SnuffOut, study);
    assert_eq!(scene.duel()[Alder].life, 14, "it is Wren's, and Alder's cards are none of its business");
    assert_eq!(
        scene.told()[..3],
        ["Wren plays Study.", "  Wren's Scribe takes note.", "  Alder takes 1 from Wren's Scribe.",]
    );
}

#[test]
fn owl_brings_a_card_unless_it_is_countered() {
    let mut scene = Scene::new(&[Card::NightOwl, Card::NightOwl], &[Card::SnuffOut]);
    scene.plays(Wren, Card::NightOwl);
    let owl = scene.on_stack(Card::NightOwl);
    scene.plays_on(Alder, Card::SnuffOut, owl);
    assert_eq!(scene.duel()[Wren].hand, [Card::NightOwl]);
    scene.told();
    scene.plays(Wren, Card::NightOwl);
    assert_eq!(
        scene.told()[1..],
        ["Wren's Night Owl arrives.", "  Wren's Night Owl brings a card.", "  Wren draws a card.",]
    );
    assert_eq!(scene.duel()[Wren].hand.len(), 1);
}

#[test]
fn attack_hurts_both_at_once_and_sets_off_both() {
    let mut scene = Scene::new(&[], &[]).with(Wren, Card::Briarback).with(Alder, Card::Briarback);
    let foe = scene.ally(Alder, Card::Briarback);
    scene.attacks(Wren, Card::Briarback, foe);
    assert_eq!(
        scene.told(),
        [
            "Wren's Briarback attacks Alder's Briarback.",
            "  Alder's Briarback takes 1 from Wren's Briarback.",
            "  Wren's Briarback takes 1 from Alder's Briarback, set off by the attack of Wren's Briarback.",
            "  Wren's Briarback stings.",
            "  Alder takes 1 from Wren's Briarback.",
            "  Alder's Briarback stings.",
            "  Wren takes 1 from Alder's Briarback, set off by the attack of Wren's Briarback.",
        ]
    );
    assert_eq!(scene.options().len(), 1, "who has attacked is not ready any more");
}
