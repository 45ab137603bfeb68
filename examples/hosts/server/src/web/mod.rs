//! What the outside sees: a page, and a socket for each seat.

mod server;
mod socket;

pub use server::{Limits, serve};
