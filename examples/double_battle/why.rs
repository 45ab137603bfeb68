//! Why a phase ran.

use std::io::{self, Write};

use phase_tools::Trace;

use super::text::{Line, Tone};

/// Tells why the last phase of a name was queued, and whether that is known.
pub(super) fn write_why(trace: &Trace, name: &str, out: &mut impl Write) -> io::Result<bool> {
    let Some(why) = trace.last_named(name).and_then(|id| trace.why(id)) else { return Ok(false) };
    writeln!(out)?;
    Line::heading(format!("Why {name}?")).write(0, out)?;
    for line in why.to_string().lines() {
        Line::new(Tone::Plain, line).write(0, out)?;
    }
    Ok(true)
}
