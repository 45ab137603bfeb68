//! What the single cards do, as far as the other rules have not shown it.

use std::collections::BTreeSet;

use phase_core::PhaseEntry;
use phase_core::prelude::*;
use phase_examples::card_stack::cards::Card;
use phase_examples::card_stack::duel::Duel;
use phase_examples::card_stack::phases::{DiscardPhase, MainPhase};
use phase_examples::card_stack::player::Player::{Alder, Wren};

use crate::scene::{ALDER, Scene};

#[test]
fn ward_prevents_as_much_as_it_says_and_no_more() {
    let mut scene = Scene::new(&[Card::Bonfire, Card::Spark], &[Card::Ward]);
    scene.plays_on(Wren, Card::Bonfire, ALDER).plays_on(Alder, Card::Ward, ALDER).passes(Wren);
    assert_eq!((scene.duel()[Alder].life, scene.duel()[Alder].ward), (13, 0));
    scene.plays_on(Wren, Card::Spark, ALDER);
    assert_eq!(scene.duel()[Alder].life, 11);
}

#[test]
fn what_a_ward_prevents_sets_nothing_off() {
    let mut scene = Scene::new(&[Card::Spark], &[Card::Ward]).with(Alder, Card::Briarback);
    let briarback = scene.ally(Alder, Card::Briarback);
    scene.plays_on(Wren, Card::Spark, briarback).plays_on(Alder, Card::Ward, briarback);
    assert_eq!(scene.duel().allies[0].ward, 1);
    assert!(!scene.told().iter().any(|line| line.contains("stings")));
}

#[test]
fn other_duelist_chooses_what_to_discard() {
    let mut scene = Scene::new(&[Card::Rummage], &[Card::Bonfire, Card::Mourner]);
    scene.plays(Wren, Card::Rummage);
    assert_eq!(scene.asked(), Some((Alder.seat(), DiscardPhase::NAME)));
    scene.discards(Alder, Card::Mourner);
    assert_eq!(scene.duel()[Alder].hand, [Card::Bonfire]);
    assert_eq!(scene.duel()[Alder].pile, [Card::Mourner]);
}

#[test]
fn who_holds_nothing_discards_nothing() {
    let mut scene = Scene::new(&[Card::Rummage], &[]);
    scene.plays(Wren, Card::Rummage);
    assert_eq!(scene.asked(), Some((Wren.seat(), MainPhase::NAME)));
}

#[test]
fn ally_attacks_from_its_next_turn_on_and_once_a_turn() {
    let mut scene = Scene::new(&[Card::LampGuard], &[]);
    scene.plays(Wren, Card::LampGuard);
    assert_eq!(scene.options().len(), 1, "it has just come");
    scene.passes(Wren).passes(Alder).attacks(Wren, Card::LampGuard, ALDER);
    assert_eq!(scene.duel()[Alder].life, 12);
    assert!(!scene.duel().allies[0].is_ready);
}

#[test]
fn there_is_room_for_five_allies() {
    let mut scene = Scene::new(&[Card::Tinderbox; 6], &[]);
    for _ in 0..Duel::MOST_ALLIES {
        scene.plays(Wren, Card::Tinderbox);
    }
    assert_eq!((scene.duel().allies.len(), scene.options().len()), (5, 1));
}

#[test]
fn power_grows_turn_by_turn_up_to_its_most() {
    let mut scene = Scene::new(&[], &[]);
    (scene.duel()[Wren].most_power, scene.duel()[Wren].power) = (4, 0);
    let mut powers = vec![];
    for _ in 0..3 {
        scene.passes(Wren).passes(Alder);
        powers.push(scene.duel()[Wren].power);
        scene.duel()[Wren].hand.clear();
        scene.duel()[Alder].hand.clear();
    }
    assert_eq!(powers, [5, 6, 6]);
}

#[test]
fn cards_are_all_different_and_each_is_in_the_deck() {
    let names: BTreeSet<_> = Card::ALL.map(Card::name).into();
    assert_eq!(names.len(), Card::ALL.len());
    let deck: BTreeSet<_> = Card::deck().into_iter().collect();
    assert_eq!(deck, Card::ALL.into());
}

#[test]
fn every_phase_of_the_duel_can_be_saved_and_copied() {
    let phases = registry().of::<Duel>();
    assert!(phases.iter().count() > 15);
    assert_eq!(phases.not_savable().collect::<Vec<_>>(), [] as [&PhaseEntry; 0]);
    assert_eq!(phases.iter().filter(|entry| !entry.is_clone()).collect::<Vec<_>>(), [] as [&PhaseEntry; 0]);
    registry().check().unwrap();
}
