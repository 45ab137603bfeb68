//! A session beside a game that has a main loop of its own, and comes for a while only.

use std::mem;

use phase_core::{PhaseManager, RunError, RunStatus};

use super::game::{Game, Outcome};
use super::goal::Stop;
use super::past::{Heard, Past};
use super::session::Session;

impl<W: 'static> Session<W> {
    /// Exchanges the game with one that is somebody else's.
    pub(crate) fn exchange(&mut self, phases: &mut PhaseManager<W>, world: &mut W) {
        mem::swap(&mut self.game.phases, phases);
        mem::swap(&mut self.game.world, world);
    }

    /// The game comes back from its own loop, which may have done anything.
    pub(crate) fn come_back(&mut self) {
        self.has_rested = false;
        if mem::replace(&mut self.has_begun, true) {
            let events = self.ear.as_ref().map_or_else(Vec::new, super::ear::Ear::take);
            let is_heard = self.ear.is_some();
            if !self.is_newest() {
                self.past.branch_off(self.at);
            }
            self.past.bar(self.at);
            self.at += 1;
            self.past.note_unheard(self.at);
            if is_heard {
                self.note.clear();
                let outcome = self.outcome.clone();
                self.past.keep_heard(self.at, Heard { events, said: Vec::new(), outcome });
            }
            if is_heard && self.past.is_cheap_now() || self.past.is_time() {
                self.past.keep_copy(self.at, &self.game, &self.weigh);
            }
        }
    }

    /// Runs at full speed for so many steps; whether the game came to rest.
    pub(crate) fn go_fast(&mut self, most: u64) -> bool {
        self.copy_in_time();
        self.rush(most, true)
    }

    /// A run at full speed has come to where something went wrong.
    pub(crate) fn stop_in_trouble(&mut self) {
        self.stop(Stop::Stuck(self.outcome.to_string()));
    }

    /// What the game's own loop is to be told, once somebody has gone on from the moment at which it came.
    pub(crate) fn error_to_tell(&mut self, is_running: bool, before: u64) -> Option<RunError> {
        let goes_on = is_running || self.at != before && !self.is_in_trouble();
        self.host.error.take_if(|_| goes_on)
    }

    /// Whether the game has come to rest, and its own loop is to go on; once only.
    pub(crate) fn takes_rest(&mut self) -> bool {
        mem::take(&mut self.has_rested)
    }

    /// What the game has come to.
    pub(crate) fn rest(&self) -> RunStatus {
        match self.outcome {
            Outcome::Waiting(_) => RunStatus::Waiting,
            Outcome::Asking(_) => RunStatus::Asking,
            Outcome::Halted => RunStatus::Halted,
            _ => RunStatus::Idle,
        }
    }

    /// Nobody looks any more.
    pub(crate) fn forget(&mut self) {
        self.ear = None;
        self.past = Past::new(0);
    }
}

impl<W: 'static> Past<W> {
    /// What leads on from a moment can't be done again: the game's own loop did it.
    pub(super) fn bar(&mut self, at: u64) {
        let last = self.last_copy(at).unwrap_or(0);
        let branch = &mut self.branches[self.on];
        // Where nobody listens, one between two copies is as good as many.
        if branch.bars.last().is_none_or(|bar| *bar < last) || branch.heard.contains_key(&at) {
            branch.bars.insert(at);
        }
    }

    /// Whether all that leads from one moment to another can be done again.
    pub(super) fn is_free(&self, from: u64, to: u64) -> bool {
        self.branch().bars.range(from..to).next().is_none()
    }

    /// Whether there is a way to a moment.
    pub(super) fn has_way_to(&self, to: u64) -> bool {
        let is_open = |at| self.is_free(at, to);
        self.last_copy(to).is_some_and(is_open) || self.restart.is_some() && is_open(0)
    }

    /// The way to a moment begins at a copy, or anew; where there is none, the reason.
    pub(super) fn way_to(&self, to: u64) -> Result<(u64, Game<W>), String> {
        let from = to.saturating_sub(1);
        let is_open = |at: &u64| self.is_free(*at, to);
        // What has led to it is seen only from the moment before.
        let near = [from, to].into_iter().find(|from| self.last_copy(*from).as_ref().is_some_and(is_open));
        match near {
            None if !self.is_free(0, to) => {
                let bar = self.branch().bars.range(..to).next_back().map_or(0, |bar| bar + 1);
                let next = self.next_copy_from(bar);
                let near = next.map_or_else(String::new, |next| format!("; moment {next} can be"));
                Err(format!("moment {to} can't be had again: the game's own loop acted in between{near}"))
            }
            near => self.nearest(near.unwrap_or(from)),
        }
    }
}
