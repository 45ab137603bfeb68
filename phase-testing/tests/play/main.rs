//! The harness, on a small battle, and on games that come to a halt.

mod battle;
mod bursts;
mod causes;
mod failures;
mod order;
mod places;
mod situations;
mod stalls;
