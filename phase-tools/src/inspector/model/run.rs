//! Runs: on and on, until the game comes to a goal or a breakpoint, or can't go on.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use phase_core::{LevelPhases, PhaseId, PhaseRef, RunStatus};

use super::caught::call;
use super::ear::panicked;
use super::game::{Game, Input, Outcome, came_to};
use super::goal::{Goal, Stop};
use super::past::Heard;
use super::session::Session;
use crate::trace::{TraceEvent, TraceKind};

/// So many steps are no short run.
const LONG: u64 = 1000;

impl<W: 'static> Session<W> {
    /// Begins to run to a goal.
    pub(crate) fn run_to(&mut self, goal: Goal) {
        self.note.clear();
        self.listen();
        self.remember_here();
        (self.goal, self.way) = (Some(goal), None);
    }

    /// Where a run would go on from here: over the phase that starts next.
    pub(crate) fn over(&self) -> Goal {
        let phases = &self.game.phases;
        let next = self.game.next().map(PhaseRef::id);
        let ids =
            |(_, level): (usize, LevelPhases<'_, W>)| -> Vec<PhaseId> { level.map(PhaseRef::id).collect() };
        let before = phases.levels().flat_map(ids).filter(|id| Some(*id) != next).collect();
        let level = match phases.current() {
            Some(_) => phases.current_level(),
            None => phases.levels().last().map_or(0, |(level, _)| level),
        };
        Goal::Over { level, before }
    }

    pub(crate) fn goal(&self) -> Option<&Goal> {
        self.goal.as_ref()
    }

    /// Stops a run where it is, or a way to another moment.
    pub(crate) fn pause(&mut self) {
        self.goal = None;
        self.note = match self.way.take() {
            Some(to) => format!("stopped at moment {}, on the way to {to}", self.at),
            None => "paused".to_owned(),
        };
        self.hear_again();
    }

    /// Stops a run, if it is to stop.
    pub(crate) fn stop(&mut self, why: Stop) {
        if let Stop::Reached(why) | Stop::Stuck(why) = why {
            self.goal = None;
            self.note = why;
            self.hear_again();
        }
    }

    /// Goes on by one moment of a run, unless it is to stop before that.
    pub(crate) fn tick(&mut self, is_first: bool) -> Stop {
        let Some(goal) = self.goal.clone() else { return Stop::Reached(String::new()) };
        if !is_first {
            if let Some(why) = self.stops_here(&goal) {
                return why;
            }
        }
        let input = match self.past.input(self.at).filter(|input| *input != Input::Outside) {
            Some(input) => input,
            None => match self.next_input() {
                Ok(input) => input,
                // The game's own loop may have an answer.
                Err(_) if self.is_attached => {
                    self.has_rested = true;
                    return Stop::Frame;
                }
                Err(stuck) => return Stop::Stuck(stuck),
            },
        };
        let known = self.game.next().map(PhaseRef::id);
        match self.put_in(&input) {
            Some(heard) => self.stops_after(&heard, &goal, known),
            None => match &self.outcome {
                Outcome::Waiting(_) => Stop::Frame,
                _ if self.has_rested => Stop::Frame,
                other => Stop::Stuck(other.to_string()),
            },
        }
    }

    /// Whether a run that has come here goes no further.
    fn stops_here(&self, goal: &Goal) -> Option<Stop> {
        let phases = &self.game.phases;
        let is_asked = phases.question().is_some();
        if *goal == Goal::Question && is_asked {
            return Some(Stop::Reached(self.outcome.to_string()));
        }
        if phases.current().is_some() {
            return None;
        }
        let next = self.game.next();
        let level = phases.levels().last().map_or(0, |(level, _)| level);
        match goal {
            Goal::Over { level: own, before }
                if next.is_none_or(|next| level <= *own || before.contains(&next.id())) =>
            {
                return Some(Stop::Reached("stepped over".to_owned()));
            }
            Goal::Phase(name) if next.is_some_and(|next| next.name() == name) => {
                return Some(Stop::Reached(format!("{name} starts next")));
            }
            _ => {}
        }
        let next = next?;
        let stops = self.breaks.iter().find(|stop| stop.stops_before(next.name(), level))?;
        Some(Stop::Reached(format!("{next:?} starts next; it stops where {stops}")))
    }

    /// Whether a run goes no further after what was heard. The phase that was known to start next has stopped it before.
    fn stops_after(&self, heard: &Heard, goal: &Goal, known: Option<PhaseId>) -> Stop {
        let is_known = |event: &TraceEvent| event.kind == TraceKind::Started && Some(event.id) == known;
        for event in heard.events.iter().filter(|event| !is_known(event)) {
            if let Some(stop) = self.breaks.iter().find(|stop| stop.stops_after(event)) {
                return Stop::Reached(format!("{} (moment {}): it stops where {stop}", event.name, self.at));
            }
            if matches!(goal, Goal::Phase(name) if name == event.name) && event.kind == TraceKind::Started {
                return Stop::Reached(format!("{} has run", event.name));
            }
        }
        match &self.outcome {
            Outcome::Waiting(_) => Stop::Frame,
            _ if self.has_rested => Stop::Frame,
            Outcome::Failed(_) | Outcome::Panicked(_) | Outcome::Halted => {
                Stop::Stuck(self.outcome.to_string())
            }
            _ => Stop::No,
        }
    }

    /// Goes on as fast as the game can, for about so long; nobody listens to single phases meanwhile.
    pub(crate) fn run_fast(&mut self, time: Duration) -> Stop {
        let begin = Instant::now();
        let is_deaf = self.goal == Some(Goal::End) && self.breaks.is_empty();
        let (mut is_first, mut most) = (false, 1);
        loop {
            if is_deaf && self.is_newest() && self.game.phases.current().is_none() {
                self.copy_in_time();
                let before = Instant::now();
                let is_through = self.rush(most, true);
                // As many as make the clock cheap, and no more than keys can wait for.
                most = if before.elapsed() < time / 20 { most.saturating_mul(2) } else { (most / 2).max(1) };
                if is_through {
                    // What it has come to is seen to below.
                    if self.is_in_trouble() || self.outcome == Outcome::Halted && !self.is_attached {
                        return Stop::Stuck(self.outcome.to_string());
                    }
                    if self.has_rested {
                        return Stop::Frame;
                    }
                    is_first = true;
                }
            } else {
                match self.tick(is_first) {
                    Stop::No => is_first = false,
                    stop => return stop,
                }
            }
            if begin.elapsed() >= time || self.host.at_work.is_due() {
                return Stop::No;
            }
        }
    }

    /// Makes a copy if enough time has gone by since the last one.
    pub(super) fn copy_in_time(&mut self) {
        if self.past.is_time() {
            self.past.keep_copy(self.at, &self.game, &self.weigh);
        }
    }

    /// Steps that nobody listens to, as long as phase after phase ends; whether one did not. It makes fewer where it is due back.
    pub(super) fn rush(&mut self, most: u64, is_new: bool) -> bool {
        // Nobody is told anything from here on.
        self.ear = None;
        let Self { game: Game { phases, world }, host, outcome, panic, at, .. } = self;
        let (mut steps, mut unheard) = (0, Vec::new());
        host.at_work.is_now(None);
        host.at_work.at(*at);
        let at_work = &host.at_work;
        let rushed = call(|| {
            phases.steps_with(world, |world| {
                steps += 1;
                at_work.at(*at + steps);
                if let Some(output) = &mut host.output {
                    let said = output(world);
                    if !said.is_empty() {
                        unheard.push((steps, said));
                    }
                }
                if steps < most && !at_work.is_due() {
                    ControlFlow::Continue(())
                } else {
                    ControlFlow::Break(())
                }
            })
        });
        let is_through = !matches!(rushed, Ok(Ok(None)));
        match rushed {
            Ok(Ok(None)) => {}
            Ok(Ok(Some(RunStatus::Idle))) => *outcome = Outcome::Idle,
            Ok(rest) => {
                steps += 1;
                let resting = phases.current().map_or("", PhaseRef::name);
                *outcome = match rest {
                    Ok(Some(RunStatus::Waiting)) => Outcome::Waiting(resting),
                    Ok(Some(RunStatus::Asking)) => Outcome::Asking(resting),
                    Ok(_) => Outcome::Halted,
                    Err(error) => {
                        let outcome = came_to(Err(&error));
                        host.error = Some(error);
                        outcome
                    }
                };
            }
            Err(caught) => {
                steps += 1;
                let name = panicked(phases);
                *outcome = Outcome::Panicked(format!("{} {caught}", name.as_deref().unwrap_or("the game")));
                *panic = Some(caught);
            }
        }
        // To ask what was printed takes longer than a short run.
        let told = if !self.is_attached || steps >= LONG { host.told() } else { Vec::new() };
        if !told.is_empty() {
            unheard.push((steps.max(1), told));
        }
        if !is_new {
            unheard.clear();
        }
        self.has_rested |= self.is_attached && is_new && is_through && !self.is_in_trouble();
        for (step, said) in unheard {
            let heard = Heard { events: Vec::new(), said, outcome: Outcome::Begun };
            self.past.keep_heard(self.at + step, heard);
        }
        self.at += steps;
        if is_new {
            self.past.note_unheard(self.at);
        }
        is_through
    }
}
