//! Where packed bytes come from: a slice, or whatever can be read.

use alloc::vec::Vec;
use std::io::{self, BufRead};

use super::{Fault, LoadError, Read};

/// A list gets no more room than this on the word of a source that can't tell how much is left.
const MOST_ON_CREDIT: usize = 256;

/// How many items a list has, and for how many there may be room at once.
pub(super) struct Count {
    pub(super) items: usize,
    pub(super) room: usize,
}

/// Bytes that are read from the front.
pub(super) trait Source {
    fn byte(&mut self) -> Read<u8>;

    /// Hands out that many bytes.
    fn take<T>(&mut self, length: u64, read: impl FnOnce(&[u8]) -> T) -> Read<T>;

    /// The number of items in a list, each of which takes so many bytes at the least.
    fn count(&mut self, least: usize) -> Read<Count>;

    #[inline]
    fn number(&mut self) -> Read<u64> {
        let first = self.byte()?;
        if first < 0x80 { Ok(u64::from(first)) } else { self.long_number(first) }
    }

    #[inline(never)]
    fn long_number(&mut self, first: u8) -> Read<u64> {
        let mut number = u64::from(first & 0x7f);
        for nth in 1..10 {
            let byte = self.byte()?;
            number |= u64::from(byte & 0x7f) << (7 * nth);
            if byte < 0x80 {
                // Of the tenth, one bit is left.
                return if nth == 9 && byte > 1 { Err(out_of_range()) } else { Ok(number) };
            }
        }
        Err(out_of_range())
    }

    fn size(&mut self) -> Read<usize> {
        usize::try_from(self.number()?).map_err(|_| out_of_range())
    }
}

fn out_of_range() -> Fault {
    LoadError::damaged("a number in the save is out of range")
}

#[cold]
fn cut_short() -> Fault {
    LoadError::damaged("the save is cut short")
}

/// Bytes that are all there.
pub(super) struct Slice<'a>(pub(super) &'a [u8]);

impl Source for Slice<'_> {
    #[inline]
    fn byte(&mut self) -> Read<u8> {
        let (first, rest) = self.0.split_first().ok_or_else(cut_short)?;
        self.0 = rest;
        Ok(*first)
    }

    #[inline]
    fn take<T>(&mut self, length: u64, read: impl FnOnce(&[u8]) -> T) -> Read<T> {
        let length = usize::try_from(length).map_err(|_| cut_short())?;
        let (taken, rest) = self.0.split_at_checked(length).ok_or_else(cut_short)?;
        self.0 = rest;
        Ok(read(taken))
    }

    fn count(&mut self, least: usize) -> Read<Count> {
        let items = self.size()?;
        if items > self.0.len() / least { Err(cut_short()) } else { Ok(Count { items, room: items }) }
    }
}

/// Bytes that come one after the other.
pub(super) struct Stream<R> {
    from: R,
    /// What is handed out.
    taken: Vec<u8>,
    pub(super) failed: Option<io::Error>,
}

impl<R: BufRead> Stream<R> {
    pub(super) fn new(from: R) -> Self {
        Self { from, taken: Vec::new(), failed: None }
    }

    fn fail<T>(&mut self, error: io::Error) -> Read<T> {
        self.failed = Some(error);
        Err(cut_short())
    }
}

impl<R: BufRead> Source for Stream<R> {
    fn byte(&mut self) -> Read<u8> {
        loop {
            match self.from.fill_buf() {
                Ok(&[first, ..]) => {
                    self.from.consume(1);
                    return Ok(first);
                }
                Ok([]) => return Err(cut_short()),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return self.fail(error),
            }
        }
    }

    fn take<T>(&mut self, length: u64, read: impl FnOnce(&[u8]) -> T) -> Read<T> {
        self.taken.clear();
        // It grows by what has really come.
        match io::Read::read_to_end(&mut io::Read::take(&mut self.from, length), &mut self.taken) {
            Ok(taken) if taken as u64 == length => Ok(read(&self.taken)),
            Ok(_) => Err(cut_short()),
            Err(error) => self.fail(error),
        }
    }

    fn count(&mut self, _: usize) -> Read<Count> {
        let items = self.size()?;
        Ok(Count { items, room: items.min(MOST_ON_CREDIT) })
    }
}
