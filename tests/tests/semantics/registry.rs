//! The registry: what it knows of each phase, in which order, and what it makes of two with one name.

#![cfg_attr(clippy, allow(dead_code, reason = "phases that are looked up and never made"))]

use std::any::TypeId;

use phase_core::prelude::*;

/// The world of most phases here.
struct Fleet;

/// Another one, with a phase of the same name.
struct Port;

/// A world in which two modules define one name.
pub(crate) struct Crowded;

/// A world without phases.
struct Empty;

/// Fires a salvo.
///
/// Twice, if it can.
#[phase(world = Fleet, leaf)]
#[derive(Debug)]
struct FirePhase {
    _gun: usize,
    _range: Option<Vec<u8>>,
}

const FIRE_LINE: u32 = line!() - 7;

#[phase(world = Fleet, unshifts(FirePhase, SinkPhase), defers(FirePhase), pushes(AimPhase))]
#[derive(Debug)]
struct AimPhase(#[allow(dead_code, reason = "only its type matters")] &'static str, ());

#[phase(world = Fleet, common)]
#[derive(Debug)]
enum MessagePhase {
    #[expect(dead_code, reason = "only its fields matter")]
    Sunk {
        ship: u8,
        by: u16,
    },
    #[expect(dead_code, reason = "only its fields matter")]
    Missed(i32),
    Quiet,
}

#[phase(world = Fleet, ordered, name = "Down")]
#[derive(Debug)]
struct SinkPhase;

#[phase(world = Port)]
#[derive(Debug)]
struct AnchorPhase;

mod port {
    use super::Port;
    use phase_core::prelude::*;

    #[phase(world = Port, name = "FirePhase")]
    #[derive(Debug)]
    pub(super) struct Salute;

    super::only_ends!(Salute);
}

mod left {
    pub(super) const LINE: u32 = line!() + 4;
    use super::Crowded;
    use phase_core::prelude::*;

    #[phase(world = Crowded)]
    #[derive(Debug)]
    pub(super) struct TwinPhase;

    super::only_ends!(TwinPhase);
}

mod right {
    pub(super) const LINE: u32 = line!() + 4;
    use super::Crowded;
    use phase_core::prelude::*;

    #[phase(world = Crowded)]
    #[derive(Debug)]
    pub(super) struct TwinPhase;

    super::only_ends!(TwinPhase);
}

macro_rules! only_ends {
    ($($phase:ty),*) => {$(
        impl Phase for $phase {
            fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
                guard.end()
            }
        }
    )*};
}
use only_ends;

only_ends!(FirePhase, AimPhase, MessagePhase, AnchorPhase);

impl Phase for SinkPhase {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.wait()
    }
}

impl Waits for SinkPhase {
    fn update(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.end()
    }
}

impl Ordered for SinkPhase {
    type Key = ();

    fn key(&self, _: &Fleet) {}
}

fn get<W: 'static>(name: &str) -> &'static PhaseEntry {
    registry().of::<W>().get(name).expect("it is linked in")
}

#[test]
fn an_entry_tells_where_the_phase_is_and_what_its_author_wrote() {
    let entry = get::<Fleet>("FirePhase");
    assert_eq!((entry.name(), entry.world()), ("FirePhase", "Fleet"));
    assert_eq!(entry.module_path(), module_path!());
    assert_eq!((entry.file(), entry.line()), (file!(), FIRE_LINE));
    assert_eq!(entry.docs(), "Fires a salvo.\n\nTwice, if it can.");
    assert_eq!(get::<Fleet>("AimPhase").docs(), "");
}

fn fields(name: &str) -> Vec<(Option<&'static str>, &'static str, String)> {
    // Rustc and the macro may space the tokens of a type differently.
    let ty = |ty: &str| ty.replace(' ', "");
    get::<Fleet>(name).fields().iter().map(|f| (f.variant(), f.name(), ty(f.ty()))).collect()
}

#[test]
fn an_entry_tells_the_fields_of_structs_and_enums() {
    let field = |variant, name, ty: &str| (variant, name, ty.to_owned());
    assert_eq!(fields("FirePhase"), [field(None, "_gun", "usize"), field(None, "_range", "Option<Vec<u8>>")]);
    assert_eq!(fields("AimPhase"), [field(None, "0", "&'staticstr"), field(None, "1", "()")]);
    assert_eq!(
        fields("MessagePhase"),
        [
            field(Some("Sunk"), "ship", "u8"),
            field(Some("Sunk"), "by", "u16"),
            field(Some("Missed"), "0", "i32"),
        ]
    );
    assert_eq!(fields("Down"), []);
}

