//! Where phases stand, in the words of errors.

use core::fmt;

/// Where in a manager, or in a save of one, a phase stands.
///
/// Needs the [feature](crate::guide::features) `serde`.
///
/// Its `Display` goes on from the phase's name: `on level 2`, `waiting`, `parked`.
///
/// # Examples
///
/// A game that can't be saved during cutscenes tells its player so, and everybody else that it is a fault:
///
/// ```
#[doc = include_str!("../scaffold/dungeon.txt")]
/// use phase_core::{SaveError, Whereabouts};
///
/// # let mut phases = PhaseManager::new();
/// phases.push(MonsterPhase("goblin"));
/// match phases.snapshot().unwrap_err() {
///     SaveError::NotSavable { place: Whereabouts::Waiting, .. } => println!("Not now!"),
///     error => eprintln!("the game cannot be saved: {error}"),
/// }
/// # let SaveError::NotSavable { place, .. } = phases.snapshot().unwrap_err() else { panic!() };
/// # assert_eq!(place, Whereabouts::Level(0));
/// # assert_eq!(place.to_string(), "on level 0");
/// ```
///
/// The game around it: [a dungeon](crate::guide::games#a-dungeon).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Whereabouts {
    /// It is queued on the level of that number.
    Level(usize),
    /// It is queued, deferred by the phase that ran last or is set aside; a save has no number for this level.
    Deferred,
    /// It is queued, unshifted by the phase that ran last or is set aside; a save has no number for this level.
    Unshifted,
    /// It is queued by an interrupt that has not started yet.
    Interrupting,
    /// It has started and waits.
    Waiting,
    /// It has started and waits, and will be parked as soon as what interrupts it starts.
    Interrupted,
    /// It has started and waits, parked by an interrupt.
    Parked,
}

impl fmt::Display for Whereabouts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Level(number) => return write!(f, "on level {number}"),
            Self::Deferred => "deferred",
            Self::Unshifted => "unshifted",
            Self::Interrupting => "interrupting",
            Self::Waiting => "waiting",
            Self::Interrupted => "interrupted",
            Self::Parked => "parked",
        })
    }
}
