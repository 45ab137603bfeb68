//! Other courses of one game: copies of a manager, for search, and undo and redo over them.

mod fork;
mod history;

pub use fork::ForkError;
pub use history::History;
