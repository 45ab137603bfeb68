//! What the world looks like, and what has changed in it.

use std::rc::Rc;

use super::diff::{Mark, diff};
use super::session::Session;

/// The world at a moment, compared with an earlier one.
#[derive(Debug, Clone, Default)]
pub(crate) struct World {
    branch: usize,
    at: u64,
    lines: Rc<Vec<String>>,
    /// The moment that it is compared with.
    pub(crate) since: Option<u64>,
    pub(crate) rows: Vec<(Mark, String)>,
}

impl World {
    /// Has it show the world of this moment; `exactly` what the last step has changed, if there is a way to tell, or else what
    /// has changed since it was last looked at.
    pub(crate) fn look<W: 'static>(&mut self, session: &mut Session<W>, exactly: bool) {
        let (at, branch) = (session.at, session.past.on);
        let is_seen = self.at == at && self.branch == branch && !self.lines.is_empty();
        if is_seen && (!exactly || self.since == at.checked_sub(1)) {
            return;
        }
        let lines =
            if is_seen { Rc::clone(&self.lines) } else { Rc::new((session.show)(&session.game.world)) };
        let is_next = self.branch == branch && self.at + 1 == at && !self.lines.is_empty();
        let before = if is_next && !is_seen {
            Some((self.at, Rc::clone(&self.lines)))
        } else if exactly && at > 0 {
            session.world_a_moment_ago().map(|lines| (at - 1, lines))
        } else {
            None
        };
        let before = match before {
            Some(before) => Some(before),
            None if is_seen => return,
            None if at > self.at && !self.lines.is_empty() => Some((self.at, Rc::clone(&self.lines))),
            None => None,
        };
        self.rows = match &before {
            Some((_, old)) => diff(old, &lines),
            None => lines.iter().map(|line| (Mark::Same, line.clone())).collect(),
        };
        self.since = before.map(|(at, _)| at);
        (self.at, self.branch, self.lines) = (at, branch, lines);
    }
}
