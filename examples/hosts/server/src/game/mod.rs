//! One game at a table: nothing in here knows of sockets, disks or other games.
//!
//! [`Opening`] is how a game begins, [`Table`] takes answers and tells who is asked, [`View`] is what a seat may see, and
//! [`guarded`] keeps what goes wrong in a game inside of it.

mod fault;
mod opening;
mod replay;
mod table;
mod tape;
mod view;

pub use fault::{Fault, guarded};
pub use opening::Opening;
pub use replay::{go_on, play_again};
pub use table::{Refusal, SEATS, Table, Taken};
pub use tape::tape;
pub use view::{Asked, Choice, Creature, Side, View};

/// A player's answer may have so many bytes of JSON. Those of a double battle have less than 40.
pub const LONGEST_ANSWER: usize = 512;
