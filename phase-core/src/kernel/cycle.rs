//! The stretch that a long list of names repeats.

use alloc::vec::Vec;
use core::fmt;

/// How many names are looked at for a cycle.
pub(crate) const LOOKED_AT: usize = 256;

/// The shortest stretch of which at least half of these names, the last ones, is made, and how often they repeat it.
pub(crate) fn cycle(names: &[&'static str]) -> (Vec<&'static str>, usize) {
    let latest = || names.iter().rev();
    for length in 1..=names.len() / 2 {
        // So many of the last names equal the one a stretch before.
        let alike = latest().zip(latest().skip(length)).take_while(|(a, b)| a == b).count();
        let repeats = alike / length + 1;
        if repeats >= 2 && (alike + length) * 2 >= names.len() {
            return (names[names.len() - length..].to_vec(), repeats);
        }
    }
    (Vec::new(), 0)
}

/// `` 3 times `A`, `B` ``
pub(super) fn write_cycle(cycle: &[&str], repeats: usize, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    write!(f, "{repeats} times ")?;
    write_names(cycle, f)
}

pub(super) fn write_names(names: &[&str], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    for (i, name) in names.iter().enumerate() {
        let separator = if i == 0 { "" } else { ", " };
        write!(f, "{separator}`{name}`")?;
    }
    Ok(())
}
