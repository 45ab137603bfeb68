//! Phases that are told when they are parked and when they come back, in saves, copies and histories.

use phase_core::History;
use phase_core::prelude::*;
use serde::{Deserialize, Serialize};

use crate::format::{ALL, Format};

#[derive(Debug, Default, Clone)]
struct Screen {
    log: Vec<&'static str>,
}

#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
enum Rest {
    Updates,
    Ticket,
    Question,
}

#[phase(world = Screen, save, clone)]
#[derive(Debug, Clone, Serialize, Deserialize)]
struct Layer(Rest);

impl Phase for Layer {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        match self.0 {
            Rest::Updates => guard.wait(),
            Rest::Ticket => guard.suspend(|_, ticket| std::mem::forget(ticket)),
            Rest::Question => guard.ask(),
        }
    }

    fn on_park(&mut self, screen: &mut Screen) {
        screen.log.push("parked");
    }

    fn on_resume(&mut self, screen: &mut Screen) {
        screen.log.push("back");
    }
}

impl Restores for Layer {
    fn on_restore(&mut self, screen: &mut Screen, ticket: Ticket) {
        screen.log.push("restored");
        std::mem::forget(ticket);
    }
}

impl Waits for Layer {
    fn update(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.world.log.push("updated");
        guard.wait()
    }
}

impl Asks for Layer {
    type Answer = ();

    fn answer(&mut self, _: Seat, (): (), guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.end()
    }
}

#[phase(world = Screen, save, clone)]
#[derive(Debug, Clone, Serialize, Deserialize)]
struct Menu;

impl Phase for Menu {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.world.log.push("menu");
        guard.end()
    }
}

fn interrupted(rest: Rest) -> PhaseManager<Screen> {
    let mut phases = PhaseManager::new();
    phases.push(Layer(rest));
    phases.run(&mut Screen::default()).expect("it waits");
    phases.interrupt(Menu);
    phases
}

fn copies(phases: &PhaseManager<Screen>) -> impl Iterator<Item = (String, PhaseManager<Screen>)> {
    let fork = phases.fork().expect("all phases can be copied");
    let loaded = ALL.map(|format: Format| (format!("{format:?}"), format.hop(phases)));
    loaded.into_iter().chain([("fork".to_owned(), fork)])
}

fn told(phases: &mut PhaseManager<Screen>) -> String {
    let mut screen = Screen::default();
    phases.run(&mut screen).expect("nothing fails");
    screen.log.join(" ")
}

const AFTER: [(Rest, &str); 3] =
    [(Rest::Updates, "back updated"), (Rest::Ticket, "back updated"), (Rest::Question, "back")];

/// What is shown anew after loading is shown as the phase finds it: it need not be put away first.
#[test]
fn before_it_is_told_a_copy_counts_as_told() {
    for (rest, after) in AFTER {
        let mut phases = interrupted(rest);
        for (how, mut copy) in copies(&phases) {
            let restored = if rest == Rest::Ticket { "restored " } else { "" };
            assert_eq!(told(&mut copy), format!("{restored}menu {after}"), "{how}");
        }
        assert_eq!(told(&mut phases), format!("parked menu {after}"), "the original is told all the same");
    }
}

#[test]
fn while_it_is_parked_a_copy_comes_back_as_well() {
    for (rest, after) in AFTER {
        let mut phases = interrupted(rest);
        phases.interrupt(Layer(Rest::Updates));
        phases.run(&mut Screen::default()).expect("it waits");
        for (how, mut copy) in copies(&phases) {
            assert!(copy.cancel(&mut Screen::default()), "{how}");
            assert_eq!(told(&mut copy), format!("menu {after}"), "{how}");
        }
    }
}

#[test]
fn one_that_is_interrupted_after_loading_is_told_once_it_has_its_ticket() {
    let mut phases = PhaseManager::new();
    phases.push(Layer(Rest::Ticket));
    phases.run(&mut Screen::default()).expect("it waits");
    for (how, mut copy) in copies(&phases) {
        copy.interrupt(Menu);
        assert_eq!(told(&mut copy), "restored parked menu back updated", "{how}");
    }
}

#[test]
fn after_an_undo_and_a_redo() {
    let mut phases = PhaseManager::new();
    let (mut screen, mut history) = (Screen::default(), History::new(10));
    phases.push(Layer(Rest::Question));
    phases.run(&mut screen).expect("it asks");
    history.checkpoint(&phases, &screen).expect("it can be copied");
    phases.interrupt(Menu);
    assert!(history.undo(&mut phases, &mut screen));
    assert_eq!(told(&mut phases), "", "it was never interrupted");
    assert!(history.redo(&mut phases, &mut screen));
    assert_eq!(told(&mut phases), "parked menu back", "nobody has told it yet");
}
