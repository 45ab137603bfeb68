//! What has been found, and the way there.

use std::fmt::{self, Write};

use phase_core::{AnyAnswer, Seat};
use phase_tools::Recording;

use super::identifier::{behind, identifier};

/// What kind of fault has been found.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum FindingKind {
    /// The game can't go on: a phase waits, and nothing that the search can do ends it; or it asks a seat for an answer and
    /// gives it an empty list of options.
    Stall,
    /// Phases set each other off without end, and nobody is asked.
    Loop,
    /// The game has panicked.
    Panic,
    /// A phase has failed.
    Failed,
    /// The ticket of a suspended phase was dropped.
    Abandoned,
    /// The invariant of this name does not hold.
    Broken(String),
    /// An answer was refused that is one of the options.
    Refusal,
}

impl fmt::Display for FindingKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Stall => "stall",
            Self::Loop => "loop",
            Self::Panic => "panic",
            Self::Failed => "failed",
            Self::Abandoned => "abandoned",
            Self::Broken(_) => "broken",
            Self::Refusal => "refusal",
        })
    }
}

/// An answer on the way to a finding.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Given {
    /// The phase that asked, as its `Debug` shows it.
    pub phase: String,
    /// Who answered.
    pub seat: Seat,
    /// What was answered.
    pub answer: AnyAnswer,
    /// The number of the answer among the options of the seat, from 0.
    pub option: usize,
}

impl fmt::Display for Given {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} asks {}, who answers {:?}", self.phase, self.seat, self.answer)
    }
}

/// A fault of the game, with the shortest way there; of [random](crate::Explorer::random) games, with one that was shrunk.
///
/// The same fault is found once, however many ways lead to it: `times` counts the answers, or the random games, that have
/// come to it.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Finding {
    /// What kind of fault it is.
    pub kind: FindingKind,
    /// The name of the phase that it is about, if one is.
    pub phase: Option<&'static str>,
    /// What has happened, in words.
    pub message: String,
    /// The answers that lead there; no other way has fewer, apart from random games.
    pub way: Vec<Given>,
    /// The same way as a recording, with the fault at its end, which [`replay`](Recording::replay) plays from the game that the
    /// search began with; nothing if an answer on the way has no `Serialize` and `Deserialize`.
    ///
    /// Of a loop that nothing in the game ends it holds the first laps, up to a
    /// [`start_limit`](phase_core::PhaseManager::start_limit) of 1,000, or of more if they take more.
    pub recording: Option<Recording>,
    /// The names of the phases that started after the last of these, or after the beginning.
    ///
    /// Of a loop only what comes before it.
    pub started: Vec<&'static str>,
    /// The names of the phases that a loop repeats; empty for anything else, and where nothing is repeated.
    pub cycle: Vec<&'static str>,
    /// How often the search has come to it.
    pub times: usize,
}

/// How many of the phases that started last are shown.
const STARTED_SHOWN: usize = 12;

impl Finding {
    /// The answers that lead there, as [`PhaseManager::answer_any`](phase_core::PhaseManager::answer_any) takes them.
    #[must_use]
    pub fn answers(&self) -> Vec<(Seat, AnyAnswer)> {
        self.way.iter().map(|given| (given.seat, given.answer.clone())).collect()
    }

