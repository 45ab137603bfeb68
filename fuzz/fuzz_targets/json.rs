//! Saves in JSON.

#![no_main]

use libfuzzer_sys::fuzz_target;
use phase_fuzz::{Json, play};

fuzz_target!(|bytes: &[u8]| play::<Json>(bytes));
