//! The phase that runs or starts next, and what it asks.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::Line;

use super::state::{Pane, View};
use super::text;
use super::theme::Theme;
use crate::inspector::model::{Asked, Session, line};

pub(super) fn title<W: 'static>(session: &Session<W>) -> String {
    match session.focus() {
        Some(focus) => format!("Phase {}: {}", focus.id, focus.state),
        None => "Phase".to_owned(),
    }
}

pub(super) fn draw<W: 'static>(session: &Session<W>, view: &View, area: Rect, buffer: &mut Buffer) {
    let theme = Theme::new(view.has_colour);
    let mut lines = Vec::new();
    let asked = session.asked(view.seat);
    match session.focus() {
        Some(focus) => {
            // On one line where there is room for it.
            let fits = Line::raw(&*focus.line).width() <= usize::from(area.width);
            let debug = if fits { vec![focus.line] } else { focus.debug };
            lines.extend(debug.into_iter().map(|line| Line::styled(line, theme.next())));
            for (index, cause) in focus.causes.iter().enumerate() {
                let by = if index == 0 { "set off by " } else { "       by " };
                lines.push(Line::styled(format!("{by}{cause}"), theme.quiet()));
            }
        }
        None => lines.push(Line::styled(session.outcome().to_string(), theme.quiet())),
    }
    let Some(asked) = asked else {
        let first = view.phase_scroll.min(lines.len().saturating_sub(1));
        text::put_all(lines.split_off(first), area, buffer);
        return;
    };
    // The answers come first where there is little room.
    let options = options(&asked, view, theme, area.width);
    let height = usize::from(area.height);
    lines.truncate(height.saturating_sub(options.len()).max(height / 3).max(1));
    let above = u16::try_from(lines.len()).unwrap_or(area.height).min(area.height);
    text::put_all(lines, area, buffer);
    let below = Rect { y: area.y + above, height: area.height - above, ..area };
    let first = text::first_row(view.option + 1, options.len(), below.height.into());
    text::put_all(options.into_iter().skip(first).collect(), below, buffer);
}

fn options<'a>(asked: &Asked, view: &View, theme: Theme, width: u16) -> Vec<Line<'a>> {
    let others: Vec<_> =
        asked.seats.iter().filter(|seat| **seat != asked.seat).map(ToString::to_string).collect();
    let others = if others.is_empty() { String::new() } else { format!(" (s: {})", others.join(", ")) };
    let mut lines = vec![Line::styled(format!("{} answers{others}:", asked.seat), theme.running())];
    let picked = view.option.min(asked.rows().saturating_sub(1));
    for (index, option) in asked.options.iter().enumerate() {
        let fallback = if asked.is_listed { "" } else { "  (if time runs out)" };
        lines.push(Line::raw(format!("{:>3}  {}{fallback}", index + 1, line(option))));
    }
    if asked.has_player {
        lines.push(Line::raw("  .  as the game's own player does"));
    }
    if asked.rows() == 0 {
        lines.push(Line::styled("  Its options can't be listed. Give the inspector a", theme.quiet()));
        lines.push(Line::styled("  `player` that answers, or an `act`.", theme.quiet()));
    }
    if asked.rows() > 0 && view.pane == Pane::Phase {
        let line = lines.remove(picked + 1);
        lines.insert(picked + 1, text::pick(line, width, Theme::picked()));
    }
    lines
}

impl Asked {
    /// How many rows there are to pick from.
    pub(crate) fn rows(&self) -> usize {
        self.options.len() + usize::from(self.has_player)
    }
}
