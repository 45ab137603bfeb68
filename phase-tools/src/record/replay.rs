//! Playing a recording again.

use phase_core::{QueuedHow, Step, registry};

use super::again::{Came, Problem, caught, do_again};
use super::causes::{SHOWN, causes};
use super::compare::{difference, ends_a_step};
use super::contents::Contents;
use super::divergence::{Divergence, DivergenceKind, Facts, Side, in_words};
use super::line::{End, Line, Rest};
use super::log::Position;
use super::recorder::Recorder;
use super::recording::{RecordedLine, Recording};
use super::tape::Tape;
use super::worlds::Worlds;

/// A recording that is played in a game.
pub(super) struct Replay<'r, W: 'static> {
    progress: Progress<'r>,
    /// What is left of several runs in a row that only waited, with the number of the next as its step.
    waits: Option<(RecordedLine<'r>, u64)>,
    pub(super) recorder: Recorder<W>,
}

/// How far a recording has come true.
struct Progress<'r> {
    /// What has to happen, without comments, and without digests that nobody can compare.
    recorded: Vec<RecordedLine<'r>>,
    /// How many of those have happened.
    done: usize,
    /// Behind the last line of what came of the call that is being played.
    end: usize,
    /// Whether the recording may break off in the call that is being played.
    is_open: bool,
    /// What the game's own recording has.
    tape: Tape,
    /// Up to where that has been compared.
    compared: Position,
    worlds: Worlds,
    /// What the phases of another run of the same game held, and what those of this one do.
    contents: Option<(Contents, Contents)>,
    /// How many starts have been the same.
    starts: usize,
    /// Whether a name of the recording is that of a phase.
    is_same_phase: fn(&str, &str) -> bool,
}

