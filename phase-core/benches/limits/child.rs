//! Other programs, run for what they print.

use std::env;
use std::path::PathBuf;
use std::process::Command;

use crate::table::Reason;

/// The root of the workspace.
pub(crate) fn root() -> PathBuf {
    [env!("CARGO_MANIFEST_DIR"), ".."].iter().collect()
}

/// The cargo that this was started by.
pub(crate) fn cargo() -> Command {
    let mut cargo = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.current_dir(root());
    cargo
}

/// What it prints to either stream, one behind the other.
pub(crate) fn output(command: &mut Command) -> Result<String, Reason> {
    let program = command.get_program().to_string_lossy().into_owned();
    let output = command.output().map_err(|error| format!("`{program}` does not run: {error}"))?;
    let [printed, complaint] =
        [output.stdout, output.stderr].map(|text| String::from_utf8_lossy(&text).into_owned());
    if output.status.success() {
        return Ok(printed + &complaint);
    }
    let line = complaint.lines().find(|line| line.starts_with("error")).or(complaint.lines().last());
    Err(line.map_or_else(|| output.status.to_string(), |line| line.trim().to_owned()))
}
