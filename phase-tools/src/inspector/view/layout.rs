//! Where the panes are: fewer on a smaller screen.

use ratatui::layout::{Constraint, Layout, Rect};

use super::state::{Pane, View};

pub(super) struct Arranged {
    pub(super) top: Rect,
    /// The names of the panes, where only one of them is shown.
    pub(super) tabs: Rect,
    pub(super) body: Rect,
    pub(super) panes: Vec<(Pane, Rect)>,
    pub(super) bottom: Rect,
    pub(super) is_narrow: bool,
}

/// From so many columns on there is a column for the world.
const WIDE: u16 = 110;
/// Below this there is one column.
const NARROW: u16 = 70;
/// Below this, one pane has what there is.
const LOW: u16 = 14;

impl Arranged {
    pub(super) fn new(area: Rect, view: &View, said: usize, is_asked: bool) -> Self {
        let bottom = u16::try_from(said).unwrap_or(u16::MAX).saturating_add(1);
        let is_narrow = view.zoomed || area.width < NARROW || area.height < LOW;
        let [top, tabs, body, bottom] = Layout::vertical([
            Constraint::Length(1),
            Constraint::Length(u16::from(is_narrow)),
            Constraint::Fill(1),
            Constraint::Length(bottom.min(area.height.saturating_sub(1))),
        ])
        .areas(area);
        let panes = if is_narrow {
            Self::one(body, view)
        } else if area.width < WIDE {
            Self::two_columns(body, is_asked)
        } else {
            Self::three_columns(body, is_asked)
        };
        Self { top, tabs, body, panes, bottom, is_narrow }
    }

    /// The pane that is picked, and, where there is room, the phase above it.
    fn one(body: Rect, view: &View) -> Vec<(Pane, Rect)> {
        if view.zoomed || view.pane == Pane::Phase || body.height < 12 {
            return vec![(view.pane, body)];
        }
        let [phase, rest] = Layout::vertical([Constraint::Length(5), Constraint::Fill(1)]).areas(body);
        vec![(Pane::Phase, phase), (view.pane, rest)]
    }

    fn two_columns(body: Rect, is_asked: bool) -> Vec<(Pane, Rect)> {
        let [left, right] =
            Layout::horizontal([Constraint::Percentage(48), Constraint::Fill(1)]).spacing(1).areas(body);
        let [tree, events] = halves(left, 2, 3);
        let phase = if is_asked { 5 } else { 3 };
        let [phase, world, output] =
            Layout::vertical([Constraint::Fill(phase), Constraint::Fill(4), Constraint::Fill(3)])
                .areas(right);
        vec![
            (Pane::Tree, tree),
            (Pane::Events, events),
            (Pane::Phase, phase),
            (Pane::World, world),
            (Pane::Output, output),
        ]
    }

    fn three_columns(body: Rect, is_asked: bool) -> Vec<(Pane, Rect)> {
        let columns = [Constraint::Fill(10), Constraint::Fill(11), Constraint::Fill(9)];
        let [left, middle, right] = Layout::horizontal(columns).spacing(1).areas(body);
        let [tree, phase] = if is_asked { halves(left, 1, 1) } else { halves(left, 3, 2) };
        let [events, output] = halves(middle, 3, 2);
        vec![
            (Pane::Tree, tree),
            (Pane::Phase, phase),
            (Pane::Events, events),
            (Pane::Output, output),
            (Pane::World, right),
        ]
    }
}

fn halves(area: Rect, upper: u16, lower: u16) -> [Rect; 2] {
    Layout::vertical([Constraint::Fill(upper), Constraint::Fill(lower)]).areas(area)
}
