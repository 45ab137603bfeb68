//! Every answer of three games, tried out by `phase_testing::explore`, and what can go wrong.
//!
//! [`games`] says how each is explored, and [`cli`] prints the reports: a check for a build server, which ends with 1 if
//! anything is found.

pub mod cli;
pub mod games;
