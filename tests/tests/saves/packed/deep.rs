//! Data of a type that can hold itself, which bytes can make deeper than any stack.

use phase_core::LoadError;
use phase_core::prelude::*;
use serde::{Deserialize, Serialize};

use super::only_end;

struct Mine;

#[phase(world = Mine, save)]
#[derive(Debug, Serialize, Deserialize)]
enum Shaft {
    Ground,
    Below(Box<Shaft>),
    Side { way: Box<Shaft> },
    Pair(u8, Box<Shaft>),
}

#[phase(world = Mine, save)]
#[derive(Debug, Serialize, Deserialize)]
struct Chain {
    next: Option<Box<Chain>>,
}

#[phase(world = Mine, save)]
#[derive(Debug, Serialize, Deserialize)]
struct Tree(Vec<Tree>);

only_end!(Shaft, Chain, Tree);

/// How many levels there may be: each variant, list, struct or `Some` with something in it is one.
const DEEPEST: usize = 256;

fn shaft(depth: usize) -> Shaft {
    (0..depth).fold(Shaft::Ground, |below, level| match level % 3 {
        0 => Shaft::Below(Box::new(below)),
        1 => Shaft::Side { way: Box::new(below) },
        _ => Shaft::Pair(1, Box::new(below)),
    })
}

fn hop<P: Phase<World = Mine>>(phase: P) -> Result<String, String> {
    let mut phases = PhaseManager::new();
    phases.push(phase);
    let bytes = phases.to_bytes().map_err(|error| error.to_string())?;
    let loaded = PhaseManager::<Mine>::from_bytes(&bytes).expect("what was written can be read");
    assert_eq!(loaded.levels().to_string(), phases.levels().to_string());
    Ok(loaded.levels().to_string())
}

/// Without optimisation, writing and reading takes more than the stack of a test has.
fn with_stack(test: impl FnOnce() + Send + 'static) {
    let thread = std::thread::Builder::new().stack_size(16 << 20).spawn(test);
    thread.expect("there is memory for a stack").join().expect("it has not failed");
}

#[test]
fn what_can_be_written_can_be_read_whatever_its_depth() {
    with_stack(|| {
        for depth in [0, 1, 100, DEEPEST - 1, DEEPEST] {
            assert!(hop(shaft(depth)).is_ok(), "{depth}");
        }
        for depth in [DEEPEST + 1, DEEPEST + 2, 1_000] {
            let error = hop(shaft(depth)).expect_err("it is too deep");
            assert!(error.starts_with("phase `Shaft`, on level 0, could not be written"), "{error}");
        }
        let chain = |links: usize| (0..links).fold(None, |next, _| Some(Box::new(Chain { next })));
        // A struct and a `Some` each.
        assert!(hop(Chain { next: chain(DEEPEST / 2 - 1) }).is_ok());
        assert!(hop(Chain { next: chain(DEEPEST / 2 + 1) }).is_err());
    });
}

#[track_caller]
fn refused(name: &str, whole: &Whole, data: &[u8]) {
    // One level, number 0, one phase, of the first name, of one byte, a 0.
    let level = [1, 0, 1, 0, 1, 0];
    let at = whole.bytes.windows(6).position(|bytes| bytes == level).expect("it is there") + 4;
    let mut length = vec![];
    let mut left = data.len();
    while left >= 0x80 {
        length.push(u8::try_from(left & 0x7f).expect("it is in range") | 0x80);
        left >>= 7;
    }
    length.push(u8::try_from(left).expect("it is in range"));
    let bytes = [&whole.bytes[..at], &length, data, &whole.bytes[at + 2..]].concat();
    let error = PhaseManager::<Mine>::from_bytes(&bytes).expect_err("it is too deep");
    assert!(matches!(&error, LoadError::Phase { phase, .. } if *phase == name), "{error}");
}

/// A save with one phase, of which the data is the byte 0.
struct Whole {
    bytes: Vec<u8>,
}

impl Whole {
    fn of<P: Phase<World = Mine>>(phase: P) -> Self {
        let mut phases = PhaseManager::new();
        phases.push(phase);
        Self { bytes: phases.to_bytes().expect("all of it can be saved") }
    }
}

#[test]
fn no_bytes_take_more_stack_than_there_is() {
    const MANY: usize = 1 << 20;
    let (shaft, chain) = (Whole::of(Shaft::Ground), Whole::of(Chain { next: None }));
    let tree = Whole::of(Tree(vec![]));
    for byte in [1, 2] {
        refused("Shaft", &shaft, &vec![byte; MANY]);
    }
    refused("Shaft", &shaft, &[3, 1].repeat(MANY));
    refused("Chain", &chain, &vec![1; MANY]);
    refused("Tree", &tree, &vec![1; MANY]);
}
