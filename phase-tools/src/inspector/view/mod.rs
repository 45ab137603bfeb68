//! The view: what is shown of a game, as functions of the model and of where somebody looks.

mod bars;
mod events;
mod layout;
mod output;
mod phase;
mod popup;
mod state;
mod text;
mod theme;
mod tree;
mod world;

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use super::model::{Session, World};
use layout::Arranged;
pub(super) use state::{Pane, Popup, Prompt, SPEEDS, View};

/// Draws everything; where the cursor stands, if somebody types.
pub(super) fn draw<W: 'static>(
    session: &Session<W>,
    world: &World,
    view: &View,
    area: Rect,
    buffer: &mut Buffer,
) -> Option<Position> {
    let said = bars::said(session, view, area);
    let arranged = Arranged::new(area, view, said.len(), session.asked(view.seat).is_some());
    bars::top(session, view, arranged.top, buffer);
    if arranged.is_narrow {
        bars::tabs(session, view, arranged.tabs, buffer);
    }
    for (pane, area) in arranged.panes {
        let inner = text::frame(view, pane, &pane_title(session, world, view, pane), area, buffer);
        match pane {
            Pane::Tree => tree::draw(session, view, inner, buffer),
            Pane::Phase => phase::draw(session, view, inner, buffer),
            Pane::Events => events::draw(session, view, inner, buffer),
            Pane::World => world::draw(world, view, inner, buffer),
            Pane::Output => output::draw(session, view, inner, buffer),
        }
    }
    let cursor = bars::bottom(session, view, &said, arranged.bottom, buffer);
    popup::draw(session, view, arranged.body, buffer);
    cursor
}

fn pane_title<W: 'static>(session: &Session<W>, world: &World, view: &View, pane: Pane) -> String {
    match pane {
        Pane::Tree if view.unfolded => "Levels, unfolded".to_owned(),
        Pane::Tree => "Levels".to_owned(),
        Pane::Phase => phase::title(session),
        Pane::Events => "Events".to_owned(),
        Pane::World => world::title(session, world),
        Pane::Output => "Output".to_owned(),
    }
}
