//! Finds the stretch that a long row of starts repeats.

/// A row that comes to repeat itself: what comes before, and the shortest stretch that is repeated.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Lasso {
    pub(super) stem: Vec<&'static str>,
    pub(super) cycle: Vec<&'static str>,
}

/// How long a cycle may be to be found, and how often it has to be there.
const LONGEST: usize = 1000;
const LEAST_REPEATS: usize = 3;

/// The lasso that ends the row; none if it does not repeat anything at its end.
pub(super) fn lasso(row: &[&'static str]) -> Option<Lasso> {
    let longest = LONGEST.min(row.len() / LEAST_REPEATS);
    (1..=longest).find_map(|length| {
        let cycled = length + same_from_end(row, length);
        // Most of the row has to be of it, since a short stretch is easily repeated by chance.
        (cycled >= length * LEAST_REPEATS && cycled >= row.len() / 2).then(|| {
            let (stem, cycled) = row.split_at(row.len() - cycled);
            Lasso { stem: stem.to_vec(), cycle: cycled[..length].to_vec() }
        })
    })
}

/// How many items at the end are the same as the one that stands `length` before.
fn same_from_end(row: &[&'static str], length: usize) -> usize {
    let pairs = row[length..].iter().rev().zip(row[..row.len() - length].iter().rev());
    pairs.take_while(|(item, before)| item == before).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stem_is_told_from_the_cycle() {
        let mut row = vec!["start", "a"];
        for _ in 0..50 {
            row.extend(["b", "c", "b", "d"]);
        }
        row.push("b");
        let lasso = lasso(&row).unwrap();
        assert_eq!((lasso.stem, lasso.cycle), (vec!["start", "a"], vec!["b", "c", "b", "d"]));
    }

    #[test]
    fn a_row_that_repeats_nothing_has_no_cycle() {
        let row: Vec<_> = (0..100_u32).map(|i| if i.is_power_of_two() { "a" } else { "b" }).collect();
        assert_eq!(lasso(&row[..66]), None);
        assert_eq!(lasso(&[]), None);
    }
}
