//! Tries every answer of a game, and tells what can go wrong.

mod advance;
mod choices;
mod cycle;
mod expand;
mod explorer;
mod finding;
mod flow;
mod identifier;
mod random;
mod recorded;
mod report;
mod sameness;
mod search;
mod shrink;
mod visited;
mod way;

pub use explorer::{Explorer, Progress, explore};
pub use finding::{Finding, FindingKind, Given};
pub use flow::{Edge, EdgeKind};
pub use report::{Cut, Report};
