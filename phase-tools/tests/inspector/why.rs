//! Why a phase ran, and what it has queued.

use crate::game::{assert_shows, inspector, note};

#[test]
fn the_chain_leads_to_the_phase_and_on_to_what_it_queued() {
    let mut inspector = inspector();
    inspector.press("Q1tDamagePhase<Enter>");
    inspector.press("5");
    inspector.press("w");
    assert_shows(
        &mut inspector,
        &[
            "1 TurnPhase  queued as nothing was left",
            "4 └ MovePhase { user: 1, command: Strike }  pushed",
            "└ DamagePhase(0, 4)  unshifted",
        ],
    );
    // Up to the move, whose event that leads to; and why of that.
    inspector.press("k<Enter>w");
    assert_shows(&mut inspector, &["╰ then DamagePhase(0, 4)  unshifted"]);
}

#[test]
fn an_event_leads_to_its_cause_and_to_what_it_queued() {
    let mut inspector = inspector();
    inspector.press("Q1ll");
    inspector.press("<Tab>");
    // The phase that has just run is that of the newest event.
    inspector.press("3c");
    inspector.press("<Enter>");
    assert_shows(&mut inspector, &["moment 4 of 5", "▶ DamagePhase(0, 4)"]);
    inspector.press("v<Enter>w");
    assert_shows(&mut inspector, &["MovePhase { user: 1, command: Strike }  pushed"]);
}

#[test]
fn nothing_is_said_of_nothing() {
    let mut inspector = inspector();
    inspector.press("w");
    assert_eq!(note(&mut inspector), "no phase is picked that was heard of");
}
