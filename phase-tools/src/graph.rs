//! The declared flow of a world as a graph, for tools: to draw, to print and to check.

use std::any::TypeId;
use std::collections::BTreeMap;

use phase_core::{PhaseEntry, PhaseInfo, WorldRegistry};

mod check;
mod cycles;
mod dot;
mod layout;
mod mark;
mod mermaid;
mod observed;
mod parameters;
mod parts;
pub(crate) mod svg;
mod text;

pub use check::Finding;
use dot::Dot;
use mermaid::Mermaid;
pub(crate) use observed::Times;
pub use parts::{EdgeKind, GraphEdge, GraphNode};
use svg::{Links, Svg};

/// Draws up the declared flow of a world: which phase queues which, and how.
///
/// The graph holds every phase of the world that is linked into the program, by name, and what each declares with
/// `unshifts(..)`, `defers(..)` and `pushes(..)`. Name the phases that the host queues, or that
/// [`when_empty`](phase_core::PhaseManager::when_empty) supplies, with [`rooted_at`](Graph::rooted_at): drawings start
/// at them, and [`check`](Graph::check) asks whether every phase can be reached from them.
///
/// # Examples
///
/// ```
/// use phase_core::prelude::*;
/// use phase_tools::graph;
///
/// pub struct Battle;
///
/// #[phase(world = Battle, unshifts(MoveEffectPhase), pushes(MovePhase))]
/// #[derive(Debug)]
/// pub struct MovePhase;
///
/// #[phase(world = Battle, leaf)]
/// #[derive(Debug)]
/// pub struct MoveEffectPhase;
/// # impl Phase for MovePhase {
/// #     fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> { guard.end() }
/// # }
/// # impl Phase for MoveEffectPhase {
/// #     fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> { guard.end() }
/// # }
///
/// let flow = graph(registry().of::<Battle>()).rooted_at::<MovePhase>();
/// assert_eq!(flow.check(), []);
/// assert_eq!(
///     flow.to_string(),
///     "\
/// the flow of Battle: 2 phases, 2 edges
///
/// MoveEffectPhase (leaf)
/// MovePhase (root)
///   unshifts MoveEffectPhase
///   pushes MovePhase
/// "
/// );
/// ```
#[must_use]
pub fn graph<W: 'static>(phases: WorldRegistry<W>) -> Graph {
    Graph::of_entries(phases.iter().collect(), phases.world())
}

/// What the phases of one world declare to queue; see [`graph`](graph()).
///
/// Everything is in a stable order: phases by name, edges by the phase they come from, then unshifts, defers and
/// pushes, each as written.
///
/// [`Display`](std::fmt::Display) prints the graph as text.
#[derive(Debug, Clone)]
pub struct Graph {
    world: &'static str,
    nodes: Vec<GraphNode>,
    links: Vec<Link>,
    /// How many of the phases that each phase lists are not in the registry.
    unlinked: Vec<usize>,
    /// Names that were given and are of no phase.
    unknown: Vec<String>,
}

/// An edge, by the positions of its nodes.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Link {
    pub(crate) from: usize,
    pub(crate) to: usize,
    pub(crate) kind: EdgeKind,
    /// How often it was taken, if that was observed.
    pub(crate) taken: Option<u64>,
}

impl Graph {
    fn of_entries(mut entries: Vec<&'static PhaseEntry>, world: &'static str) -> Self {
        parameters::add_children(&mut entries);
        let positions: BTreeMap<TypeId, usize> =
            entries.iter().map(|entry| entry.phase_type()).zip(0..).collect();
        let mut links = Vec::new();
        let mut unlinked = Vec::new();
        for (from, entry) in entries.iter().enumerate() {
            let mut missing = 0;
            let unshifts = entry.unshift_types().map(|child| (EdgeKind::Unshift, child));
            let defers = entry.defer_types().map(|child| (EdgeKind::Defer, child));
            let pushes = entry.push_types().map(|child| (EdgeKind::Push, child));
            for (kind, child) in unshifts.chain(defers).chain(pushes) {
                match positions.get(&child) {
                    Some(&to) => links.push(Link { from, to, kind, taken: None }),
                    None => missing += 1,
                }
            }
            unlinked.push(missing);
        }
        let nodes = parts::nodes(entries);
        Self { world, nodes, links, unlinked, unknown: Vec::new() }
    }

