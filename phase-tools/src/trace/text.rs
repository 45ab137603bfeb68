//! Texts of events: on one line, and no longer than there is room.

use std::fmt::{self, Write as _};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// What stands at the end of a text that was cut.
const CUT: &str = "…";

/// Writes what is shown into the text, without line breaks; nothing if that panics.
pub(crate) fn write(text: &mut String, longest: usize, shown: fmt::Arguments<'_>) {
    text.clear();
    let mut line = Line { text, longest };
    match catch_unwind(AssertUnwindSafe(|| line.write_fmt(shown))) {
        Ok(Ok(())) => {}
        Ok(Err(fmt::Error)) => line.cut(),
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
}

impl Line<'_> {
    fn cut(&mut self) {
        let end = self.longest.saturating_sub(CUT.len()).min(self.text.len());
        let end = (0..=end).rev().find(|end| self.text.is_char_boundary(*end)).unwrap_or(0);
        self.text.truncate(end);
        if self.longest >= CUT.len() {
            self.text.push_str(CUT);
        }
    }
}

impl fmt::Write for Line<'_> {
    fn write_str(&mut self, part: &str) -> fmt::Result {
        let mut lines = part.split(char::is_control);
        // What stands between control characters, each of which becomes a space.
        let mut next = lines.next();
        while let Some(line) = next {
            self.text.push_str(line);
            next = lines.next();
            if next.is_some() {
                self.text.push(' ');
            }
            if self.text.len() > self.longest {
                return Err(fmt::Error);
            }
        }
        Ok(())
    }
}
