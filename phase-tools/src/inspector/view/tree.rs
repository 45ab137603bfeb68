//! The level tree.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use super::state::{Pane, View};
use super::text;
use super::theme::Theme;
use crate::inspector::model::{Session, TreeRow};

pub(super) fn draw<W: 'static>(session: &Session<W>, view: &View, area: Rect, buffer: &mut Buffer) {
    let theme = Theme::new(view.has_colour);
    let rows = session.tree(view.fold());
    if rows.is_empty() {
        let over = if session.is_over() { "Nothing is left to run." } else { "Nothing is queued." };
        text::put(&Line::styled(over, theme.quiet()), area, buffer);
        return;
    }
    let picked = view.picked_row(&rows);
    let first = text::first_row(picked, rows.len(), area.height.into());
    let lines = rows.iter().enumerate().skip(first).take(area.height.into()).map(|(index, row)| {
        let line = line(row, theme);
        if index == picked && view.pane == Pane::Tree {
            text::pick(line, area.width, Theme::picked())
        } else {
            line
        }
    });
    text::put_all(lines.collect(), area, buffer);
}

fn line(row: &TreeRow, theme: Theme) -> Line<'_> {
    match row {
        TreeRow::Running(_, shown) => Line::styled(format!("● {shown}"), theme.running()),
        TreeRow::Parked(_, shown) => {
            Line::from(vec![Span::raw("‖ "), Span::raw(shown), Span::styled("  parked", theme.quiet())])
        }
        TreeRow::Level(number, 1) => Line::styled(format!("level {number}"), theme.quiet()),
        TreeRow::Level(number, count) => Line::styled(format!("level {number}: {count}"), theme.quiet()),
        TreeRow::Queued(_, shown, true) => Line::styled(format!("▶ {shown}"), theme.next()),
        TreeRow::Queued(_, shown, false) => Line::raw(format!("  {shown}")),
        TreeRow::More(count) => Line::styled(format!("  … {count} more"), theme.quiet()),
    }
}

impl View {
    /// The row that is picked.
    pub(crate) fn picked_row(&self, rows: &[TreeRow]) -> usize {
        let leads = |row: &TreeRow| matches!(row, TreeRow::Running(..) | TreeRow::Queued(_, _, true));
        let row = self.row.or_else(|| rows.iter().position(leads)).unwrap_or(0);
        row.min(rows.len().saturating_sub(1))
    }

    /// How many phases of a level are shown.
    pub(crate) fn fold(&self) -> usize {
        const FOLD: usize = 6;
        if self.unfolded { usize::MAX - 1 } else { FOLD }
    }
}
