//! The harness, on a small battle, and on games that come to a halt.

mod battle;
mod bursts;
mod failures;
mod situations;
mod stalls;
