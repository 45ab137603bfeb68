//! What the program prints while the panes are shown: it goes to a file without a name, from where they show it.

use std::fs::File;
use std::io::{self, IsTerminal, Write};
use std::mem;
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
    taken: Mutex<Taken>,
    out: OwnedFd,
    /// Where errors go, if that is a terminal: another place is somebody's wish.
    err: Option<OwnedFd>,
}

/// What was taken out of the file.
#[derive(Default)]
struct Taken {
    /// How much of it.
    len: u64,
    /// The last of it, which waits to be shown.
    waiting: Vec<u8>,
}

impl Printed {
    pub(super) fn new() -> io::Result<Self> {
        // What was printed before is no part of it.
        io::stdout().flush()?;
        let err = io::stderr();
        Ok(Self {
            file: unnamed()?,
            taken: Mutex::default(),
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
        let mut taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        self.take(&mut taken);
        let bytes = mem::take(&mut taken.waiting);
        String::from_utf8_lossy(&bytes).lines().map(str::to_owned).collect()
    }

    /// Has the file begin anew if it is large; its last bytes wait to be shown.
    pub(super) fn cut(&self) {
        let is_large = self.file.metadata().is_ok_and(|it| it.len() > LARGE);
        if is_large {
            self.take(&mut self.taken.lock().unwrap_or_else(PoisonError::into_inner));
        }
    }

    fn take(&self, taken: &mut Taken) {
        let Ok(len) = self.file.metadata().map(|it| it.len()) else { return };
        if len > taken.len {
            let from = len.saturating_sub(SHOWN as u64).max(taken.len);
            let mut bytes = vec![0; usize::try_from(len - from).unwrap_or(SHOWN)];
            if self.file.read_exact_at(&mut bytes, from).is_ok() {
                taken.waiting.append(&mut bytes);
                let over = taken.waiting.len().saturating_sub(SHOWN);
                taken.waiting.drain(..over);
            }
            taken.len = len;
        }
        // All that print to it write at its end, wherever that is by then.
        if len > LARGE && self.file.set_len(0).is_ok() {
            taken.len = 0;
        }
    }
}

#[cfg(target_os = "linux")]
fn unnamed() -> io::Result<File> {
    let flags = rustix::fs::MemfdFlags::CLOEXEC;
    let file = rustix::fs::memfd_create("what the program prints", flags)?;
    rustix::fs::fcntl_setfl(&file, rustix::fs::OFlags::APPEND)?;
    Ok(file.into())
}

#[cfg(not(target_os = "linux"))]
fn unnamed() -> io::Result<File> {
    let name = format!("inspector-{}-{:?}", std::process::id(), std::time::SystemTime::now());
    let path = std::env::temp_dir().join(name.replace(|c: char| !c.is_ascii_alphanumeric(), "-"));
    let file = File::options().read(true).append(true).create_new(true).open(&path)?;
    std::fs::remove_file(path)?;
    Ok(file)
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::{LARGE, Printed};

    #[test]
    fn what_is_printed_is_cut_while_nobody_takes_its_lines() {
        let printed = Printed::new().unwrap();
        for number in 0..20_000 {
            writeln!(&printed.file, "{number:200}").unwrap();
            if number % 100 == 0 {
                printed.cut();
            }
        }
        assert!(printed.file.metadata().unwrap().len() <= LARGE + 30_000);
        let lines = printed.lines();
        assert_eq!(lines.last().map(|line| line.trim()), Some("19999"));
        assert!(lines.len() < 1000, "{}", lines.len());
        writeln!(&printed.file, "and on").unwrap();
        assert_eq!(printed.lines(), ["and on"]);
    }
}
