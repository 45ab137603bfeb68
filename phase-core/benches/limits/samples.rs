//! Samples taken in turns.

use std::time::Instant;

/// Calls each piece of work once per round, and gives the median of the seconds that it took.
pub(crate) fn medians<const N: usize>(rounds: usize, mut work: [impl FnMut(); N]) -> [f64; N] {
    let mut samples = [(); N].map(|()| Vec::with_capacity(rounds));
    for _ in 0..rounds {
        for (work, samples) in work.iter_mut().zip(&mut samples) {
            let start = Instant::now();
            work();
            samples.push(start.elapsed().as_secs_f64());
        }
    }
    samples.map(|mut samples| {
        samples.sort_by(f64::total_cmp);
        samples[samples.len() / 2]
    })
}
