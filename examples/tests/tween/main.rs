//! The show of the moth and the snail, which is the same at every speed.
//!
//! After a change that is meant, `UPDATE_EXPECT=1 cargo test -p phase-examples` writes the file in `golden/` anew: read
//! the difference before you keep it.

use std::io;
use std::time::Duration;

use expect_test::expect_file;
use phase_examples::tween::show;

fn shown(pause: Duration) -> String {
    let mut output = Vec::new();
    show(pause, &mut output).expect("nothing fails");
    String::from_utf8(output).expect("the program writes UTF-8")
}

#[test]
fn at_full_speed() {
    let told = shown(Duration::from_millis(10));
    expect_file!["golden/show.txt"].assert_eq(&told);
    assert_eq!(told.matches("the ticket is stale").count(), 1);
}

#[test]
fn with_no_time_at_all_between_the_frames() {
    let golden = expect_file!["golden/show.txt"];
    for _ in 0..50 {
        golden.assert_eq(&shown(Duration::ZERO));
    }
}

#[test]
fn output_that_fails_is_an_error() {
    let mut small = [0; 20];
    let error = show(Duration::ZERO, &mut &mut small[..]).unwrap_err();
    assert_eq!(error.kind(), io::ErrorKind::WriteZero);
}
