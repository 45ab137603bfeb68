//! What has changed between two texts, line by line.

/// What has become of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mark {
    Same,
    New,
    Gone,
}

/// More pairs of lines than this are not compared one by one.
const MOST: usize = 4_000_000;

/// The lines of the new text, with those of the old one that are gone where they stood.
pub(crate) fn diff(old: &[String], new: &[String]) -> Vec<(Mark, String)> {
    let start = old.iter().zip(new).take_while(|(old, new)| old == new).count();
    let (old, rest) = (&old[start..], &new[start..]);
    let end = old.iter().rev().zip(rest.iter().rev()).take_while(|(old, new)| old == new).count();
    let (old, middle) = (&old[..old.len() - end], &rest[..rest.len() - end]);
    let same = |line: &String| (Mark::Same, line.clone());
    let mut rows: Vec<_> = new[..start].iter().map(same).collect();
    between(old, middle, &mut rows);
    rows.extend(rest[middle.len()..].iter().map(same));
    rows
}

fn between(old: &[String], new: &[String], rows: &mut Vec<(Mark, String)>) {
    let gone = |line: &String| (Mark::Gone, line.clone());
    let come = |line: &String| (Mark::New, line.clone());
    let width = new.len() + 1;
    let (mut i, mut j) = (0, 0);
    if (old.len() + 1).saturating_mul(width) <= MOST {
        // How long a sequence the ends of both have in common.
        let mut common = vec![0_u32; (old.len() + 1) * width];
        for i in (0..old.len()).rev() {
            for j in (0..new.len()).rev() {
                common[i * width + j] = if old[i] == new[j] {
                    common[(i + 1) * width + j + 1] + 1
                } else {
                    common[(i + 1) * width + j].max(common[i * width + j + 1])
                };
            }
        }
        while i < old.len() && j < new.len() {
            if old[i] == new[j] {
                rows.push((Mark::Same, new[j].clone()));
                (i, j) = (i + 1, j + 1);
            } else if common[(i + 1) * width + j] >= common[i * width + j + 1] {
                rows.push(gone(&old[i]));
                i += 1;
            } else {
                rows.push(come(&new[j]));
                j += 1;
            }
        }
    }
    rows.extend(old[i..].iter().map(gone));
    rows.extend(new[j..].iter().map(come));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(old: &str, new: &str) -> Vec<String> {
        let lines = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
        let sign = |mark| match mark {
            Mark::Same => "",
            Mark::New => "+",
            Mark::Gone => "-",
        };
        diff(&lines(old), &lines(new))
            .into_iter()
            .map(|(mark, line)| format!("{}{line}", sign(mark)))
            .collect()
    }

    #[test]
    fn a_line_that_changes_shows_both() {
        assert_eq!(shown("a b c", "a x c"), ["a", "-b", "+x", "c"]);
    }

    #[test]
    fn what_comes_and_goes_leaves_the_rest() {
        assert_eq!(shown("a b c d", "b c e d"), ["-a", "b", "c", "+e", "d"]);
        assert_eq!(shown("a", "a"), ["a"]);
    }

    #[test]
    fn texts_too_long_to_compare_are_all_new() {
        let old: Vec<_> = (0..3000).map(|n| format!("old {n}")).collect();
        let new: Vec<_> = (0..3000).map(|n| format!("new {n}")).collect();
        assert_eq!(diff(&old, &new).len(), 6000);
    }
}