    /// Marks a phase as one that the flow starts with: one that `when_empty` supplies or the host queues.
    ///
    /// There may be several. A phase that is not in the graph is a [finding](Finding::Unknown).
    #[must_use]
    pub fn rooted_at<P: PhaseInfo>(self) -> Self {
        self.with_node(|node| node.entry.phase_type() == TypeId::of::<P>(), P::NAME, |node| node.root = true)
    }

    /// Marks a phase as one that the flow starts with, by its name; see [`rooted_at`](Self::rooted_at).
    #[must_use]
    pub fn root(self, name: &str) -> Self {
        self.with_node(|node| node.name() == name, name, |node| node.root = true)
    }

    /// Says that cycles through a phase are sure to stop, which declarations alone can't tell: they are no
    /// [findings](Finding::Nests) then.
    ///
    /// # Examples
    ///
    /// ```
    /// # use phase_core::prelude::*;
    /// # use phase_tools::graph;
    /// pub struct Battle;
    ///
    /// /// Counts down to zero.
    /// #[phase(world = Battle, unshifts(CountPhase))]
    /// #[derive(Debug)]
    /// pub struct CountPhase(u32);
    /// # impl Phase for CountPhase {
    /// #     fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> { guard.end() }
    /// # }
    ///
    /// let flow = graph(registry().of::<Battle>()).rooted_at::<CountPhase>();
    /// assert_eq!(flow.check().len(), 1);
    /// assert_eq!(flow.bounded_at::<CountPhase>().check(), []);
    /// ```
    #[must_use]
    pub fn bounded_at<P: PhaseInfo>(self) -> Self {
        self.with_node(
            |node| node.entry.phase_type() == TypeId::of::<P>(),
            P::NAME,
            |node| node.bounded = true,
        )
    }

    fn with_node(
        mut self,
        is_meant: impl Fn(&GraphNode) -> bool,
        name: &str,
        change: impl Fn(&mut GraphNode),
    ) -> Self {
        match self.nodes.iter_mut().find(|node| is_meant(node)) {
            Some(node) => change(node),
            None => self.unknown.push(name.to_string()),
        }
        self
    }

