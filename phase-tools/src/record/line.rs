//! What a line of a recording says.

use std::fmt;

use phase_core::{QueuedHow, Seat};

/// What one line of a [`Recording`](crate::Recording) says: what the host did, or what came of it.
///
/// Data, which is what was answered and what the host queued, is JSON. It is there even where the answer is
/// [secret](phase_core::Asks::secret), so show it to nobody who may not see it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Line<'a> {
    /// What somebody has written for people to read, without the `#`.
    Comment {
        /// The words.
        text: &'a str,
        /// Whether it stands behind the line before.
        is_behind: bool,
    },
    /// The host ran the game; more than once if nothing came of it but waiting.
    Run {
        /// How often.
        times: u64,
    },
    /// The host ran the game by one step; likewise.
    Step {
        /// How often.
        times: u64,
    },
    /// The host gave the answer of a seat.
    Answer {
        /// Whose answer.
        seat: Seat,
        /// The answer.
        data: &'a str,
    },
    /// The host said that time is out.
    TimeOut,
    /// The host queued a phase.
    Queue {
        /// By which verb: `Push`, `Unshift`, `Defer` or `Interrupt`.
        how: QueuedHow,
        /// The name of the phase.
        name: &'a str,
        /// The phase.
        data: &'a str,
    },
    /// The host cancelled the phase that waits.
    Cancel,
    /// The host cancelled the phase that waits and all that it had queued.
    CancelTree,
    /// The host cancelled a parked phase.
    CancelParked {
        /// Which of them, from 0; the innermost is the last.
        index: usize,
    },
    /// The host cancelled everything.
    CancelAll,
    /// The host cleared the tree.
    Clear,
    /// The host said that the game is over.
    Finish,
    /// A call of the host that came to nothing itself, an answer that was refused or a `time_out` for nobody, had the game do
    /// what a panic had kept an earlier call from: give up the phase that had panicked, and those that it had cleared away.
    Recover,
    /// A phase started.
    Start {
        /// Its name.
        name: &'a str,
        /// By which verb it was queued.
        how: QueuedHow,
        /// The level that it came from.
        level: usize,
        /// How many starts ago the phase started that queued it; 0 if no phase did.
        back: u64,
    },
    /// A phase came to its end: one that had waited, or one that did not end well.
    Over {
        /// To which end.
        end: End,
        /// Its name; nothing if it is the one that has just started, or that is at work.
        name: Option<&'a str>,
    },
    /// A seat was answered for, since time was out.
    Fallback {
        /// The seat.
        seat: Seat,
    },
    /// A phase came by an [inbox](phase_core::Inbox).
    Delivered {
        /// By which verb.
        how: QueuedHow,
        /// The name of the phase.
        name: &'a str,
    },
    /// The game came to rest.
    Rest(Rest<'a>),
    /// The digest of the world as it is now.
    World(u64),
}

/// How a phase came to its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum End {
    /// It ended.
    Ended,
    /// It failed.
    Failed,
    /// It panicked.
    Panicked,
    /// Its ticket was dropped.
    Abandoned,
    /// It was given up.
    Cancelled,
}

/// How a game came to rest.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Rest<'a> {
    /// The phase of this name waits to be updated.
    Waiting(&'a str),
    /// The phase of this name waits for its ticket.
    Suspended(&'a str),
    /// A phase asks.
    Asking {
        /// Its name.
        name: &'a str,
        /// The number of the question.
        number: u64,
        /// Who has still to answer.
        seats: Seats<'a>,
    },
    /// Nothing is left to do.
    Idle,
    /// A phase asked for a halt.
    Halted,
    /// More phases were about to start than the game's start limit allows.
    StartLimit,
    /// A phase was about to start that was set off through more phases than the game's chain limit allows.
    ChainLimit,
}

/// Who is asked.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Seats<'a>(pub(super) &'a [u8]);

impl Seats<'_> {
    /// The seats.
    pub fn iter(&self) -> impl Iterator<Item = Seat> + '_ {
        let mut rest = self.0;
        std::iter::from_fn(move || super::log::read_seat(&mut rest))
    }
}

impl fmt::Debug for Seats<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

/// `player 0, player 1`.
impl fmt::Display for Seats<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() {
            return f.write_str("nobody");
        }
        let mut between = "";
        for seat in self.iter() {
            write!(f, "{between}{seat}")?;
            between = ", ";
        }
        Ok(())
    }
}

impl Line<'_> {
    /// Whether it says what the host did.
    #[must_use]
    pub fn is_input(&self) -> bool {
        !matches!(self, Self::Comment { .. }) && !self.is_outcome()
    }

    /// Whether it says what came of what the host did.
    #[must_use]
    pub fn is_outcome(&self) -> bool {
        matches!(
            self,
            Self::Start { .. }
                | Self::Over { .. }
                | Self::Fallback { .. }
                | Self::Delivered { .. }
                | Self::Rest(_)
                | Self::World(_)
        )
    }

    /// Whether the host ran the game, by a whole run or by steps.
    pub(super) fn is_run(&self) -> bool {
        matches!(self, Self::Run { .. } | Self::Step { .. })
    }

    /// Whether a run can't go on behind it.
    pub(super) fn ends_run(&self) -> bool {
        match self {
            Self::Rest(_) => true,
            Self::Over { end, .. } => matches!(end, End::Failed | End::Panicked | End::Abandoned),
            _ => false,
        }
    }
}
