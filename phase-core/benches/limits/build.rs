//! Building many phases, against what the attribute expands to, written by hand.

use crate::build_time;
use crate::table::{Bar, Row};

pub(crate) fn rows() -> Vec<Row> {
    let measured = build_time::measure().inspect_err(|reason| eprintln!("{reason}")).map(|times| {
        let [ours, theirs] = [times.by_attribute, times.by_hand].map(|time| time.as_secs_f64());
        (ours / theirs, format!("{ours:.2} : {theirs:.2} s"))
    });
    vec![Row::with_bar("build of 1,000 `#[phase]` structs", "expanded by hand", Bar::ratio(1.3), measured)]
}
