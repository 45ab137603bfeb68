//! All games of a server, and who sits where.
//!
//! [`Hall`] opens games and finds seats; a `Room` is one game with those who are there; [`Link`] is a room's end of a
//! connection; `Alarms` tell which room has something to do by itself.

mod alarms;
#[expect(clippy::module_inception, reason = "it is the hall itself")]
mod hall;
mod link;
mod load;
mod room;
mod seat;
mod state;

pub use hall::{Gone, Hall, Settings};
pub use link::{Link, Told};
pub use seat::Place;
