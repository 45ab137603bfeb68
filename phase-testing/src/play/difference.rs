//! Two lists side by side, as a difference.

use std::fmt::Write;

/// A line for each item: those of both lists, those that are expected alone (`-`), and those that are there alone (`+`).
pub(super) fn difference<'a, T: ToString>(
    expected: &[&'a str],
    found: &'a [T],
    is_same: impl Fn(&str, &T) -> bool,
) -> String {
    // The longest row of common items, from each place on.
    let mut longest = vec![vec![0_usize; found.len() + 1]; expected.len() + 1];
    for (i, wanted) in expected.iter().enumerate().rev() {
        for (j, there) in found.iter().enumerate().rev() {
            longest[i][j] = if is_same(wanted, there) {
                longest[i + 1][j + 1] + 1
            } else {
                longest[i + 1][j].max(longest[i][j + 1])
            };
        }
    }
    let mut told = String::new();
    let (mut i, mut j) = (0, 0);
    while i < expected.len() || j < found.len() {
        let (mark, item) = match (expected.get(i), found.get(j)) {
            (Some(wanted), Some(there)) if is_same(wanted, there) => {
                (i, j) = (i + 1, j + 1);
                (' ', there.to_string())
            }
            (Some(wanted), there) if there.is_none() || longest[i + 1][j] >= longest[i][j + 1] => {
                i += 1;
                ('-', (*wanted).to_owned())
            }
            (_, Some(there)) => {
                j += 1;
                ('+', there.to_string())
            }
            (_, None) => break,
        };
        let _ = write!(told, "\n    {mark} {item}");
    }
    told
}
