//! Phases that run by priority.

use std::cmp::Reverse;

use phase_core::prelude::*;

/// Speeds by name, and what has started.
#[derive(Default)]
struct Race {
    speeds: Vec<(&'static str, i32)>,
    log: Vec<&'static str>,
    broken: bool,
}

impl Race {
    fn of(speeds: &[(&'static str, i32)]) -> Self {
        Self { speeds: speeds.to_vec(), ..Self::default() }
    }

    fn speed(&self, name: &str) -> i32 {
        assert!(!self.broken, "no speed can be read");
        self.speeds.iter().find(|(of, _)| *of == name).map_or(0, |(_, speed)| *speed)
    }

    fn set(&mut self, name: &'static str, speed: i32) {
        self.speeds.retain(|(of, _)| *of != name);
        self.speeds.push((name, speed));
    }
}

type Then = fn(&mut EndGuard<'_, Runner>);

/// Fastest first.
#[phase(world = Race, ordered)]
struct Runner(&'static str, Then);

/// Slowest first, ties by name backwards.
#[phase(world = Race, ordered)]
#[derive(Debug)]
struct Swimmer(&'static str);

/// In its slot.
#[phase(world = Race)]
#[derive(Debug)]
struct Judge(&'static str);

impl Phase for Runner {
    fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.world.log.push(self.0);
        (self.1)(&mut guard);
        guard.end()
    }
}

impl Ordered for Runner {
    type Key = i32;

    fn key(&self, race: &Race) -> i32 {
        race.speed(self.0)
    }
}

impl std::fmt::Debug for Runner {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.0)
    }
}

impl Phase for Swimmer {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.world.log.push(self.0);
        guard.end()
    }
}

impl Ordered for Swimmer {
    type Key = (Reverse<i32>, &'static str);

    fn key(&self, race: &Race) -> Self::Key {
        (Reverse(race.speed(self.0)), self.0)
    }
}

/// Waits for one update.
#[phase(world = Race)]
#[derive(Debug)]
struct Pause;

impl Phase for Pause {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.world.log.push("pause");
        guard.wait()
    }
}

impl Waits for Pause {
    fn update(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.world.log.push("end of pause");
        guard.end()
    }
}

impl Phase for Judge {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.world.log.push(self.0);
        guard.end()
    }
}

fn runner(name: &'static str) -> Runner {
    Runner(name, |_| {})
}

fn started(mut phases: PhaseManager<Race>, mut race: Race) -> String {
    phases.run(&mut race).expect("nothing fails");
    race.log.join(" ")
}

#[test]
fn the_fastest_runs_first_and_ties_keep_their_order() {
    let mut phases = PhaseManager::new();
    for name in ["a", "b", "c", "d", "e"] {
        phases.push(runner(name));
    }
    let race = Race::of(&[("a", 1), ("b", 3), ("c", 2), ("d", 3), ("e", 1)]);
    assert_eq!(started(phases, race), "b d c a e");
}

#[test]
fn the_best_moves_into_the_slot_and_the_others_move_back_one_slot_of_their_type() {
    let mut phases = PhaseManager::new();
    phases.push(runner("a"));
    phases.push(Judge("J"));
    phases.push(runner("b"));
    phases.push(Judge("K"));
    phases.push(runner("c"));
    let mut race = Race::of(&[("c", 9), ("b", 5)]);
    let mut seen = Vec::new();
    while phases.step(&mut race).expect("nothing fails") != Step::Idle {
        seen.push(phases.levels().to_string());
    }
    assert_eq!(
        seen,
        [
            r#"0: [Judge("J"), a, Judge("K"), b]"#,
            r#"0: [a, Judge("K"), b]"#,
            r#"0: [Judge("K"), a]"#,
            "0: [a]",
            "",
        ]
    );
    assert_eq!(race.log, ["c", "J", "b", "K", "a"]);
}

#[test]
fn two_ordered_types_on_one_level_do_not_mix() {
    let mut phases = PhaseManager::new();
    phases.push(runner("r slow"));
    phases.push(Swimmer("s fast"));
    phases.push(Judge("J"));
    phases.push(Swimmer("s slow"));
    phases.push(runner("r fast"));
    let race = Race::of(&[("r slow", 1), ("r fast", 2), ("s slow", 1), ("s fast", 2)]);
    assert_eq!(started(phases, race), "r fast s slow J s fast r slow");
}

#[test]
fn keys_can_be_tuples_and_reversed() {
    let mut phases = PhaseManager::new();
    for name in ["m", "z", "fast", "a"] {
        phases.push(Swimmer(name));
    }
    assert_eq!(started(phases, Race::of(&[("fast", 5)])), "z m a fast");
}

#[test]
fn keys_are_read_when_the_slot_comes_up() {
    let mut phases = PhaseManager::new();
    phases.push(Runner("a", |guard| guard.world.set("d", 50)));
    phases.push(runner("b"));
    phases.push(Judge("J"));
    phases.push(runner("c"));
    phases.push(Runner("d", |guard| guard.world.set("c", 50)));
    let race = Race::of(&[("a", 9), ("b", 8), ("c", 7), ("d", 6)]);
    assert_eq!(started(phases, race), "a d J c b");
}

#[test]
fn phases_queued_during_their_own_turn_take_part() {
    let mut phases = PhaseManager::new();
    phases.push(Runner("a", |guard| {
        guard.push(runner("late but fast"));
        guard.push(runner("late and slow"));
    }));
    phases.push(runner("b"));
    let race = Race::of(&[("a", 9), ("b", 5), ("late but fast", 7), ("late and slow", 1)]);
    assert_eq!(started(phases, race), "a late but fast b late and slow");
}

#[test]
fn each_level_is_ordered_for_itself() {
    let mut phases = PhaseManager::new();
    phases.push(Runner("a", |guard| {
        guard.defer(runner("deferred slow"));
        guard.defer(runner("deferred fast"));
        guard.unshift(runner("own slow"));
        guard.unshift(runner("own fast"));
    }));
    phases.push(runner("b"));
    let race = Race::of(&[("a", 9), ("b", 8), ("deferred fast", 2), ("own fast", 1)]);
    assert_eq!(started(phases, race), "a own fast own slow deferred fast deferred slow b");
}

#[test]
fn an_ordered_phase_owns_levels_where_its_slot_was() {
    let mut phases = PhaseManager::new();
    phases.push(runner("slow"));
    phases.push(Judge("J"));
    phases.push(Runner("fast", |guard| guard.unshift(Judge("child"))));
    assert_eq!(started(phases, Race::of(&[("fast", 1)])), "fast child J slow");
}

#[test]
fn interrupters_inserted_and_replaced_phases_and_any_phases_are_ordered_too() {
    let mut phases = PhaseManager::new();
    phases.push(Judge("J"));
    phases.push(Judge("K"));
    phases.replace(|judge: &Judge| judge.0 == "J", runner("a")).expect("it is queued");
    phases.insert_after::<Judge>(runner("b"));
    phases.push(AnyPhase::from(runner("c")));
    phases.interrupt(runner("I"));
    let race = Race::of(&[("a", 1), ("b", 2), ("c", 3)]);
    assert_eq!(started(phases, race), "I c K b a");
}

#[test]
fn only_inserted_phases_are_ordered_when_nothing_ordered_was_pushed() {
    let mut phases = PhaseManager::new();
    phases.push(Judge("J"));
    phases.insert_before::<Judge>(runner("slow"));
    phases.insert_after::<Runner>(runner("fast"));
    assert_eq!(started(phases, Race::of(&[("fast", 1)])), "fast slow J");

    let mut phases = PhaseManager::new();
    phases.push(Judge("J"));
    phases.push(Judge("K"));
    phases.replace(|_: &Judge| true, runner("slow")).expect("it is queued");
    phases.replace(|_: &Judge| true, runner("fast")).expect("it is queued");
    assert_eq!(started(phases, Race::of(&[("fast", 1)])), "fast slow");
}

#[test]
fn removing_an_ordered_phase_removes_its_slot() {
    let mut phases = PhaseManager::new();
    for name in ["a", "b", "c"] {
        phases.push(runner(name));
        phases.push(Judge("J"));
    }
    phases.remove::<Runner>(|runner| runner.0 == "a").expect("it is queued");
    assert_eq!(started(phases, Race::of(&[("c", 1)])), "J c J b J");
}

#[test]
fn look_ups_go_by_where_phases_stand() {
    let mut phases = PhaseManager::new();
    phases.push(runner("slow"));
    phases.push(runner("fast"));
    let mut race = Race::of(&[("fast", 1)]);
    assert_eq!(phases.find::<Runner>(|_| true).map(|runner| runner.0), Some("slow"));
    phases.step(&mut race).expect("nothing fails");
    assert_eq!((race.log.as_slice(), phases.len()), (["fast"].as_slice(), 1));
}

#[test]
fn a_panic_in_key_takes_nothing_out_and_moves_nothing() {
    let mut phases = PhaseManager::new();
    for name in ["a", "b", "c"] {
        phases.push(runner(name));
        phases.push(Judge("J"));
    }
    let mut race = Race { broken: true, ..Race::of(&[("c", 3), ("b", 2)]) };
    let before = phases.levels().to_string();
    let run = std::panic::AssertUnwindSafe(|| phases.run(&mut race).is_ok());
    assert!(std::panic::catch_unwind(run).is_err());
    assert_eq!((phases.levels().to_string(), phases.len()), (before, 6));
    assert!(race.log.is_empty());

    race.broken = false;
    assert_eq!(started(phases, race), "c J b J a J");
}

#[test]
fn a_panic_in_key_keeps_a_parked_phase_parked() {
    let mut phases = PhaseManager::new();
    let mut race = Race::of(&[("b", 1)]);
    phases.push(Pause);
    phases.push(runner("next"));
    phases.run(&mut race).expect("nothing fails");
    phases.interrupt(Judge("I"));
    phases.step(&mut race).expect("nothing fails");
    phases.unshift(runner("a"));
    phases.unshift(runner("b"));
    race.broken = true;
    let run = std::panic::AssertUnwindSafe(|| phases.run(&mut race).is_ok());
    assert!(std::panic::catch_unwind(run).is_err());
    assert_eq!(phases.levels().to_string(), "0: [next]\n2: [a, b]");
    race.broken = false;
    assert_eq!(started(phases, race), "pause I b a end of pause next");
}

#[test]
fn what_is_queued_after_a_panic_in_key_joins_what_the_phase_that_ran_last_has_queued() {
    let mut phases = PhaseManager::new();
    phases.push(Runner("parent", |guard| guard.unshift(runner("child"))));
    let mut race = Race::default();
    phases.step(&mut race).expect("nothing fails");
    race.broken = true;
    let run = std::panic::AssertUnwindSafe(|| phases.run(&mut race).is_ok());
    assert!(std::panic::catch_unwind(run).is_err());
    phases.unshift(Judge("sibling"));
    phases.defer(Judge("deferred"));
    assert_eq!(phases.levels().to_string(), "1: [Judge(\"deferred\")]\n2: [child, Judge(\"sibling\")]");
    race.broken = false;
    assert_eq!(started(phases, race), "parent child sibling deferred");
}

#[test]
fn behind_a_stretch_of_level_0_that_has_been_served() {
    let race = Race::of(&[("a", 9), ("b", 1), ("c", 2)]);
    let (mut phases, mut race) = (PhaseManager::new(), race);
    phases.push(runner("a"));
    phases.push(Judge("x"));
    phases.push(Judge("y"));
    phases.step(&mut race).expect("nothing fails");
    phases.push(Judge("z"));
    phases.push(Judge("w"));
    phases.push(runner("b"));
    phases.push(runner("c"));
    assert_eq!(started(phases, race), "a x y z w c b");
}

#[test]
fn where_a_level_has_run_empty_and_another_begins_where_it_began() {
    let mut race = Race::of(&[("a", 1), ("b", 2), ("c", 1), ("d", 3), ("e", 2)]);
    let mut phases = PhaseManager::new();
    phases.push(Runner("first", |guard| {
        guard.unshift(runner("a"));
        guard.unshift(runner("b"));
    }));
    phases.push(Judge("between"));
    phases.push(Runner("second", |guard| {
        guard.unshift(Judge("x"));
        guard.unshift(runner("c"));
        guard.unshift(runner("d"));
        guard.unshift(runner("e"));
    }));
    race.set("first", 2);
    race.set("second", 1);
    assert_eq!(started(phases, race), "first b a between second x d e c");
}

#[test]
fn in_memory_that_was_given_back_half_way_through_a_level() {
    let mut race = Race::of(&[("a", 1), ("b", 4), ("c", 2), ("d", 3)]);
    let mut phases = PhaseManager::new();
    for name in ["a", "b", "c", "d"] {
        phases.push(runner(name));
    }
    phases.step(&mut race).expect("nothing fails");
    phases.shrink_to_fit();
    race.set("a", 9);
    assert_eq!(started(phases, race), "b a d c");
}

#[test]
fn on_a_level_below_one_that_came_and_went() {
    let mut race = Race::of(&[("a", 5), ("b", 4), ("c", 6), ("up", 9), ("under", 1), ("over", 2)]);
    let mut phases = PhaseManager::new();
    phases.push(Runner("up", |guard| {
        guard.unshift(runner("under"));
        guard.unshift(runner("over"));
        guard.defer(runner("a"));
        guard.defer(runner("c"));
    }));
    phases.push(runner("b"));
    race.set("b", 0);
    assert_eq!(started(phases, race), "up over under c a b");
}
