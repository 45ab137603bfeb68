//! Saves in bytes of their own.

#![no_main]

use libfuzzer_sys::fuzz_target;
use phase_fuzz::{Packed, play};

fuzz_target!(|bytes: &[u8]| play::<Packed>(bytes));
