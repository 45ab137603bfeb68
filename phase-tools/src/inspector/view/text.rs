//! Text on the screen: frames with titles, lines that are cut, lists that scroll.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::Widget;

use super::state::{Pane, View};
use super::theme::Theme;

/// Draws the title line of a pane; what is left for what is in it.
pub(super) fn frame(view: &View, pane: Pane, title: &str, area: Rect, buffer: &mut Buffer) -> Rect {
    let is_picked = pane == view.pane;
    let style = Theme::new(view.has_colour).title(is_picked);
    let (rule, mark) = if is_picked { ("━", "┫") } else { ("─", " ") };
    let end = if is_picked { "┣" } else { " " };
    let line = format!("{rule}{mark}{title}{end}{}", rule.repeat(area.width.into()));
    put(&Line::styled(line, style), Rect { height: area.height.min(1), ..area }, buffer);
    Rect { y: area.y + area.height.min(1), height: area.height.saturating_sub(1), ..area }
}

/// Draws a line; where it does not fit, its end says so.
pub(super) fn put(line: &Line<'_>, area: Rect, buffer: &mut Buffer) {
    if area.height == 0 || area.width == 0 {
        return;
    }
    let mut shown = line.clone();
    for span in &mut shown.spans {
        if span.content.contains(is_hidden) {
            span.content = visible(&span.content).into();
        }
    }
    let line = &shown;
    let is_cut = line.width() > usize::from(area.width);
    line.render(Rect { height: 1, ..area }, buffer);
    if is_cut && !line.to_string().ends_with(['━', '─', ' ']) {
        buffer[(area.right() - 1, area.y)].set_symbol("…");
    }
}

/// Draws lines below each other, as far as they fit.
pub(super) fn put_all(lines: Vec<Line<'_>>, area: Rect, buffer: &mut Buffer) {
    for (line, y) in lines.into_iter().zip(area.y..area.bottom()) {
        put(&line, Rect { y, height: 1, ..area }, buffer);
    }
}

/// The first row to show so that the picked one is in sight, about a third from the top.
pub(super) fn first_row(picked: usize, count: usize, height: usize) -> usize {
    picked.saturating_sub(height / 3).min(count.saturating_sub(height))
}

/// Marks the line that is picked.
pub(super) fn pick(line: Line<'_>, width: u16, style: Style) -> Line<'_> {
    let pad = usize::from(width).saturating_sub(line.width());
    let mut line = line.style(style);
    line.spans.push(Span::raw(" ".repeat(pad)));
    line
}

/// Breaks text into lines of a width: at spaces, and words that are wider where the line ends.
pub(super) fn fold(text: &str, width: usize) -> Vec<String> {
    let mut lines = Vec::new();
    for mut line in wrap(text, width) {
        while Line::from(line.as_str()).width() > width.max(1) {
            let fits = |end: &usize| Line::from(&line[..*end]).width() <= width.max(1);
            let ends = line.char_indices().skip(1).map(|(at, _)| at);
            let Some(end) = ends.take_while(fits).last() else { break };
            let rest = line.split_off(end);
            lines.push(std::mem::replace(&mut line, rest));
        }
        lines.push(line);
    }
    lines
}

/// Breaks text at spaces into lines of a width.
pub(super) fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let Some(line) = lines.last_mut() else { break };
        let length = Line::from(line.as_str()).width() + Line::from(word).width();
        if !line.is_empty() && length + 1 > width {
            lines.push(word.to_owned());
        } else {
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
    }
    lines
}

/// Whether a terminal shows a character by what it does to others: moves them, turns their order round, hides them.
fn is_hidden(character: char) -> bool {
    matches!(
        character,
        '\u{61c}'
            | '\u{180e}'
            | '\u{200b}'..='\u{200f}'
            | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}'
            | '\u{feff}'
            | '\u{fff9}'..='\u{fffb}'
            | '\u{e0000}'..='\u{e007f}'
    ) || character.is_control()
}

/// The text with such characters as they are written in a program.
fn visible(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            // It holds the parts of one picture together.
            '\u{200d}' => shown.push(character),
            hidden if is_hidden(hidden) => shown.extend(hidden.escape_unicode()),
            other => shown.push(other),
        }
    }
    shown
}

/// The text without what terminals take for commands.
pub(super) fn plain(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text.chars().peekable();
    while let Some(next) = rest.next() {
        match next {
            '\u{1b}' if rest.next_if_eq(&'[').is_some() => {
                while rest.next().is_some_and(|next| !('@'..='~').contains(&next)) {}
            }
            '\t' => plain.push_str("    "),
            next if next.is_control() => {}
            next => plain.push(next),
        }
    }
    plain
}
