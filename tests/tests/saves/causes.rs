//! Saves and copies that tell which phase is which, and who set off whom.

use phase_core::prelude::*;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::format::{ALL, Format};
use crate::reaching::{Act, Table, begun, hit, interrupt, is_over, movement, play_on, push, step, turn};

/// A save in JSON as it was written before it told of causes.
pub(crate) fn without_causes(save: &[u8], version: u32) -> String {
    let text = String::from_utf8_lossy(save);
    let (before, _) = text.split_once(r#","causes":"#).expect("there are causes in it");
    assert!(before.starts_with(r#"{"version":4,"#), "{before}");
    format!("{}}}", before.replacen(r#""version":4"#, &format!(r#""version":{version}"#), 1))
}

fn ids<W: 'static>(phases: &PhaseManager<W>) -> Vec<u64> {
    let queued = phases.levels().flat_map(|(_, level)| level);
    let all = queued.chain(phases.parked()).chain(phases.current());
    all.map(|phase| phase.id().get()).collect()
}

fn causes<W: 'static>(phases: &PhaseManager<W>) -> Vec<String> {
    phases.causes().map(|cause| format!("{}{}", cause.name(), cause.id())).collect()
}

#[test]
fn saved_or_copied_before_any_step_a_game_goes_on_with_the_same_ids_and_causes() {
    let (phases, table) = begun();
    let whole = play_on(0, phases, table);
    assert!(whole.log.iter().any(|event| event.contains("skips Some(3)")), "{:?}", whole.log);
    let (mut phases, mut table) = begun();
    for nth in 0.. {
        let copies = ALL.map(|format| format.hop(&phases)).into_iter();
        for (place, copy) in copies.chain([phases.fork().expect("all can be copied")]).enumerate() {
            let format = ALL.get(place);
            assert_eq!(ids(&copy), ids(&phases), "{format:?} before step {nth}");
            assert_eq!(causes(&copy), causes(&phases), "{format:?} before step {nth}");
            assert_eq!(play_on(nth, copy, table.clone()).log, whole.log, "{format:?} before step {nth}");
        }
        if is_over(&phases) {
            break;
        }
        step(nth, &mut phases, &mut table);
    }
    assert_eq!(table.log, whole.log);
}

#[test]
fn loaded_again_before_each_step_it_does_so_too() {
    let (phases, table) = begun();
    let whole = play_on(0, phases, table);
    for format in ALL {
        let (mut phases, mut table) = begun();
        for nth in 0.. {
            phases = format.hop(&phases);
            if is_over(&phases) {
                break;
            }
            step(nth, &mut phases, &mut table);
        }
        assert_eq!(table.log, whole.log, "{format:?}");
    }
}

/// The names without the ids.
fn names(log: &[String]) -> Vec<String> {
    log.iter().map(|event| event.chars().filter(|c| !c.is_ascii_digit()).collect()).collect()
}

#[test]
fn undone_in_the_middle_it_goes_on_as_it_did_with_new_ids() {
    let (phases, table) = begun();
    let whole = play_on(0, phases, table);
    let (mut phases, mut table) = begun();
    let mut nth = 0;
    while !is_over(&phases) {
        let mut history = History::new(4);
        history.checkpoint(&phases, &table).expect("all can be copied");
        let before = (ids(&phases), causes(&phases));
        for ahead in nth..nth + 9 {
            if is_over(&phases) {
                break;
            }
            step(ahead, &mut phases, &mut table);
        }
        push(&mut phases, hit("last", []));
        let highest = ids(&phases).into_iter().max().expect("there is one at least");
        assert!(history.undo(&mut phases, &mut table));
        assert_eq!((ids(&phases), causes(&phases)), before, "what comes back is what it was");
        let mut fork = phases.fork().expect("all can be copied");
        push(&mut fork, hit("new", []));
        assert!(ids(&fork).into_iter().max() > Some(highest), "an id is never given twice");
        step(nth, &mut phases, &mut table);
        nth += 1;
    }
    assert_eq!(names(&table.log), names(&whole.log));
}

#[test]
fn no_id_is_given_again_after_loading_though_the_phases_with_the_highest_are_gone() {
    let mut phases = PhaseManager::new();
    for _ in 0..5 {
        push(&mut phases, hit("h", []));
    }
    phases.clear(&mut Table::default());
    for format in ALL {
        let mut loaded = format.hop(&phases);
        push(&mut loaded, hit("new", []));
        assert_eq!(ids(&loaded), [6], "{format:?}");
    }
    let mut fork = phases.fork().expect("all can be copied");
    push(&mut fork, hit("new", []));
    push(&mut phases, hit("new", []));
    assert_eq!((ids(&fork), ids(&phases)), (vec![6], vec![6]), "a fork counts on by itself");
}

#[test]
fn a_manager_that_has_never_had_a_phase_tells_nothing() {
    let phases: PhaseManager<Table> = PhaseManager::new();
    let save = String::from_utf8(Format::Json.save(&phases)).expect("it is text");
    assert!(save.starts_with(r#"{"version":1,"#) && !save.contains("causes"), "{save}");
}

/// A move in a turn in a turn waits, with something queued on each level.
fn waiting() -> (PhaseManager<Table>, Table) {
    use Act::{Defer, TurnDefer, TurnSkip, Unshift, Wait};
    let (mut phases, mut table) = (PhaseManager::new(), Table::default());
    let acts = [Wait, TurnDefer(hit("s", [])), TurnSkip];
    let inner = turn("U", [Unshift(hit("h", acts)), Unshift(hit("i", [])), Defer(hit("e", []))]);
    let middle = movement("M", [Unshift(inner), Unshift(hit("n", []))]);
    push(&mut phases, turn("T", [Unshift(middle), Unshift(hit("o", [])), Defer(hit("d", []))]));
    assert_eq!(phases.run(&mut table).expect("nothing fails"), RunStatus::Waiting);
    table.log.clear();
    (phases, table)
}

fn changed(
    phases: &PhaseManager<Table>,
    change: impl FnOnce(&mut Value),
) -> Result<PhaseManager<Table>, String> {
    let mut save: Value = Format::Json.read(&Format::Json.save(phases)).expect("it is JSON");
    change(&mut save);
    Format::Json.load(&Format::Json.write(&save))
}

fn end(mut phases: PhaseManager<Table>, mut table: Table) -> String {
    assert_eq!(phases.run(&mut table).expect("nothing fails"), RunStatus::Idle);
    table.log.join(" ")
}

#[test]
fn a_cause_whose_name_is_not_known_ends_the_line() {
    let (phases, table) = waiting();
    assert_eq!(causes(&phases), ["Turn5", "Move2", "Turn1"]);
    for (place, left, log) in [
        (2, vec![], "h~7 (h skips None) i8 e9 n6<Move2<Turn1 o3<Turn1 d4<Turn1"),
        (1, vec!["Turn5"], "h~7<Turn5 (h skips Some(1)) e9<Turn5 s10<Turn5 n6 o3<Turn1 d4<Turn1"),
        (
            0,
            vec!["Turn5", "Move2"],
            "h~7<Turn5<Move2 (h skips Some(1)) e9<Turn5<Move2 s10<Turn5<Move2 n6<Move2 o3 d4",
        ),
    ] {
        let loaded = changed(&phases, |save| save["causes"]["line"][place]["name"] = "Forgotten".into());
        let loaded = loaded.expect("it can be played without");
        assert_eq!(causes(&loaded), left, "without the one at {place}");
        let again = Format::Cbor.hop(&loaded);
        assert_eq!(causes(&again), left, "without the one at {place}");
        assert_eq!(end(loaded, table.clone()), log, "without the one at {place}");
        assert_eq!(end(again, table.clone()), log, "without the one at {place}");
    }
}

#[test]
fn a_save_of_an_older_format_gets_new_ids_and_no_causes() {
    let (mut phases, mut table) = waiting();
    let save = Format::Json.save(&phases);
    for version in 1..=3 {
        let old = without_causes(&save, version);
        let mut loaded: PhaseManager<Table> = Format::Json.load(old.as_bytes()).expect("it is an older save");
        assert_eq!(causes(&loaded), [""; 0]);
        let (mut given, count) = (ids(&loaded), ids(&phases).len());
        given.sort_unstable();
        assert!(given.iter().copied().eq(1..=count as u64), "{given:?}");
        push(&mut loaded, hit("p", []));
        assert_eq!(ids(&loaded).into_iter().max(), Some(count as u64 + 1));
        assert_eq!(names(&[end(loaded, table.clone())]), ["h~ (h skips None) i e n o d p"]);
    }
    interrupt(&mut phases, turn("I", [Act::Unshift(hit("j", [Act::Wait, Act::TurnSkip]))]));
    phases.run(&mut table).expect("nothing fails");
    let old = without_causes(&Format::Json.save(&phases), 1);
    let loaded: PhaseManager<Table> = Format::Json.load(old.as_bytes()).expect("it is an older save");
    table.log.clear();
    let mut loaded = Format::Postcard.hop(&loaded);
    loaded.run(&mut table).expect("nothing fails");
    assert_eq!(
        names(&table.log).join(" "),
        "j~ (j skips None) h~ (h skips None) i e n o d",
        "under an interrupt"
    );
}

#[test]
fn a_save_by_a_program_that_knows_no_causes_is_like_one() {
    let (phases, table) = waiting();
    for change in [
        |save: &mut Value| save["causes"] = Value::Null,
        |save: &mut Value| drop(save.as_object_mut().map(|save| save.remove("causes"))),
    ] {
        let loaded = changed(&phases, change).expect("they may be missing");
        assert_eq!(causes(&loaded), [""; 0]);
        assert_eq!(names(&[end(loaded, table.clone())]), ["h~ (h skips None) i e n o d"]);
    }
}

/// The same game, as it was and as it is.
mod before {
    use super::{Deserialize, Serialize};
    use phase_core::prelude::*;

    #[phase(world = (), save, name = "OldAction")]
    #[derive(Debug, Serialize, Deserialize)]
    pub(super) struct Action;

    #[phase(world = (), save, name = "OldPause")]
    #[derive(Debug, Serialize, Deserialize)]
    pub(super) struct Pause;

    impl Phase for Action {
        fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
            guard.unshift(Pause);
            guard.end()
        }
    }

    impl Phase for Pause {
        fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
            guard.wait()
        }
    }

    impl Waits for Pause {
        fn update(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
            guard.end()
        }
    }
}

mod after {
    use super::{Deserialize, Serialize};
    use phase_core::prelude::*;

    #[derive(Default)]
    pub(super) struct World(pub(super) bool);

    #[phase(world = World, save(alias = "OldAction"))]
    #[derive(Debug, Serialize, Deserialize)]
    pub(super) struct NewAction;

    #[phase(world = World, save(alias = "OldPause"))]
    #[derive(Debug, Serialize, Deserialize)]
    pub(super) struct NewPause;

    impl Phase for NewAction {
        fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
            guard.end()
        }
    }

    impl Phase for NewPause {
        fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
            guard.wait()
        }
    }

    impl Waits for NewPause {
        fn update(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
            guard.world.0 = guard.queue.within::<NewAction>().is_some();
            guard.end()
        }
    }
}

#[test]
fn a_cause_is_known_by_its_old_name() {
    let mut phases = PhaseManager::new();
    phases.push(before::Action);
    phases.run(&mut ()).expect("nothing fails");
    for format in [Format::Json, Format::Ron, Format::NamedMessagePack, Format::Cbor] {
        let mut loaded: PhaseManager<after::World> =
            format.load(&format.save(&phases)).expect("it has aliases");
        assert_eq!(causes(&loaded), ["NewAction1"], "{format:?}");
        assert!(!String::from_utf8_lossy(&format.save(&loaded)).contains("OldAction"), "{format:?}");
        let mut world = after::World::default();
        assert_eq!(loaded.run(&mut world).expect("nothing fails"), RunStatus::Idle);
        assert!(world.0, "{format:?}");
    }
    let _ = after::NewAction;
}
