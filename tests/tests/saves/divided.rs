//! Tickets that were divided, half ended or cancelled, in saves, copies and histories.

use phase_core::History;
use phase_core::prelude::*;
use serde::{Deserialize, Serialize};

use crate::format::{ALL, Format};

#[derive(Debug, Default)]
struct Scene {
    log: Vec<String>,
    parts: Vec<Ticket>,
}

impl Clone for Scene {
    /// Tickets are not copied.
    fn clone(&self) -> Self {
        Self { log: self.log.clone(), parts: vec![] }
    }
}

/// How the ticket of a phase is divided.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
enum Parts {
    Whole,
    Both,
    Either,
    /// Both, or the third one.
    Skippable,
}

impl Parts {
    fn of(self, ticket: Ticket) -> Vec<Ticket> {
        match self {
            Self::Whole => vec![ticket],
            Self::Both => Vec::from(<[Ticket; 2]>::from(ticket.both())),
            Self::Either => Vec::from(<[Ticket; 2]>::from(ticket.either())),
            Self::Skippable => {
                let (animations, skip) = ticket.either();
                let (first, second) = animations.both();
                vec![first, second, skip]
            }
        }
    }

    /// How many parts there are.
    fn count(self) -> usize {
        match self {
            Self::Whole => 1,
            Self::Both | Self::Either => 2,
            Self::Skippable => 3,
        }
    }

    /// Ends it.
    fn end(self, parts: &[Ticket]) {
        match self {
            Self::Whole | Self::Either => parts[0].end().expect("it is live"),
            Self::Both => parts.iter().for_each(|part| part.end().expect("it is live")),
            Self::Skippable => parts[2].end().expect("it is live"),
        }
    }
}

#[phase(world = Scene, save, clone)]
#[derive(Debug, Clone, Serialize, Deserialize)]
struct Show(Parts);

impl Phase for Show {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.world.log.push("start".to_owned());
        let parts = self.0;
        guard.suspend(|scene, ticket| scene.parts.extend(parts.of(ticket)))
    }

    fn on_end(&mut self, scene: &mut Scene, _: &mut Queue<'_, Self>) {
        scene.log.push("end".to_owned());
    }

    fn on_cancel(&mut self, scene: &mut Scene) {
        scene.log.push("cancel".to_owned());
    }
}

impl Restores for Show {
    fn on_restore(&mut self, scene: &mut Scene, ticket: Ticket) {
        scene.log.push("restore".to_owned());
        scene.parts.extend(self.0.of(ticket));
    }
}

#[phase(world = Scene, save, clone)]
#[derive(Debug, Clone, Serialize, Deserialize)]
struct Menu;

impl Phase for Menu {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.world.log.push("menu".to_owned());
        guard.end()
    }
}

fn shown(parts: Parts) -> (PhaseManager<Scene>, Scene) {
    let (mut phases, mut scene) = (PhaseManager::new(), Scene::default());
    phases.push(Show(parts));
    assert_eq!(phases.run(&mut scene).ok(), Some(RunStatus::Waiting));
    scene.log.clear();
    (phases, scene)
}

/// Copies, by each way there is.
fn copies(phases: &PhaseManager<Scene>) -> impl Iterator<Item = (String, PhaseManager<Scene>)> {
    let fork = phases.fork().expect("all phases can be copied");
    let fork_of_fork = fork.fork().expect("all phases can be copied");
    let loaded = ALL.map(|format| (format!("{format:?}"), format.hop(phases)));
    let twice = ("twice".to_owned(), Format::Postcard.hop(&Format::Json.hop(phases)));
    let forks = [("fork".to_owned(), fork), ("fork of a fork".to_owned(), fork_of_fork), twice];
    loaded.into_iter().chain(forks)
}

#[test]
fn a_divided_ticket_comes_back_as_a_whole_and_is_divided_anew() {
    for parts in [Parts::Whole, Parts::Both, Parts::Either, Parts::Skippable] {
        let (phases, scene) = shown(parts);
        for (how, mut copy) in copies(&phases) {
            let mut other = scene.clone();
            assert_eq!(copy.run(&mut other).ok(), Some(RunStatus::Waiting), "{how}");
            assert_eq!(other.parts.len(), parts.count());
            parts.end(&other.parts);
            assert_eq!(copy.run(&mut other).ok(), Some(RunStatus::Idle), "{how}");
            assert_eq!(other.log, ["restore", "end"], "{how}");
        }
        assert!(scene.parts.iter().all(Ticket::is_live), "the copies take nothing from the original");
    }
}

