//! What lies over the panes: help, why, and lists to pick from.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Clear, Widget};

use super::state::{Popup, View};
use super::text;
use super::theme::Theme;
use crate::inspector::model::{Link, Session, Why};

/// All keys, and what they do.
const HELP: [(&str, &str); 38] = [
    ("l →", "a step; in the past, the same way again"),
    ("h ←", "a moment back"),
    ("o", "step over the next phase, with all that it sets off"),
    ("Space", "run, and pause"),
    ("+ -", "faster and slower"),
    ("Q", "run to the next question"),
    ("E", "run to the end"),
    ("t", "run to a phase, by its name"),
    ("", ""),
    ("j k ↓ ↑", "pick another row, or scroll"),
    ("PgDn PgUp", "the same by a page"),
    ("g G", "to the first moment of the branch, and to its last"),
    (":", "to a moment, by its number"),
    ("Enter", "events: go to that moment; levels: why; answers: give it"),
    ("f", "events: follow the game again"),
    ("", ""),
    ("a", "pick an answer; 1 to 9 give one at once"),
    (".", "answer as the game's own player does"),
    ("s", "the next seat that is asked"),
    ("x", "what the host can do, to pick from"),
    ("r", "branches: other ways that the game has gone"),
    ("S", "write this branch as a recording, to a file"),
    ("D", "right before the first difference from the recording"),
    ("", ""),
    ("w", "why the phase that is picked ran, and what it queued"),
    ("c v", "to the event that caused it; to what it queued"),
    ("b", "stop at a phase, a verb, a kind of event, a level, or all these:"),
    ("", "`FaintPhase`, `defer`, `failed`, `level 3`, `FaintPhase defer`"),
    ("B", "where the game stops, to be deleted"),
    ("", ""),
    ("▶ ●", "what starts next, or belongs to this moment; what runs"),
    ("‖ ≠", "what an interrupt has set aside; where the recording differs"),
    ("+ -", "world: come and gone with the last step"),
    ("", ""),
    ("Tab 1-5", "another pane (1-5 where nothing is asked)"),
    ("z u", "the pane alone on the screen; levels unfolded"),
    ("Ctrl-L", "draw the screen anew; Ctrl-U clears what is typed"),
    ("q", "quit; also Ctrl-C; Ctrl-Z stops the program, and `fg` has it go on"),
];

pub(super) fn draw<W: 'static>(session: &Session<W>, view: &View, body: Rect, buffer: &mut Buffer) {
    let theme = Theme::new(view.has_colour);
    let Some(popup) = &view.popup else { return };
    let inner = usize::from(body.width.saturating_sub(4));
    let (title, lines, picks) = match popup {
        Popup::Help => ("Keys", help(theme, inner), false),
        Popup::Why(why) => ("Why", why_lines(why, theme, inner), true),
        Popup::Branches => ("Branches", branches(session), true),
        Popup::Breaks => {
            ("It stops where", session.breaks.iter().map(|stop| Line::raw(stop.to_string())).collect(), true)
        }
        Popup::Acts => ("The host can", session.acts().map(|act| Line::raw(act.to_owned())).collect(), true),
    };
    let lines: Vec<_> = if lines.is_empty() { vec![Line::styled("nothing", theme.quiet())] } else { lines };
    let width = lines.iter().map(Line::width).max().unwrap_or(0).max(title.len() + 4) + 4;
    if body.width < 6 || body.height < 3 {
        return;
    }
    let width = u16::try_from(width).unwrap_or(u16::MAX).min(body.width);
    let height = u16::try_from(lines.len() + 2).unwrap_or(u16::MAX).min(body.height);
    let area =
        Rect { x: body.x + (body.width - width) / 2, y: body.y + (body.height - height) / 2, width, height };
    Clear.render(area, buffer);
    let block = Block::bordered().title(format!(" {title} ")).border_style(theme.title(true));
    let within = block.inner(area);
    block.render(area, buffer);
    let within = Rect { x: within.x + 1, width: within.width.saturating_sub(2), ..within };
    let rows = usize::from(within.height);
    let picked = view.picked.min(lines.len().saturating_sub(1));
    let first = if picks {
        text::first_row(picked, lines.len(), rows)
    } else {
        view.picked.min(lines.len().saturating_sub(rows))
    };
    let is_more = first + rows < lines.len();
    let lines = lines.into_iter().enumerate().skip(first).take(rows).map(|(index, line)| {
        if picks && index == picked { text::pick(line, within.width, Theme::picked()) } else { line }
    });
    text::put_all(lines.collect(), within, buffer);
    if is_more {
        let below =
            Rect { x: area.x + 2, y: area.bottom() - 1, width: area.width.saturating_sub(4), height: 1 };
        text::put(&Line::styled(" ↓ more ", theme.title(true)), below, buffer);
    }
}

fn help<'a>(theme: Theme, width: usize) -> Vec<Line<'a>> {
    const KEYS: usize = 11;
    let mut lines = Vec::new();
    for (keys, does) in HELP {
        let mut keys = keys;
        for part in text::wrap(does, width.saturating_sub(KEYS).max(20)) {
            lines.push(Line::from(vec![Span::styled(format!("{keys:KEYS$}"), theme.key()), Span::raw(part)]));
            keys = "";
        }
    }
    lines
}

fn why_lines<'a>(why: &Why, theme: Theme, width: usize) -> Vec<Line<'a>> {
    let mut lines = Vec::new();
    for (depth, link) in why.chain.iter().enumerate() {
        let by = if depth == 0 { "" } else { "└ " };
        let how = if depth == 0 { link.how.as_str() } else { link.how.trim_end_matches(" by") };
        lines.push(line(link, &format!("{}{by}", "  ".repeat(depth.saturating_sub(1).min(12))), how, theme));
    }
    if !why.queued.is_empty() {
        let indent = "  ".repeat((why.chain.len() - 1).min(13));
        for link in &why.queued {
            let how = link.how.trim_end_matches(" by");
            lines.push(line(link, &format!("{indent}╰ then "), how, theme));
        }
    }
    for line in &mut lines {
        if line.width() > width {
            line.spans.truncate(4);
        }
    }
    lines
}

fn line<'a>(link: &Link, indent: &str, how: &str, theme: Theme) -> Line<'a> {
    Line::from(vec![
        Span::styled(format!("{:>4} ", link.at), theme.quiet()),
        Span::styled(indent.to_owned(), theme.quiet()),
        Span::raw(link.label.clone()),
        Span::styled(format!("  {how}"), theme.verb()),
    ])
}

fn branches<'a, W: 'static>(session: &Session<W>) -> Vec<Line<'a>> {
    let (branches, on) = session.branches();
    let rows = branches.iter().enumerate().map(|(index, branch)| {
        let mark = if index == on { "▶" } else { " " };
        let from = match branch.from {
            Some((from, at)) => format!("off branch {} at moment {at}, by {}", from + 1, branch.turn()),
            None => branch.turn(),
        };
        Line::raw(format!("{mark} {}: {from}; {} moments", index + 1, branch.len))
    });
    rows.collect()
}
