//! Errors that froze the game, leftovers of a finished one, and loops.

use phase_tests::script::check;

/// A panic costs the phase that panics; what it had queued runs.
#[test]
fn panic_inside_a_phase() {
    check("init A B | A: unshift X, panic", "A X B T ; err:panic");
}

/// What a lost game had queued does not run after it is over.
#[test]
fn leftovers_after_game_over() {
    check(
        "init Lose Stat.1 Stat.2 | Lose: unshift Stat.3, unshift Over, end | Over: clear, unshift PostOver, end \
         | PostOver: wait",
        "Lose Stat.3 Over PostOver",
    );
}

/// The end is noticed where it happens, not once the queue has run empty.
#[test]
fn game_over_in_the_middle_of_a_turn() {
    check("init Draw Dmg Idle | Draw: clear, unshift Over, end | Over: wait", "Draw Over");
}

/// The start limit counts through `when_empty` and through phases that queue their like.
#[test]
fn endless_rounds_are_noticed() {
    check("init A | T: end | budget 10", "A T T T T T T T T T ; err:budget");
    check("init R.1 | R: unshift R.2, end | budget 6", "R.1 R.2 R.2 R.2 R.2 R.2 ; err:budget");
}

/// A clear drops what the clearing phase itself has queued, on all levels.
#[test]
fn clear_of_all_three_kinds() {
    check("init A | A: push X, unshift Y, defer Z, clear, end", "A T");
}
