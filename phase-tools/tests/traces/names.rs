//! Names of many phases in a small ring, whose parts have no place for all of them.

use phase_core::prelude::*;
use phase_tools::Trace;

macro_rules! phases {
    ($($name:ident)*) => {
        $(
            #[phase]
            #[derive(Debug)]
            struct $name;

            impl Phase for $name {
                fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
                    guard.end()
                }
            }
        )*

        const NAMES: &[&str] = &[$(stringify!($name)),*];
        const PUSH: &[fn(&mut PhaseManager<()>)] = &[$(|phases| phases.push($name)),*];
    };
}

phases! {
    A0 A1 A2 A3 A4 A5 A6 A7 A8 A9 B0 B1 B2 B3 B4 B5 B6 B7 B8 B9 C0 C1 C2 C3 C4 C5 C6 C7 C8 C9
    D0 D1 D2 D3 D4 D5 D6 D7 D8 D9 E0 E1 E2 E3 E4 E5 E6 E7 E8 E9 F0 F1 F2 F3 F4 F5 F6 F7 F8 F9
    G0 G1 G2 G3 G4 G5 G6 G7 G8 G9 H0 H1 H2 H3 H4 H5 H6 H7 H8 H9 I0 I1 I2 I3 I4 I5 I6 I7 I8 I9
}

#[test]
fn each_event_has_the_name_of_its_phase() {
    for bytes in [2_000, 17_000, 40_000, 1_000_000] {
        // How many are queued before any of them runs, and how many kinds of phases there are.
        for (burst, kinds) in [(1, 90), (7, 90), (90, 90), (30, 25), (3, 10), (5, 3)] {
            let (trace, mut phases) = (Trace::bounded(bytes).names_only(), PhaseManager::new());
            trace.attach(&mut phases);
            let mut names = Vec::new();
            for round in 0..400 {
                for number in 0..burst {
                    let kind = (round * 31 + number * 7) % kinds;
                    PUSH[kind](&mut phases);
                    names.push(NAMES[kind]);
                }
                phases.run(&mut ()).unwrap();
            }
            let events = trace.events();
            assert_eq!(events.len() + trace.dropped(), 3 * names.len());
            for event in events {
                assert_eq!(event.name, names[usize::try_from(event.id.get()).unwrap() - 1]);
            }
            assert!(trace.last_named(names[names.len() - 1]).is_some());
        }
    }
}

#[test]
fn a_full_ring_of_many_names_asks_for_no_memory() {
    for (bytes, kinds) in [(17_000, 10), (17_000, 90), (40_000, 25), (40_000, 90), (100_000, 90)] {
        let (trace, mut phases) = (Trace::bounded(bytes).names_only(), PhaseManager::new());
        trace.attach(&mut phases);
        let mut play = |rounds: usize| {
            for round in 0..rounds {
                for number in 0..30 {
                    // Few kinds for a while, and then all of them.
                    let kinds = if round % 10 == 0 { kinds } else { 3 };
                    PUSH[(round * 31 + number * 7) % kinds](&mut phases);
                }
                phases.run(&mut ()).unwrap();
            }
        };
        play(200);
        let taken = allocation_counter::measure(|| play(200));
        assert_eq!(taken.count_total, 0, "{bytes} bytes, {kinds} kinds");
    }
}
