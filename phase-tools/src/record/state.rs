//! What is written, and what has to be known for that.

use phase_core::Seat;

use super::line::{End, Line, Rest};
use super::log::{Log, LogLines, Position};
use super::recording::Head;

/// What the host has begun, as long as nothing has come of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Input {
    Run,
    Step,
    Answer {
        seat: Seat,
        data: String,
    },
    TimeOut,
    /// What a panic has left to do is to be done.
    Recover,
}

/// How a call of the host came back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum CameTo<'a> {
    /// A phase is over, and another one may start.
    Over,
    Rest(Rest<'a>),
}

#[derive(Debug, Default)]
pub(super) struct State {
    pub(super) log: Log,
    pub(super) head: Vec<Head>,
    open: Option<Input>,
    is_running: bool,
    /// How the game rests, as it was written last; empty if something has happened since.
    rested: String,
    question: Numbering,
    /// The number that the game's first question had when it was asked first. An undo leaves it.
    first_question: Option<u64>,
    world: Option<u64>,
}

/// Numbers of questions as the recording has them: those of the game, as if nothing had been undone.
#[derive(Debug, Clone, Copy, Default)]
struct Numbering {
    in_game: u64,
    recorded: u64,
}

/// A moment of a tape to go back to.
#[derive(Debug, Clone)]
pub(super) struct Mark {
    starts: u64,
    position: Position,
    rested: String,
    question: Numbering,
    world: Option<u64>,
}

impl Mark {
    /// The number of starts at that moment.
    pub(super) fn starts(&self) -> u64 {
        self.starts
    }
}

impl State {
    pub(super) fn new(head: Vec<Head>, log: Log) -> Self {
        Self { log, head, ..Self::default() }
    }

    /// The host begins something of which a line is written as soon as something comes of it.
    pub(super) fn begin(&mut self, input: Input) {
        self.is_running = matches!(input, Input::Run | Input::Step);
        self.open = Some(input);
    }

    /// The host does something.
    pub(super) fn act(&mut self, line: &Line<'_>) {
        self.log.push(line);
    }

    /// Writes what the host has begun, if that has not been done.
    pub(super) fn commit(&mut self) {
        match self.open.take() {
            None => {}
            Some(Input::Run) => self.log.push(&Line::Run { times: 1 }),
            Some(Input::Step) => self.log.push(&Line::Step { times: 1 }),
            Some(Input::Answer { seat, data }) => self.log.push(&Line::Answer { seat, data: &data }),
            Some(Input::TimeOut) => self.log.push(&Line::TimeOut),
            Some(Input::Recover) => self.log.push(&Line::Recover),
        }
    }

    /// A phase that has panicked is given up.
    pub(super) fn gives_up_panicked(&mut self) {
        // Any other call of the host has a line by itself, before this or by what comes of it.
        if self.open == Some(Input::Recover) {
            self.commit();
        }
    }

    /// Writes what has come of it.
    pub(super) fn outcome(&mut self, line: &Line<'_>) {
        self.commit();
        self.rested.clear();
        self.log.push(line);
    }

    /// Whether nothing has been written yet of what the host has begun.
    pub(super) fn is_open(&self) -> bool {
        self.open.is_some()
    }

    /// The host's call is over, of which nothing is to be written if nothing has come of it.
    pub(super) fn refused(&mut self) {
        self.open = None;
        self.is_running = false;
    }

    /// The host's call is over.
    pub(super) fn settle(&mut self, came_to: CameTo<'_>) {
        self.is_running = false;
        let CameTo::Rest(rest) = came_to else {
            if self.open.is_some() {
                // Something must have come of it, if only that a ticket was cancelled.
                self.commit();
            }
            self.rested.clear();
            return;
        };
        let rested = Line::Rest(rest).to_string();
        if self.rested == rested {
            match self.open.take() {
                Some(Input::Run) => self.log.quiet(false),
                Some(Input::Step) => self.log.quiet(true),
                other => {
                    self.open = other;
                    self.commit();
                }
            }
            return;
        }
        self.outcome(&Line::Rest(rest));
        self.rested = rested;
    }

    /// The host's call has panicked. Says whether that has changed anything.
    pub(super) fn panicked(&mut self) -> bool {
        self.is_running = false;
        // An answer that was not taken has changed nothing.
        if let Some(Input::Answer { .. } | Input::TimeOut) = self.open {
            self.open = None;
            return false;
        }
        self.outcome(&Line::Over { end: End::Panicked, name: None });
        true
    }

    /// The number that the recording has for a question.
    pub(super) fn number_of(&mut self, question: u64) -> u64 {
        let Numbering { in_game, recorded } = &mut self.question;
        if *in_game != question {
            *recorded = match *in_game {
                0 => *self.first_question.get_or_insert(question),
                _ => recorded.saturating_add(1),
            };
            *in_game = question;
        }
        *recorded
    }

    pub(super) fn digest(&mut self, digest: u64) {
        if self.world != Some(digest) {
            self.world = Some(digest);
            let rested = std::mem::take(&mut self.rested);
            self.outcome(&Line::World(digest));
            self.rested = rested;
        }
    }

    /// Writes the digest of the world at the start, if the host has done nothing yet.
    pub(super) fn starts_in(&mut self, digest: u64) {
        if self.log.lines().all(|line| matches!(line, Line::Comment { .. })) {
            self.digest(digest);
        }
    }

    pub(super) fn mark(&self, starts: u64) -> Mark {
        Mark {
            starts,
            position: self.log.position(),
            rested: self.rested.clone(),
            question: self.question,
            world: self.world,
        }
    }

    /// Takes out what has been written since, and gives it.
    pub(super) fn go_back(&mut self, mark: &Mark) -> Vec<u8> {
        let lines = self.log.go_back(mark.position);
        self.stand_at(mark);
        lines
    }

    /// Puts back what was taken out.
    pub(super) fn go_forward(&mut self, lines: &[u8], mark: &Mark) {
        self.log.go_forward(lines, mark.position);
        self.stand_at(mark);
    }

    fn stand_at(&mut self, mark: &Mark) {
        self.rested.clone_from(&mark.rested);
        (self.question, self.world) = (mark.question, mark.world);
    }

    /// A phase is about to start.
    pub(super) fn starts(&mut self) {
        self.commit();
        self.rested.clear();
    }

    /// Whether a start has to tell so before it is written.
    pub(super) fn awaits_start(&self) -> bool {
        self.open.is_some() || !self.rested.is_empty()
    }

    /// Whether the host runs the game at this moment.
    pub(super) fn is_running(&self) -> bool {
        self.is_running
    }

    /// The lines from a position on, without the runs at the end of which nothing has come.
    pub(super) fn lines_from(&self, from: Position) -> LogLines<'_> {
        self.log.lines_from(from)
    }
}
