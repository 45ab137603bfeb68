//! The turn through another crate for sequences of actions, which is measured in a workspace of its own.

use crate::child::{self, root};
use crate::table::{Reason, Row};

pub(crate) fn rows() -> Vec<Row> {
    vec![Row::without_bar("turn, through bevy-sequential-actions", "turn, phases of 4 bytes", ratio())]
}

fn ratio() -> Result<String, Reason> {
    let output = child::output(
        child::cargo()
            .args(["run", "--release", "--quiet", "--manifest-path"])
            .arg(root().join("peers/Cargo.toml"))
            .args(["--", "--rows"]),
    )?;
    let (_, ratio) = output
        .lines()
        .filter_map(|line| line.split_once('='))
        .find(|(name, _)| name.trim() == "bevy-sequential-actions : phases")
        .ok_or("it printed no such ratio")?;
    Ok(ratio.trim().to_owned())
}
