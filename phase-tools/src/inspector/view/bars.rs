//! The lines at the top and at the bottom.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::text::{Line, Span};

use super::state::{Pane, Popup, Prompt, SPEEDS, View};
use super::text;
use super::theme::Theme;
use crate::inspector::model::Session;

/// Where the game stands.
pub(super) fn top<W: 'static>(session: &Session<W>, view: &View, area: Rect, buffer: &mut Buffer) {
    let (branches, on) = session.branches();
    let at = match session.branch().len {
        len if len == session.at() => format!("moment {}", session.at()),
        len => format!("moment {} of {len}", session.at()),
    };
    let state = if let Some(to) = session.way() {
        format!("goes to {to} (Esc stops)")
    } else if session.goal().is_some() {
        match SPEEDS[view.speed] {
            Some(speed) => format!("runs, {speed}/s"),
            None => "runs".to_owned(),
        }
    } else {
        "stands".to_owned()
    };
    let mut parts = vec![at, state];
    if branches.len() > 1 {
        parts.push(format!("branch {} of {}", on + 1, branches.len()));
    }
    if !session.breaks.is_empty() {
        parts.push(match session.breaks.len() {
            1 => "1 break".to_owned(),
            breaks => format!("{breaks} breaks"),
        });
    }
    if let Some(difference) = session.difference() {
        parts.push(format!("differs at {}", difference.at));
    }
    let (copies, bytes, most) = session.memory();
    let past = format!("past {} of {}, {copies} copies", size(bytes), size(most));
    let left = format!(" {}", parts.join(" │ "));
    let room = usize::from(area.width).saturating_sub(Line::raw(&*left).width() + 1);
    let right = if past.len() < room { past } else { size(bytes) };
    let gap = room.saturating_sub(right.len());
    let right = if right.len() <= room { right } else { String::new() };
    text::put(&Line::styled(format!("{left}{}{right} ", " ".repeat(gap)), Theme::bar()), area, buffer);
}

/// The names of the panes, for a screen that shows only one.
pub(super) fn tabs<W: 'static>(session: &Session<W>, view: &View, area: Rect, buffer: &mut Buffer) {
    let theme = Theme::new(view.has_colour);
    // Numbers give answers as long as a question stands; Tab goes to another pane.
    let is_asked = session.goal().is_none() && session.asked(view.seat).is_some();
    let mut spans = Vec::new();
    for (index, pane) in Pane::ALL.into_iter().enumerate() {
        let is_picked = pane == view.pane;
        let name = if is_picked || area.width >= 46 { pane.name() } else { &pane.name()[..1] };
        let key = if is_asked { " ".to_owned() } else { format!(" {}", index + 1) };
        spans.push(Span::styled(key, theme.key()));
        let name = if is_picked { format!("[{name}]") } else { format!(" {name} ") };
        spans.push(Span::styled(name, if is_picked { theme.title(true) } else { theme.quiet() }));
    }
    text::put(&Line::from(spans), area, buffer);
}

/// What the last command came to, or what is wrong with what was typed, on as many rows as there are for it.
pub(super) fn said<W: 'static>(session: &Session<W>, view: &View, area: Rect) -> Vec<String> {
    let said = match (&view.prompt, view.hint.is_empty()) {
        (_, false) => view.hint.as_str(),
        (None, true) => session.note.as_str(),
        // That changes with each key; the panes are to stay where they are.
        (Some(_), true) => return vec![view.suggested.clone()],
    };
    let said = text::plain(&said.replace('\n', " "));
    let most = usize::from(area.height / 3).max(1);
    let mut rows = text::fold(&said, area.width.into());
    let rest = rows.split_off(most.min(rows.len()));
    if let (Some(last), false) = (rows.last_mut(), rest.is_empty()) {
        last.push(' ');
        last.push_str(&rest.join(" "));
    }
    rows
}

