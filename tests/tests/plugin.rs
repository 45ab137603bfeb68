//! Phases whose entries appear while the program runs, as those of a plug-in do.

use std::cell::UnsafeCell;

use phase_core::__private_0_1_0::{Description, LivesOnce, Source, inventory};
use phase_core::PhaseRef;
use phase_core::prelude::*;
use serde::{Deserialize, Serialize};

struct World;

#[phase(world = World, save)]
#[derive(Debug, Serialize, Deserialize)]
struct BuiltIn;

/// What `#[phase]` writes, but for the start-up code.
macro_rules! plugged_in {
    ($($phase:ident, $entry:ident, $node:ident, $line:literal;)*) => {$(
        #[derive(Debug, Serialize, Deserialize)]
        struct $phase;

        impl PhaseInfo for $phase {
            type World = World;
            type __Lives = LivesOnce;
            const NAME: &'static str = stringify!($phase);
            const __DESCRIPTION: Description<Self> = Description::new(None).saved(&[]);
        }

        only_ends!($phase);

        static $entry: PhaseEntry = PhaseEntry::new::<$phase>(Source {
            world: "World",
            module_path: module_path!(),
            file: file!(),
            line: $line,
            docs: "",
            fields: &[],
        });

        static $node: inventory::Node = inventory::Node { value: &$entry, next: UnsafeCell::new(None) };
    )*};
}

macro_rules! only_ends {
    ($phase:ty) => {
        impl Phase for $phase {
            fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
                guard.end()
            }
        }
    };
}

only_ends!(BuiltIn);
plugged_in! {
    First, FIRST, FIRST_NODE, 1;
    Second, SECOND, SECOND_NODE, 2;
    Third, THIRD, THIRD_NODE, 3;
}

/// What the start-up code of a plug-in does.
fn load(node: &'static inventory::Node) {
    // SAFETY: the value of each node is a `PhaseEntry`, for which there is one list, and no node is given twice.
    unsafe { node.value.submit(node) }
}

fn names() -> Vec<&'static str> {
    registry().of::<World>().iter().map(PhaseEntry::name).collect()
}

#[test]
fn entries_that_appear_later_are_found() -> Result<(), NameError> {
    let mut phases = PhaseManager::new();
    phases.push(BuiltIn);
    assert!(phases.contains_named("BuiltIn")?);
    assert!(phases.contains_named("Second").is_err());
    assert_eq!(names(), ["BuiltIn"]);
    let before = registry();

    load(&SECOND_NODE);
    assert!(!phases.contains_named("Second")?);
    assert_eq!(names(), ["BuiltIn", "Second"]);
    phases.push(Second);
    assert_eq!(phases.find_named("Second")?.and_then(PhaseRef::entry), Some(&SECOND));
    let save = serde_json::to_string(&phases).expect("both can be saved");
    let loaded: PhaseManager<World> = serde_json::from_str(&save).expect("both are registered");
    assert_eq!(loaded.levels().to_string(), "0: [BuiltIn, Second]");
    assert!(registry().of::<World>().build("Second", serde_json::Value::Null).is_ok());

    load(&THIRD_NODE);
    load(&FIRST_NODE);
    assert_eq!(names(), ["BuiltIn", "First", "Second", "Third"]);
    assert!(!phases.contains_named("First")?);
    assert!(!phases.contains_named("Third")?);
    assert_eq!(before.iter().count(), 1, "this is what there was when it was asked for");
    Ok(())
}
