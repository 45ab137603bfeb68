//! Recordings: walked through, left, and written.

use phase_core::prelude::*;
use phase_tools::{Inspector, Recorder, Recording};
use serde::{Deserialize, Serialize};

use crate::game::{assert_hides, assert_shows, note};

#[derive(Debug, Clone, Default)]
struct Table {
    guesses: Vec<u32>,
    limit: u32,
}

/// A player guesses, as often as there are rounds.
#[phase(world = Table, asks, unshifts(EchoPhase), pushes(Self), save, clone)]
#[derive(Debug, Clone, Serialize, Deserialize)]
struct GuessPhase {
    rounds: u32,
}

#[phase(world = Table, leaf, save, clone)]
#[derive(Debug, Clone, Serialize, Deserialize)]
struct EchoPhase(u32);

impl Asks for GuessPhase {
    type Answer = u32;

    fn options(&self, _: Seat, _: &Table) -> Option<Vec<u32>> {
        Some((1..=9).collect())
    }

    fn answer(&mut self, _: Seat, guess: u32, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        if guess <= guard.world.limit {
            guard.unshift(EchoPhase(guess));
        }
        if self.rounds > 1 {
            guard.push(Self { rounds: self.rounds - 1 });
        }
        guard.end()
    }
}

impl Phase for EchoPhase {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.world.guesses.push(self.0);
        guard.end()
    }
}

fn table(limit: u32) -> Table {
    Table { guesses: vec![], limit }
}

/// Three guesses: 3, 5 and 7. The steps are push, start, answer, echo, start, answer, echo, start, answer, echo.
fn recording() -> Recording {
    let mut recorder = Recorder::new(PhaseManager::new(), table(9)).version("1.0").seed("42");
    recorder.push(GuessPhase { rounds: 3 }).unwrap();
    for guess in [3, 5, 7] {
        recorder.run().unwrap();
        recorder.answer::<GuessPhase>(Seat::Player(0), guess).unwrap();
    }
    recorder.run().unwrap();
    recorder.recording()
}

fn inspector(limit: u32) -> Inspector<Table> {
    Inspector::new(PhaseManager::new(), table(limit)).remember(1 << 20).recording(recording())
}

#[test]
fn a_recording_is_walked_step_by_step() {
    let mut inspector = inspector(9);
    assert_shows(&mut inspector, &["moment 0 of 10"]);
    inspector.press("l");
    assert_shows(&mut inspector, &["moment 1 of 10", "GuessPhase pushed by the host"]);
    inspector.press("lll");
    assert_shows(&mut inspector, &["moment 4 of 10", "GuessPhase was answered 3", "+     3,"]);
    inspector.press("G");
    assert_shows(&mut inspector, &["moment 10 ", "7,", "EchoPhase(7) started"]);
    inspector.press("hhh");
    assert_shows(&mut inspector, &["moment 7 of 10"]);
    assert_hides(&mut inspector, &["differs", "branch 2"]);
}

#[test]
fn the_first_difference_is_marked_and_gone_to() {
    let mut inspector = inspector(4);
    let told = note(&mut inspector);
    assert!(told.starts_with("the game differs from its recording at moment 7 (line "), "{told}");
    inspector.press("D");
    assert_shows(&mut inspector, &["moment 6 of 10", "differs at 7"]);
    inspector.press("l");
    assert_shows(
        &mut inspector,
        &["≠ recorded: `EchoPhase` starts, unshifted", "≠ happened: `GuessPhase` starts, pushed"],
    );
}

#[test]
fn a_recording_is_left_by_another_answer_and_written() {
    let file = std::env::temp_dir().join(format!("phase-inspector-{}.recording", std::process::id()));
    let mut inspector = inspector(9);
    inspector.press(":5<Enter>8EE");
    assert_shows(&mut inspector, &["branch 2 of 2"]);
    assert_hides(&mut inspector, &["differs"]);
    inspector.press(&format!("S{}<Enter>", file.display()));
    assert_eq!(note(&mut inspector), format!("written to {}", file.display()));
    let written: Recording = std::fs::read_to_string(&file).unwrap().parse().unwrap();
    std::fs::remove_file(&file).unwrap();
    assert_eq!((written.version(), written.seed()), (Some("1.0"), Some("42")));
    let replayed = written.replay(PhaseManager::new(), table(9)).unwrap();
    assert_eq!(replayed.world.guesses, [3, 8]);
}

#[test]
fn what_has_been_walked_is_written_as_it_was() {
    let recorded = {
        let file =
            std::env::temp_dir().join(format!("phase-inspector-same-{}.recording", std::process::id()));
        let mut inspector = inspector(9);
        inspector.press(&format!("S{}<Enter>", file.display()));
        let text = std::fs::read_to_string(&file).unwrap();
        std::fs::remove_file(&file).unwrap();
        text
    };
    let recorded: Recording = recorded.parse().unwrap();
    assert_eq!(recorded.steps(), recording().steps());
    recorded.replay(PhaseManager::new(), table(9)).unwrap();
}

#[test]
fn a_file_that_cannot_be_written_is_told() {
    let mut inspector = inspector(9);
    inspector.press("S/nowhere/at all<Enter>");
    assert_shows(
        &mut inspector,
        &["/nowhere/at all: No such file", "write the recording to: /nowhere/at all"],
    );
}

#[test]
fn a_file_is_replaced_only_when_told_so_twice() {
    let file = std::env::temp_dir().join(format!("phase-inspector-there-{}.recording", std::process::id()));
    std::fs::write(&file, "mine").unwrap();
    let path = file.display();
    let mut inspector = inspector(9);
    inspector.press(&format!("S{path}<Enter>"));
    assert_shows(&mut inspector, &[&format!("{path} is there already: Enter again replaces it")]);
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "mine");
    inspector.press(&format!("<Esc>S{path}<Enter>"));
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "mine");
    inspector.press("<Enter>");
    assert_eq!(note(&mut inspector), format!("written to {path}"));
    let written: Recording = std::fs::read_to_string(&file).unwrap().parse().unwrap();
    std::fs::remove_file(&file).unwrap();
    assert_eq!(written.steps(), recording().steps());
}

#[test]
fn a_branch_is_written_with_what_the_host_says_of_the_game() {
    let file = std::env::temp_dir().join(format!("phase-inspector-header-{}.recording", std::process::id()));
    let mut phases = PhaseManager::new();
    phases.push(GuessPhase { rounds: 1 });
    let mut inspector =
        Inspector::new(phases, table(9)).remember(1 << 20).seed("7").version("2.0").save("{\"limit\":9}");
    inspector.press(&format!("Q4ES{}<Enter>", file.display()));
    let written: Recording = std::fs::read_to_string(&file).unwrap().parse().unwrap();
    std::fs::remove_file(&file).unwrap();
    assert_eq!(
        (written.seed(), written.version(), written.save()),
        (Some("7"), Some("2.0"), Some("{\"limit\":9}"))
    );
}
