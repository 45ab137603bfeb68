//! Why an answer was not taken.

use alloc::string::String;
use core::error::Error;
use core::fmt;

use crate::kernel::RunError;
use crate::kernel::{BoxError, Seat};

/// Why an answer was not taken; nothing has changed, and the answer is in the error. Or how a run failed that took one.
///
/// Why an answer was refused is the [`source`](Error::source), as what a phase failed with is that of a [`RunError`]. A
/// secret answer is shown neither by `Display` nor by `Debug`, and no answer is whose phase does not ask.
///
/// # Examples
///
/// ```
#[doc = include_str!("../scaffold/table.txt")]
/// # let mut table = Table::default();
/// # let mut phases = PhaseManager::new();
/// phases.push(ShowPhase);
/// phases.run(&mut table)?;
///
/// let seat = Seat::Player(7);
/// let error = phases.answer::<ShowPhase>(&mut table, seat, Hand::Rock).unwrap_err();
/// assert_eq!(error.to_string(), "player 7 is not asked, or has answered already");
/// assert_eq!(error.into_answer(), Some(Hand::Rock));
/// # Ok::<(), RunError>(())
/// ```
///
/// The game around it: [a table](crate::guide::games#a-table).
///
/// A number is of the type that its literal says, and an [`AnyAnswer`](crate::AnyAnswer) of no other:
///
/// ```
/// # use phase_core::prelude::*;
/// # #[phase(asks)]
/// # #[derive(Debug)]
/// # struct BidPhase;
/// # impl Asks for BidPhase {
/// #     type Answer = u32;
/// #     fn answer(&mut self, _: Seat, _: u32, guard: EndGuard<'_, Self>) -> Flow<Self> { guard.end() }
/// # }
/// # let mut phases = PhaseManager::new();
/// phases.push(BidPhase); // its `Answer` is `u32`
/// phases.run(&mut ())?;
///
/// let error = phases.answer_any(&mut (), Seat::Player(0), AnyAnswer::new(70)).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "`BidPhase` asks for an answer of type `u32`, and this is one of type `i32`"
/// );
/// assert!(phases.answer_any(&mut (), Seat::Player(0), AnyAnswer::new(70_u32)).is_ok());
/// # Ok::<(), RunError>(())
/// ```
#[non_exhaustive]
pub enum AnswerError<A> {
    /// Nothing asks, or another phase does, or for an answer of another type.
    #[non_exhaustive]
    NotAsked {
        /// The name of the phase that asks, if one does.
        asking: Option<&'static str>,
        /// The answer, back.
        answer: A,
        /// The names of the type that answers to the question have and of the type that this one has, where that is what is
        /// wrong and an [`AnyAnswer`](crate::AnyAnswer) was given: as [`type_name`](core::any::type_name) gives them.
        types: Option<(&'static str, &'static str)>,
    },
    /// It is not for this seat to answer, or not any more.
    #[non_exhaustive]
    NotThisSeat {
        /// The seat that answered.
        seat: Seat,
        /// The answer, back.
        answer: A,
        /// Whether the answer is not to be shown.
        is_secret: bool,
    },
    /// It is none of the options, or its phase has found something wrong with it.
    #[non_exhaustive]
    Refused {
        /// The name of the phase that asks.
        phase: &'static str,
        /// The seat that answered.
        seat: Seat,
        /// The answer, back.
        answer: A,
        /// Why it was refused.
        source: BoxError,
        /// Whether the answer is not to be shown.
        is_secret: bool,
    },
    /// It was given to another question than the one that stands.
    #[non_exhaustive]
    Late {
        /// The number of the question that was answered.
        number: u64,
        /// The number of the question that stands, if one does.
        asking: Option<u64>,
        /// The answer, back.
        answer: A,
    },
    /// The data is no answer to this question.
    #[non_exhaustive]
    Unreadable {
        /// The name of the phase that asks.
        phase: &'static str,
        /// What is wrong, in the words of the format; not told if the seat's answers are secret.
        message: String,
    },
    /// A host that keeps what is answered, as a recorder does, can't write this one; the manager itself never says so.
    #[non_exhaustive]
    Unwritable {
        /// The name of the phase that asks.
        phase: &'static str,
        /// The answer, back.
        answer: A,
        /// What is wrong, and what to do.
        message: String,
    },
    /// The answer was taken, and the phase then failed or was abandoned.
    Run(RunError),
}

impl<A> AnswerError<A> {
    /// The error of a host that keeps what is answered and can't write this answer.
    ///
    /// # Examples
    ///
    /// ```
    /// use phase_core::AnswerError;
    ///
    /// let error = AnswerError::unwritable("BidPhase", 70, "there is no room left");
    /// assert_eq!(error.to_string(), "the answer to `BidPhase` can't be kept: there is no room left");
    /// ```
    pub fn unwritable(phase: &'static str, answer: A, message: impl Into<String>) -> Self {
        Self::Unwritable { phase, answer, message: message.into() }
    }

