//! The world, and what has changed in it.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::Line;

use super::state::View;
use super::text;
use super::theme::Theme;
use crate::inspector::model::{Mark, Session, World};

pub(super) fn title<W: 'static>(session: &Session<W>, world: &World) -> String {
    let count = |wanted| world.rows.iter().filter(|(mark, _)| *mark == wanted).count();
    let (come, gone) = (count(Mark::New), count(Mark::Gone));
    match world.since {
        _ if come + gone == 0 => "World".to_owned(),
        Some(since) if since + 1 != session.at() => format!("World: +{come} -{gone} since moment {since}"),
        _ => format!("World: +{come} -{gone}"),
    }
}

pub(super) fn draw(world: &World, view: &View, area: Rect, buffer: &mut Buffer) {
    let theme = Theme::new(view.has_colour);
    let height = usize::from(area.height);
    let first_change = world.rows.iter().position(|(mark, _)| *mark != Mark::Same).unwrap_or(0);
    let last = world.rows.len().saturating_sub(height);
    let first = view.world_scroll.unwrap_or_else(|| first_change.saturating_sub(height / 2)).min(last);
    let rows = world.rows.iter().skip(first).take(height);
    let outer = rows.clone().skip(1).map(|(_, line)| indent(line)).min().unwrap_or(0);
    let lines = rows.map(|(mark, line)| {
        // What all lines are within takes no room, and the rest half as much as in `Debug`.
        let set_in = " ".repeat(indent(line).saturating_sub(outer) / 2);
        let line = line.trim_start();
        match mark {
            Mark::Same => Line::raw(format!("  {set_in}{line}")),
            Mark::New => Line::styled(format!("+ {set_in}{line}"), theme.come()),
            Mark::Gone => Line::styled(format!("- {set_in}{line}"), theme.gone()),
        }
    });
    let mut lines: Vec<_> = lines.collect();
    // The first line says within what the others are.
    let within = within(&world.rows[..(first + 1).min(world.rows.len())]);
    if let (Some(line), false) = (lines.first_mut(), within.is_empty()) {
        *line = Line::styled(format!("in {}", within.join(" › ")), theme.quiet());
    }
    text::put_all(lines, area, buffer);
}

fn indent(line: &str) -> usize {
    line.len() - line.trim_start().len()
}

/// What the last of these lines is a part of, outermost first.
fn within(rows: &[(Mark, String)]) -> Vec<&str> {
    let Some((_, last)) = rows.last() else { return Vec::new() };
    let (mut outer, mut parts) = (indent(last), Vec::new());
    for (_, line) in rows.iter().rev().filter(|(mark, _)| *mark != Mark::Gone) {
        if indent(line) < outer {
            outer = indent(line);
            parts.push(line.trim().trim_end_matches(['{', '[', '(']).trim_end_matches([' ', ':']));
        }
    }
    parts.retain(|part| !part.is_empty());
    parts.reverse();
    parts
}

impl View {
    /// Scrolls the world by so many lines from where it is shown now.
    pub(crate) fn scroll_world(&mut self, world: &World, by: isize) {
        let first_change = world.rows.iter().position(|(mark, _)| *mark != Mark::Same).unwrap_or(0);
        let now = self.world_scroll.unwrap_or_else(|| first_change.saturating_sub(3));
        let most = world.rows.len().saturating_sub(1);
        self.world_scroll = Some(now.saturating_add_signed(by).min(most));
    }
}
