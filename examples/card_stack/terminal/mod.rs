//! The duel in a terminal: what has been said, who answers, and what a person sees and types.

mod board;
mod commands;
mod error;
mod menu;
mod page;
mod table;

pub use error::TableError;
pub use table::{Ending, Table};