impl<'r, W: 'static> Replay<'r, W> {
    pub(super) fn new(recording: &'r Recording, recorder: Recorder<W>, has_digests: bool) -> Self {
        let is_digest = |line: &RecordedLine<'_>| matches!(line.line, Line::World(_));
        let compares_worlds = has_digests && recording.lines().any(|line| is_digest(&line));
        let is_meant = |line: &RecordedLine<'_>| {
            !matches!(line.line, Line::Comment { .. }) && (compares_worlds || !is_digest(line))
        };
        recorder.with_state(|state| state.head.clone_from(&recording.head));
        let progress = Progress {
            recorded: recording.lines().filter(is_meant).collect(),
            done: 0,
            end: 0,
            is_open: false,
            tape: recorder.tape(),
            // A recorder with digests has that of the world at the start already.
            compared: Position::default(),
            worlds: Worlds::new(compares_worlds),
            contents: None,
            starts: 0,
            is_same_phase: is_same_phase::<W>,
        };
        Self { progress, waits: None, recorder }
    }

    /// Has it also compare what phases hold when they start, with what those of another run did.
    pub(super) fn with_contents(mut self, expected: Contents, own: Contents) -> Self {
        self.progress.contents = Some((expected, own));
        self
    }

    /// Plays on, up to just before a step, or to the end.
    pub(super) fn play(&mut self, before: u64) -> Result<(), Divergence> {
        loop {
            if let Some((input, left)) = self.waits.take() {
                let times = if input.is_step { left.min(before.saturating_sub(input.step)) } else { left };
                let next = self.wait(input, times)?;
                if times < left {
                    self.waits = Some((next, left - times));
                    return Ok(());
                }
            }
            let Some(input) = self.progress.next() else { return Ok(()) };
            let end = self.progress.end_of_outcomes();
            if self.progress.done == 0 && matches!(input.line, Line::World(_)) {
                self.progress.compare(end, &input)?;
                self.progress.has_all(end, &Came::Back, &input)?;
                continue;
            }
            let group = &self.progress.recorded[self.progress.done..end];
            let mut steps = group.iter().filter(|line| line.is_step).map(|line| line.step);
            let first = steps.next();
            if first.is_some_and(|first| first >= before) {
                return Ok(());
            }
            if input.line.is_outcome() {
                // It was left in the middle of a run.
                self.run_by_steps(before, end)?;
                continue;
            }
            let has_outcomes = group.len() > 1;
            let is_partial = steps.next_back().or(first).is_some_and(|last| last >= before);
            let is_last = end == self.progress.recorded.len();
            let only_waited = matches!(input.line, Line::Run { times } | Line::Step { times } if times > 1);
            self.progress.is_open =
                is_last && !only_waited && !group.last().is_some_and(|line| line.line.ends_run());
            self.progress.done += 1;
            match input.line {
                Line::Run { times } | Line::Step { times } if !has_outcomes => {
                    self.waits = Some((input, times));
                }
                Line::Run { .. } if is_partial || self.progress.is_open => self.run_by_steps(before, end)?,
                Line::Run { .. } => self.run(&input, end)?,
                Line::Step { .. } => {
                    let came = caught(|| self.recorder.step().map(drop));
                    self.progress.compare(end, &input)?;
                    self.progress.has_all(end, &came, &input)?;
                }
                line => self.act(&input, line, end)?,
            }
        }
    }

    /// Whether everything has been played.
    pub(super) fn is_over(&self) -> bool {
        self.waits.is_none() && self.progress.is_at_end()
    }

    /// Runs so many times, of which nothing comes but waiting, and gives the next.
    fn wait(&mut self, input: RecordedLine<'r>, times: u64) -> Result<RecordedLine<'r>, Divergence> {
        let mut at = input;
        for _ in 0..times {
            if matches!(input.line, Line::Run { .. }) {
                self.run(&at, self.progress.done)?;
            } else {
                let came = caught(|| self.recorder.step().map(drop));
                self.progress.compare(self.progress.done, &at)?;
                self.progress.has_all(self.progress.done, &came, &at)?;
            }
            at.step = at.step.saturating_add(1);
        }
        Ok(at)
    }

    /// Runs once, and compares after each phase.
    fn run(&mut self, at: &RecordedLine<'r>, end: usize) -> Result<(), Divergence> {
        let Self { progress, recorder, .. } = self;
        let mut difference = Ok(());
        let came = caught(|| {
            recorder.run_until(|| {
                difference = progress.compare(end, at);
                difference.is_err()
            })
        });
        difference?;
        progress.compare(end, at)?;
        progress.has_all(end, &came, at)
    }

    /// Goes through a part of a run, which the game's own recording has as steps.
    fn run_by_steps(&mut self, before: u64, end: usize) -> Result<(), Divergence> {
        loop {
            let progress = &mut self.progress;
            let next = progress.recorded[progress.done..end].iter().find(|line| line.is_step);
            if progress.done == end || next.is_some_and(|next| next.step >= before) {
                return Ok(());
            }
            let at = progress.recorded[progress.done];
            let mut rests = true;
            let came = caught(|| {
                let step = self.recorder.step()?;
                rests = !matches!(step, Step::Ended(_));
                Ok(())
            });
            progress.compare(end, &at)?;
            if rests {
                return progress.has_all(end, &came, &at);
            }
        }
    }

    /// Does again what the host did.
    fn act(&mut self, input: &RecordedLine<'r>, line: Line<'r>, end: usize) -> Result<(), Divergence> {
        let Self { progress, recorder, .. } = self;
        let mut problem = None;
        let came = caught(|| {
            problem = do_again(recorder, line).err();
            Ok(())
        });
        if let Some(Problem { kind, words }) = problem {
            return Err(progress.divergence(kind, input, in_words(&input.line), words));
        }
        progress.compare(end, input)?;
        progress.has_all(end, &came, input)
    }
}

