//! Games that stood still, and steps that ran twice or without leave.

use phase_tests::script::check;

/// A prompt is a phase of its own, behind the reactions that were queued before it was decided upon.
#[test]
fn prompt_behind_the_reactions() {
    check(
        "init Eff MoveEnd | Eff: unshift Static, unshift Regen, defer Prompt, end | Prompt: wait | ext: done Prompt",
        "Eff Static Regen Prompt MoveEnd T ; ok",
    );
}

/// Of two faints at once the first may open a prompt, and the second still comes before the end of the turn.
#[test]
fn double_faint_with_one_reserve() {
    check(
        "init Spread TurnEnd | Spread: defer Faint.a, defer Faint.b, end | Faint.a: unshift Swap.a, end \
         | Swap.a: wait | ext: done Swap.a",
        "Spread Faint.a Swap.a Faint.b TurnEnd T ; ok",
    );
}

/// A phase that is done at once goes on to the next, once.
#[test]
fn completion_before_the_wait() {
    check("init Load B | Load: end", "Load B T");
}

/// A phase may end in its own start, and what it pushed before comes in its turn.
#[test]
fn ending_inside_start() {
    check("init A B C | A: push D, end | B: end", "A B C D T");
}

/// A confirmation ends the phase that it was asked of, once, and not the next one.
#[test]
fn second_confirmation_of_one_phase() {
    check("init A B | A: wait | B: wait | ext: done A, done A, done B", "A B T ; ok err:stale ok");
}

/// Two phases of one kind are two: what ends the first does not end the second.
#[test]
fn two_confirmations_in_one_instant() {
    check("init Sel.1 Sel.2 | Sel: wait | ext: done Sel.1, stale Sel", "Sel.1 Sel.2 ; ok err:stale");
}

/// Every phase that becomes the running one is started, whatever the way.
#[test]
fn every_phase_is_started() {
    check("init A | A: push B, end | B: unshift C, end", "A B C T");
}

/// Input for phases that do not run changes nothing.
#[test]
fn rejected_input_changes_nothing() {
    check("init A B | A: wait | ext: done B, done Zed, done A", "A B T ; err:stale err:stale ok");
}

/// A phase that is queued again by the one that finishes waits on its own account.
#[test]
fn restart_from_the_phase_that_ends() {
    check("init Tm.1 | Tm.1: unshift Tm.2, end | Tm.2: wait | ext: done Tm.2", "Tm.1 Tm.2 T ; ok");
}
