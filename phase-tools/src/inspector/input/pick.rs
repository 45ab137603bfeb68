//! What keys do on a list that lies over the panes.

use ratatui::crossterm::event::KeyCode;

use super::Desk;
use crate::inspector::view::{Pane, Popup};

impl<W: 'static> Desk<W> {
    pub(super) fn popup_key(&mut self, key: KeyCode) {
        match key {
            KeyCode::Esc | KeyCode::Char('q' | '?') => self.view.popup = None,
            KeyCode::Char('j') | KeyCode::Down => self.move_picked(1),
            KeyCode::Char('k') | KeyCode::Up => self.move_picked(-1),
            KeyCode::PageDown => self.move_picked(10),
            KeyCode::PageUp => self.move_picked(-10),
            KeyCode::Enter => self.take_picked(),
            KeyCode::Char('d') | KeyCode::Delete
                if self.view.popup == Some(Popup::Breaks) && self.view.picked < self.session.breaks.len() =>
            {
                self.session.breaks.remove(self.view.picked);
                self.move_picked(0);
            }
            _ => {}
        }
    }

    fn move_picked(&mut self, by: isize) {
        let rows = match &self.view.popup {
            Some(Popup::Why(why)) => why.chain.len() + why.queued.len(),
            Some(Popup::Branches) => self.session.branches().0.len(),
            Some(Popup::Breaks) => self.session.breaks.len(),
            Some(Popup::Acts) => self.session.acts().count(),
            // It scrolls no further than it has to.
            Some(Popup::Help) => 60,
            None => 0,
        };
        self.view.picked = self.view.picked.saturating_add_signed(by).min(rows.saturating_sub(1));
    }

    fn take_picked(&mut self) {
        let picked = self.view.picked;
        match self.view.popup.take() {
            Some(Popup::Why(why)) => {
                let link = why.chain.iter().chain(&why.queued).nth(picked);
                if let Some(place) = link.and_then(|link| self.session.place_of(link.id)) {
                    self.view.pane = Pane::Events;
                    self.view.event = Some(place);
                }
            }
            Some(Popup::Branches) => {
                let branches = self.session.branches().0;
                if let Some(len) = branches.get(picked).map(|branch| branch.len) {
                    self.session.switch(picked, len);
                    self.view.follow();
                }
            }
            Some(Popup::Acts) if picked < self.session.acts().count() => {
                self.session.act(picked);
                self.view.follow();
            }
            _ => {}
        }
    }
}
