//! The workload of a turn, as phase-core's own benchmarks have it, through `bevy-sequential-actions`, and through phase-core's own
//! plugin for Bevy.
//!
//! All sides are sampled in turns in one process, so that whatever else the machine does meets all alike.
//!
//! ```text
//! cargo run --release             # in peers: medians, and ratios to ours
//! cargo run --release -- --rows   # and a last line for other programs: `bevy-sequential-actions : phases = RATIO`
//! ```

mod bevy;
#[allow(dead_code, reason = "the plugin is measured against the peer, by frames")]
#[path = "../../phase-bevy/benches/turn/in_app.rs"]
mod in_app;
#[path = "../../phase-core/benches/turn/mod.rs"]
mod turn;

use std::hint::black_box;
use std::time::Instant;

use crate::bevy::Peer;
use crate::in_app::InApp;
use crate::turn::world::World;
use crate::turn::{STEPS_PER_TURN, game};

/// Turns in one sample.
const TURNS: u32 = 1_000;
/// Samples of each run.
const ROUNDS: usize = 301;

fn main() {
    let rows = std::env::args().skip(1).any(|argument| argument == "--rows");
    let mut at_once = Peer::without_frames();
    let mut by_frames = Peer::by_frames();
    let (mut plugin, mut plugin_by_frames) = (InApp::on_bevys_world(false), InApp::on_bevys_world(true));
    let mut runs: [&mut dyn FnMut(World) -> World; 5] = [
        &mut game("phases-4").play,
        &mut |world| at_once.play_at_once(world),
        &mut |world| by_frames.play_by_frames(world),
        &mut |world| plugin.play(world),
        &mut |world| plugin_by_frames.play(world),
    ];

    let played = runs.each_mut().map(|play| play(World::new(TURNS)));
    assert!(played.iter().all(|world| *world == played[0]), "the runs differ: {played:?}");

    let mut samples = [const { Vec::new() }; 5];
    for _ in 0..ROUNDS {
        for (play, samples) in runs.iter_mut().zip(&mut samples) {
            let start = Instant::now();
            black_box(play(black_box(World::new(TURNS))));
            samples.push(start.elapsed().as_secs_f64());
        }
    }
    let each = f64::from(STEPS_PER_TURN * TURNS) / 1e9;
    let [phases, at_once, by_frames, plugin, plugin_by_frames] = samples.map(|mut samples| {
        samples.sort_by(f64::total_cmp);
        samples[ROUNDS / 2] / each
    });

    println!("ns per phase, medians of {ROUNDS} samples of {TURNS} turns of {STEPS_PER_TURN} phases:");
    println!("  phases                                    {phases:7.1}");
    println!(
        "  bevy-sequential-actions, no frames        {at_once:7.1}   {:5.2} times ours",
        at_once / phases
    );
    println!(
        "  bevy-sequential-actions, a turn a frame   {by_frames:7.1}   {:5.2} times ours",
        by_frames / phases
    );
    println!("  phase-bevy on bevy's world, one frame     {plugin:7.1}   {:5.2} times ours", plugin / phases);
    println!(
        "  phase-bevy, a turn a frame                {plugin_by_frames:7.1}   {:5.2} times ours",
        plugin_by_frames / phases
    );
    if rows {
        // Frames are the engine's cost and not the queue's, so the ratio is the one that favours the peer.
        println!("bevy-sequential-actions : phases = {:.2}", at_once / phases);
    }
}
