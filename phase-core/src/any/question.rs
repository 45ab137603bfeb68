//! What a phase asks, to look at without knowing its type.

use alloc::vec::Vec;
use core::fmt;

use crate::kernel::{AnyAnswer, Ask, PhaseRef, Seat};

/// What the phase that asks wants to know; see [`PhaseManager::question`](crate::PhaseManager::question).
///
/// Nothing of it is kept: seats and options are read from the phase and the world at each call.
///
/// # Examples
///
/// A host that knows nothing of its game's phases lets a player choose:
///
/// ```
#[doc = include_str!("../scaffold/table.txt")]
/// # let mut table = Table::default();
/// # let mut phases = PhaseManager::new();
/// phases.push(ShowPhase);
/// phases.run(&mut table)?;
///
/// let question = phases.question().unwrap();
/// assert_eq!((question.name(), question.number()), ("ShowPhase", 1));
/// assert_eq!(question.seats(&table), [Seat::Player(0), Seat::Player(1)]);
///
/// let options = question.options(Seat::Player(0), &table).unwrap();
/// for (number, option) in options.iter().enumerate() {
///     println!("{number}: {option:?}");
/// }
/// let choice = options[2].clone();
/// assert_eq!(phases.answer_any(&mut table, Seat::Player(0), choice)?, Step::Asking("ShowPhase"));
/// assert_eq!(table.shown, [Some(Hand::Scissors), None]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// The game around it: [a table](crate::guide::games#a-table).
pub struct Question<'a, W: 'static> {
    phase: PhaseRef<'a>,
    asking: &'a dyn Ask<W>,
    number: u64,
}

impl<'a, W: 'static> Question<'a, W> {
    pub(crate) fn new(phase: PhaseRef<'a>, asking: &'a dyn Ask<W>, number: u64) -> Self {
        Self { phase, asking, number }
    }

    /// What it does with answers.
    #[cfg(feature = "serde")]
    pub(crate) fn asking(&self) -> &'a dyn Ask<W> {
        self.asking
    }

    /// The name of the phase that asks.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.phase.name()
    }

    /// The phase that asks.
    #[must_use]
    pub fn phase(&self) -> PhaseRef<'a> {
        self.phase
    }

    /// Which question of the game this is, from 1.
    ///
    /// It stays the same while the seats of one question are answering, in a fork, and when the question is come back to
    /// by an undo or by loading. So an answer that took its time can be told from one to this question.
    #[must_use]
    pub fn number(&self) -> u64 {
        self.number
    }

    /// Who has still to answer.
    #[must_use]
    pub fn seats(&self, world: &W) -> Vec<Seat> {
        self.asking.seats(world)
    }

    /// What this seat may answer; `None` if that can't be listed.
    #[must_use]
    pub fn options(&self, seat: Seat, world: &W) -> Option<Vec<AnyAnswer>> {
        self.asking.options(seat, world)
    }

    /// How many options this seat has; `None` if they can't be listed.
    ///
    /// Like [`options`](Self::options), without a box for each.
    #[must_use]
    pub fn count(&self, seat: Seat, world: &W) -> Option<usize> {
        self.asking.count(seat, world)
    }

    /// The option of this index; `None` if there is none, or they can't be listed.
    ///
    /// Like [`options`](Self::options), with a box for this one alone: for dice, and for bots that draw.
    ///
    /// # Examples
    ///
    /// ```
    #[doc = include_str!("../scaffold/table.txt")]
    /// # let mut table = Table::default();
    /// # let mut phases = PhaseManager::new();
    /// # phases.push(ShowPhase);
    /// # phases.run(&mut table)?;
    /// let question = phases.question().unwrap();
    /// let seat = Seat::Player(1);
    /// assert_eq!(question.count(seat, &table), Some(3));
    /// assert_eq!(question.pick(seat, &table, 0), Some(AnyAnswer::new(Hand::Rock)));
    /// assert_eq!(question.pick(seat, &table, 3), None);
    /// # Ok::<(), RunError>(())
    /// ```
    ///
    /// The game around it: [a table](crate::guide::games#a-table).
    #[must_use]
    pub fn pick(&self, seat: Seat, world: &W, index: usize) -> Option<AnyAnswer> {
        self.asking.pick(seat, world, &mut |_| index)
    }

    /// The option of the index that `choose` gives, which is told how many there are; `None` if there is none of that index,
    /// or they can't be listed.
    ///
    /// Like [`count`](Self::count) and [`pick`](Self::pick), with the phase asked for its options once.
    ///
    /// # Examples
    ///
    /// ```
    #[doc = include_str!("../scaffold/table.txt")]
    /// # let mut table = Table::default();
    /// # let mut phases = PhaseManager::new();
    /// # phases.push(ShowPhase);
    /// # phases.run(&mut table)?;
    /// let question = phases.question().unwrap();
    /// let last = question.pick_with(Seat::Player(1), &table, |count| count - 1);
    /// assert_eq!(last, Some(AnyAnswer::new(Hand::Scissors)));
    /// # Ok::<(), RunError>(())
    /// ```
    ///
    /// The game around it: [a table](crate::guide::games#a-table).
    #[must_use]
    pub fn pick_with(&self, seat: Seat, world: &W, choose: impl FnOnce(usize) -> usize) -> Option<AnyAnswer> {
        let mut choose = Some(choose);
        self.asking.pick(seat, world, &mut |count| choose.take().map_or(usize::MAX, |choose| choose(count)))
    }

    /// Whether nobody else is to see what this seat answers.
    #[must_use]
    pub fn is_secret(&self, seat: Seat, world: &W) -> bool {
        self.asking.is_secret(seat, world)
    }

    /// Whether the answer is of the type that answers to this question have; it may be refused all the same.
    #[must_use]
    pub fn is_answer(&self, answer: &AnyAnswer) -> bool {
        self.asking.is_answer(answer)
    }

    /// The name of the type that answers to this question have, for messages: as [`type_name`](core::any::type_name) gives
    /// it, which may change with the compiler.
    ///
    /// # Examples
    ///
    /// ```
    #[doc = include_str!("../scaffold/table.txt")]
    /// # let mut table = Table::default();
    /// # let mut phases = PhaseManager::new();
    /// # phases.push(ShowPhase);
    /// # phases.run(&mut table)?;
    /// let question = phases.question().unwrap();
    /// assert!(question.answer_type().ends_with("Hand"));
    /// assert_eq!(question.answer_type(), AnyAnswer::new(Hand::Rock).type_name());
    /// # Ok::<(), RunError>(())
    /// ```
    ///
    /// The game around it: [a table](crate::guide::games#a-table).
    #[must_use]
    pub fn answer_type(&self) -> &'static str {
        self.asking.answer_type()
    }

    /// What counts if this seat does not answer in time; `None` if it has to.
    #[must_use]
    pub fn fallback(&self, seat: Seat, world: &W) -> Option<AnyAnswer> {
        self.asking.fallback(seat, world)
    }
}

impl<W: 'static> Clone for Question<'_, W> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<W: 'static> Copy for Question<'_, W> {}

impl<W: 'static> fmt::Debug for Question<'_, W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Question").field("number", &self.number).field("phase", &self.name()).finish()
    }
}
