//! Undo and redo.

use phase_core::ForkError;
use phase_core::prelude::*;

/// What was done, in order.
type Log = Vec<u32>;

#[phase(world = Log, clone)]
#[derive(Debug, Clone)]
struct Turn(u32);

impl Phase for Turn {
    fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.world.push(self.0);
        guard.unshift(Part(self.0 + 1));
        guard.unshift(Part(self.0 + 2));
        guard.end()
    }
}

#[phase(world = Log, clone)]
#[derive(Debug, Clone)]
struct Part(u32);

impl Phase for Part {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.world.push(self.0);
        guard.end()
    }
}

/// Waits for one update.
#[phase(world = Log, clone)]
#[derive(Debug, Clone)]
struct Pause;

impl Phase for Pause {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.wait()
    }
}

impl Waits for Pause {
    fn update(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.world.push(99);
        guard.end()
    }
}

/// Waits for good, and can't be copied.
#[phase(world = Log)]
#[derive(Debug)]
struct Unique;

impl Phase for Unique {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.suspend(|_, ticket| std::mem::forget(ticket))
    }
}

struct Table {
    phases: PhaseManager<Log>,
    log: Log,
    history: History<Log>,
}

impl Table {
    /// Three turns: 10 11 12, 20 21 22, 30 31 32.
    fn new(most: usize) -> Self {
        let mut phases = PhaseManager::new();
        (1..=3).for_each(|turn| phases.push(Turn(10 * turn)));
        Self { phases, log: vec![], history: History::new(most) }
    }

    fn checkpoint(&mut self) {
        self.history.checkpoint(&self.phases, &self.log).expect("all of it can be copied");
    }

    fn step(&mut self) {
        assert!(matches!(self.phases.step(&mut self.log), Ok(Step::Ended(_))));
    }

    fn undo(&mut self) -> bool {
        self.history.undo(&mut self.phases, &mut self.log)
    }

    fn redo(&mut self) -> bool {
        self.history.redo(&mut self.phases, &mut self.log)
    }

    /// How often there is something to undo and to redo.
    fn ways(&self) -> (usize, usize) {
        (self.history.undos(), self.history.redos())
    }

    #[track_caller]
    fn plays_on_to_the_end(&mut self) {
        assert!(matches!(self.phases.run(&mut self.log), Ok(RunStatus::Idle)));
        assert_eq!(self.log, [10, 11, 12, 20, 21, 22, 30, 31, 32]);
    }
}

#[test]
fn back_and_forth_within_a_turn() {
    let mut table = Table::new(10);
    table.step();
    table.step();
    table.checkpoint();
    table.step();
    let after = format!("{:?}", table.phases);
    assert!(table.undo());
    assert_eq!((table.log.as_slice(), table.ways()), ([10, 11].as_slice(), (0, 1)));
    assert_eq!(table.phases.levels().to_string(), "0: [Turn(20), Turn(30)]\n1: [Part(12)]");
    assert!(!table.undo());
    assert!(table.redo());
    assert_eq!((table.log.as_slice(), table.ways()), ([10, 11, 12].as_slice(), (1, 0)));
    assert_eq!(format!("{:?}", table.phases), after);
    assert!(!table.redo());
    table.plays_on_to_the_end();
    assert!(table.undo());
    table.plays_on_to_the_end();
}

#[test]
fn back_and_forth_across_turns() {
    let mut table = Table::new(100);
    for _ in 0..9 {
        table.checkpoint();
        table.step();
    }
    for left in (0..9).rev() {
        assert!(table.undo());
        assert_eq!((table.log.len(), table.ways()), (left, (left, 9 - left)));
    }
    for done in 1..=9 {
        assert!(table.redo());
        assert_eq!((table.log.len(), table.ways()), (done, (done, 9 - done)));
    }
    (0..5).for_each(|_| assert!(table.undo()));
    assert_eq!(table.log, [10, 11, 12, 20]);
    table.plays_on_to_the_end();
}

#[test]
fn the_oldest_is_forgotten() {
    let mut table = Table::new(3);
    for _ in 0..8 {
        table.checkpoint();
        table.step();
        assert!(table.history.undos() <= 3);
    }
    assert_eq!((table.undo(), table.undo(), table.undo(), table.undo()), (true, true, true, false));
    assert_eq!((table.log.len(), table.ways()), (5, (0, 3)));
    (0..3).for_each(|_| assert!(table.redo()));
    assert_eq!((table.log.len(), table.ways()), (8, (3, 0)));
}

#[test]
fn a_history_of_none_remembers_none() {
    let mut table = Table::new(0);
    table.checkpoint();
    table.step();
    assert_eq!((table.undo(), table.redo(), table.ways()), (false, false, (0, 0)));
    table.plays_on_to_the_end();
}

#[test]
fn a_checkpoint_ends_what_could_be_redone() {
    let mut table = Table::new(10);
    for _ in 0..4 {
        table.checkpoint();
        table.step();
    }
    assert!(table.undo() && table.undo());
    assert_eq!(table.ways(), (2, 2));
    table.phases.unshift(Part(77));
    table.checkpoint();
    assert_eq!(table.ways(), (3, 0));
    table.step();
    assert_eq!(table.log, [10, 11, 77]);
    assert!(table.undo() && table.undo());
    assert_eq!(table.log, [10]);
    assert!(table.redo() && table.redo());
    assert_eq!(table.log, [10, 11, 77]);
}

#[test]
fn a_failed_checkpoint_changes_nothing() {
    let mut table = Table::new(1);
    table.checkpoint();
    table.step();
    table.checkpoint();
    table.step();
    assert!(table.undo());
    table.phases.interrupt(Unique);
    assert!(matches!(table.phases.step(&mut table.log), Ok(Step::Waiting("Unique"))));
    let refused = table.history.checkpoint(&table.phases, &table.log);
    assert!(matches!(refused, Err(ForkError::NotClone { phase: "Unique", .. })), "{refused:?}");
    assert_eq!(table.ways(), (0, 1));
    assert!(table.redo());
    assert_eq!(table.log, [10, 11]);
}

#[test]
fn a_present_that_could_not_be_copied_can_be_come_back_to() {
    let mut table = Table::new(5);
    table.checkpoint();
    table.phases.interrupt(Unique);
    assert!(matches!(table.phases.step(&mut table.log), Ok(Step::Waiting("Unique"))));
    assert!(table.undo());
    assert!(table.phases.current().is_none());
    assert!(table.redo());
    assert_eq!(table.phases.current().map(PhaseRef::name), Some("Unique"));
    assert!(table.phases.cancel(&mut table.log));
    table.plays_on_to_the_end();
}

#[test]
fn waiting_phases_are_gone_back_to_as_well() {
    let mut table = Table::new(5);
    table.phases.interrupt(Pause);
    assert!(matches!(table.phases.run(&mut table.log), Ok(RunStatus::Waiting)));
    table.checkpoint();
    for _ in 0..3 {
        assert!(matches!(table.phases.step(&mut table.log), Ok(Step::Ended("Pause"))));
        table.step();
        assert_eq!(table.log, [99, 10]);
        assert!(table.undo());
        table.checkpoint();
        assert!(table.log.is_empty());
    }
}

#[test]
fn it_tells_how_much_it_holds_and_what_it_keeps_alive() {
    let mut table = Table::new(5);
    table.checkpoint();
    table.checkpoint();
    assert!(table.undo());
    assert_eq!(format!("{:?}", table.history), "History { past: 1, future: 1, most: 5 }");
}