    /// The world, as its phases write it.
    #[must_use]
    pub fn world(&self) -> &'static str {
        self.world
    }

    /// The phases, by name.
    #[must_use]
    pub fn nodes(&self) -> impl ExactSizeIterator<Item = &GraphNode> {
        self.nodes.iter()
    }

    /// The phase of that name; the first by place if [`check`](Self::check) finds several.
    #[must_use]
    pub fn node(&self, name: &str) -> Option<&GraphNode> {
        self.nodes.iter().find(|node| node.name() == name)
    }

    /// What the phases declare to queue. What any phase may queue, the common ones, is no edge.
    #[must_use]
    pub fn edges(&self) -> impl ExactSizeIterator<Item = GraphEdge<'_>> {
        self.links.iter().map(|link| self.edge(link))
    }

    fn edge(&self, link: &Link) -> GraphEdge<'_> {
        GraphEdge {
            from: &self.nodes[link.from],
            to: &self.nodes[link.to],
            kind: link.kind,
            taken: link.taken,
        }
    }

    /// What is wrong with the declared flow, as far as the declarations tell; empty if all is well.
    ///
    /// A game's own test may hold it to that:
    ///
    /// ```
    /// # use phase_core::prelude::*;
    /// # use phase_tools::graph;
    /// # pub struct Battle;
    /// # #[phase(world = Battle, leaf)]
    /// # #[derive(Debug)]
    /// # pub struct TurnStartPhase;
    /// # impl Phase for TurnStartPhase {
    /// #     fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> { guard.end() }
    /// # }
    /// # /*
    /// #[test]
    /// fn the_flow_is_sound() {
    /// # */
    ///     let flow = graph(registry().of::<Battle>()).rooted_at::<TurnStartPhase>();
    ///     assert_eq!(flow.check(), []);
    /// # /*
    /// }
    /// # */
    /// ```
    ///
    /// What can't be told is left out: which phases are reached, if an open phase is, since that may queue anything;
    /// and where no root is given, every phase that nothing queues and that queues something counts as one.
    #[must_use]
    pub fn check(&self) -> Vec<Finding> {
        check::findings(self)
    }

    /// Draws the graph as a Mermaid flowchart, which GitHub and many others render in Markdown.
    ///
    /// # Examples
    ///
    /// ```
    /// # use phase_core::prelude::*;
    /// # use phase_tools::graph;
    /// # pub struct Battle;
    /// # #[phase(world = Battle, pushes(TurnStartPhase))]
    /// # #[derive(Debug)]
    /// # pub struct TurnStartPhase;
    /// # impl Phase for TurnStartPhase {
    /// #     fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> { guard.end() }
    /// # }
    /// let mermaid = graph(registry().of::<Battle>()).to_mermaid();
    /// assert!(mermaid.starts_with("flowchart LR\n    TurnStartPhase[\"TurnStartPhase\"]"));
    /// ```
    #[must_use]
    pub fn to_mermaid(&self) -> String {
        Mermaid(self).to_string()
    }

    /// Draws the graph in the language of Graphviz, for `dot`.
    ///
    /// # Examples
    ///
    /// ```
    /// # use phase_core::prelude::*;
    /// # use phase_tools::graph;
    /// # pub struct Battle;
    /// # #[phase(world = Battle, pushes(TurnStartPhase))]
    /// # #[derive(Debug)]
    /// # pub struct TurnStartPhase;
    /// # impl Phase for TurnStartPhase {
    /// #     fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> { guard.end() }
    /// # }
    /// let dot = graph(registry().of::<Battle>()).to_dot();
    /// assert!(dot.contains("\"TurnStartPhase\" -> \"TurnStartPhase\" [style=dotted"));
    /// ```
    #[must_use]
    pub fn to_dot(&self) -> String {
        Dot(self).to_string()
    }

    /// Draws the graph as an SVG picture, with nothing but this crate. It is light or dark as its viewer is.
    ///
    /// # Examples
    ///
    /// ```
    /// # use phase_core::prelude::*;
    /// # use phase_tools::graph;
    /// # pub struct Battle;
    /// # #[phase(world = Battle, leaf)]
    /// # #[derive(Debug)]
    /// # pub struct TurnStartPhase;
    /// # impl Phase for TurnStartPhase {
    /// #     fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> { guard.end() }
    /// # }
    /// let svg = graph(registry().of::<Battle>()).to_svg();
    /// assert!(svg.starts_with("<svg xmlns="));
    /// ```
    #[must_use]
    pub fn to_svg(&self) -> String {
        Svg { graph: self, links: Links::None }.to_string()
    }

    /// Nodes and edges as one comes to them when following the flow from the roots, or else from what nothing queues.
    ///
    /// Programs that draw graphs take the nodes that they are told of first for the beginning.
    fn in_flow_order(&self) -> (Vec<&GraphNode>, Vec<GraphEdge<'_>>) {
        let mut is_queued = vec![false; self.nodes.len()];
        for link in self.links.iter().filter(|link| link.from != link.to) {
            is_queued[link.to] = true;
        }
        let mut ahead: Vec<_> = (0..self.nodes.len()).collect();
        ahead.sort_by_key(|&node| (!self.nodes[node].root, is_queued[node]));
        ahead.reverse();
        let mut is_found = vec![false; self.nodes.len()];
        let (mut nodes, mut edges) = (Vec::new(), Vec::new());
        while let Some(node) = ahead.pop() {
            if std::mem::replace(&mut is_found[node], true) {
                continue;
            }
            nodes.push(&self.nodes[node]);
            let links = self.links.iter().filter(|link| link.from == node);
            edges.extend(links.clone().map(|link| self.edge(link)));
            ahead.extend(links.rev().map(|link| link.to));
        }
        (nodes, edges)
    }
}
