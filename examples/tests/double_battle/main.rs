//! The double battle, from its command line down to its phases.
//!
//! What it prints is compared with the files in `golden/`. After a change that is meant,
//! `UPDATE_EXPECT=1 cargo test -p phase-examples` writes them anew: read the difference before you keep it.

mod ai;
mod bad_input;
mod colour;
mod dice;
mod looks;
mod questions;
mod queue;
mod recordings;
mod rules;
mod saves;
mod seeds;
mod small;
mod spans;
mod table;
mod transcripts;
mod undo;
mod why;

use std::path::{Path, PathBuf};

use phase_examples::double_battle::cli;
use phase_examples::double_battle::table::Keyboard;

/// What a run of the program came to.
#[derive(Debug, PartialEq, Eq)]
struct Played {
    code: u8,
    out: String,
    err: String,
}

/// Runs the program as with a pipe behind it, and nobody at the keyboard.
fn play<const N: usize>(args: [&str; N]) -> Played {
    play_typing(args, "")
}

/// Runs the program on what somebody types.
fn play_typing<const N: usize>(args: [&str; N], typed: impl AsRef<[u8]>) -> Played {
    let mut out = anstream::AutoStream::auto(Vec::new());
    let mut err = Vec::new();
    let keyboard = Keyboard::pipe(typed.as_ref());
    let code = cli::run(args.map(Into::into), keyboard, &mut out, &mut err);
    let text = |bytes| String::from_utf8(bytes).expect("the program writes UTF-8");
    Played { code, out: text(out.into_inner()), err: text(err) }
}

/// What a battle prints that has to go well.
fn transcript<const N: usize>(args: [&str; N]) -> String {
    session(args, "")
}

/// What a battle prints that somebody plays, and that has to go well.
fn session<const N: usize>(args: [&str; N], typed: impl AsRef<[u8]>) -> String {
    let played = play_typing(args, typed);
    assert_eq!((played.code, played.err.as_str()), (cli::DONE, ""));
    played.out
}

/// One of the scenarios that come with the example.
fn shipped(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("double_battle/scenarios").join(name).with_extension("toml")
}

/// Those that come with the example.
const SHIPPED: [&str; 8] = [
    "worked_example",
    "long_battle",
    "reflected",
    "reordered",
    "removed",
    "redirected",
    "called",
    "repeated",
];
