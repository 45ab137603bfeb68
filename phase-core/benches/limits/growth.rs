//! Rows about what should cost the same at every size.

use crate::table::{Bar, Row};

/// Compares the seconds per sample at each size with those at the first.
pub(crate) fn rows(what: &str, sizes: [u32; 3], seconds: [f64; 3], phases_per_sample: u32) -> Vec<Row> {
    let nanoseconds = seconds.map(|seconds| seconds * 1e9 / f64::from(phases_per_sample));
    let yardstick = format!("the cost of a phase at {}", grouped(sizes[0]));
    let row = |(size, cost): (u32, f64)| {
        let detail = format!("{cost:.1} : {:.1} ns", nanoseconds[0]);
        let measured = Ok((cost / nanoseconds[0], detail));
        Row::with_bar(format!("{what}: {}", grouped(size)), yardstick.as_str(), Bar::ratio(1.3), measured)
    };
    sizes.into_iter().zip(nanoseconds).skip(1).map(row).collect()
}

/// With a comma between thousands.
fn grouped(number: u32) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.char_indices() {
        if index > 0 && (digits.len() - index) % 3 == 0 {
            text.push(',');
        }
        text.push(digit);
    }
    text
}