#[test]
fn what_was_half_ended_is_needed_as_a_whole_again() {
    let (phases, scene) = shown(Parts::Both);
    scene.parts[0].end().expect("it is live");
    for (how, mut copy) in copies(&phases) {
        let mut other = scene.clone();
        copy.run(&mut other).expect("it waits");
        other.parts[1].end().expect("it is live");
        assert_eq!(copy.run(&mut other).ok(), Some(RunStatus::Waiting), "{how}");
        other.parts[0].end().expect("it is live");
        assert_eq!(copy.run(&mut other).ok(), Some(RunStatus::Idle), "{how}");
    }
    scene.parts[1].end().expect("the other half was ended before");
    for (how, mut copy) in copies(&phases) {
        let mut other = scene.clone();
        assert_eq!(copy.run(&mut other).ok(), Some(RunStatus::Idle), "{how}");
        assert_eq!(other.log, ["end"], "{how}: it needs no ticket any more");
    }
}

#[test]
fn what_was_half_dropped_has_all_its_chances_again() {
    let (phases, mut scene) = shown(Parts::Either);
    drop(scene.parts.pop());
    for (how, mut copy) in copies(&phases) {
        let mut other = scene.clone();
        copy.run(&mut other).expect("it waits");
        other.parts[1].end().expect("it is live");
        assert_eq!(copy.run(&mut other).ok(), Some(RunStatus::Idle), "{how}");
    }
    scene.parts.clear();
    for (how, mut copy) in copies(&phases) {
        let mut other = scene.clone();
        assert!(matches!(copy.run(&mut other), Err(RunError::Abandoned { phase: "Show", .. })), "{how}");
        assert_eq!(other.log, ["cancel"], "{how}");
    }
}

/// Cancelled while it waits, while it is about to be parked, and while it is parked.
#[test]
fn a_ticket_that_was_cancelled_stays_so() {
    for parts in [Parts::Whole, Parts::Both, Parts::Either, Parts::Skippable] {
        for part in 0..parts.count() {
            for interrupts in 0..3 {
                let (mut phases, mut scene) = shown(parts);
                for _ in 0..interrupts {
                    phases.interrupt(Show(Parts::Whole));
                }
                if interrupts == 2 {
                    phases.run(&mut scene).expect("it waits");
                }
                scene.parts[part].cancel().expect("it is live");
                for (how, mut copy) in copies(&phases) {
                    let mut other = Scene::default();
                    for _ in 0..=interrupts {
                        copy.run(&mut other).expect("nothing fails");
                        other.parts.drain(..).for_each(|part| part.end().expect("it waits"));
                    }
                    assert_eq!(copy.run(&mut other).ok(), Some(RunStatus::Idle), "{how}");
                    assert_eq!(other.log.iter().filter(|line| *line == "cancel").count(), 1, "{how}");
                    assert_eq!(other.log.last().map(String::as_str), Some("cancel"), "{how}");
                }
            }
        }
    }
}

#[test]
fn a_save_says_so_only_where_a_ticket_was_cancelled() {
    let (mut phases, mut scene) = shown(Parts::Both);
    let says_so = |phases: &PhaseManager<Scene>| {
        String::from_utf8_lossy(&Format::Json.save(phases)).contains("cancelled")
    };
    assert!(!says_so(&phases));
    scene.parts[0].cancel().expect("it is live");
    assert!(says_so(&phases));
    phases.interrupt(Menu);
    assert!(says_so(&phases), "interrupted");
    phases.interrupt(Show(Parts::Whole));
    phases.run(&mut scene).expect("it waits");
    assert!(says_so(&phases), "parked");
    scene.parts[2].end().expect("it is live");
    phases.run(&mut scene).expect("nothing fails");
    assert!(!says_so(&phases), "gone");
}

#[test]
fn parts_are_stale_after_an_undo_and_handed_out_anew_after_a_redo() {
    let (mut phases, mut scene) = shown(Parts::Both);
    let mut history = History::new(10);
    history.checkpoint(&phases, &scene).expect("it can be copied");
    scene.parts[0].end().expect("it is live");
    let old: Vec<Ticket> = std::mem::take(&mut scene.parts);

    assert!(history.undo(&mut phases, &mut scene));
    assert!(old.iter().all(|part| part.end().is_err() && part.cancel().is_err()));
    phases.run(&mut scene).expect("it waits");
    assert_eq!(scene.parts.len(), 2);
    let undone: Vec<Ticket> = std::mem::take(&mut scene.parts);

    assert!(history.redo(&mut phases, &mut scene));
    assert!(undone.iter().all(|part| !part.is_live()));
    phases.run(&mut scene).expect("it waits");
    Parts::Both.end(&scene.parts);
    assert_eq!(phases.run(&mut scene).ok(), Some(RunStatus::Idle));
    assert_eq!(scene.log, ["restore", "end"]);
}
