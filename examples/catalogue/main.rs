//! `cargo run --example catalogue`: writes all phases of the double battle, and how they queue each other, on one page.
//!
//! Its own game's page takes a game these same few lines. Another path may be given as the argument.

use std::env;
use std::io;
use std::path::PathBuf;

use phase_core::prelude::*;
use phase_core::{graph, write_catalogue};
use phase_examples::double_battle::battle::Battle;
use phase_examples::double_battle::phases::{MoveEffectPhase, TurnStartPhase};

fn main() -> io::Result<()> {
    let path = env::args_os().nth(1).map_or_else(|| "target/catalogue/index.html".into(), PathBuf::from);
    // A move may be repeated by another creature, but what is repeated is not repeated once more.
    let flow = graph(registry().of::<Battle>()).rooted_at::<TurnStartPhase>().bounded_at::<MoveEffectPhase>();
    write_catalogue(&path, &flow)?;
    println!("{}", path.display());
    Ok(())
}
