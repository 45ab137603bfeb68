//! A ring of 1000 phases, each of which queues the next, compiles to a program that runs.
//!
//! The compiler follows the ring from phase to phase, which takes a higher recursion limit.

#![recursion_limit = "4096"]

#[allow(unreachable_pub, reason = "generated")]
mod ring {
    use phase_core::prelude::*;
    use phase_tests::ring::Steps;

    include!(concat!(env!("OUT_DIR"), "/ring_1000.rs"));
}

#[test]
fn a_ring_of_1000_phases_runs() {
    phase_tests::ring::run(ring::Phase0);
}
