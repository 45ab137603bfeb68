//! Saves in CBOR.

#![no_main]

use libfuzzer_sys::fuzz_target;
use phase_fuzz::{Cbor, play};

fuzz_target!(|bytes: &[u8]| play::<Cbor>(bytes));