impl<'r> Progress<'r> {
    fn next(&self) -> Option<RecordedLine<'r>> {
        self.recorded.get(self.done).copied()
    }

    fn is_at_end(&self) -> bool {
        self.done == self.recorded.len()
    }

    /// Behind the last of the lines that say what came of the next input, or of the one before.
    fn end_of_outcomes(&mut self) -> usize {
        // Whoever walks through a long run comes by at each step of it.
        if self.end <= self.done {
            let behind = self.recorded.get(self.done + 1..).unwrap_or_default();
            self.end = self.done + 1 + behind.iter().take_while(|line| line.line.is_outcome()).count();
        }
        self.end
    }

    /// Compares what has happened since the last time, which may be as much as is recorded up to `end`.
    fn compare(&mut self, end: usize, at: &RecordedLine<'r>) -> Result<(), Divergence> {
        let mut found = None;
        let mut is_of_last_step = false;
        {
            let tape = self.tape.clone();
            let state = tape.lock();
            for happened in state.lines_from(self.compared) {
                if !happened.is_outcome() {
                    continue;
                }
                if let Line::World(digest) = happened {
                    let recorded = self.recorded.get(self.done).filter(|_| self.done < end);
                    if self.worlds.pass(digest, recorded.map(|line| &line.line)) {
                        continue;
                    }
                } else {
                    self.catch_up(end);
                }
                let recorded = self.recorded.get(self.done).filter(|_| self.done < end);
                let is_panic = matches!(happened, Line::Over { end: End::Panicked, .. });
                if recorded.is_none() && (self.is_open || (is_panic && self.is_at_end())) {
                    // Nothing is known of what came then: a panic hook writes before the panic has got anywhere.
                    break;
                }
                match difference(recorded.map(|line| &line.line), Some(&happened), self.is_same_phase) {
                    None => {
                        let recorded = recorded.copied();
                        self.worlds.agree(&happened);
                        self.done += 1;
                        if let Some((expected, own)) = self.contents_differ(&happened) {
                            let words = |contents: &str| format!("{}: {contents}", in_words(&happened));
                            found = Some((
                                DivergenceKind::Contents,
                                recorded,
                                Some(words(&expected)),
                                words(&own),
                            ));
                            self.done -= 1;
                            break;
                        }
                    }
                    Some(DivergenceKind::World) => {
                        let words = |line| self.worlds.in_words(line, &self.recorded[..self.done]);
                        let sides = (words(recorded.map(|line| &line.line)), words(Some(&happened)));
                        found = Some((DivergenceKind::World, recorded.copied(), Some(sides.0), sides.1));
                        break;
                    }
                    Some(kind) => {
                        is_of_last_step = ends_a_step(&happened);
                        found = Some((kind, recorded.copied(), None, in_words(&happened)));
                        break;
                    }
                }
            }
            self.compared = state.log.position();
        }
        let Some((kind, recorded, words, happened)) = found else { return Ok(()) };
        let words = words.unwrap_or_else(|| match &recorded {
            Some(line) => in_words(&line.line),
            None => nothing_more(&self.recorded[..self.done]),
        });
        // What comes on top belongs to the step before.
        let last = self.recorded[..self.done].last().filter(|last| last.step > at.step);
        let difference = self.divergence(kind, &recorded.unwrap_or(*last.unwrap_or(at)), words, happened);
        Err(if is_of_last_step { self.shown_in_last_step(difference) } else { difference })
    }

    /// Passes over the first digest of the recording, if the world has been so since before.
    fn catch_up(&mut self, end: usize) {
        let recorded = self.recorded.get(self.done).filter(|_| self.done < end).map(|line| line.line);
        if let Some(line) = recorded.filter(|line| self.worlds.were_so_before(Some(line))) {
            self.worlds.agree(&line);
            self.done += 1;
        }
    }

    /// What the phase of a start holds in each of the two runs, if that is not the same.
    fn contents_differ(&mut self, happened: &Line<'_>) -> Option<(String, String)> {
        let (expected, own) = self.contents.as_ref()?;
        if !matches!(happened, Line::Start { .. }) {
            return None;
        }
        self.starts += 1;
        expected.differ(own, self.starts - 1)
    }

    /// Says what is missing of what had to come of an input.
    fn has_all(&mut self, end: usize, came: &Came, at: &RecordedLine<'r>) -> Result<(), Divergence> {
        self.catch_up(end);
        if self.is_open && self.done == end {
            return Ok(());
        }
        if let Came::Panicked(message) = came {
            let is_panic =
                |line: Option<Line<'_>>| matches!(line, Some(Line::Over { end: End::Panicked, .. }));
            let is_recorded = is_panic(self.recorded[..self.done].last().map(|line| line.line));
            let is_written = is_panic(self.tape.lock().log.lines().last());
            if !(is_recorded || is_written && self.is_at_end()) {
                let at = self.recorded[..end].get(self.done).unwrap_or(at);
                let words = format!("a panic: {message}");
                let difference = self.divergence(DivergenceKind::Failure, at, in_words(&at.line), words);
                return Err(self.shown_in_last_step(difference));
            }
        }
        let Some(missing) = self.recorded[..end].get(self.done).copied() else { return Ok(()) };
        let kind =
            difference(Some(&missing.line), None, self.is_same_phase).unwrap_or(DivergenceKind::EndedEarly);
        if kind == DivergenceKind::World {
            let words = |line| self.worlds.in_words(line, &self.recorded[..self.done]);
            let (recorded, happened) = (words(Some(&missing.line)), words(None));
            return Err(self.divergence(kind, &missing, recorded, happened));
        }
        let last = self
            .tape
            .lock()
            .log
            .lines()
            .filter(|line| !matches!(line, Line::Comment { .. }))
            .last()
            .map(|line| in_words(&line));
        let words = last.map_or_else(|| "nothing".to_owned(), |last| format!("nothing more after: {last}"));
        Err(self.divergence(kind, &missing, in_words(&missing.line), words))
    }

    /// Has a difference recommend the step before, if that is of the same call, and what it does is not the same.
    fn shown_in_last_step(&self, difference: Divergence) -> Divergence {
        match self.recorded[..self.done].last().filter(|last| last.line.is_outcome()) {
            Some(last) => difference.shown_in(last.step),
            None => difference,
        }
    }

    fn divergence(
        &self,
        kind: DivergenceKind,
        at: &RecordedLine<'r>,
        recorded: String,
        happened: String,
    ) -> Divergence {
        let done = &self.recorded[..self.done];
        let before = done.iter().filter(|line| line.is_step && line.step < at.step);
        let mut before: Vec<_> =
            before.rev().take(SHOWN).map(|line| (line.step, in_words(&line.line))).collect();
        before.reverse();
        let with_at = self.recorded[..(self.done + 1).min(self.recorded.len())].iter().map(|line| line.line);
        let recording = self.tape.recording();
        let last =
            recording.lines().map(|line| line.line).filter(|line| matches!(line, Line::Start { .. })).last();
        Divergence::new(Facts {
            kind,
            step: at.step,
            shown_in: at.step,
            line: at.number,
            recorded: Side { words: recorded, causes: causes(with_at) },
            happened: Side { words: happened, causes: causes(recording.lines().map(|line| line.line)) },
            before,
            is_between_runs: false,
            lacks_queued: is_queued(at.line)
                && (kind == DivergenceKind::EndedEarly || !last.is_some_and(is_queued)),
        })
    }
}

/// Whether a phase starts that was queued before it was recorded.
fn is_queued(line: Line<'_>) -> bool {
    matches!(line, Line::Start { how: QueuedHow::Present, .. })
}

fn nothing_more(done: &[RecordedLine<'_>]) -> String {
    match done.last().map(|line| line.line) {
        Some(Line::Rest(Rest::Idle)) | None => "nothing more".to_owned(),
        Some(line) => format!("nothing more after: {}", in_words(&line)),
    }
}

/// Whether a name of a recording is that of a phase, or was once.
fn is_same_phase<W: 'static>(recorded: &str, happened: &str) -> bool {
    let was_once =
        || registry().of::<W>().get(happened).is_some_and(|entry| entry.aliases().contains(&recorded));
    recorded == happened || was_once()
}
