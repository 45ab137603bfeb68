//! What the plugin costs: the workload of a turn, as phase-core's own benchmarks have it, in an app and by hand.
//!
//! All sides are sampled in turns in one process, so that whatever else the machine does meets them alike.
//!
//! ```text
//! cargo bench     # in phase-bevy: medians, and ratios to the same phases by hand
//! ```

mod in_app;
#[allow(dead_code, reason = "of the workload, one form is measured here")]
#[path = "../../../phase-core/benches/turn/mod.rs"]
mod turn;

use std::hint::black_box;
use std::time::Instant;

use crate::in_app::{ByHand, InApp};
use crate::turn::world::World;
use crate::turn::{STEPS_PER_TURN, game};

/// Turns in one sample.
const TURNS: u32 = 1_000;
/// Samples of each run.
const ROUNDS: usize = 201;

fn main() {
    let (mut plain, mut by_hand) = (InApp::on_plain_world(), ByHand::new());
    let (mut at_once, mut by_frames) = (InApp::on_bevys_world(false), InApp::on_bevys_world(true));
    let mut runs: [&mut dyn FnMut(World) -> World; 5] = [
        &mut game("phases-4").play,
        &mut |world| plain.play_plain(world),
        &mut |world| by_hand.play(world),
        &mut |world| at_once.play(world),
        &mut |world| by_frames.play(world),
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
    let [plain_by_hand, plain, by_hand, at_once, by_frames] = samples.map(|mut samples| {
        samples.sort_by(f64::total_cmp);
        samples[ROUNDS / 2] / each
    });

    println!("ns per phase, medians of {ROUNDS} samples of {TURNS} turns of {STEPS_PER_TURN} phases:");
    println!("  on a plain world, by hand            {plain_by_hand:7.1}");
    println!("  on a plain world, in an app          {plain:7.1}   {:5.2} times that", plain / plain_by_hand);
    println!("  on bevy's world, by hand             {by_hand:7.1}");
    println!("  on bevy's world, in an app           {at_once:7.1}   {:5.2} times that", at_once / by_hand);
    println!(
        "  on bevy's world, a turn a frame      {by_frames:7.1}   {:5.2} times that",
        by_frames / by_hand
    );
}
