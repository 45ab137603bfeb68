//! What one of the causes has set off, to be added to and to be dropped.

use alloc::vec::Vec;

use super::doors::Exit;
use super::event::QueuedHow;
use super::lineage::{Causer, Link};
use super::phase_id::PhaseId;
use super::schedule::Schedule;
use super::storage::Stored;
use crate::tree::Line;

impl<W: 'static> Schedule<W> {
    /// The causes of the running phase, or of the one that ran last, the nearest first.
    pub(crate) fn causes(&self) -> impl Iterator<Item = Causer> + '_ {
        self.lineage.causes(self.places_before()).map(|(_, link)| link.causer)
    }

    /// The place in the line of the nearest cause of the running phase that is one.
    pub(crate) fn place_of(&mut self, mut is_one: impl FnMut(Causer) -> bool) -> Option<usize> {
        // What is queued to there may have to know where the running phase stands.
        self.link();
        let mut causes = self.lineage.causes(self.places_before());
        causes.find(|(_, link)| is_one(link.causer)).map(|(place, _)| place)
    }

    /// The place in the line of the phase that would start next.
    pub(crate) fn next_place(&mut self) -> Option<usize> {
        self.link();
        self.tree.next_line().map(Line::place)
    }

    /// The id of the running phase, or of the one that ran last.
    pub(crate) fn id(&self) -> PhaseId {
        self.latest.id()
    }

    /// The id of the phase at a place in the line.
    pub(crate) fn id_at(&self, place: usize) -> PhaseId {
        self.lineage.at(place).map_or(PhaseId::NONE, |link| link.causer.id())
    }

    fn places_before(&self) -> usize {
        self.tree.line().places().saturating_sub(1)
    }

    /// Puts a phase at the end of what the cause at this place has deferred.
    pub(crate) fn defer_to(&mut self, place: usize, phase: Stored<W>) {
        let (line, unshifted) = (Line::deferred_by(place), Line::unshifted_by(place));
        let number = self.level_at(place) + 1;
        if self.tree.number_of(line).is_none() {
            // What the cause has unshifted stands where its deferred phases will.
            let child_stands_there =
                self.child_of(place).is_some_and(|child| !child.line.is_deferred() && child.level == number);
            if child_stands_there || self.tree.number_of(unshifted) == Some(number) {
                self.renumber_above(line, place + 1);
            }
        }
        self.tree.append_to(line, number, phase);
        self.queued(QueuedHow::Defer);
    }

    /// Puts a phase at the end of what the cause at this place has unshifted.
    pub(crate) fn unshift_to(&mut self, place: usize, phase: Stored<W>) {
        let (line, deferred) = (Line::unshifted_by(place), Line::deferred_by(place));
        let mut number = self.level_at(place) + 1;
        if self.tree.number_of(line).is_none() {
            let child = self.child_of(place).copied();
            match child {
                Some(child) if child.line.is_deferred() => {
                    // The phase was deferred, and what it has queued stands where this one will.
                    number += 1;
                    self.renumber_above(line, place + 1);
                }
                Some(child) => number = child.level,
                None => number += usize::from(self.tree.number_of(deferred).is_some()),
            }
        }
        self.tree.append_to(line, number, phase);
        self.queued(QueuedHow::Unshift);
    }

    /// Drops all that the cause at this place has set off and that is still queued, but for what it has deferred itself.
    pub(crate) fn skip(&mut self, place: usize) -> usize {
        let standing = self.standing();
        let phases: Vec<_> = self.tree.take_above(Line::deferred_by(place));
        let count = phases.len();
        self.let_all_go(phases, &standing, Exit::Skipped);
        count
    }

    fn renumber_above(&mut self, line: Line, place: usize) {
        self.tree.renumber_above(line);
        for link in self.lineage.all_from(place) {
            link.level += 1;
        }
    }

    fn level_at(&self, place: usize) -> usize {
        self.lineage.at(place).map_or(0, |link| link.level)
    }

    /// What the cause at this place has set off on the way to the running phase.
    fn child_of(&self, place: usize) -> Option<&Link> {
        self.lineage.at(place + 1)
    }
}
