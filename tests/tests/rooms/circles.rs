//! Rooms that import each other.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use crate::source::{Crate, Import, room_of};

/// The shortest circle of imports between the rooms of a crate, if there is one.
pub(crate) fn faults(of: &Crate) -> Vec<String> {
    let imports = match of.imports() {
        Ok(imports) => imports,
        Err(fault) => return vec![fault],
    };
    let mut edges: BTreeMap<&str, BTreeMap<&str, &Import>> = BTreeMap::new();
    for import in &imports {
        let (from, to) = (room_of(&import.from), room_of(&import.to));
        if from != to {
            edges.entry(from).or_default().entry(to).or_insert(import);
        }
    }
    let shortest = edges.keys().filter_map(|room| circle(&edges, room)).min_by_key(Vec::len);
    shortest.into_iter().map(|circle| shown(of, &circle)).collect()
}

/// The shortest way from a room back to it.
fn circle<'a>(
    edges: &BTreeMap<&'a str, BTreeMap<&'a str, &'a Import>>,
    start: &'a str,
) -> Option<Vec<&'a Import>> {
    let mut ways = VecDeque::from([(start, Vec::new())]);
    let mut seen = BTreeSet::new();
    while let Some((room, way)) = ways.pop_front() {
        for (&to, &import) in edges.get(room).into_iter().flatten() {
            let mut way = way.clone();
            way.push(import);
            if to == start {
                return Some(way);
            }
            if seen.insert(to) {
                ways.push_back((to, way));
            }
        }
    }
    None
}

fn shown(of: &Crate, circle: &[&Import]) -> String {
    let step = |import: &&Import| {
        format!(
            "{}:{} imports {} (`{}`)",
            of.shown(&import.from),
            import.line,
            of.shown(&import.to),
            import.path
        )
    };
    format!("a circle: {}", circle.iter().map(step).collect::<Vec<_>>().join("; "))
}
