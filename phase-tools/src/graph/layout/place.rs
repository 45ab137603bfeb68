//! How high the slots of each layer stand.

use super::Size;
use super::layers::Layered;

const SWEEPS: usize = 60;
const BETWEEN_NODES: f64 = 20.0;
const BESIDE_A_LINE: f64 = 12.0;
/// How much it matters that a slot stays where it is.
const STAY: f64 = 0.001;

/// For each slot the height of its middle: as near to those of the slots that it is connected to as its neighbours in
/// the layer allow.
///
/// Each step moves one layer to where the squares of all distances, weighed, are least, given the layers beside it; so
/// the sum gets less with every step.
pub(super) fn middles(graph: &Layered, sizes: &[Size]) -> Vec<f64> {
    let extent = |slot: usize| sizes.get(slot).map_or(0.0, |size| size.height + size.headroom);
    // How far below the first slot of its layer each slot stands at least.
    let mut offsets = vec![0.0; graph.left.len()];
    for layer in &graph.layers {
        for pair in layer.windows(2) {
            let is_node = |slot| slot < graph.nodes;
            let gap = if is_node(pair[0]) && is_node(pair[1]) { BETWEEN_NODES } else { BESIDE_A_LINE };
            offsets[pair[1]] = offsets[pair[0]] + extent(pair[0]) / 2.0 + gap + extent(pair[1]) / 2.0;
        }
    }
    let mut middles = offsets.clone();
    let count = graph.layers.len();
    for sweep in 0..SWEEPS {
        for step in 0..count {
            let layer = if sweep % 2 == 0 { step } else { count - 1 - step };
            settle(graph, &graph.layers[layer], &offsets, &mut middles);
        }
    }
    let tops = middles.iter().enumerate().map(|(slot, middle)| middle - extent(slot) / 2.0);
    let top = tops.fold(f64::INFINITY, f64::min);
    middles.into_iter().map(|middle| middle - top).collect()
}

/// How much it matters that two connected slots stand on one height: most where a line passes through both.
fn weight(graph: &Layered, a: usize, b: usize) -> f64 {
    match (a < graph.nodes, b < graph.nodes) {
        (true, true) => 1.0,
        (false, false) => 12.0,
        _ => 2.0,
    }
}

/// Slots that stand as close as they may.
struct Block {
    slots: usize,
    weight: f64,
    /// The weighed mean of where they want to be, less their offsets.
    at: f64,
}

/// Moves the slots of one layer. Slots that want to pass each other form a block, which goes to where they want to be
/// on average, until no two blocks are in each other's way.
fn settle(graph: &Layered, layer: &[usize], offsets: &[f64], middles: &mut [f64]) {
    let mut blocks: Vec<Block> = Vec::new();
    for &slot in layer {
        // A slot without edges would rather stay where it is.
        let (mut total, mut sum) = (STAY, STAY * middles[slot]);
        for &other in graph.left[slot].iter().chain(&graph.right[slot]) {
            let weight = weight(graph, slot, other);
            total += weight;
            sum += weight * middles[other];
        }
        let mut block = Block { slots: 1, weight: total, at: sum / total - offsets[slot] };
        while blocks.last().is_some_and(|above| above.at > block.at) {
            let Some(above) = blocks.pop() else { break };
            let weight = above.weight + block.weight;
            block = Block {
                slots: above.slots + block.slots,
                weight,
                at: (above.at * above.weight + block.at * block.weight) / weight,
            };
        }
        blocks.push(block);
    }
    let mut slots = layer.iter();
    for block in blocks {
        for &slot in slots.by_ref().take(block.slots) {
            middles[slot] = block.at + offsets[slot];
        }
    }
}
