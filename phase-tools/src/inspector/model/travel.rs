//! Ways through the past: back, on as before, to other branches, and on copies of the game just to look.

use std::rc::Rc;
use std::time::{Duration, Instant};

use super::caught::call;
use super::ear::Ear;
use super::game::{Game, Input, Outcome};
use super::past::Heard;
use super::session::{DIFFERS, Session};

/// Of how many moments before the one that is gone to the events are heard anew.
const HEARD_AGAIN: u64 = 200;
/// How long a way is gone between two looks at keys and screen.
const SLICE: Duration = Duration::from_millis(40);
/// A way that takes longer is not gone just to look.
const FAR: Duration = Duration::from_millis(300);

impl<W: 'static> Session<W> {
    /// Goes to a moment of this branch.
    pub(crate) fn go_to(&mut self, to: u64) {
        (self.goal, self.way) = (None, None);
        self.note.clear();
        let to = to.min(self.past.branch().len);
        let from = to.saturating_sub(1);
        let is_barred = !self.past.is_free(self.at, to.max(self.at));
        if to < self.at || is_barred || self.past.last_copy(from).is_some_and(|copy| copy > self.at) {
            match self.past.way_to(to) {
                // A copy that can't be had is no reason to begin anew.
                Ok((at, _)) if at < self.at && self.at <= to && !is_barred => {}
                Ok((at, game)) => self.replace(at, game),
                Err(why) => {
                    self.note = why;
                    return;
                }
            }
        }
        self.way = Some(to);
        self.travel(SLICE);
    }

    /// The moment that is being gone to, where that takes long.
    pub(crate) fn way(&self) -> Option<u64> {
        self.way
    }

    /// Goes on to a moment the same way as before, for about so long.
    pub(crate) fn travel(&mut self, time: Duration) {
        let Some(to) = self.way else { return };
        let begin = Instant::now();
        let mut most = 1;
        while self.at < to && self.way.is_some() {
            let before = Instant::now();
            self.replay(to, most);
            most = if before.elapsed() < time / 20 { most * 2 } else { (most / 2).max(1) };
            if (begin.elapsed() >= time || self.host.at_work.is_due()) && self.at < to {
                return;
            }
        }
        self.way = None;
        if self.is_in_trouble() && self.note.is_empty() {
            self.note = self.outcome.to_string();
        }
    }

    /// Goes to a moment of another branch.
    pub(crate) fn switch(&mut self, branch: usize, to: u64) {
        if branch >= self.past.branches.len() {
            return;
        }
        let before = self.past.on;
        self.past.on = branch;
        match self.past.way_to(to) {
            Ok((at, game)) => {
                self.replace(at, game);
                self.go_to(to);
            }
            Err(why) => {
                self.past.on = before;
                self.note = why;
            }
        }
    }

    /// Puts another game in the place of this one.
    fn replace(&mut self, at: u64, game: Game<W>) {
        let before = std::mem::replace(&mut self.game, game);
        if let Err(panic) = call(|| drop(before)) {
            self.note = format!("as the game before was dropped, it {panic}");
        }
        self.ear = Some(Ear::at(&mut self.game.phases));
        self.at = at;
        self.outcome = match self.past.branch().heard.get(&at) {
            Some(heard) => heard.outcome.clone(),
            None => Outcome::Begun,
        };
    }

    /// Makes so many moments of the way to one, the same way as before.
    fn replay(&mut self, to: u64, most: u64) {
        let near = to.saturating_sub(HEARD_AGAIN);
        let end = to.min(self.at + most);
        while self.at < end {
            let Some(input) = self.past.input(self.at) else {
                self.way = None;
                return;
            };
            let steps = end.min(near).min(self.past.steps_end(self.at)).saturating_sub(self.at);
            let is_lost = if steps > 0 && self.game.phases.current().is_none() {
                let before = self.at;
                self.rush(steps, false);
                self.at == before
            } else if self.at >= near {
                if self.at + 1 == to {
                    self.world_before = Some((self.at, Rc::new((self.show)(&self.game.world))));
                }
                self.put_in(&input).is_none()
            } else {
                self.ear = None;
                self.host.at_work.at(self.at);
                self.outcome = self.game.take(&input, &mut self.host, &mut self.panic).0;
                self.at += 1;
                false
            };
            if is_lost {
                self.note = match self.difference() {
                    Some(difference) => difference.to_string(),
                    None => format!("{DIFFERS} at moment {}", self.at + 1),
                };
                self.way = None;
                return;
            }
            if self.host.at_work.is_due() {
                return;
            }
        }
    }

    /// Hears again of the moments before this one that nobody has listened to, on a copy of the game.
    pub(super) fn hear_again(&mut self) {
        let first = self.at.saturating_sub(HEARD_AGAIN - 1).max(1);
        // The last ones first, from the copy before them: there may be no time for all.
        let begin = Instant::now();
        let mut end = self.at;
        while let Some(missed) = (first..=end).rev().find(|at| self.is_missed(*at)) {
            if !self.past.is_quick() || begin.elapsed() > FAR {
                return;
            }
            let Ok((from, game)) = self.past.nearest(missed - 1) else { return };
            if !self.hear_from(from, game, missed, first, begin) {
                return;
            }
            end = from;
        }
    }

    fn is_missed(&self, at: u64) -> bool {
        self.past.branch().heard.get(&at).is_none_or(|heard| heard.events.is_empty())
    }

    /// Hears of the moments after one, on a copy of the game, up to another; whether it came as far as that.
    fn hear_from(&mut self, mut at: u64, mut game: Game<W>, to: u64, first: u64, begin: Instant) -> bool {
        let ear = Ear::at(&mut game.phases);
        while at < to {
            let Some(input) = self.past.input(at).filter(|input| *input != Input::Outside) else {
                return false;
            };
            if begin.elapsed() > FAR {
                return false;
            }
            ear.listen(at + 1 >= first);
            if at + 1 == self.at {
                self.world_before = Some((at, Rc::new((self.show)(&game.world))));
            }
            let (outcome, said) = game.take(&input, &mut self.host, &mut self.panic);
            at += 1;
            if at >= first && !self.past.keep_heard(at, Heard { events: ear.take(), said, outcome }) {
                self.note = format!("{DIFFERS} at moment {at}");
            }
        }
        true
    }

    /// The world a moment ago, if there is a short way to it.
    pub(super) fn world_a_moment_ago(&mut self) -> Option<Rc<Vec<String>>> {
        let to = self.at.checked_sub(1)?;
        if let Some((at, lines)) = &self.world_before {
            if *at == to {
                return Some(Rc::clone(lines));
            }
        }
        let (mut at, mut game) = self.past.nearest(to).ok().filter(|_| self.past.is_quick())?;
        let begin = Instant::now();
        while at < to {
            let input = self.past.input(at)?;
            if input == Input::Outside || begin.elapsed() > FAR {
                return None;
            }
            game.take(&input, &mut self.host, &mut self.panic);
            at += 1;
        }
        let lines = Rc::new((self.show)(&game.world));
        self.world_before = Some((to, Rc::clone(&lines)));
        Some(lines)
    }
}