    /// The source of a test that goes the same way, and fails as long as the fault is there. Its first line says how to run
    /// it.
    ///
    /// `name` is the name of the test, and `game` is an expression that gives the manager and the world that
    /// [`explore`](crate::explore) was given. Answers are picked by their numbers, so that the test compiles whatever their
    /// types are. For a [broken](FindingKind::Broken) invariant it calls a function, which takes world and manager as the
    /// invariant does, and which you write or import; a comment says so.
    ///
    /// That function is called as the invariant is, in snake case with the letters and digits of ASCII alone. A name that
    /// can't be that of a function stands behind a word: `2 players live` is checked by `invariant_2_players_live`, and a
    /// test that was to be called `match` is called `test_match`.
    ///
    /// # Examples
    ///
    /// ```
    /// use phase_core::prelude::*;
    /// use phase_testing::explore;
    ///
    /// #[phase(world = u32, asks, clone)]
    /// #[derive(Debug, Clone)]
    /// struct BetPhase;
    ///
    /// impl Asks for BetPhase {
    ///     type Answer = u32;
    ///
    ///     fn options(&self, _: Seat, money: &u32) -> Option<Vec<u32>> {
    ///         Some((0..=*money).collect())
    ///     }
    ///
    ///     fn answer(&mut self, _: Seat, bet: u32, guard: EndGuard<'_, Self>) -> Flow<Self> {
    ///         if bet == 0 {
    ///             return guard.fail("a bet of nothing");
    ///         }
    ///         *guard.world -= bet;
    ///         guard.end()
    ///     }
    /// }
    ///
    /// let mut phases = PhaseManager::new();
    /// phases.push(BetPhase);
    /// let report = explore(&phases, &7).run();
    /// let source = report.findings[0].to_test("a_bet_of_nothing", "new_game()");
    /// assert_eq!(
    ///     source,
    ///     "\
    /// // cargo test a_bet_of_nothing
    /// #[test]
    /// fn a_bet_of_nothing() {
    ///     // failed: phase `BetPhase` failed in `answer`: a bet of nothing
    ///     let (mut phases, mut world) = new_game();
    ///     let way = [
    ///         (phase_core::Seat::Player(0), 0), // BetPhase asks player 0, who answers 0
    ///     ];
    ///     for (seat, option) in way {
    ///         while phases.run(&mut world).unwrap() == phase_core::RunStatus::Waiting {}
    ///         let question = phases.question().expect(\"somebody is asked\");
    ///         let answer = question.pick(seat, &world, option).expect(\"there is this option\");
    ///         phases.answer_any(&mut world, seat, answer).unwrap();
    ///     }
    ///     let report = phase_testing::explore(&phases, &world).depth(0).run();
    ///     assert!(report.findings.is_empty(), \"{report}\");
    /// }
    /// "
    /// );
    /// ```
    #[must_use]
    pub fn to_test(&self, name: &str, game: &str) -> String {
        let mut out = String::new();
        let message = self.message.lines().next().unwrap_or_default();
        let name = identifier(name, "test");
        // Writing to a string never fails.
        let _ = write!(
            out,
            "// cargo test {name}\n#[test]\nfn {name}() {{\n    // {}: {message}\n    let (mut phases, mut world) = {game};\n",
            self.kind
        );
        if !self.way.is_empty() {
            out.push_str("    let way = [\n");
            for given in &self.way {
                let seat = match given.seat {
                    Seat::Player(number) => format!("Player({number})"),
                    Seat::Chance => "Chance".to_owned(),
                };
                let told = given.to_string().replace('\n', " ");
                let _ = writeln!(out, "        (phase_core::Seat::{seat}, {}), // {told}", given.option);
            }
            out.push_str(GO);
        }
        if let FindingKind::Broken(invariant) = &self.kind {
            let mut holds = identifier(&invariant.to_lowercase(), "invariant");
            if holds == name {
                holds = behind("invariant", &holds);
            }
            out.push_str("    while phases.run(&mut world).unwrap() == phase_core::RunStatus::Waiting {}\n");
            let _ = writeln!(
                out,
                "    // To be written or imported: `{holds}`, which says whether the invariant holds.\n    \
                 assert!({holds}(&world, &phases));"
            );
        } else {
            out.push_str(LOOK);
        }
        out.push_str("}\n");
        out
    }
}

const GO: &str = r#"    ];
    for (seat, option) in way {
        while phases.run(&mut world).unwrap() == phase_core::RunStatus::Waiting {}
        let question = phases.question().expect("somebody is asked");
        let answer = question.pick(seat, &world, option).expect("there is this option");
        phases.answer_any(&mut world, seat, answer).unwrap();
    }
"#;

const LOOK: &str = r#"    let report = phase_testing::explore(&phases, &world).depth(0).run();
    assert!(report.findings.is_empty(), "{report}");
"#;

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}: {}", self.kind, self.message)?;
        match (self.way.len(), self.times) {
            (0, _) => f.write_str("   without any answer")?,
            (1, 1) => f.write_str("   after 1 answer:")?,
            (count, 1) => write!(f, "   after {count} answers:")?,
            (1, times) => write!(f, "   after 1 answer, and come to {times} times in all:")?,
            (count, times) => write!(f, "   after {count} answers, and come to {times} times in all:")?,
        }
        for (number, given) in self.way.iter().enumerate() {
            write!(f, "\n   {:>4}. {given}", number + 1)?;
        }
        if !self.started.is_empty() {
            let from = self.started.len().saturating_sub(STARTED_SHOWN);
            let dots = if from > 0 { ".., " } else { "" };
            write!(f, "\n   then started {dots}{}", self.started[from..].join(", "))?;
        }
        if !self.cycle.is_empty() {
            write!(f, "\n   and then again and again {}", self.cycle.join(", "))?;
        }
        Ok(())
    }
}
