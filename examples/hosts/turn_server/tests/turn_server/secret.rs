//! What one player has picked is shown by nothing before the other has picked, too.

use std::error::Error;

use phase_core::prelude::*;
use turn_server::duel::{Duel, PLAYERS};
use turn_server::hand::Hand;
use turn_server::phases::PickPhase;

use crate::Server;

/// Whatever the first player picks, the others see the same lines.
#[test]
fn nobody_can_tell_what_has_been_picked() {
    let seen: Vec<_> = ["rock", "paper", "scissors"]
        .map(|hand| {
            let server = Server::start();
            let [mut one, mut two] = server.pair();
            one.types(format!("1 {hand}\n1 rock"));
            one.hears("An answer has come from player 1.");
            one.hears("(Refused: player 1 is not asked, or has answered already.)");
            let mut guest = server.guest();
            let mut one_again = server.back(&one.way_back());
            one_again.hears_to("Question 1. ");
            two.hears("An answer has come from player 1.");
            two.types("1 stone");
            two.hears("Back again: player 1.");
            two.line();
            guest.hears("Back again: player 1.");
            let seen = [&two, &guest, &one_again].map(crate::client::Client::seen);
            two.types("1 rock");
            guest.hears("An answer has come from player 2.");
            assert!(guest.line().contains(hand), "now it is shown");
            seen
        })
        .into();
    assert_eq!(seen[0], seen[1]);
    assert_eq!(seen[0], seen[2]);
}

#[test]
fn no_error_and_no_display_shows_what_has_been_picked() {
    let [one, two] = PLAYERS;
    let mut duel = Duel::default();
    let mut phases = PhaseManager::new().when_empty(|_: &mut Duel| PickPhase::default());
    phases.run(&mut duel).unwrap();
    phases.answer::<PickPhase>(&mut duel, one, Hand::Paper).unwrap();
    let doubled = phases.answer::<PickPhase>(&mut duel, one, Hand::Paper).unwrap_err();
    // Nobody may show this again.
    duel.shown.insert(two, Hand::Paper);
    let refused = phases.answer::<PickPhase>(&mut duel, two, Hand::Paper).unwrap_err();
    duel.shown.clear();
    let mut shown = vec![format!("{duel} {duel:?} {phases:?} {:?}", phases.question())];
    for error in [doubled, refused] {
        shown.push(format!("{error} {error:?} {:?}", error.source()));
        assert_eq!(error.into_answer(), Some(Hand::Paper), "the host that gave it has it back");
    }
    for shown in shown {
        assert!(!shown.to_lowercase().contains("paper"), "{shown}");
    }
    phases.answer::<PickPhase>(&mut duel, two, Hand::Rock).unwrap();
    phases.run(&mut duel).unwrap();
    assert_eq!(duel.news, ["They show paper and rock: player 2 is hit."]);
}
