//! What a search has come to.

use std::fmt;

use super::finding::Finding;
use super::flow::Edge;

/// Why a search has not tried everything.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Cut {
    /// There are positions after more answers than that.
    Depth(usize),
    /// There are more positions than that.
    States(usize),
    /// The phase of this name asks, and its options can't be listed.
    Unlisted(&'static str),
    /// So many games have halted with phases left to run.
    Halted(usize),
    /// No more than so many games were played, by chance.
    Random(usize),
    /// So many ways end at a fault, where there might be more behind it; of [random](crate::Explorer::random) games, so many
    /// games do.
    Faults(usize),
}

impl fmt::Display for Cut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Depth(1) => f.write_str("what comes after more than 1 answer was not looked at"),
            Self::Depth(most) => write!(f, "what comes after more than {most} answers was not looked at"),
            Self::States(1) => f.write_str("no more than 1 position was looked at"),
            Self::States(most) => write!(f, "no more than {} positions were looked at", Grouped(*most)),
            Self::Unlisted(phase) => {
                write!(f, "`{phase}` does not list its options, so that no answer was tried there")
            }
            Self::Random(1) => f.write_str("1 game was played, by chance"),
            Self::Random(games) => write!(f, "{} games were played, by chance", Grouped(*games)),
            Self::Faults(1) => {
                f.write_str("1 way ends at a fault, and what may come behind that was not looked at")
            }
            Self::Faults(ways) => write!(
                f,
                "{} ways end at a fault, and what may come behind that was not looked at",
                Grouped(*ways)
            ),
            Self::Halted(count) => write!(
                f,
                "{} games halted with phases left to run, and `past_halts` was not asked for",
                Grouped(*count)
            ),
        }
    }
}

/// What a search has come to; its `Display` is for people.
///
/// It is the same on every run, with any number of threads.
///
/// # Examples
///
/// In a test:
///
/// ```
/// # use phase_core::prelude::*;
/// # #[phase(world = (), asks, clone)]
/// # #[derive(Debug, Clone)]
/// # struct CoinPhase;
/// # impl Asks for CoinPhase {
/// #     type Answer = bool;
/// #     fn options(&self, _: Seat, _: &()) -> Option<Vec<bool>> { Some(vec![false, true]) }
/// #     fn answer(&mut self, _: Seat, _: bool, guard: EndGuard<'_, Self>) -> Flow<Self> { guard.end() }
/// # }
/// # let mut phases = PhaseManager::new();
/// # phases.push(CoinPhase);
/// # let world = ();
/// let report = phase_testing::explore(&phases, &world).run();
/// assert!(report.complete && report.findings.is_empty(), "{report}");
/// assert_eq!(report.to_string(), "\
/// explored completely: 3 positions, 2 answers, 2 games finished
/// no faults
/// ");
/// ```
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Report {
    /// Whether everything was tried; `cut` says why not.
    ///
    /// It was not where a way ends at a fault: when that is mended, there may be more to come to, and to find. A fault of a
    /// game that is over, as of an invariant that does not hold there, keeps nothing from being tried.
    pub complete: bool,
    /// What has kept the search from trying everything.
    pub cut: Vec<Cut>,
    /// How many positions were come to in which somebody is asked, or the game is over.
    pub states: usize,
    /// How many answers were tried.
    pub transitions: usize,
    /// How many games came to their end; where positions are merged, in how many different ones.
    pub finished: usize,
    /// What has been found, those after the fewest answers first.
    pub findings: Vec<Finding>,
    /// The registered phases of the world that were never started; those that ran already were.
    pub unreached: Vec<&'static str>,
    /// What was declared to be queued, and never was.
    pub untaken: Vec<Edge>,
    pub(super) is_merged: bool,
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let explored = if self.complete { "completely" } else { "in part" };
        let (positions, answers) = (counted(self.states, "position"), counted(self.transitions, "answer"));
        let ends = if self.is_merged {
            format!("{} of the positions final", Grouped(self.finished))
        } else {
            format!("{} finished", counted(self.finished, "game"))
        };
        writeln!(f, "explored {explored}: {positions}, {answers}, {ends}")?;
        for cut in &self.cut {
            writeln!(f, "cut off: {cut}")?;
        }
        match (self.findings.len(), self.complete) {
            (0, true) => writeln!(f, "no faults")?,
            (0, false) => writeln!(f, "nothing was found in this part")?,
            (count, _) => writeln!(f, "{} found", counted(count, "fault"))?,
        }
        for (number, finding) in self.findings.iter().enumerate() {
            writeln!(f, "\n{}. {finding}", number + 1)?;
        }
        let so_far = if self.complete { "" } else { " in this part" };
        if !self.unreached.is_empty() {
            writeln!(f, "\nnever started{so_far}: {}", self.unreached.join(", "))?;
        }
        // What an unreached phase declares goes without saying.
        let untaken = self.untaken.iter().filter(|edge| !self.unreached.contains(&edge.from));
        let untaken: Vec<_> = untaken.map(ToString::to_string).collect();
        if !untaken.is_empty() {
            writeln!(f, "\ndeclared, and never done{so_far}: {}", untaken.join(", "))?;
        }
        Ok(())
    }
}

fn counted(count: usize, what: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{} {what}{plural}", Grouped(count))
}

/// A number with its digits in groups of three.
struct Grouped(usize);

impl fmt::Display for Grouped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = self.0.to_string();
        for (place, digit) in digits.chars().enumerate() {
            if place > 0 && (digits.len() - place) % 3 == 0 {
                f.write_str(",")?;
            }
            write!(f, "{digit}")?;
        }
        Ok(())
    }
}
