//! The level tree.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use super::state::{Pane, View};
use super::text;
use super::theme::Theme;
use crate::inspector::model::{Session, Tree, TreeRow};

pub(super) fn draw<W: 'static>(session: &Session<W>, view: &View, area: Rect, buffer: &mut Buffer) {
    let theme = Theme::new(view.has_colour);
    let tree = session.tree(view.fold());
    if tree.len() == 0 {
        let over = if session.is_over() { "Nothing is left to run." } else { "Nothing is queued." };
        text::put(&Line::styled(over, theme.quiet()), area, buffer);
        return;
    }
    let picked = view.picked_row(&tree);
    let first = text::first_row(picked, tree.len(), area.height.into());
    let rows = tree.rows(first..first + usize::from(area.height));
    let lines = rows.iter().enumerate().map(|(index, row)| {
        let line = line(row, theme);
        if first + index == picked && view.pane == Pane::Tree {
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
    pub(crate) fn picked_row<W: 'static>(&self, tree: &Tree<'_, W>) -> usize {
        self.row.unwrap_or_else(|| tree.lead()).min(tree.len().saturating_sub(1))
    }

    /// How many phases of a level are shown.
    pub(crate) fn fold(&self) -> usize {
        const FOLD: usize = 6;
        if self.unfolded { usize::MAX } else { FOLD }
    }
}
