//! What values look like, whatever their `Debug` does: as much of it as anybody can look at.

use std::fmt::{self, Write as _};

use super::caught::call;

/// The most of a text that is shown on many lines, and on one.
const MOST: usize = 1 << 20;
const MOST_IN_A_LINE: usize = 4096;

/// Takes text up to a bound, and refuses what goes beyond.
struct Room {
    text: String,
    most: usize,
    is_full: bool,
}

impl fmt::Write for Room {
    fn write_str(&mut self, part: &str) -> fmt::Result {
        let room = self.most - self.text.len();
        if part.len() <= room {
            self.text.push_str(part);
            return Ok(());
        }
        let end = (0..=room).rev().find(|end| part.is_char_boundary(*end)).unwrap_or(0);
        self.text.push_str(&part[..end]);
        self.most = self.text.len();
        self.is_full = true;
        Err(fmt::Error)
    }
}

/// The `Debug` of a value on many lines.
pub(super) fn lines(value: &impl fmt::Debug) -> Vec<String> {
    text(value, MOST, |room, value| write!(room, "{value:#?}")).lines().map(str::to_owned).collect()
}

/// The `Debug` of a value on one line.
pub(crate) fn line(value: &impl fmt::Debug) -> String {
    let shown = text(value, MOST_IN_A_LINE, |room, value| write!(room, "{value:?}"));
    shown.replace(char::is_control, " ")
}

fn text<T>(value: &T, most: usize, show: impl FnOnce(&mut Room, &T) -> fmt::Result) -> String {
    let mut room = Room { text: String::new(), most, is_full: false };
    let end = match call(|| show(&mut room, value)) {
        Err(panic) => format!("its `Debug` {panic}"),
        Ok(_) if room.is_full => format!("… {} kB of it are shown, and no more", most >> 10),
        Ok(Err(fmt::Error)) => "its `Debug` is an error".to_owned(),
        Ok(Ok(())) => return room.text,
    };
    let between = if room.text.is_empty() { "" } else { "\n" };
    format!("{}{between}{end}", room.text)
}
