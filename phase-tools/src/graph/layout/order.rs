//! In which order the slots of each layer stand, so that few edges cross.

use super::layers::Layered;
use super::length;

const SWEEPS: usize = 32;
/// In larger graphs fewer sweeps have to do, so that they are drawn in seconds.
const SLOTS_FOR_ALL_SWEEPS: usize = 3_000;
/// Sweeps without a better result after which no further one is tried.
const PATIENCE: usize = 8;
/// Swapping neighbours costs more than it gives in layers of more slots.
const SWAPS_UP_TO: usize = 400;

pub(super) fn sort(graph: &mut Layered) {
    first_order(graph);
    let mut positions = vec![0; graph.left.len()];
    note_positions(&graph.layers, &mut positions);
    let mut best = (crossings(graph, &positions), graph.layers.clone());
    let mut vain = 0;
    let sweeps = (SWEEPS * SLOTS_FOR_ALL_SWEEPS / positions.len().max(1)).clamp(4, SWEEPS);
    for sweep in 0..sweeps {
        let to_the_right = sweep % 2 == 0;
        let count = graph.layers.len();
        for step in 1..count {
            let layer = if to_the_right { step } else { count - 1 - step };
            let neighbours = if to_the_right { &graph.left } else { &graph.right };
            sort_layer(&mut graph.layers[layer], neighbours, &mut positions);
        }
        swap_neighbours(graph, &mut positions);
        let found = crossings(graph, &positions);
        if found < best.0 {
            best = (found, graph.layers.clone());
            vain = 0;
        } else {
            vain += 1;
        }
        if best.0 == 0 || vain > PATIENCE {
            break;
        }
    }
    graph.layers = best.1;
}

/// The order in which a walk along the edges comes to the slots.
fn first_order(graph: &mut Layered) {
    let mut layer_of = vec![0; graph.left.len()];
    for (number, layer) in graph.layers.iter().enumerate() {
        for &slot in layer {
            layer_of[slot] = number;
        }
    }
    let mut is_found = vec![false; graph.left.len()];
    let mut layers = vec![Vec::new(); graph.layers.len()];
    for &start in graph.layers.iter().flatten() {
        let mut ahead = vec![start];
        while let Some(slot) = ahead.pop() {
            if !std::mem::replace(&mut is_found[slot], true) {
                layers[layer_of[slot]].push(slot);
                ahead.extend(graph.right[slot].iter().rev());
            }
        }
    }
    graph.layers = layers;
}

fn note_positions(layers: &[Vec<usize>], positions: &mut [usize]) {
    for layer in layers {
        layer.iter().zip(0..).for_each(|(&slot, position)| positions[slot] = position);
    }
}

/// Sorts one layer by the mean position of what its slots are connected to; slots without connections stay.
fn sort_layer(layer: &mut [usize], neighbours: &[Vec<usize>], positions: &mut [usize]) {
    let mean = |slot: usize| {
        let sum: usize = neighbours[slot].iter().map(|&other| positions[other]).sum();
        length(sum) / length(neighbours[slot].len())
    };
    let connected = layer.iter().copied().filter(|&slot| !neighbours[slot].is_empty());
    let mut moving: Vec<_> = connected.map(|slot| (mean(slot), slot)).collect();
    moving.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut moving = moving.into_iter();
    for (position, slot) in layer.iter_mut().enumerate() {
        if !neighbours[*slot].is_empty() {
            *slot = moving.next().map_or(*slot, |(_, slot)| slot);
        }
        positions[*slot] = position;
    }
}

/// Swaps neighbours in each layer where fewer edges cross then.
fn swap_neighbours(graph: &mut Layered, positions: &mut [usize]) {
    const PASSES: usize = 4;
    for _ in 0..PASSES {
        let mut has_swapped = false;
        for layer in graph.layers.iter_mut().filter(|layer| layer.len() <= SWAPS_UP_TO) {
            for upper in 1..layer.len() {
                let (a, b) = (layer[upper - 1], layer[upper]);
                let cost = |a: usize, b: usize| {
                    [&graph.left, &graph.right]
                        .map(|side| crossings_of(&side[a], &side[b], positions))
                        .iter()
                        .sum::<usize>()
                };
                if cost(b, a) < cost(a, b) {
                    layer.swap(upper - 1, upper);
                    positions.swap(a, b);
                    has_swapped = true;
                }
            }
        }
        if !has_swapped {
            break;
        }
    }
}

/// How often the edges of two neighbours cross, the first being the upper one.
fn crossings_of(upper: &[usize], lower: &[usize], positions: &[usize]) -> usize {
    let above = |a: usize| lower.iter().filter(|&&b| positions[b] < positions[a]).count();
    upper.iter().map(|&a| above(a)).sum()
}

fn crossings(graph: &Layered, positions: &[usize]) -> usize {
    graph.layers.windows(2).map(|pair| crossings_between(graph, &pair[0], pair[1].len(), positions)).sum()
}

/// How often edges cross between a layer and the next: for each edge, from the top down, those that started above it
/// and end below it, counted in a Fenwick tree.
fn crossings_between(graph: &Layered, layer: &[usize], next: usize, positions: &[usize]) -> usize {
    let mut tree = vec![0; next + 1];
    let (mut crossings, mut total) = (0, 0);
    for &slot in layer {
        let mut ends: Vec<_> = graph.right[slot].iter().map(|&end| positions[end]).collect();
        ends.sort_unstable();
        for &end in &ends {
            let (mut at, mut not_below) = (end + 1, 0);
            while at > 0 {
                not_below += tree[at];
                at &= at - 1;
            }
            crossings += total - not_below;
        }
        for end in ends {
            let mut at = end + 1;
            while at <= next {
                tree[at] += 1;
                at += at & at.wrapping_neg();
            }
            total += 1;
        }
    }
    crossings
}
