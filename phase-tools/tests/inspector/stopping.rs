//! Breakpoints.

use crate::game::{assert_shows, inspector, note, screen};

#[test]
fn it_stops_before_a_phase_starts() {
    let mut inspector = inspector();
    inspector.press("Q1bMovePhase<Enter> ");
    assert_shows(&mut inspector, &["1 break", "▶ MovePhase { user: 0"]);
    assert!(note(&mut inspector).ends_with("it stops where MovePhase starts"));
}

#[test]
fn it_stops_at_a_verb_an_event_and_a_level() {
    for (typed, stopped) in [
        ("defer", "any phase deferred"),
        ("FaintPhase defer", "FaintPhase deferred"),
        ("failed", "any phase failed"),
        ("dropped", "any phase dropped"),
        ("level 2", "any phase starts on level 2"),
        ("DamagePhase ended level 2", "DamagePhase ended on level 2"),
    ] {
        let mut inspector = inspector();
        inspector.press(if typed == "failed" { "Q1Q3" } else { "Q1Q1Q1" });
        inspector.press(&format!("b{typed}<Enter>E"));
        let note = note(&mut inspector);
        let is_reached = note.ends_with(&format!("it stops where {stopped}"));
        assert!(is_reached, "{typed}: {note}");
    }
}

#[test]
fn what_is_no_breakpoint_is_told_with_what_may_be_meant() {
    for (typed, told) in [
        ("deffer", "`deffer` is no phase, verb or kind of event; is it `defer`?"),
        ("level two", "write the number of the level: `level 2`"),
        ("push ended", "a verb goes with `queued` alone: leave the other word out"),
        ("push defer", "`defer` is one too many: each event has only one such thing"),
    ] {
        let mut inspector = inspector();
        inspector.press(&format!("b{typed}<Enter>"));
        assert_shows(&mut inspector, &[told, &format!("stop at: {typed}")]);
    }
}

#[test]
fn breakpoints_are_listed_and_deleted() {
    let mut inspector = inspector();
    inspector.press("bdefer<Enter>bFai<Tab><Enter>B");
    assert_shows(&mut inspector, &["It stops where", "any phase deferred", "FaintPhase starts"]);
    inspector.press("d<Esc>");
    assert_shows(&mut inspector, &["1 break"]);
    inspector.press("B");
    let screen = screen(&mut inspector);
    assert!(screen.contains("FaintPhase starts") && !screen.contains("deferred"), "{screen}");
}
