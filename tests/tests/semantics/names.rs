//! Look-ups by name, and what they say of names that mean nothing or two things.

use phase_core::prelude::*;

use crate::registry::Crowded;

struct Deck;

#[phase(world = Deck)]
#[derive(Debug, PartialEq)]
struct DrawPhase(u32);

#[phase(world = Deck, name = "Shuffle")]
#[derive(Debug)]
struct ShufflePhase;

#[phase(world = Deck)]
#[derive(Debug)]
struct AskPhase(fn(&mut Queue<'_, AskPhase>));

impl Phase for DrawPhase {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.end()
    }
}

impl Phase for ShufflePhase {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.end()
    }
}

impl Phase for AskPhase {
    fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        (self.0)(&mut guard.queue);
        guard.end()
    }
}

fn drawn() -> PhaseManager<Deck> {
    let mut phases = PhaseManager::new();
    phases.push(DrawPhase(1));
    phases.push(DrawPhase(2));
    phases
}

#[test]
fn a_queued_phase_is_found_by_its_name() {
    let mut phases = drawn();
    phases.unshift(DrawPhase(0));
    assert_eq!(phases.contains_named("DrawPhase"), Ok(true));
    let found = phases.find_named("DrawPhase").unwrap().unwrap();
    assert_eq!((found.name(), found.downcast_ref()), ("DrawPhase", Some(&DrawPhase(0))));
    assert_eq!(found.entry().unwrap().name(), "DrawPhase");
}

#[test]
fn a_name_given_in_the_attribute_counts_and_the_name_of_the_type_does_not() {
    let mut phases = drawn();
    assert_eq!(phases.contains_named("Shuffle"), Ok(false));
    phases.push(ShufflePhase);
    assert_eq!(phases.contains_named("Shuffle"), Ok(true));
    assert!(phases.contains_named("ShufflePhase").is_err());
}

#[test]
fn removal_by_name_takes_the_first_in_run_order() {
    let mut phases = drawn();
    let removed = phases.remove_named("DrawPhase").unwrap().unwrap();
    assert_eq!(removed.downcast::<DrawPhase>().unwrap(), DrawPhase(1));
    assert_eq!(phases.levels().to_string(), "0: [DrawPhase(2)]");
    assert!(phases.remove_named("Shuffle").unwrap().is_none());
    assert_eq!(phases.len(), 1);
}

#[test]
fn a_running_phase_looks_up_by_name_and_does_not_find_itself() {
    let mut phases = drawn();
    phases.unshift(AskPhase(|queue| {
        assert_eq!(queue.contains_named("AskPhase"), Ok(false));
        assert_eq!(queue.find_named("DrawPhase").unwrap().unwrap().downcast_ref(), Some(&DrawPhase(1)));
        queue.remove_named("DrawPhase").unwrap();
    }));
    phases.step(&mut Deck).unwrap();
    assert_eq!(phases.levels().to_string(), "0: [DrawPhase(2)]");
}

#[test]
fn a_misspelt_name_is_an_error_that_knows_better() {
    let mut phases = drawn();
    for error in [
        phases.contains_named("DrawPhas").unwrap_err(),
        phases.find_named("DrawPhas").unwrap_err(),
        phases.remove_named("DrawPhas").unwrap_err(),
    ] {
        assert_eq!(error.to_string(), "no phase `DrawPhas` in `Deck`; did you mean `DrawPhase`?");
    }
    let error = phases.contains_named("Quux").unwrap_err();
    assert_eq!(error.to_string(), "no phase `Quux` in `Deck`");
    assert_eq!(phases.len(), 2);
}

#[test]
fn phases_of_other_worlds_are_unknown() {
    let error = drawn().contains_named("TwinPhase").unwrap_err();
    assert_eq!(error.to_string(), "no phase `TwinPhase` in `Deck`");
}

#[test]
fn a_name_of_two_phases_is_an_error_with_both_places() {
    let phases = PhaseManager::<Crowded>::new();
    let error = phases.contains_named("TwinPhase").unwrap_err();
    let NameError::Duplicate(duplicate) = &error else { panic!("{error}") };
    assert_eq!(duplicate, &registry().of::<Crowded>().check().unwrap_err());
    assert_eq!(error.to_string().matches("registry.rs:").count(), 2, "{error}");
}
