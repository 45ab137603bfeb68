//! A thread that writes to the terminal, so that one that does not read holds nobody up.

use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{self, JoinHandle};

use super::held::Shared;

/// Writes what its pipes are given. No frame is drawn before the last one is written, so no more than one ever waits.
pub(super) struct Writer {
    waiting: Arc<AtomicUsize>,
    sender: Option<Sender<Vec<u8>>>,
    thread: Option<JoinHandle<()>>,
}

/// What is drawn to, in place of the terminal.
pub(super) struct Pipe {
    waiting: Arc<AtomicUsize>,
    sender: Sender<Vec<u8>>,
    bytes: Vec<u8>,
}

impl Writer {
    pub(super) fn new(out: Arc<Shared>) -> Self {
        let waiting = Arc::new(AtomicUsize::new(0));
        let (sender, receiver) = channel();
        let count = Arc::clone(&waiting);
        let thread = thread::spawn(move || write_all(&receiver, &count, &out));
        Self { waiting, sender: Some(sender), thread: Some(thread) }
    }

    pub(super) fn pipe(&self) -> Pipe {
        let sender = self.sender.clone().unwrap_or_else(|| channel().0);
        Pipe { waiting: Arc::clone(&self.waiting), sender, bytes: Vec::new() }
    }

    /// Whether everything is written.
    pub(super) fn is_idle(&self) -> bool {
        self.waiting.load(Ordering::Acquire) == 0
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        self.sender = None;
        if let Some(thread) = self.thread.take() {
            // Its pipe is gone before, so that it comes to an end.
            let _ = thread.join();
        }
    }
}

fn write_all(receiver: &Receiver<Vec<u8>>, waiting: &AtomicUsize, out: &Shared) {
    for bytes in receiver {
        // A terminal that is gone is seen to by whoever reads its keys.
        let _ = out.write(&bytes);
        waiting.fetch_sub(1, Ordering::AcqRel);
    }
}

impl Write for Pipe {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.bytes.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        if !self.bytes.is_empty() {
            self.waiting.fetch_add(1, Ordering::AcqRel);
            self.sender.send(std::mem::take(&mut self.bytes)).map_err(|_| io::ErrorKind::BrokenPipe)?;
        }
        Ok(())
    }
}
