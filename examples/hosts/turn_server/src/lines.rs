//! Lines from a socket, of which each is short enough to be kept.

use std::fmt;
use std::io;
use std::mem;

use tokio::io::{AsyncBufRead, AsyncBufReadExt};

/// So many bytes a line may have; nobody can fill the memory with one that never ends.
const LONGEST: usize = 1024;

/// Reads line by line.
#[derive(Debug)]
pub struct Lines<R> {
    input: R,
    line: Vec<u8>,
    /// Whether the line is too long, and the rest of it is still to come.
    is_skipping: bool,
}

/// A line that is too long to be kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TooLong;

impl fmt::Display for TooLong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("that line is too long")
    }
}

impl std::error::Error for TooLong {}

impl<R: AsyncBufRead + Unpin> Lines<R> {
    /// The lines of an input.
    pub fn new(input: R) -> Self {
        Self { input, line: Vec::new(), is_skipping: false }
    }

    /// What is left of the input.
    pub fn into_inner(self) -> R {
        self.input
    }

    /// The next line, without its end, or `None` where the input ends. Of a line that is too long it says so at once,
    /// and goes on with the line after it.
    ///
    /// Nothing is lost if it is dropped while it waits.
    ///
    /// # Errors
    ///
    /// If the input fails.
    pub async fn next(&mut self) -> io::Result<Option<Result<Vec<u8>, TooLong>>> {
        loop {
            let input = self.input.fill_buf().await?;
            if input.is_empty() {
                let line = mem::take(&mut self.line);
                return Ok(if line.is_empty() { None } else { Some(Ok(line)) });
            }
            let end = input.iter().position(|byte| *byte == b'\n');
            let piece = &input[..end.unwrap_or(input.len())];
            let was_skipping = self.is_skipping;
            let is_too_long = !was_skipping && self.line.len() + piece.len() > LONGEST;
            if is_too_long {
                self.line.clear();
            } else if !was_skipping {
                self.line.extend_from_slice(piece);
            }
            self.is_skipping = end.is_none() && (was_skipping || is_too_long);
            let read = piece.len() + usize::from(end.is_some());
            self.input.consume(read);
            if is_too_long {
                return Ok(Some(Err(TooLong)));
            }
            if end.is_some() && !was_skipping {
                return Ok(Some(Ok(mem::take(&mut self.line))));
            }
        }
    }
}
