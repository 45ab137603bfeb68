//! What the game itself has said.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use super::state::View;
use super::text;
use super::theme::Theme;
use crate::inspector::model::Session;

pub(super) fn draw<W: 'static>(session: &Session<W>, view: &View, area: Rect, buffer: &mut Buffer) {
    let theme = Theme::new(view.has_colour);
    let said = session.said(area.height.into(), view.output_scroll);
    if said.is_empty() {
        text::put(&Line::styled("Nothing has been said.", theme.quiet()), area, buffer);
        return;
    }
    let now = session.at();
    let lines = said.into_iter().map(|(at, line)| {
        // What this moment has said is marked, since lines before it stay.
        let mark = if at == now { "▶ " } else { "  " };
        Line::from(vec![Span::styled(mark, theme.next()), Span::raw(text::plain(line))])
    });
    text::put_all(lines.collect(), area, buffer);
}
