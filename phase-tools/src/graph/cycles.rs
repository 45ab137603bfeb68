//! Cycles and reach in a directed graph of numbered nodes. Nothing here recurses: graphs may be long chains.

use std::collections::VecDeque;

/// For each node those that an edge leads to.
pub(super) struct Successors(Vec<Vec<usize>>);

impl Successors {
    pub(super) fn new(nodes: usize, edges: impl Iterator<Item = (usize, usize)>) -> Self {
        let mut all = vec![Vec::new(); nodes];
        for (from, to) in edges {
            all[from].push(to);
        }
        Self(all)
    }

    /// Whether each node can be reached from the given ones, which are.
    pub(super) fn reached(&self, from: impl Iterator<Item = usize>) -> Vec<bool> {
        let mut is_reached = vec![false; self.0.len()];
        let mut ahead: Vec<usize> = from.collect();
        while let Some(node) = ahead.pop() {
            if !std::mem::replace(&mut is_reached[node], true) {
                ahead.extend(&self.0[node]);
            }
        }
        is_reached
    }

    /// The shortest way from a node back to itself, that node first; of several the first by the order of edges.
    pub(super) fn shortest_cycle(&self, start: usize) -> Option<Vec<usize>> {
        let mut came_from = vec![None; self.0.len()];
        let mut ahead = VecDeque::from([start]);
        while let Some(node) = ahead.pop_front() {
            for &next in &self.0[node] {
                if next == start {
                    let mut way: Vec<_> =
                        std::iter::successors(Some(node), |&node| came_from[node]).collect();
                    way.reverse();
                    return Some(way);
                }
                if came_from[next].is_none() {
                    came_from[next] = Some(node);
                    ahead.push_back(next);
                }
            }
        }
        None
    }

    /// Cycles, the shortest ones, such that each node that is on any cycle is on one of them.
    ///
    /// A node that leads to itself is a cycle of one, and looked at once more for longer ones.
    pub(super) fn cycles(&self) -> Vec<Vec<usize>> {
        let (mut cycles, mut without_loops) = (Vec::new(), Vec::new());
        for (node, next) in self.0.iter().enumerate() {
            if next.contains(&node) {
                cycles.push(vec![node]);
            }
            without_loops.push(next.iter().copied().filter(|&next| next != node).collect());
        }
        let without_loops = Self(without_loops);
        let mut is_told = vec![false; self.0.len()];
        for node in 0..self.0.len() {
            if is_told[node] {
                continue;
            }
            if let Some(cycle) = without_loops.shortest_cycle(node) {
                for &node in &cycle {
                    is_told[node] = true;
                }
                cycles.push(cycle);
            }
        }
        cycles
    }
}
