//! Which layer each node is in.

use std::cmp::{Ordering, Reverse};

use super::Edges;

/// A graph in layers. What is in a layer is a slot: first a slot for each node, of the same number, then one for each
/// layer that an edge passes through.
pub(super) struct Layered {
    pub(super) nodes: usize,
    /// The slots in each layer, from the top down.
    pub(super) layers: Vec<Vec<usize>>,
    /// For each edge the slots that it passes through from left to right, one in each layer.
    pub(super) ways: Vec<Vec<usize>>,
    /// Whether an edge leads from right to left.
    pub(super) is_backward: Vec<bool>,
    /// For each slot those that it is connected to in the layer to the left and in that to the right.
    pub(super) left: Vec<Vec<usize>>,
    pub(super) right: Vec<Vec<usize>>,
}

pub(super) fn layered(nodes: usize, edges: &Edges, is_root: &[bool]) -> Layered {
    let is_backward = backward(nodes, edges, is_root);
    let forward: Vec<_> = edges
        .iter()
        .zip(&is_backward)
        .map(|(&(from, to), &is_backward)| if is_backward { (to, from) } else { (from, to) })
        .collect();
    let layer_of = shortened(longest_ways(nodes, &forward), &forward, is_root);

    let count = layer_of.iter().max().map_or(0, |last| last + 1);
    let mut layers = vec![Vec::new(); count];
    layer_of.iter().zip(0..).for_each(|(&layer, node)| layers[layer].push(node));
    let mut slots = nodes;
    let mut ways = Vec::new();
    for &(from, to) in &forward {
        let mut way = vec![from];
        for layer in &mut layers[layer_of[from] + 1..layer_of[to]] {
            layer.push(slots);
            way.push(slots);
            slots += 1;
        }
        way.push(to);
        ways.push(way);
    }
    let (mut left, mut right) = (vec![Vec::new(); slots], vec![Vec::new(); slots]);
    for pair in ways.iter().flat_map(|way| way.windows(2)) {
        right[pair[0]].push(pair[1]);
        left[pair[1]].push(pair[0]);
    }
    Layered { nodes, layers, ways, is_backward, left, right }
}

/// Edges that are to lead to the left, so that the others form no cycle: few, much as Eades, Lin and Smyth find them.
///
/// Nodes are put in a row: those that only lead to others from its left end on, those that are only led to from its
/// right end on. Where there are neither, there is a cycle, which is entered at a root or as the flow would enter it.
fn backward(nodes: usize, edges: &Edges, is_root: &[bool]) -> Vec<bool> {
    let (mut after, mut before) = (vec![Vec::new(); nodes], vec![Vec::new(); nodes]);
    for &(from, to) in edges {
        after[from].push(to);
        before[to].push(from);
    }
    // Edges to and from nodes that are not in the row yet.
    let mut outgoing: Vec<_> = after.iter().map(Vec::len).collect();
    let mut incoming: Vec<_> = before.iter().map(Vec::len).collect();
    let mut left: Vec<_> = (0..nodes).collect();
    let mut rows = (Vec::new(), Vec::new());
    while !left.is_empty() {
        let sink = left.iter().position(|&node| outgoing[node] == 0);
        let source = || left.iter().position(|&node| incoming[node] == 0);
        let root = || left.iter().position(|&node| is_root[node]);
        // Of what the row leads to already, that which the least edges have to come back to.
        let best = || {
            let is_apart = |node: usize| incoming[node] == before[node].len();
            let cost = |node: usize| (is_apart(node), incoming[node], Reverse(outgoing[node]));
            (0..left.len()).min_by_key(|&at| cost(left[at]))
        };
        let Some(at) = sink.or_else(source).or_else(root).or_else(best) else { break };
        let node = left.remove(at);
        let row = if sink.is_some() { &mut rows.1 } else { &mut rows.0 };
        row.push(node);
        for &other in &after[node] {
            incoming[other] -= 1;
        }
        for &other in &before[node] {
            outgoing[other] -= 1;
        }
    }
    let mut place = vec![0; nodes];
    for (number, node) in rows.0.into_iter().chain(rows.1.into_iter().rev()).enumerate() {
        place[node] = number;
    }
    edges.iter().map(|&(from, to)| place[from] > place[to]).collect()
}

/// For each node the length of the longest way to it. The edges have no cycle.
fn longest_ways(nodes: usize, edges: &Edges) -> Vec<usize> {
    let mut outgoing = vec![Vec::new(); nodes];
    let mut missing = vec![0_usize; nodes];
    for &(from, to) in edges {
        outgoing[from].push(to);
        missing[to] += 1;
    }
    let mut longest = vec![0; nodes];
    let mut ready: Vec<_> = (0..nodes).filter(|&node| missing[node] == 0).collect();
    while let Some(node) = ready.pop() {
        for &to in &outgoing[node] {
            longest[to] = longest[to].max(longest[node] + 1);
            missing[to] -= 1;
            if missing[to] == 0 {
                ready.push(to);
            }
        }
    }
    longest
}

/// Moves nodes to where their edges are shortest; roots stay where they are.
fn shortened(mut layer_of: Vec<usize>, edges: &Edges, is_root: &[bool]) -> Vec<usize> {
    const PASSES: usize = 8;
    let nodes = layer_of.len();
    let (mut before, mut after) = (vec![Vec::new(); nodes], vec![Vec::new(); nodes]);
    for &(from, to) in edges {
        after[from].push(to);
        before[to].push(from);
    }
    for _ in 0..PASSES {
        let mut has_moved = false;
        for node in (0..nodes).filter(|&node| !is_root[node]) {
            let first = before[node].iter().map(|&n| layer_of[n] + 1).max().unwrap_or(0);
            let last = after[node].iter().map(|&n| layer_of[n] - 1).min().unwrap_or(first);
            let best = match before[node].len().cmp(&after[node].len()) {
                Ordering::Less => last,
                Ordering::Equal => layer_of[node],
                Ordering::Greater => first,
            };
            has_moved |= std::mem::replace(&mut layer_of[node], best) != best;
        }
        if !has_moved {
            break;
        }
    }
    let first = layer_of.iter().copied().min().unwrap_or(0);
    layer_of.into_iter().map(|layer| layer - first).collect()
}
