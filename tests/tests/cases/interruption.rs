//! Phases put between, and phases given up.

use phase_tests::script::check;

/// An interrupted phase waits on where it was, and is not started again; interrupts nest, and stand above all
/// that the interrupted phase has queued.
#[test]
fn phase_interposed_over_a_waiting_one() {
    check(
        "init Cmd Enemy | Cmd: wait | Scan: wait | ext: override Scan, override Scan2, done Scan, done Cmd",
        "Cmd Scan Scan2 Enemy T ; ok ok ok ok",
    );
    check(
        "init Cmd Enemy | Cmd: unshift Own, wait | Scan: unshift Tip, end | ext: override Scan, done Cmd",
        "Cmd Scan Tip Own Enemy T ; ok ok",
    );
}

/// A clear in an interrupter drops the interrupted phase for good.
#[test]
fn interrupted_activity_does_not_come_back() {
    check(
        "init Dissect B | Dissect: wait | Hit: clear, unshift Flee, end | ext: override Hit",
        "Dissect Hit Flee T ; ok",
    );
}

/// The completion of a cancelled phase comes too late.
#[test]
fn completion_of_a_cancelled_phase() {
    check("init Evo B | Evo: wait | B: wait | ext: skip, stale Evo, done B", "Evo B T ; err:stale ok");
}

/// To interrupt is to pause; to cancel is another thing.
#[test]
fn pause_and_cancel_are_two_things() {
    check("init Cast B | Cast: wait | Stun: end | ext: override Stun, done Cast", "Cast Stun B T ; ok ok");
    check(
        "init Cast B | Cast: unshift Hit, wait | ext: removeall Hit, skip, stale Cast",
        "Cast B T ; rm:1 err:stale",
    );
}

/// Changing what is queued leaves the waiting phase alone.
#[test]
fn queue_changed_under_a_waiting_phase() {
    check("init A B | A: wait | ext: removeall B, push C, done A", "A C T ; rm:1 ok");
}
