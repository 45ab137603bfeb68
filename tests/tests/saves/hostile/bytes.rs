//! Saves of which some bytes are missing, changed, or too many.

use super::{is_tried, real_save, survive};
use crate::format::{ALL, Format};

#[test]
fn cut_short_anywhere() {
    for format in ALL {
        let save = real_save(format);
        survive(format, &save).unwrap_or_else(|error| panic!("{format:?}: this one is whole, but: {error}"));
        for end in 0..save.len() {
            assert!(survive(format, &save[..end]).is_err(), "{format:?} up to {end}");
        }
    }
}

#[test]
fn with_a_bit_the_other_way_round() {
    for format in ALL {
        let mut save = real_save(format);
        for at in 0..save.len() {
            for bit in (0..8).filter(|bit| is_tried(at, *bit)) {
                save[at] ^= 1 << bit;
                let _ = survive(format, &save);
                save[at] ^= 1 << bit;
            }
        }
    }
}

#[test]
fn with_a_byte_more_or_less_or_another() {
    for format in ALL {
        let save = real_save(format);
        for at in 0..save.len() {
            let (before, after) = (&save[..at], &save[at + 1..]);
            let _ = survive(format, &[before, after].concat());
            for (change, byte) in [0, 1, b'0', 0x7f, 0x80, 0xff].into_iter().enumerate() {
                if is_tried(at, change) {
                    let _ = survive(format, &[before, &[byte], after].concat());
                }
                if is_tried(at, change + 2) {
                    let _ = survive(format, &[before, &[byte], &save[at..]].concat());
                }
            }
        }
    }
}

/// Starts of numbers, lists, maps, strings and bytes, which claim that there are very many.
fn huge(format: Format) -> &'static [&'static [u8]] {
    match format {
        Format::Bincode => &[
            b"\xfd\xff\xff\xff\xff\xff\xff\xff\xff",
            b"\xfd\xff\xff\xff\xff\xff\xff\xff\x7f",
            b"\xfc\xff\xff\xff\xff",
            b"\xfb\xff\xff",
            b"\xfe",
            b"\xff",
        ],
        Format::Postcard | Format::Packed | Format::Stream => &[
            b"\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01",
            b"\xff\xff\xff\xff\x0f",
            b"\xff\xff\xff\x7f",
            b"\xff\x7f",
            b"\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff",
        ],
        Format::MessagePack | Format::NamedMessagePack => &[
            b"\xdd\xff\xff\xff\xff",
            b"\xdf\xff\xff\xff\xff",
            b"\xdb\xff\xff\xff\xff",
            b"\xc6\xff\xff\xff\xff",
            b"\xc9\xff\xff\xff\xff\x01",
            b"\xdc\xff\xff",
            b"\xcf\xff\xff\xff\xff\xff\xff\xff\xff",
        ],
        Format::Cbor => &[
            b"\x9b\xff\xff\xff\xff\xff\xff\xff\xff",
            b"\xbb\x7f\xff\xff\xff\xff\xff\xff\xff",
            b"\x7b\x7f\xff\xff\xff\xff\xff\xff\xff",
            b"\x5b\x00\xff\xff\xff\xff\xff\xff\xff",
            b"\x9a\xff\xff\xff\xff",
            b"\x9f",
            b"\xbf",
            b"\x1b\xff\xff\xff\xff\xff\xff\xff\xff",
        ],
        Format::Json | Format::Ron => {
            &[b"99999999999999999999", b"1e999", b"-1", b"\"\\ud800\"", b"18446744073709551615"]
        }
    }
}

#[test]
fn with_huge_counts_and_numbers() {
    for format in ALL {
        let save = real_save(format);
        for huge in huge(format) {
            for at in 0..save.len() {
                let _ = survive(format, &[&save[..at], huge, &save[at + 1..]].concat());
                let _ = survive(format, &[&save[..at], huge].concat());
            }
        }
    }
}

/// `rmp_serde` gives up at a depth of 1,024, for which the stack of a test does not suffice without optimisation.
const STACK: usize = 16 << 20;

#[test]
fn with_depths_that_nothing_can_have() {
    let test = std::thread::Builder::new().stack_size(STACK).spawn(|| ALL.into_iter().for_each(nest));
    test.expect("there is memory for a stack").join().expect("all saves are survived");
}

fn nest(format: Format) {
    const DEPTH: usize = 20_000;
    let nests: &[&[u8]] = match format {
        Format::Json => &[b"[", b"{\"levels\":", b"[{\"Spell\":"],
        Format::Ron => &[b"(", b"[", b"{", b"Some(", b"(levels:"],
        Format::MessagePack | Format::NamedMessagePack => &[b"\x91", b"\x81\x00", b"\x92"],
        Format::Cbor => &[b"\x81", b"\xa1\x00", b"\xc0", b"\x9f", b"\x5f"],
        Format::Bincode | Format::Postcard | Format::Packed | Format::Stream => &[b"\x01", b"\x02"],
    };
    let save = real_save(format);
    for nest in nests {
        let nest = nest.repeat(DEPTH);
        for at in (0..save.len()).step_by(7) {
            let _ = survive(format, &[&save[..at], &nest].concat());
        }
    }
}
