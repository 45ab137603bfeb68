//! Two lists side by side, as a difference.

use std::fmt::Write;

use super::log::Start;

/// Lists that differ over more than this are compared in their first so many items alone.
const MOST_COMPARED: usize = 1000;
/// Of longer stretches of the same kind, only the ends are shown.
const LONGEST_STRETCH: usize = 20;
/// How much of each end.
const END: usize = 5;

/// What a line of a difference is marked with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Mark {
    Both,
    Expected,
    Found,
}

/// Whether the phases that started are just those that are expected.
pub(super) fn exactly(expected: &[&str], found: &[&Start]) -> bool {
    expected.len() == found.len() && expected.iter().zip(found).all(|(text, start)| start.is_meant_by(text))
}

/// A line for each item: those of both lists, those that are expected alone (`-`), and those that are there alone (`+`).
pub(super) fn difference(expected: &[&str], found: &[&Start]) -> String {
    let same = |(text, start): &(&&str, &&Start)| start.is_meant_by(text);
    let before = expected.iter().zip(found).take_while(same).count();
    let mut lines: Vec<_> = found[..before].iter().map(|start| (Mark::Both, start.to_string())).collect();
    let (expected, found) = (&expected[before..], &found[before..]);
    let after = expected.iter().rev().zip(found.iter().rev()).take_while(same).count();
    let (expected, _) = expected.split_at(expected.len() - after);
    let (found, ends) = found.split_at(found.len() - after);
    if expected.len().max(found.len()) > MOST_COMPARED && expected.len() * found.len() > MOST_COMPARED.pow(2)
    {
        let expected = &expected[..expected.len().min(MOST_COMPARED)];
        lines.extend(compared(expected, &found[..found.len().min(MOST_COMPARED)]));
        return told(&lines) + "\n      .. and so on";
    }
    lines.extend(compared(expected, found));
    lines.extend(ends.iter().map(|start| (Mark::Both, start.to_string())));
    told(&lines)
}

fn compared(expected: &[&str], found: &[&Start]) -> Vec<(Mark, String)> {
    // The longest row of common items, from each place on.
    let mut longest = vec![vec![0_usize; found.len() + 1]; expected.len() + 1];
    for (i, wanted) in expected.iter().enumerate().rev() {
        for (j, there) in found.iter().enumerate().rev() {
            longest[i][j] = if there.is_meant_by(wanted) {
                longest[i + 1][j + 1] + 1
            } else {
                longest[i + 1][j].max(longest[i][j + 1])
            };
        }
    }
    let mut lines = Vec::new();
    let (mut i, mut j) = (0, 0);
    while i < expected.len() || j < found.len() {
        lines.push(match (expected.get(i), found.get(j)) {
            (Some(wanted), Some(there)) if there.is_meant_by(wanted) => {
                (i, j) = (i + 1, j + 1);
                (Mark::Both, there.to_string())
            }
            (Some(wanted), there) if there.is_none() || longest[i + 1][j] >= longest[i][j + 1] => {
                i += 1;
                (Mark::Expected, (*wanted).to_owned())
            }
            (_, Some(there)) => {
                j += 1;
                (Mark::Found, there.to_string())
            }
            (_, None) => break,
        });
    }
    lines
}

fn told(lines: &[(Mark, String)]) -> String {
    let mut told = String::new();
    // Writing to a string never fails.
    for stretch in lines.chunk_by(|(mark, _), (next, _)| mark == next) {
        let is_long = stretch.len() > LONGEST_STRETCH && stretch[0].0 != Mark::Expected;
        let left_out = if is_long { END..stretch.len() - END } else { 0..0 };
        for (number, (mark, item)) in stretch.iter().enumerate() {
            if left_out.start == number && !left_out.is_empty() {
                let _ = write!(told, "\n      .. {} more", left_out.len());
            }
            if !left_out.contains(&number) {
                let mark = match mark {
                    Mark::Both => ' ',
                    Mark::Expected => '-',
                    Mark::Found => '+',
                };
                let _ = write!(told, "\n    {mark} {item}");
            }
        }
    }
    told
}
