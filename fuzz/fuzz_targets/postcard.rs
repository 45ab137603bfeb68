//! Saves in postcard.

#![no_main]

use libfuzzer_sys::fuzz_target;
use phase_fuzz::{Postcard, play};

fuzz_target!(|bytes: &[u8]| play::<Postcard>(bytes));
