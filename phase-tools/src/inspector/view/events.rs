//! What has happened, event by event.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use super::state::{Pane, View};
use super::text;
use super::theme::Theme;
use crate::inspector::model::{Place, Session};
use crate::trace::{TraceEvent, TraceKind};

pub(super) fn draw<W: 'static>(session: &Session<W>, view: &View, area: Rect, buffer: &mut Buffer) {
    let theme = Theme::new(view.has_colour);
    let height = usize::from(area.height);
    let picked = view.event.unwrap_or_else(|| session.newest_place());
    // A bit of what comes later stays in sight.
    let mut rows: Vec<_> = session.events_on(picked).take(height).collect();
    let later = rows.len().min(height / 3);
    let mut before: Vec<_> = session.events_back(picked).take(height - later).collect();
    before.reverse();
    rows.truncate(height - before.len());
    before.extend(rows);
    if before.is_empty() {
        let why = text::fold(&why_empty(session), area.width.into());
        text::put_all(why.into_iter().map(|row| Line::styled(row, theme.quiet())).collect(), area, buffer);
    }
    let mut lines = Vec::new();
    let mut last: Option<u64> = None;
    for (place, event) in before {
        if let Some(gap) = last.and_then(|last| place.0.checked_sub(last + 1)).filter(|gap| *gap > 0) {
            lines.push((false, Line::styled(gap_text(gap), theme.quiet())));
        }
        let is_first = last != Some(place.0);
        let differs = session.difference().filter(|it| is_first && it.at == place.0);
        if let Some(difference) = differs {
            for text in [
                format!("≠ recorded: {}", difference.recorded),
                format!("≠ happened: {}", difference.happened),
            ] {
                lines.push((false, Line::styled(text, theme.bad())));
            }
        }
        last = Some(place.0);
        let line = line(session, place, event, is_first, theme);
        let is_picked = place == picked && view.pane == Pane::Events;
        let line = if is_picked { text::pick(line, area.width, Theme::picked()) } else { line };
        lines.push((place == picked, line));
    }
    let over = lines.len().saturating_sub(height);
    let at = lines.iter().position(|(is_picked, _)| *is_picked).unwrap_or(0);
    let lines = lines.into_iter().skip(over.min(at)).map(|(_, line)| line);
    text::put_all(lines.collect(), area, buffer);
}

/// Why no event is shown.
fn why_empty<W: 'static>(session: &Session<W>) -> String {
    const DEAF: &str = "Events of a run at full speed are not kept";
    if session.at() == 0 {
        "Nothing has happened yet.".to_owned()
    } else if session.goal().is_some() {
        format!("{DEAF}.")
    } else if session.can_go_back() {
        format!("{DEAF}; go back a step (h) to see them.")
    } else {
        format!("{DEAF}, and there is no way back to see them.")
    }
}

fn gap_text(moments: u64) -> String {
    match moments {
        1 => "      … a moment of which nothing was heard".to_owned(),
        moments => format!("      … {moments} moments of which nothing was heard"),
    }
}

fn line<'a, W: 'static>(
    session: &Session<W>,
    place: Place,
    event: &'a TraceEvent,
    is_first: bool,
    theme: Theme,
) -> Line<'a> {
    /// Deeper levels are not set further to the right.
    const DEEPEST: usize = 8;
    let now = session.at();
    let mark = if place.0 == now { "▶" } else { " " };
    let number = if is_first { place.0.to_string() } else { String::new() };
    let indent = " ".repeat(event.level.min(DEEPEST));
    let shown = match event.kind {
        TraceKind::Started | TraceKind::Dropped { .. } => event.debug.as_deref().unwrap_or(event.name),
        _ => event.name,
    };
    let style = match event.kind {
        TraceKind::Failed { .. } | TraceKind::Panicked | TraceKind::Abandoned => theme.bad(),
        TraceKind::Started => theme.next(),
        TraceKind::Asking { .. } | TraceKind::Answered { .. } => theme.running(),
        TraceKind::Queued { .. } => theme.verb(),
        _ => theme.quiet(),
    };
    let mut line = Line::from(vec![
        Span::styled(format!("{mark}{number:>4} {indent}"), theme.quiet()),
        Span::raw(shown),
        Span::styled(format!(" {}", session.told(place, event)), style),
    ]);
    if place.0 > now {
        line = line.patch_style(theme.quiet());
        for span in &mut line.spans {
            span.style = theme.quiet();
        }
    }
    line
}
