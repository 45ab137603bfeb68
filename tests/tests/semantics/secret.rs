//! Phases that are declared `secret`.

use phase_core::prelude::*;

#[phase(secret)]
#[derive(Debug)]
struct DealPhase {
    card: &'static str,
}

impl Phase for DealPhase {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.fail("the deck is empty")
    }
}

#[test]
fn shown_by_its_name_alone() {
    let mut phases = PhaseManager::new();
    phases.push(DealPhase { card: "queen" });
    phases.push(AnyPhase::new(DealPhase { card: "queen" }));
    let queued = phases.find_named("DealPhase").unwrap().unwrap();
    assert_eq!(format!("{queued:?}"), "DealPhase");
    assert_eq!(queued.downcast_ref::<DealPhase>().unwrap().card, "queen");
    assert_eq!(format!("{:?}", AnyPhase::new(DealPhase { card: "queen" })), "DealPhase");
    let levels = format!("{phases:?}");
    assert!(levels.contains("DealPhase") && !levels.contains("queen"), "{levels}");
    let error = phases.run(&mut ()).unwrap_err();
    assert_eq!(error.to_string(), "phase `DealPhase` failed in `start`");
    assert!(!format!("{error:?}").contains("queen"), "{error:?}");
}
