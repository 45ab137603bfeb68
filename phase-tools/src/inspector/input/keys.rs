//! What keys do on the panes.

use phase_core::{PhaseId, Seat};
use ratatui::crossterm::event::KeyCode;

use super::Desk;
use crate::inspector::model::{Goal, NOT_ASKED, Why};
use crate::inspector::view::{Pane, Popup, Prompt, SPEEDS};

/// How many rows a page has.
const PAGE: isize = 10;

impl<W: 'static> Desk<W> {
    /// Does what a key stands for; whether that is to leave.
    pub(super) fn key(&mut self, key: KeyCode) -> bool {
        if self.is_running() && self.key_while_running(key) {
            return false;
        }
        if self.stays_halted(key) {
            return false;
        }
        match key {
            KeyCode::Char('q') => return true,
            KeyCode::Char('?') => self.open(Popup::Help),
            KeyCode::Char('l' | 'n') | KeyCode::Right => {
                self.session.step();
                self.came_to();
            }
            KeyCode::Char('h' | 'p') | KeyCode::Left => {
                let to = self.session.at().checked_sub(1);
                match to {
                    Some(to) => self.go_to(to),
                    None => "this is the beginning".clone_into(&mut self.view.hint),
                }
            }
            KeyCode::Char('o') => {
                let over = self.session.over();
                self.run_to(over);
            }
            KeyCode::Char(' ' | 'E') => self.run_to(Goal::End),
            KeyCode::Char('Q') => self.run_to(Goal::Question),
            KeyCode::Char('t') => self.ask_for(Prompt::Run),
            KeyCode::Char('b') => self.ask_for(Prompt::Break),
            KeyCode::Char(':') => self.ask_for(Prompt::Moment),
            KeyCode::Char('B') => self.open(Popup::Breaks),
            KeyCode::Char('r') => {
                self.open(Popup::Branches);
                self.view.picked = self.session.branches().1;
            }
            KeyCode::Char('S') => self.ask_for(Prompt::Save),
            KeyCode::Char('D') => match self.session.difference().map(|difference| difference.at) {
                Some(at) => self.go_to(at.saturating_sub(1)),
                None => "there is no difference from a recording".clone_into(&mut self.view.hint),
            },
            KeyCode::Char('x') => self.open(Popup::Acts),
            KeyCode::Char('g') | KeyCode::Home => self.go_to(0),
            KeyCode::Char('G') | KeyCode::End => self.go_to(u64::MAX),
            KeyCode::Char('a') => {
                self.view.pane = Pane::Phase;
                if self.session.asked(None).is_none() {
                    NOT_ASKED.clone_into(&mut self.view.hint);
                }
            }
            KeyCode::Char('.') => self.answer_as_player(),
            KeyCode::Char('s') => self.next_seat(),
            KeyCode::Char('w') => self.why(),
            KeyCode::Char('c') => self.jump(|desk, id| {
                let cause = desk.session.cause_of(id)?;
                desk.session.place_of(cause)
            }),
            KeyCode::Char('v') => self.jump(|desk, id| desk.session.first_queued_by(id)),
            KeyCode::Char('f') => self.view.follow(),
            KeyCode::Char('u') => self.view.unfolded = !self.view.unfolded,
            KeyCode::Char('z') => self.view.zoomed = !self.view.zoomed,
            KeyCode::Char(digit @ '1'..='9') => self.digit(digit),
            KeyCode::Tab => self.next_pane(1),
            KeyCode::BackTab => self.next_pane(Pane::ALL.len() - 1),
            KeyCode::Char('j') | KeyCode::Down => self.move_by(1),
            KeyCode::Char('k') | KeyCode::Up => self.move_by(-1),
            KeyCode::PageDown => self.move_by(PAGE),
            KeyCode::PageUp => self.move_by(-PAGE),
            KeyCode::Char('+' | '=') => self.view.speed = (self.view.speed + 1).min(SPEEDS.len() - 1),
            KeyCode::Char('-') => self.view.speed = self.view.speed.saturating_sub(1),
            KeyCode::Enter => self.enter(),
            _ => "that is no key; `?` shows what there is".clone_into(&mut self.view.hint),
        }
        if matches!(key, KeyCode::Char('+' | '=' | '-')) {
            self.view.hint = match SPEEDS[self.view.speed] {
                Some(speed) => format!("runs make {speed} moments a second"),
                None => "runs go as fast as the game can".to_owned(),
            };
        }
        false
    }

    /// Whether a key that goes on is held back once, since the game was halted: nobody is to miss that.
    fn stays_halted(&mut self, key: KeyCode) -> bool {
        let before = self.halted_key.take();
        let goes_on = matches!(key, KeyCode::Char('l' | 'n' | 'o' | ' ' | 'E' | 'Q' | 't') | KeyCode::Right);
        if !goes_on || !self.session.is_halted() || before == Some(key) {
            return false;
        }
        self.halted_key = Some(key);
        "the game has halted: the same key once more goes on".clone_into(&mut self.view.hint);
        true
    }

    /// What moves the game stops a run first; whether the key has done all that it is to do.
    fn key_while_running(&mut self, key: KeyCode) -> bool {
        match key {
            KeyCode::Char(' ') | KeyCode::Esc => {
                self.session.pause();
                self.came_to();
                true
            }
            KeyCode::Char('+' | '-' | '=' | 'q' | '?' | 'z' | 'u' | 'j' | 'k' | '1'..='5')
            | KeyCode::Tab
            | KeyCode::BackTab
            | KeyCode::Up
            | KeyCode::Down
            | KeyCode::PageUp
            | KeyCode::PageDown => false,
            _ => {
                self.session.pause();
                false
            }
        }
    }

    /// The game has moved.
    fn came_to(&mut self) {
        self.view.follow();
        self.pick_question();
    }

    pub(super) fn go_to(&mut self, to: u64) {
        self.session.go_to(to);
        self.came_to();
    }

    fn next_pane(&mut self, by: usize) {
        self.view.pane_before = None;
        let at = Pane::ALL.iter().position(|pane| *pane == self.view.pane).unwrap_or(0);
        self.view.pane = Pane::ALL[(at + by) % Pane::ALL.len()];
    }

    /// A digit gives an answer where one is asked for, and else goes to a pane.
    fn digit(&mut self, digit: char) {
        let index = digit as usize - '1' as usize;
        if self.session.asked(self.view.seat).is_some() && !self.is_running() {
            self.view.option = index;
            self.answer();
        } else if let Some(pane) = Pane::ALL.get(index) {
            self.view.pane = *pane;
        }
    }

    fn move_by(&mut self, by: isize) {
        let moved = |at: usize, most: usize| at.saturating_add_signed(by).min(most.saturating_sub(1));
        match self.view.pane {
            Pane::Tree => {
                let tree = self.session.tree(self.view.fold());
                let row = self.view.picked_row(&tree);
                self.view.row = Some(moved(row, tree.len()));
            }
            Pane::Phase => match self.session.asked(self.view.seat) {
                Some(asked) => self.view.option = moved(self.view.option, asked.rows()),
                None => self.view.phase_scroll = moved(self.view.phase_scroll, usize::MAX),
            },
            Pane::Events => {
                let from = self.view.event.unwrap_or_else(|| self.session.newest_place());
                self.view.event = Some(self.session.place_from(from, by));
            }
            Pane::World => self.view.scroll_world(&self.world, by),
            // Up is back.
            Pane::Output => self.view.output_scroll = self.view.output_scroll.saturating_add_signed(-by),
        }
    }

    fn enter(&mut self) {
        match self.view.pane {
            Pane::Events => {
                let place = self.view.event.unwrap_or_else(|| self.session.newest_place());
                self.session.go_to(place.0);
                self.view.follow();
                self.view.event = Some(place);
            }
            Pane::Phase if self.session.asked(self.view.seat).is_some() => self.answer(),
            _ => self.why(),
        }
    }

    /// Gives the answer that is picked.
    fn answer(&mut self) {
        let Some(asked) = self.session.asked(self.view.seat) else { return };
        match asked.options.get(self.view.option) {
            Some(option) => {
                self.session.answer(asked.seat, option.clone());
                self.came_to();
            }
            None if asked.has_player && self.view.option == asked.options.len() => self.answer_as_player(),
            None => self.view.hint = format!("there is no answer {}", self.view.option + 1),
        }
    }

    fn answer_as_player(&mut self) {
        self.session.answer_as_player();
        self.came_to();
    }

    fn next_seat(&mut self) {
        let Some(asked) = self.session.asked(self.view.seat) else {
            NOT_ASKED.clone_into(&mut self.view.hint);
            return;
        };
        let at = asked.seats.iter().position(|seat| *seat == asked.seat).unwrap_or(0);
        let seat: Option<Seat> = asked.seats.get((at + 1) % asked.seats.len()).copied();
        (self.view.seat, self.view.option) = (seat, 0);
    }

    /// The phase that is picked in the pane.
    fn picked(&self) -> Option<PhaseId> {
        match self.view.pane {
            Pane::Tree => {
                let tree = self.session.tree(self.view.fold());
                tree.id(self.view.picked_row(&tree))
            }
            Pane::Events => {
                let place = self.view.event.unwrap_or_else(|| self.session.newest_place());
                self.session.event_at(place).map(|event| event.id)
            }
            _ => self.session.focus().map(|focus| focus.id),
        }
    }

    fn why(&mut self) {
        let why: Option<Why> = self.picked().and_then(|id| self.session.why(id));
        match why {
            Some(why) => {
                let picked = why.chain.len() - 1;
                self.open(Popup::Why(why));
                self.view.picked = picked;
            }
            None => "no phase is picked that was heard of".clone_into(&mut self.view.hint),
        }
    }

    /// Picks another event.
    fn jump(&mut self, to: impl FnOnce(&Self, PhaseId) -> Option<(u64, usize)>) {
        match self.picked().and_then(|id| to(self, id)) {
            Some(place) => {
                self.view.event = Some(place);
                self.view.pane = Pane::Events;
            }
            None => "nothing like that was heard of".clone_into(&mut self.view.hint),
        }
    }
}
