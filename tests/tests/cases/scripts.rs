//! The scripts themselves: what is misspelt has to be noticed.

use phase_tests::script::{check, run};

#[test]
#[should_panic(
    expected = "`unhsift B` is no op that can be used there, in the script `init A | A: unhsift B, end`"
)]
fn unknown_op() {
    let _ = run("init A | A: unhsift B, end");
}

#[test]
#[should_panic(expected = "`push B` has to close with `end`, `wait` or `panic`")]
fn line_without_an_end() {
    let _ = run("init A | A: push B");
}

#[test]
#[should_panic(expected = "`end` is no op that can be used there")]
fn op_after_the_end() {
    let _ = run("init A | A: end, end");
}

#[test]
#[should_panic(expected = "`Hti` has a line, but nothing queues it")]
fn line_of_a_phase_that_is_never_queued() {
    let _ = run("init Hit | Hti: end");
}

#[test]
#[should_panic(expected = "`A` has two lines")]
fn two_lines_of_one_phase() {
    let _ = run("init A | A: end | A: wait");
}

#[test]
#[should_panic(expected = "`M.c` has no speed")]
fn ordered_phase_without_a_speed() {
    let _ = run("init M.a@5 M.c");
}

#[test]
#[should_panic(expected = "`N.a` is ordered, and so is `M.a`: only one kind can be")]
fn two_ordered_kinds() {
    let _ = run("init M.a@5 N.a@6");
}

#[test]
#[should_panic(expected = "the run was over before everything from outside was done")]
fn something_left_to_do_from_outside() {
    let _ = run("init A | T: end | budget 3 | ext: skip");
}

#[test]
#[should_panic(expected = "left: \"A T\"")]
fn another_run_than_expected() {
    check("init A", "A B T");
}

#[test]
fn lines_of_one_phase_go_before_lines_of_its_kind() {
    check("init M.1 M.2 | M: end | M.2: unshift X, end", "M.1 M.2 X T");
}

#[test]
#[should_panic(expected = "the run does not come to an end")]
fn run_without_an_end() {
    let _ = run("init A | A: unshift A, end");
}
