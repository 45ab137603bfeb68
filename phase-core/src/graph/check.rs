//! What the declared flow alone reveals to be wrong.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use super::cycles::Successors;
use super::{EdgeKind, Graph, GraphNode};
use crate::registry::{PhaseEntry, nearest};

/// Something that is wrong with a declared flow, or most likely is; see [`Graph::check`].
///
/// Prints what is wrong, with the phases and their places, and what to do.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Finding {
    /// No phase queues it, and it is neither a root nor common.
    Unqueued {
        /// The phase.
        phase: &'static PhaseEntry,
    },
    /// They queue each other, and nothing else that a root leads to queues any of them.
    Unreached {
        /// The phases, by name.
        phases: Vec<&'static PhaseEntry>,
    },
    /// Each unshifts or defers the next, and the last one the first: what is queued below may never get its turn.
    Nests {
        /// The phases in order, or one that queues itself.
        cycle: Vec<&'static PhaseEntry>,
    },
    /// It declares nothing and may queue anything, while other phases of the world declare what they queue.
    Open {
        /// The phase.
        phase: &'static PhaseEntry,
    },
    /// Two phases have the same name, so that a name alone does not tell which is meant.
    SameName {
        /// The one.
        first: &'static PhaseEntry,
        /// The other.
        second: &'static PhaseEntry,
    },
    /// Phases that it lists are not in the registry: the linker has left out the crate that defines them.
    ///
    /// They can't be phases of another world, since the compiler rejects a list with one of those.
    Unlinked {
        /// The phase whose lists these are.
        phase: &'static PhaseEntry,
        /// How many of the phases listed are missing.
        missing: usize,
    },
    /// What was given as a root, or as a bound, is no phase of the world.
    Unknown {
        /// The name that was given.
        name: String,
        /// The name of a phase of the world that looks most like it, if any does. Needs the feature `std`.
        nearest: Option<&'static str>,
    },
}

pub(super) fn findings(graph: &Graph) -> Vec<Finding> {
    let mut findings = Vec::new();
    for name in &graph.unknown {
        let nearest = nearest(name, graph.nodes.iter().map(GraphNode::name));
        findings.push(Finding::Unknown { name: name.clone(), nearest });
    }
    for same in graph.nodes.chunk_by(|a, b| a.name() == b.name()) {
        for pair in same.windows(2) {
            findings.push(Finding::SameName { first: pair[0].entry, second: pair[1].entry });
        }
    }
    for (node, &missing) in graph.nodes.iter().zip(&graph.unlinked) {
        if missing > 0 {
            findings.push(Finding::Unlinked { phase: node.entry, missing });
        }
    }
    if !graph.nodes.iter().all(GraphNode::is_open) {
        let open = graph.nodes.iter().filter(|node| node.is_open());
        findings.extend(open.map(|node| Finding::Open { phase: node.entry }));
    }
    unreached(graph, &mut findings);
    let is_bounded = |position: usize| graph.nodes[position].bounded;
    let nesting = graph
        .links
        .iter()
        .filter(|link| link.kind != EdgeKind::Push && !is_bounded(link.from) && !is_bounded(link.to));
    let nesting = Successors::new(graph.nodes.len(), nesting.map(|link| (link.from, link.to)));
    for cycle in nesting.cycles() {
        findings.push(Finding::Nests { cycle: entries(graph, &cycle) });
    }
    findings
}

fn entries(graph: &Graph, positions: &[usize]) -> Vec<&'static PhaseEntry> {
    positions.iter().map(|&position| graph.nodes[position].entry).collect()
}

