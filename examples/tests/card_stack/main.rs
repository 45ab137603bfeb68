//! The duel, from its rules up to its command line.
//!
//! What it prints is compared with the files in `golden/`. After a change that is meant,
//! `UPDATE_EXPECT=1 cargo test -p phase-examples` writes them anew: read the difference before you keep it.

mod ai;
mod games;
mod rules;
mod scene;
mod table;
