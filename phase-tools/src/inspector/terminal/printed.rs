//! What the program prints while the panes are shown: it goes to a file without a name, from where they show it.

use std::fs::File;
use std::io::{self, IsTerminal, Seek, Write};
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::fs::FileExt;
use std::sync::{Mutex, PoisonError};

use rustix::stdio::{dup2_stderr, dup2_stdout};

/// No more of what was printed between two looks is shown than its last bytes.
const SHOWN: usize = 64 << 10;
/// From this size on the file begins anew.
const LARGE: u64 = 1 << 20;

pub(super) struct Printed {
    file: File,
    /// How much of it was shown.
    shown: Mutex<u64>,
    out: OwnedFd,
    /// Where errors go, if that is a terminal: another place is somebody's wish.
    err: Option<OwnedFd>,
}

impl Printed {
    pub(super) fn new() -> io::Result<Self> {
        // What was printed before is no part of it.
        io::stdout().flush()?;
        let err = io::stderr();
        Ok(Self {
            file: unnamed()?,
            shown: Mutex::new(0),
            out: io::stdout().as_fd().try_clone_to_owned()?,
            err: if err.is_terminal() { Some(err.as_fd().try_clone_to_owned()?) } else { None },
        })
    }

    /// Has what is printed go to the file.
    pub(super) fn begin(&self) -> io::Result<()> {
        dup2_stdout(&self.file)?;
        if self.err.is_some() {
            dup2_stderr(&self.file)?;
        }
        Ok(())
    }

    /// Has what is printed go where it went before.
    pub(super) fn end(&self) {
        // There is nobody to tell if this fails.
        let _ = dup2_stdout(&self.out);
        let _ = self.err.as_ref().map(dup2_stderr);
    }

    /// Whether errors are shown among the panes, too.
    pub(super) fn has_errors(&self) -> bool {
        self.err.is_some()
    }

    /// The lines that were printed since the last call.
    pub(super) fn lines(&self) -> Vec<String> {
        let mut shown = self.shown.lock().unwrap_or_else(PoisonError::into_inner);
        let Ok(len) = self.file.metadata().map(|it| it.len()) else { return Vec::new() };
        if len <= *shown {
            return Vec::new();
        }
        let from = len.saturating_sub(SHOWN as u64).max(*shown);
        let mut bytes = vec![0; usize::try_from(len - from).unwrap_or(SHOWN)];
        let is_read = self.file.read_exact_at(&mut bytes, from).is_ok();
        *shown = len;
        if len > LARGE && self.file.set_len(0).is_ok() {
            // All that print to it share the place at which they write.
            let _ = (&self.file).rewind();
            *shown = 0;
        }
        let text = if is_read { String::from_utf8_lossy(&bytes) } else { "".into() };
        text.lines().map(str::to_owned).collect()
    }
}

#[cfg(target_os = "linux")]
fn unnamed() -> io::Result<File> {
    let flags = rustix::fs::MemfdFlags::CLOEXEC;
    Ok(rustix::fs::memfd_create("what the program prints", flags)?.into())
}

#[cfg(not(target_os = "linux"))]
fn unnamed() -> io::Result<File> {
    let name = format!("inspector-{}-{:?}", std::process::id(), std::time::SystemTime::now());
    let path = std::env::temp_dir().join(name.replace(|c: char| !c.is_ascii_alphanumeric(), "-"));
    let file = File::options().read(true).write(true).create_new(true).open(&path)?;
    std::fs::remove_file(path)?;
    Ok(file)
}
