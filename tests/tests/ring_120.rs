//! A ring of 120 phases, each of which queues the next, compiles to a program that runs.
//!
//! It is about as long as a ring can be without raising the recursion limit.

#[allow(unreachable_pub, reason = "generated")]
mod ring {
    use phase_core::prelude::*;
    use phase_tests::ring::Steps;

    include!(concat!(env!("OUT_DIR"), "/ring_120.rs"));
}

#[test]
fn a_ring_of_120_phases_runs() {
    phase_tests::ring::run(ring::Phase0);
}