#[test]
fn an_entry_tells_what_the_phase_is_and_queues() {
    let names = |entries: &mut dyn Iterator<Item = &'static PhaseEntry>| {
        entries.map(PhaseEntry::name).collect::<Vec<_>>()
    };
    let aim = get::<Fleet>("AimPhase");
    assert_eq!(names(&mut aim.unshifts()), ["FirePhase", "Down"]);
    assert_eq!(names(&mut aim.defers()), ["FirePhase"]);
    assert_eq!(names(&mut aim.pushes()), ["AimPhase"]);

    let kind = |name| {
        let entry = get::<Fleet>(name);
        (entry.is_open(), entry.is_leaf(), entry.waits(), entry.is_ordered(), entry.is_common())
    };
    assert_eq!(kind("FirePhase"), (false, true, false, false, false));
    assert_eq!(kind("AimPhase"), (false, false, false, false, false));
    assert_eq!(kind("MessagePhase"), (true, false, false, false, true));
    assert_eq!(kind("Down"), (true, false, true, true, false));
    assert_eq!(names(&mut get::<Fleet>("FirePhase").unshifts()), [""; 0]);
}

#[test]
fn an_entry_tells_the_types_of_its_phase_its_world_and_what_it_queues() {
    let [fire, sink, aim] = [TypeId::of::<FirePhase>(), TypeId::of::<SinkPhase>(), TypeId::of::<AimPhase>()];
    let entry = get::<Fleet>("AimPhase");
    assert_eq!((entry.phase_type(), entry.world_type()), (aim, TypeId::of::<Fleet>()));
    assert!(entry.unshift_types().eq([fire, sink]));
    assert!(entry.defer_types().eq([fire]));
    assert!(entry.push_types().eq([aim]));

    for name in ["FirePhase", "MessagePhase"] {
        let entry = get::<Fleet>(name);
        let counts = [entry.unshift_types().len(), entry.defer_types().len(), entry.push_types().len()];
        assert_eq!(counts, [0; 3], "{name}");
    }
    assert_eq!(get::<Port>("FirePhase").world_type(), TypeId::of::<Port>());
}

#[test]
fn a_world_is_named_as_its_phases_write_it_or_else_in_full() {
    assert_eq!(registry().of::<Fleet>().world(), "Fleet");
    assert!(registry().of::<Empty>().world().ends_with("::registry::Empty"));
}

#[test]
fn the_phases_of_a_world_are_sorted_by_name() {
    let names = |entries: &mut dyn Iterator<Item = &'static PhaseEntry>| {
        entries.map(PhaseEntry::name).collect::<Vec<_>>()
    };
    let registry = registry();
    assert_eq!(names(&mut registry.of::<Fleet>().iter()), ["AimPhase", "Down", "FirePhase", "MessagePhase"]);
    assert_eq!(names(&mut registry.of::<Port>().iter()), ["AnchorPhase", "FirePhase"]);
    assert_eq!(registry.of::<Empty>().iter().len(), 0);
}

#[test]
fn all_phases_are_sorted_by_world_then_name_then_place() {
    let key =
        |entry: &PhaseEntry| (entry.world(), entry.name(), entry.module_path(), entry.file(), entry.line());
    let keys: Vec<_> = registry().iter().map(key).collect();
    let mut sorted = keys.clone();
    sorted.sort_unstable();
    assert_eq!(keys, sorted);
    assert!(keys.iter().any(|key| (key.0, key.1) == ("Log", "Act")));
    assert!(keys.iter().any(|key| (key.0, key.1) == ("Fleet", "Down")));
}

#[test]
fn get_goes_by_world() {
    assert_eq!(get::<Port>("FirePhase").world(), "Port");
    assert!(registry().of::<Port>().get("AimPhase").is_none());
    assert!(registry().of::<Fleet>().get("SinkPhase").is_none(), "it goes by another name");
    assert!(registry().of::<Empty>().get("FirePhase").is_none());
}

#[test]
fn two_phases_of_one_world_with_one_name_are_told_with_both_places() {
    let file = file!();
    let told = format!(
        "two phases of `Crowded` are named `TwinPhase`: at {file}:{} and at {file}:{}; \
         give one another name with `#[phase(name = \"..\")]`",
        left::LINE,
        right::LINE
    );
    assert_eq!(registry().of::<Crowded>().check().map_err(|error| error.to_string()), Err(told.clone()));
    assert_eq!(registry().check().map_err(|error| error.to_string()), Err(told));
}

#[test]
fn one_name_in_two_worlds_is_fine() {
    assert_eq!(registry().of::<Fleet>().check(), Ok(()));
    assert_eq!(registry().of::<Port>().check(), Ok(()));
    assert_eq!(registry().of::<Empty>().check(), Ok(()));
}

#[test]
fn phases_with_one_name_run_all_the_same() -> Result<(), RunError> {
    let mut phases = PhaseManager::new();
    phases.push(left::TwinPhase);
    phases.push(right::TwinPhase);
    assert_eq!(phases.remove::<right::TwinPhase>(|_| true).map(|_| phases.len()), Some(1));
    assert_eq!(phases.step(&mut Crowded)?, Step::Ended("TwinPhase"));
    assert_eq!(phases.run(&mut Crowded)?, RunStatus::Idle);
    let _ = (port::Salute, SinkPhase, MessagePhase::Quiet, AnchorPhase);
    Ok(())
}
