//! Who is asked.

use core::fmt;

/// Who is asked: a player, or the dice.
///
/// `Display` gives `player 0` and `chance`.
///
/// # Examples
///
/// ```
/// use phase_core::Seat;
///
/// let mut seats = vec![Seat::Chance, Seat::Player(1), Seat::Player(0)];
/// seats.sort();
/// assert_eq!(seats, [Seat::Player(0), Seat::Player(1), Seat::Chance]);
/// assert_eq!(seats[1].to_string(), "player 1");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Seat {
    /// A player, by a number that the game gives out.
    Player(u32),
    /// The dice: all options are equally likely, and one that is listed twice is twice as likely.
    Chance,
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Player(number) => write!(f, "player {number}"),
            Self::Chance => f.write_str("chance"),
        }
    }
}