fn unreached(graph: &Graph, findings: &mut Vec<Finding>) {
    let count = graph.nodes.len();
    let between_two = graph.links.iter().filter(|link| link.from != link.to);
    let mut is_queued = alloc::vec![false; count];
    between_two.clone().for_each(|link| is_queued[link.to] = true);
    let successors = Successors::new(count, between_two.map(|link| (link.from, link.to)));

    let has_roots = graph.nodes.iter().any(|node| node.root);
    let starts = |position: usize| {
        let node = &graph.nodes[position];
        let is_root = if has_roots { node.root } else { !is_queued[position] && !node.is_leaf() };
        is_root || node.is_common()
    };
    let is_reached = successors.reached((0..count).filter(|&position| starts(position)));
    // An open phase may queue every other one.
    if (0..count).any(|position| is_reached[position] && graph.nodes[position].is_open()) {
        return;
    }
    let unqueued = || (0..count).filter(|&position| !is_reached[position] && !is_queued[position]);
    for position in unqueued() {
        findings.push(Finding::Unqueued { phase: graph.nodes[position].entry });
    }
    // Without roots a cycle that nothing leads to, such as that of the turns, is where the game starts.
    if !has_roots {
        return;
    }
    let follows = successors.reached(unqueued());
    let rest: Vec<_> = (0..count).filter(|&position| !is_reached[position] && !follows[position]).collect();
    let reach: Vec<_> = rest.iter().map(|&position| successors.reached(core::iter::once(position))).collect();
    for (&position, own) in rest.iter().zip(&reach) {
        let leading = rest.iter().zip(&reach).filter(|(_, theirs)| theirs[position]);
        let leading: Vec<_> = leading.map(|(&other, _)| other).collect();
        // Each of the rest is queued by another one, so where nothing leads in from outside, there is a cycle.
        if leading[0] == position && leading.iter().all(|&other| own[other]) {
            findings.push(Finding::Unreached { phases: entries(graph, &leading) });
        }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unqueued { phase } => write!(
                f,
                "no phase queues {}; list it where it is queued, or, if the host queues it, name it as a root of the \
                 graph",
                At(phase)
            ),
            Self::Unreached { phases } => {
                write_list(f, phases, ", ")?;
                f.write_str(
                    ": these queue each other, but no root leads to them; list one of them where it is queued, or, if \
                     the host queues it, name it as a root of the graph",
                )
            }
            Self::Nests { cycle } if cycle.len() == 1 => write!(
                f,
                "{} queues itself by unshifting or deferring, so that it can nest without end; push it instead, or, \
                 if it is sure to stop, say so with `bounded_at`",
                At(cycle[0])
            ),
            Self::Nests { cycle } => {
                write_list(f, cycle, " -> ")?;
                write!(
                    f,
                    " -> `{}`: each of these unshifts or defers the next, so that they can nest without end; have one \
                     of them pushed instead, or, if they are sure to stop, say so of one with `bounded_at`",
                    cycle[0].name()
                )
            }
            Self::Open { phase } => write!(
                f,
                "{} declares no flow and may queue anything, while other phases declare theirs; add what it queues \
                 to its `#[phase(..)]`, or `leaf` if it queues nothing",
                At(phase)
            ),
            Self::SameName { first, second } => write!(
                f,
                "two phases are named `{}`: at {} and at {}; give one another name with `#[phase(name = \"..\")]`",
                first.name(),
                first.place(),
                second.place()
            ),
            Self::Unlinked { phase, missing } => write!(
                f,
                "{} lists phases of which {missing} can't be found; the linker has left out the crate that defines \
                 them; call any function of that crate",
                At(phase)
            ),
            Self::Unknown { name, nearest } => {
                write!(f, "no phase `{name}` in this world, and the graph was given one; ")?;
                match nearest {
                    Some(nearest) => write!(f, "did you mean `{nearest}`?"),
                    None => f.write_str("name one that is there"),
                }
            }
        }
    }
}

/// Names phases, the first one with its place.
fn write_list(f: &mut fmt::Formatter<'_>, phases: &[&PhaseEntry], separator: &str) -> fmt::Result {
    for (i, phase) in phases.iter().enumerate() {
        match i {
            0 => write!(f, "{}", At(phase))?,
            _ => write!(f, "{separator}`{}`", phase.name())?,
        }
    }
    Ok(())
}

/// A phase and its place.
struct At<'a>(&'a PhaseEntry);

impl fmt::Display for At<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` ({})", self.0.name(), self.0.place())
    }
}

#[cfg(all(test, feature = "macros"))]
mod tests {
    use alloc::string::ToString;

    use crate::graph::{Finding, Graph};
    use crate::prelude::*;

    struct Yard;

    #[phase(world = Yard, crate = crate, unshifts(MissingPhase, PresentPhase), pushes(MissingPhase))]
    #[derive(Debug)]
    struct ListingPhase;

    #[phase(world = Yard, crate = crate, leaf)]
    #[derive(Debug)]
    struct PresentPhase;

    #[phase(world = Yard, crate = crate, leaf)]
    #[derive(Debug)]
    struct MissingPhase;

    macro_rules! only_ends {
        ($($phase:ty),*) => {$(
            impl Phase for $phase {
                fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
                    guard.end()
                }
            }
        )*};
    }
    only_ends!(ListingPhase, PresentPhase, MissingPhase);

    #[test]
    fn phases_that_the_linker_left_out() {
        let linked = registry().of::<Yard>().iter().filter(|entry| entry.name() != "MissingPhase").collect();
        let graph = Graph::of_entries(linked, "Yard");
        assert_eq!(graph.edges().len(), 1);
        let listing = registry().of::<Yard>().get("ListingPhase").unwrap();
        let findings = graph.check();
        assert_eq!(findings, [Finding::Unlinked { phase: listing, missing: 2 }]);
        assert!(findings[0].to_string().contains("`ListingPhase`"));
        let _ = (ListingPhase, PresentPhase, MissingPhase);
    }
}
