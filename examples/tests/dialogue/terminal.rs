//! A terminal that writes down both sides.

use std::cell::RefCell;
use std::io::{self, BufRead, Read, Write};
use std::rc::Rc;

use phase_examples::dialogue::run;

/// Plays the dialogue, and gives what a terminal shows of it.
pub(crate) fn play(typed: &[u8]) -> String {
    let screen = Screen::default();
    run(Keyboard { typed, seen: 0, screen: screen.clone() }, &mut screen.clone()).expect("nothing fails");
    let shown = screen.0.take();
    String::from_utf8(shown).expect("the program writes UTF-8")
}

#[derive(Default, Clone)]
struct Screen(Rc<RefCell<Vec<u8>>>);

impl Write for Screen {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Types a line when it is read, no sooner; the screen shows it.
struct Keyboard<'a> {
    typed: &'a [u8],
    /// How much of the line has been shown, and not yet been read.
    seen: usize,
    screen: Screen,
}

impl BufRead for Keyboard<'_> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.seen == 0 && !self.typed.is_empty() {
            self.seen =
                self.typed.iter().position(|&byte| byte == b'\n').map_or(self.typed.len(), |at| at + 1);
            let line = String::from_utf8_lossy(&self.typed[..self.seen]);
            let line = format!("> {}", line.escape_debug());
            writeln!(self.screen, "{}", line.trim_end_matches("\\n").trim_end())?;
        }
        Ok(&self.typed[..self.seen])
    }

    fn consume(&mut self, count: usize) {
        self.typed = &self.typed[count..];
        self.seen -= count;
    }
}

impl Read for Keyboard<'_> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let count = self.fill_buf()?.read(bytes)?;
        self.consume(count);
        Ok(count)
    }
}
