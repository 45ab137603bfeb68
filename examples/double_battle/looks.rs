//! What is to be seen of a battle afterwards.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use phase_core::prelude::*;
use phase_tools::Trace;

use super::battle::Battle;
use super::options::Looks;
use super::why::write_why;

/// A battle that is traced, if anything of it is to be seen.
pub(super) struct Traced {
    trace: Trace,
    looks: Looks,
}

/// Why something can't be seen.
pub(super) enum Unseen {
    NeverQueued(&'static str),
    File(PathBuf, io::Error),
    Output(io::Error),
}

impl Traced {
    pub(super) fn new(looks: Looks) -> Self {
        Self { trace: Trace::new(), looks }
    }

    /// Has it listen to a battle.
    pub(super) fn attach(&self, phases: &mut PhaseManager<Battle>) {
        if self.looks.are_wanted() {
            self.trace.attach(phases);
        }
    }

    /// Shows what is wanted, also of a battle that has gone wrong, where it is wanted most.
    pub(super) fn show(&self, out: &mut impl Write) -> Result<(), Unseen> {
        let Looks { why, trace, timeline } = &self.looks;
        let write = |path: &Path, text: String| {
            fs::write(path, text).map_err(|error| Unseen::File(path.to_owned(), error))
        };
        if let Some(path) = trace {
            write(path, self.trace.to_chrome_json())?;
        }
        if let Some(path) = timeline {
            write(path, self.trace.to_html())?;
        }
        match why {
            Some(name) if !write_why(&self.trace, name, out).map_err(Unseen::Output)? => {
                Err(Unseen::NeverQueued(name))
            }
            _ => Ok(()),
        }
    }
}
