//! The first difference between a recording and a game.

use std::error::Error;
use std::fmt;

use phase_core::QueuedHow;

use super::line::{End, Line, Rest};
use super::text::{HOWS, word};

/// The first difference between a [`Recording`](crate::Recording) and a game that it was played in: where, of which kind, and both
/// sides in words.
///
/// Needs the [feature](crate#features) `record`.
///
/// `Display` tells all of it, in several lines: what the recording says and what the game did, with the phases that queued it; the
/// last steps that both share; and the call that leads to the place. An answer that is [secret](phase_core::Asks::secret) is never
/// shown; another one may be quoted where it is refused or can't be read, by the words that say why.
///
/// # Examples
///
/// ```
#[doc = include_str!("table.txt")]
/// use phase_tools::Recorder;
/// use phase_tools::record::DivergenceKind;
///
/// let mut recorder = Recorder::new(PhaseManager::new(), Table::default());
/// recorder.push(GuessPhase { most: 10 })?;
/// recorder.run()?;
/// recorder.answer::<GuessPhase>(Seat::Player(0), 7)?;
///
/// // The same game, if one may guess no higher than 5.
/// let text = recorder.recording().to_string().replace("10", "5");
/// let recording: phase_tools::Recording = text.parse()?;
/// let error = recording.replay(PhaseManager::new(), Table::default()).unwrap_err();
/// assert_eq!((error.kind(), error.step(), error.line()), (DivergenceKind::Refused, 3, 6));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Divergence(Box<Facts>);

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Facts {
    pub(super) kind: DivergenceKind,
    pub(super) step: u64,
    /// The step in which it shows, which may be the one before: a phase that waits instead of letting the next one start.
    pub(super) shown_in: u64,
    pub(super) line: usize,
    pub(super) recorded: Side,
    pub(super) happened: Side,
    /// The last steps in common, with their numbers.
    pub(super) before: Vec<(u64, String)>,
    pub(super) is_between_runs: bool,
    /// Whether phases are missing that were queued before the game was recorded.
    pub(super) lacks_queued: bool,
}

/// What one of the two says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Side {
    pub(super) words: String,
    /// The phase that queued it, the one that queued that, and so on, over each verb.
    pub(super) causes: Vec<String>,
}

/// Of which kind a [`Divergence`] is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum DivergenceKind {
    /// Another phase starts, waits, or ends.
    Phase,
    /// The phase was queued by another verb.
    Verb,
    /// The phase comes from another level.
    Level,
    /// Another phase has queued it.
    Cause,
    /// The game waits where the recording goes on, the other way round, or it waits in another way. So it also is where a ticket was
    /// ended in one of the two and not in the other.
    Wait,
    /// Something is asked where nothing was, the other way round, or it is another question.
    Question,
    /// Others are asked, or were answered for, or it is not for this seat to answer.
    Seat,
    /// The answer is refused, or can't be read.
    Refused,
    /// The game comes to rest, and the recording goes on.
    EndedEarly,
    /// The game goes on, and the recording comes to rest.
    WentOn,
    /// A phase, or what the host did, has left the world in another state, or the game begins with another one.
    World,
    /// A phase fails, panics or is given up in one of the two, and not in the other.
    Failure,
    /// A phase came by an inbox in one of the two, and not in the other.
    Delivery,
    /// What the host queued can't be built any more.
    Data,
    /// The digests of the world were to be compared, and the recording holds none.
    NoDigests,
    /// The same phase starts, and holds something else. That is compared between two runs of the same game alone, as in
    /// [`hidden_chance`](crate::Recording::hidden_chance).
    Contents,
}

impl fmt::Display for DivergenceKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Phase => "another phase",
            Self::Verb => "another verb",
            Self::Level => "another level",
            Self::Cause => "another cause",
            Self::Wait => "another wait",
            Self::Question => "another question",
            Self::Seat => "another seat",
            Self::Refused => "a refused answer",
            Self::EndedEarly => "the game ends too early",
            Self::WentOn => "the game goes on too long",
            Self::World => "another world",
            Self::Failure => "another end of a phase",
            Self::Delivery => "another delivery of an inbox",
            Self::Data => "a phase that can't be built",
            Self::NoDigests => "a recording without digests",
            Self::Contents => "the same phase with other contents",
        })
    }
}

impl Divergence {
    pub(super) fn new(facts: Facts) -> Self {
        Self(Box::new(facts))
    }

    /// There is nothing to compare worlds with.
    pub(super) fn no_digests() -> Self {
        let side = |words: &str| Side { words: words.to_owned(), causes: Vec::new() };
        Self::new(Facts {
            kind: DivergenceKind::NoDigests,
            step: 0,
            shown_in: 0,
            line: 1,
            recorded: side("no digest of the world"),
            happened: side("nothing: it was not played"),
            before: Vec::new(),
            is_between_runs: false,
            lacks_queued: false,
        })
    }

    /// The same, between two runs of the same game.
    pub(super) fn between_runs(mut self) -> Self {
        self.0.is_between_runs = true;
        self
    }

    /// The same, which shows in that step already.
    pub(super) fn shown_in(mut self, step: u64) -> Self {
        self.0.shown_in = self.0.step.min(step);
        self
    }

    /// Of which kind it is.
    #[must_use]
    pub fn kind(&self) -> DivergenceKind {
        self.0.kind
    }

    /// The number of the step at which it is, from 1; 0 if it is before the first.
    ///
    /// A phase that does otherwise than let that step come, as one that waits, does so in the step before: `Display` then recommends
    /// to resume at that one.
    #[must_use]
    pub fn step(&self) -> u64 {
        self.0.step
    }

