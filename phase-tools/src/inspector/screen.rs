//! A screen of the inspector, as text and as a picture.

use std::fmt::{self, Write as _};

use ratatui::buffer::{Buffer, Cell};
use ratatui::style::{Color, Modifier};

use crate::escape::Escaped;

/// What the inspector shows, on a screen that is no terminal; see [`Inspector::screen`](super::Inspector::screen).
///
/// Needs the [feature](crate#features) `inspector`.
///
/// Its `Display` is the text alone, a line for each row, without what is blank at the end.
#[derive(Clone, PartialEq, Eq)]
pub struct Screen(pub(super) Buffer);

impl fmt::Display for Screen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in self.rows() {
            let line: String = row.iter().map(Cell::symbol).collect();
            writeln!(f, "{}", line.trim_end())?;
        }
        Ok(())
    }
}

impl fmt::Debug for Screen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let area = self.0.area;
        f.debug_struct("Screen")
            .field("width", &area.width)
            .field("height", &area.height)
            .finish_non_exhaustive()
    }
}

/// The size of a cell in a picture.
const CELL: (usize, usize) = (8, 17);
const MARGIN: usize = 10;
const PAPER: &str = "#1c1e26";
const INK: &str = "#d5d8da";

impl Screen {
    fn rows(&self) -> impl Iterator<Item = &[Cell]> {
        self.0.content().chunks(self.0.area.width.max(1).into())
    }

    /// The screen as an SVG picture, for a README.
    ///
    /// # Examples
    ///
    /// ```
    /// use phase_core::prelude::*;
    /// use phase_tools::Inspector;
    ///
    /// let mut inspector = Inspector::new(PhaseManager::new(), "an empty world");
    /// let picture = inspector.screen(80, 24).to_svg();
    /// assert!(picture.starts_with("<svg ") && picture.contains("an empty world"));
    /// ```
    #[must_use]
    pub fn to_svg(&self) -> String {
        let area = self.0.area;
        let width = usize::from(area.width) * CELL.0 + 2 * MARGIN;
        let height = usize::from(area.height) * CELL.1 + 2 * MARGIN;
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
             font-family=\"ui-monospace,SFMono-Regular,Menlo,Consolas,DejaVu Sans Mono,monospace\" \
             font-size=\"13\" fill=\"{INK}\">\n\
             <rect width=\"{width}\" height=\"{height}\" rx=\"8\" fill=\"{PAPER}\"/>\n"
        );
        for (y, row) in self.rows().enumerate() {
            let mut x = 0;
            for run in row.chunk_by(|a, b| (a.fg, a.modifier) == (b.fg, b.modifier)) {
                write_run(&mut svg, x, y, run);
                x += run.len();
            }
        }
        svg.push_str("</svg>\n");
        svg
    }
}

/// Writes cells that look alike. Parts with more than a space between them stand for themselves, since viewers take several spaces
/// for one, and have a length, so that fonts of any width keep the columns.
fn write_run(svg: &mut String, x: usize, y: usize, run: &[Cell]) {
    let Some(first) = run.first() else { return };
    let is_reversed = first.modifier.contains(Modifier::REVERSED);
    let ink = if is_reversed { PAPER } else { ink(first.fg) };
    let place = |x: usize| MARGIN + x * CELL.0;
    if is_reversed {
        let (left, top, width) = (place(x), MARGIN + y * CELL.1, run.len() * CELL.0);
        let _ = writeln!(svg, "<rect x=\"{left}\" y=\"{top}\" width=\"{width}\" height=\"{}\"/>", CELL.1);
    }
    let mut style = String::new();
    if ink != INK {
        let _ = write!(style, " fill=\"{ink}\"");
    }
    if first.modifier.contains(Modifier::BOLD) {
        style.push_str(" font-weight=\"bold\"");
    }
    let is_blank = |at: usize| run.get(at).is_none_or(|cell| cell.symbol().trim().is_empty());
    let mut start = 0;
    while start < run.len() {
        if is_blank(start) {
            start += 1;
            continue;
        }
        let ends = |at: &usize| is_blank(*at) && is_blank(at + 1);
        let end = (start..run.len()).find(ends).unwrap_or(run.len());
        let shown: String = run[start..end].iter().map(Cell::symbol).collect();
        let (left, base) = (place(x + start), MARGIN + y * CELL.1 + 13);
        let (shown, length) = (shown.trim_end(), (end - start) * CELL.0);
        let shown = Escaped(shown);
        let _ =
            writeln!(svg, "<text x=\"{left}\" y=\"{base}\" textLength=\"{length}\"{style}>{shown}</text>");
        start = end;
    }
}

fn ink(colour: Color) -> &'static str {
    match colour {
        Color::Cyan => "#59e3e3",
        Color::DarkGray => "#868b99",
        Color::Green => "#7fd88f",
        Color::Yellow => "#fac863",
        Color::Red => "#ec6a88",
        Color::Blue => "#74b2ff",
        _ => INK,
    }
}
