//! Which phases queued one another in a recording.

use super::line::Line;

/// How many steps in common, and how many causes, a difference shows.
pub(super) const SHOWN: usize = 16;

/// The phase that queued the last one that started, the one that queued that, and so on.
pub(super) fn causes<'a>(lines: impl Iterator<Item = Line<'a>>) -> Vec<String> {
    let starts: Vec<_> = lines
        .filter_map(|line| if let Line::Start { name, back, .. } = line { Some((name, back)) } else { None })
        .collect();
    let mut found = Vec::new();
    let mut at = starts.len().checked_sub(1);
    while let Some((_, back)) = at.and_then(|at| starts.get(at)).filter(|(_, back)| *back > 0) {
        at = usize::try_from(*back).ok().and_then(|back| at?.checked_sub(back));
        match at {
            Some(at) if found.len() < SHOWN => found.push(starts[at].0.to_owned()),
            Some(_) => {
                found.push("more".to_owned());
                break;
            }
            None => break,
        }
    }
    found
}
