//! Texts of events: on one line, and no longer than there is room.

use std::fmt::{self, Write as _};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// What stands at the end of a text that was cut.
const CUT: &str = "…";

/// Writes what is shown into the text, without line breaks; nothing if that panics. Whatever it is, the text takes no more
/// memory than there is room for.
pub(crate) fn write(text: &mut String, longest: usize, shown: fmt::Arguments<'_>) {
    text.clear();
    let mut line = Line { text, longest, is_full: false };
    match catch_unwind(AssertUnwindSafe(|| line.write_fmt(shown))) {
        // A `Debug` may well go on after it was told that there is no more room.
        Ok(Ok(())) if !line.is_full => {}
        Ok(_) => line.cut(),
        Err(panic) => {
            // What is thrown may panic once more when it is dropped.
            std::mem::forget(panic);
            line.text.clear();
        }
    }
}

struct Line<'a> {
    text: &'a mut String,
    longest: usize,
    is_full: bool,
}

impl Line<'_> {
    fn cut(&mut self) {
        let end = start_of_char(self.text, self.longest.saturating_sub(CUT.len()));
        self.text.truncate(end);
        if self.longest >= CUT.len() {
            self.text.push_str(CUT);
        }
    }

    fn push(&mut self, part: &str) -> fmt::Result {
        if self.is_full {
            return Err(fmt::Error);
        }
        let room = self.longest.saturating_sub(self.text.len());
        self.is_full = part.len() > room;
        self.text.push_str(&part[..start_of_char(part, room)]);
        if self.is_full { Err(fmt::Error) } else { Ok(()) }
    }
}

impl fmt::Write for Line<'_> {
    fn write_str(&mut self, part: &str) -> fmt::Result {
        // Each control character becomes a space.
        for (index, line) in part.split(char::is_control).enumerate() {
            if index > 0 {
                self.push(" ")?;
            }
            self.push(line)?;
        }
        Ok(())
    }
}

/// The end of the text, or the last place up to `most` at which it can be cut.
fn start_of_char(text: &str, most: usize) -> usize {
    let most = most.min(text.len());
    (0..=most).rev().find(|end| text.is_char_boundary(*end)).unwrap_or(0)
}
