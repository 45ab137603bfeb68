//! Recordings as text.

#![no_main]

use libfuzzer_sys::fuzz_target;
use phase_fuzz::recordings;

fuzz_target!(|bytes: &[u8]| recordings::play(bytes));
