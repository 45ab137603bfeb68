//! Recordings: what is written, and what becomes of it when it is played again.

#![allow(clippy::needless_raw_string_hashes, reason = "written by the tests")]

mod asking;
mod breaking_off;
mod chance;
mod data;
mod digests;
mod ends;
mod game;
mod memory;
mod mutation;
mod playing;
mod random;
mod reading;
mod secrets;
mod undoing;
mod writing;