/// What the last command came to, and the keys; or what is being typed, and where the cursor stands then.
pub(super) fn bottom<W: 'static>(
    session: &Session<W>,
    view: &View,
    said: &[String],
    area: Rect,
    buffer: &mut Buffer,
) -> Option<Position> {
    let theme = Theme::new(view.has_colour);
    let rows = area.height.saturating_sub(1).max(1).min(area.height);
    let note = Rect { height: rows, ..area };
    let keys = Rect { y: area.y + rows, height: area.height - rows, ..area };
    let lines = |style| said.iter().map(|row| Line::styled(row.as_str(), style)).collect();
    if let Some((prompt, typed)) = &view.prompt {
        let asks = match prompt {
            Prompt::Run => "run to phase: ",
            Prompt::Break => "stop at: ",
            Prompt::Moment => "go to moment: ",
            Prompt::Save => "write the recording to: ",
        };
        text::put_all(lines(theme.quiet()), note, buffer);
        let line = Line::from(vec![Span::styled(asks, theme.key()), Span::raw(typed.as_str())]);
        let x = keys.x + u16::try_from(line.width()).unwrap_or(u16::MAX).min(keys.width.saturating_sub(1));
        text::put(&line, keys, buffer);
        return Some(Position { x, y: keys.y });
    }
    let style = if session.is_in_trouble() { theme.bad() } else { theme.running() };
    text::put_all(lines(style), note, buffer);
    text::put(&key_line(session, view, theme, keys.width), keys, buffer);
    None
}

/// The keys that are of use now, as many as there is room for.
fn key_line<'a, W: 'static>(session: &Session<W>, view: &View, theme: Theme, width: u16) -> Line<'a> {
    let keys: &[(&str, &str)] = if let Some(popup) = &view.popup {
        match popup {
            Popup::Help => &[("Esc", "close"), ("jk", "scroll"), ("PgDn", "page")],
            Popup::Why(_) => &[("Esc", "close"), ("jk", "pick"), ("Enter", "to its event")],
            Popup::Branches => &[("Esc", "close"), ("jk", "pick"), ("Enter", "go there")],
            Popup::Breaks => &[("Esc", "close"), ("jk", "pick"), ("d", "delete")],
            Popup::Acts => &[("Esc", "close"), ("jk", "pick"), ("Enter", "do it")],
        }
    } else if session.way().is_some() {
        &[("?", "help"), ("q", "quit"), ("Esc", "stop")]
    } else if session.goal().is_some() {
        &[("?", "help"), ("q", "quit"), ("Space", "pause"), ("+-", "speed")]
    } else if session.asked(view.seat).is_some() {
        &[
            ("?", "help"),
            ("q", "quit"),
            ("a", "pick"),
            ("Enter", "answer"),
            ("l", "step"),
            ("h", "back"),
            ("Space", "run"),
            ("Q", "question"),
            ("w", "why"),
            ("Tab", "pane"),
            ("r", "branches"),
            ("b", "break"),
        ]
    } else {
        &[
            ("?", "help"),
            ("q", "quit"),
            ("l", "step"),
            ("o", "over"),
            ("h", "back"),
            ("Space", "run"),
            ("Q", "question"),
            ("t", "to phase"),
            ("w", "why"),
            ("Tab", "pane"),
            ("b", "break"),
            ("r", "branches"),
        ]
    };
    let mut spans: Vec<Span<'a>> = Vec::new();
    let mut left = usize::from(width);
    for (key, does) in keys {
        let length = key.len() + does.len() + 3;
        if length > left {
            break;
        }
        left -= length;
        spans.push(Span::styled((*key).to_owned(), theme.key()));
        spans.push(Span::raw(format!(" {does}  ")));
    }
    Line::from(spans)
}

/// So many bytes, in a unit that suits them.
fn size(bytes: usize) -> String {
    match bytes {
        0..1024 => format!("{bytes} B"),
        1024..1_048_576 => format!("{} kB", bytes / 1024),
        _ => format!("{}.{} MB", bytes >> 20, (bytes >> 10) % 1024 * 10 / 1024),
    }
}