    /// The number of the line at which it is, in the text of the recording.
    #[must_use]
    pub fn line(&self) -> usize {
        self.0.line
    }

    /// What the recording says, in words.
    #[must_use]
    pub fn recorded(&self) -> &str {
        &self.0.recorded.words
    }

    /// What the game did, in words.
    #[must_use]
    pub fn happened(&self) -> &str {
        &self.0.happened.words
    }

    /// Whether it is between two runs of the same game, as [`hidden_chance`](crate::Recording::hidden_chance) finds it, and not
    /// between the recording and a game.
    #[must_use]
    pub fn is_hidden_chance(&self) -> bool {
        self.0.is_between_runs
    }
}

impl Error for Divergence {}

impl fmt::Display for Divergence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Facts { kind, step, shown_in, line, recorded, happened, before, is_between_runs, lacks_queued } =
            &*self.0;
        if *kind == DivergenceKind::NoDigests {
            return f.write_str(
                "the recording holds no digest of the world, so there is nothing to compare; play it with `replay`, or record \
                 with `Recorder::digests`",
            );
        }
        if *is_between_runs {
            writeln!(
                f,
                "two runs of the same game differ at step {step}, so something is left to hidden chance: {kind}"
            )?;
        } else {
            writeln!(f, "the game differs from its recording at step {step}, line {line}: {kind}")?;
        }
        let sides = if *is_between_runs { ["one run:", "another:"] } else { ["recorded:", "happened:"] };
        for (name, side) in sides.iter().zip([recorded, happened]) {
            writeln!(f, "  {name:9} {}", side.words)?;
            if !side.causes.is_empty() {
                writeln!(f, "  {:9} queued by {}", "", side.causes.join(", "))?;
            }
        }
        if *lacks_queued {
            writeln!(
                f,
                "the game was recorded with phases queued already, which are not in the recording: bring them along in the \
                 manager that it is played in"
            )?;
        }
        match &before[..] {
            [] => writeln!(f, "there is no step before it")?,
            before => {
                writeln!(f, "the steps before it, which are the same:")?;
                let width = before.last().map_or(1, |(step, _)| step.to_string().len());
                for (step, words) in before {
                    writeln!(f, "  {step:width$}. {words}")?;
                }
            }
        }
        let place = if shown_in == step { "it" } else { "the step in which it shows" };
        write!(f, "to stand right before {place}: recording.resume_at({shown_in}, phases, world)")
    }
}

/// What a line says, as a part of a sentence.
pub(super) fn in_words(line: &Line<'_>) -> String {
    match *line {
        Line::Comment { text, .. } => text.trim().to_owned(),
        Line::Run { times: 1 } => "the host runs the game".to_owned(),
        Line::Run { times } => format!("the host runs the game {times} times, and it waits"),
        Line::Step { times: 1 } => "the host has the game do a step".to_owned(),
        Line::Step { times } => format!("the host has the game do {times} steps, and it waits"),
        Line::Answer { seat, .. } => format!("{seat} answers"),
        Line::TimeOut => "time is out".to_owned(),
        Line::Queue { how, name, .. } => format!("`{name}` is {} by the host", queued(how)),
        Line::Cancel => "the host cancels the phase that waits".to_owned(),
        Line::CancelTree => "the host cancels the phase that waits and what that has queued".to_owned(),
        Line::CancelParked { index } => format!("the host cancels parked phase {index}"),
        Line::CancelAll => "the host cancels everything".to_owned(),
        Line::Clear => "the host clears the tree".to_owned(),
        Line::Finish => "the host ends the game".to_owned(),
        Line::Recover => "the game does what a panic has kept it from".to_owned(),
        Line::Start { name, how, level, .. } => match how {
            QueuedHow::Present => format!("`{name}` starts on level {level}, queued before it was recorded"),
            QueuedHow::WhenEmpty => format!("`{name}` starts on level {level}, as nothing was left to run"),
            QueuedHow::Interrupt => format!("`{name}` starts on level {level}, as an interrupt"),
            QueuedHow::Replace => format!("`{name}` starts on level {level}, in another's place"),
            how => format!("`{name}` starts, {} to level {level}", word(&HOWS, &how)),
        },
        Line::Over { end, name } => {
            let name = name.map_or_else(|| "the phase at work".to_owned(), |name| format!("`{name}`"));
            let end = match end {
                End::Ended => "ends",
                End::Failed => "fails",
                End::Panicked => "panics",
                End::Abandoned => "is abandoned",
                End::Cancelled => "is cancelled",
            };
            format!("{name} {end}")
        }
        Line::Fallback { seat } => format!("{seat} is answered for"),
        Line::Delivered { how, name } => format!("`{name}` comes by an inbox, {}", queued(how)),
        Line::Rest(rest) => rest_in_words(rest),
        Line::World(digest) => format!("the world is one of digest {digest:016x}"),
    }
}

fn rest_in_words(rest: Rest<'_>) -> String {
    match rest {
        Rest::Waiting(name) => format!("`{name}` waits"),
        Rest::Suspended(name) => format!("`{name}` waits for its ticket"),
        Rest::Asking { name, number, seats } => format!("`{name}` asks question {number} of {seats}"),
        Rest::Idle => "nothing is left to do".to_owned(),
        Rest::Halted => "the game halts".to_owned(),
        Rest::StartLimit => "the game comes to its start limit".to_owned(),
        Rest::ChainLimit => "the game comes to its chain limit".to_owned(),
    }
}

fn queued(how: QueuedHow) -> &'static str {
    if how == QueuedHow::Interrupt { "sent as an interrupt" } else { word(&HOWS, &how) }
}