    /// The answer, back; none if it was taken or could not be read.
    #[must_use]
    pub fn into_answer(self) -> Option<A> {
        match self {
            Self::NotAsked { answer, .. }
            | Self::NotThisSeat { answer, .. }
            | Self::Refused { answer, .. }
            | Self::Late { answer, .. }
            | Self::Unwritable { answer, .. } => Some(answer),
            Self::Unreadable { .. } | Self::Run(_) => None,
        }
    }

    /// The same error with another answer in it.
    #[cfg(feature = "serde")]
    pub(super) fn map<B>(self, map: impl FnOnce(A) -> B) -> AnswerError<B> {
        match self {
            Self::NotAsked { asking, answer, types } => {
                AnswerError::NotAsked { asking, answer: map(answer), types }
            }
            Self::NotThisSeat { seat, answer, is_secret } => {
                AnswerError::NotThisSeat { seat, answer: map(answer), is_secret }
            }
            Self::Refused { phase, seat, answer, source, is_secret } => {
                AnswerError::Refused { phase, seat, answer: map(answer), source, is_secret }
            }
            Self::Late { number, asking, answer } => {
                AnswerError::Late { number, asking, answer: map(answer) }
            }
            Self::Unreadable { phase, message } => AnswerError::Unreadable { phase, message },
            Self::Unwritable { phase, answer, message } => {
                AnswerError::Unwritable { phase, answer: map(answer), message }
            }
            Self::Run(error) => AnswerError::Run(error),
        }
    }
}

impl<A> From<RunError> for AnswerError<A> {
    fn from(error: RunError) -> Self {
        Self::Run(error)
    }
}

impl<A: fmt::Debug> fmt::Display for AnswerError<A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotAsked { asking: None, .. } => f.write_str("nothing asks"),
            Self::NotAsked { asking: Some(phase), types: Some((asked, given)), .. } => {
                write!(f, "`{phase}` asks for an answer of type `{asked}`, and this is one of type `{given}`")
            }
            Self::NotAsked { asking: Some(phase), .. } => {
                write!(f, "`{phase}` asks, and this is no answer to it")
            }
            Self::NotThisSeat { seat, .. } => write!(f, "{seat} is not asked, or has answered already"),
            // Of `()`, which stands for data that has been read and dropped, there is nothing to show.
            Self::Refused { phase, seat, answer, is_secret: false, .. } if size_of::<A>() != 0 => {
                write!(f, "`{phase}` refuses {answer:?} of {seat}")
            }
            Self::Refused { phase, seat, .. } => write!(f, "`{phase}` refuses the answer of {seat}"),
            Self::Late { number, asking: Some(asking), .. } => {
                write!(f, "this is an answer to question {number}, and question {asking} stands")
            }
            Self::Late { number, asking: None, .. } => {
                write!(f, "this is an answer to question {number}, and nothing asks")
            }
            Self::Unreadable { phase, message } => {
                write!(f, "this is no answer to `{phase}`: {message}")
            }
            Self::Unwritable { phase, message, .. } => {
                write!(f, "the answer to `{phase}` can't be kept: {message}")
            }
            Self::Run(error) => error.fmt(f),
        }
    }
}

impl<A: fmt::Debug> fmt::Debug for AnswerError<A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            // The phase that could say that it is no secret is not there.
            Self::NotAsked { asking, .. } => {
                f.debug_struct("NotAsked").field("asking", asking).finish_non_exhaustive()
            }
            Self::NotThisSeat { seat, answer, is_secret } => {
                let mut not_this_seat = f.debug_struct("NotThisSeat");
                not_this_seat.field("seat", seat);
                if !is_secret {
                    not_this_seat.field("answer", answer);
                }
                not_this_seat.finish()
            }
            Self::Refused { phase, seat, answer, source, is_secret } => {
                let mut refused = f.debug_struct("Refused");
                refused.field("phase", phase).field("seat", seat);
                if !is_secret {
                    refused.field("answer", answer);
                }
                refused.field("source", source).finish()
            }
            Self::Late { number, asking, answer } => {
                let mut late = f.debug_struct("Late");
                late.field("number", number).field("asking", asking).field("answer", answer).finish()
            }
            Self::Unreadable { phase, message } => {
                f.debug_struct("Unreadable").field("phase", phase).field("message", message).finish()
            }
            // Whether it is a secret is not told.
            Self::Unwritable { phase, message, .. } => {
                let mut unwritable = f.debug_struct("Unwritable");
                unwritable.field("phase", phase).field("message", message).finish_non_exhaustive()
            }
            Self::Run(error) => f.debug_tuple("Run").field(error).finish(),
        }
    }
}

impl<A: fmt::Debug> Error for AnswerError<A> {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Refused { source, .. } => Some(&**source),
            Self::Run(error) => error.source(),
            _ => None,
        }
    }
}
