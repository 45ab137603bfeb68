//! Saves in bincode.

#![no_main]

use libfuzzer_sys::fuzz_target;
use phase_fuzz::{Bincode, play};

fuzz_target!(|bytes: &[u8]| play::<Bincode>(bytes));
