//! Suspended phases that are undone and redone: whose ticket is good, and when.

use std::panic::{AssertUnwindSafe, catch_unwind};

use phase_core::prelude::*;

/// What the phases do, and the tickets that are out, by the name of their phase. A copy has none, as a save has none.
#[derive(Default)]
struct Scene {
    log: Vec<String>,
    tickets: Vec<(&'static str, Ticket)>,
}

impl Clone for Scene {
    fn clone(&self) -> Self {
        Self { log: self.log.clone(), tickets: vec![] }
    }
}

/// Lasts until its ticket is ended.
#[phase(world = Scene, clone)]
#[derive(Debug, Clone)]
struct Film(&'static str);

impl Phase for Film {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.world.log.push(self.0.to_owned());
        guard.suspend(|scene, ticket| scene.tickets.push((self.0, ticket)))
    }

    fn on_end(&mut self, scene: &mut Scene, _: &mut Queue<'_, Self>) {
        scene.log.push(format!("{}.", self.0));
    }

    fn on_cancel(&mut self, scene: &mut Scene) {
        scene.log.push(format!("{}!", self.0));
        if self.0 == "brittle" && scene.log.len() < 100 {
            std::panic::resume_unwind(Box::new("as it was told"));
        }
    }
}

impl Restores for Film {
    fn on_restore(&mut self, scene: &mut Scene, ticket: Ticket) {
        scene.log.push(format!("{}+", self.0));
        scene.tickets.push((self.0, ticket));
    }
}

/// Asks on for ever.
#[phase(world = Scene, clone, asks)]
#[derive(Debug, Clone)]
struct Choice;

impl Asks for Choice {
    type Answer = ();

    fn answer(&mut self, _: Seat, (): (), guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.ask()
    }
}

struct Cinema {
    phases: PhaseManager<Scene>,
    scene: Scene,
    history: History<Scene>,
}

impl Cinema {
    fn of(films: &[&'static str]) -> Self {
        let mut cinema =
            Self { phases: PhaseManager::new(), scene: Scene::default(), history: History::new(9) };
        for film in films {
            cinema.phases.interrupt(Film(film));
            cinema.run();
        }
        cinema
    }

    fn run(&mut self) -> RunStatus {
        self.phases.run(&mut self.scene).expect("nothing fails")
    }

    fn checkpoint(&mut self) {
        self.history.checkpoint(&self.phases, &self.scene).expect("all of it can be copied");
    }

    fn undo(&mut self) {
        assert!(self.history.undo(&mut self.phases, &mut self.scene));
    }

    fn redo(&mut self) {
        assert!(self.history.redo(&mut self.phases, &mut self.scene));
    }

    /// Takes the tickets away to where no undo finds them.
    fn take_tickets(&mut self) -> Vec<Ticket> {
        self.scene.tickets.drain(..).map(|(_, ticket)| ticket).collect()
    }

    fn end(&mut self, film: &str) -> Result<(), StaleTicket> {
        let index = self.scene.tickets.iter().rposition(|(of, _)| *of == film).expect("it has a ticket");
        self.scene.tickets.remove(index).1.end()
    }

    fn told(&self) -> String {
        self.scene.log.join(" ")
    }
}

#[test]
fn tickets_of_what_was_undone_are_stale() {
    let mut cinema = Cinema::of(&[]);
    cinema.checkpoint();
    cinema.phases.push(Film("A"));
    cinema.run();
    let ticket = cinema.take_tickets().remove(0);
    assert!(ticket.is_live());
    cinema.undo();
    assert!(!ticket.is_live());
    assert_eq!(ticket.end(), Err(StaleTicket));
    assert_eq!(cinema.run(), RunStatus::Idle);
    assert_eq!(cinema.told(), "");
}

#[test]
fn redo_hands_out_new_ones() {
    let mut cinema = Cinema::of(&[]);
    cinema.checkpoint();
    cinema.phases.push(Film("A"));
    cinema.run();
    cinema.undo();
    cinema.redo();
    assert_eq!(cinema.run(), RunStatus::Waiting);
    assert_eq!(cinema.told(), "A A+");
    assert_eq!(cinema.end("A"), Ok(()));
    assert_eq!(cinema.run(), RunStatus::Idle);
    assert_eq!(cinema.told(), "A A+ A.");
}

#[test]
fn what_is_come_back_to_gets_a_new_one_and_the_old_is_stale() {
    let mut cinema = Cinema::of(&["A"]);
    cinema.checkpoint();
    let old = cinema.take_tickets().remove(0);
    assert!(old.is_live(), "a checkpoint changes nothing");
    assert_eq!(cinema.run(), RunStatus::Waiting);
    cinema.undo();
    assert!(!old.is_live(), "it is that of the life that was undone");
    assert_eq!(cinema.run(), RunStatus::Waiting);
    assert_eq!(cinema.told(), "A A+");
    assert_eq!(cinema.end("A"), Ok(()));
    assert_eq!(cinema.run(), RunStatus::Idle);
}

#[test]
fn back_and_forth_many_times_there_is_one_good_ticket() {
    let mut cinema = Cinema::of(&["A"]);
    let mut old = cinema.take_tickets();
    for _ in 0..5 {
        cinema.checkpoint();
        cinema.undo();
        cinema.run();
        cinema.redo();
        cinema.run();
        old.append(&mut cinema.take_tickets());
        assert_eq!(old.iter().filter(|ticket| ticket.is_live()).count(), 1);
        assert!(old.last().is_some_and(Ticket::is_live));
        cinema.history.clear();
    }
    assert_eq!(old.pop().expect("it is the last").end(), Ok(()));
    assert_eq!(cinema.run(), RunStatus::Idle);
}

#[test]
fn parked_ones_as_well_and_they_get_theirs_first() {
    let mut cinema = Cinema::of(&["A", "B", "C"]);
    cinema.checkpoint();
    let old = cinema.take_tickets();
    cinema.undo();
    assert!(old.iter().all(|ticket| !ticket.is_live()));
    cinema.run();
    assert_eq!(cinema.told(), "A B C A+ B+ C+");
    cinema.redo();
    cinema.run();
    assert!(cinema.told().ends_with("A+ B+ C+"), "{}", cinema.told());
    for film in ["C", "B", "A"] {
        assert_eq!(cinema.end(film), Ok(()));
        cinema.run();
    }
    assert!(cinema.told().ends_with("C. B. A."), "{}", cinema.told());
}

#[test]
fn one_that_is_undone_before_it_has_its_ticket() {
    let mut cinema = Cinema::of(&["A"]);
    cinema.checkpoint();
    cinema.undo();
    cinema.redo();
    cinema.undo();
    assert_eq!(cinema.told(), "A");
    cinema.run();
    assert_eq!(cinema.told(), "A A+");
    assert_eq!(cinema.end("A"), Ok(()));
}

/// Whoever ended it has had their say.
#[test]
fn a_ticket_that_was_ended_or_dropped_before_the_undo_stays_so_in_what_is_redone() {
    for ends in [true, false] {
        let mut cinema = Cinema::of(&[]);
        cinema.checkpoint();
        cinema.phases.push(Film("A"));
        cinema.run();
        let ticket = cinema.take_tickets().remove(0);
        if ends {
            ticket.end().expect("it is live");
        } else {
            drop(ticket);
        }
        cinema.undo();
        cinema.redo();
        match cinema.phases.run(&mut cinema.scene) {
            Ok(status) => assert_eq!((status, cinema.told().as_str()), (RunStatus::Idle, "A A.")),
            Err(error) => {
                assert!(matches!(error, RunError::Abandoned { phase: "Film", .. }), "{error}");
                assert_eq!((ends, cinema.told().as_str()), (false, "A A!"));
            }
        }
    }
}

/// It was ended after the checkpoint, which does not know of that.
#[test]
fn a_ticket_that_was_ended_after_the_checkpoint() {
    let mut cinema = Cinema::of(&["A"]);
    cinema.checkpoint();
    assert_eq!(cinema.end("A"), Ok(()));
    assert_eq!(cinema.run(), RunStatus::Idle);
    cinema.undo();
    assert_eq!(cinema.run(), RunStatus::Waiting);
    assert_eq!(cinema.told(), "A A+");
}

#[test]
fn one_under_a_question() {
    let mut cinema = Cinema::of(&["A"]);
    let old = cinema.take_tickets().remove(0);
    cinema.phases.interrupt(Choice);
    assert_eq!(cinema.run(), RunStatus::Asking);
    cinema.checkpoint();
    assert!(old.is_live());
    cinema.undo();
    assert!(!old.is_live());
    // An answer is a call that is given the world, too.
    assert!(cinema.phases.answer::<Choice>(&mut cinema.scene, Seat::Player(0), ()).is_ok());
    assert_eq!(cinema.told(), "A A+");
    assert!(cinema.phases.cancel(&mut cinema.scene));
    assert_eq!(cinema.run(), RunStatus::Waiting);
    assert_eq!(cinema.end("A"), Ok(()));
    assert_eq!(cinema.run(), RunStatus::Idle);
}

/// A clear has swept them away, and a panic has kept them from being told.
#[test]
fn one_that_is_condemned_and_not_told_yet() {
    let mut cinema = Cinema::of(&[]);
    cinema.checkpoint();
    for film in ["A", "brittle", "C"] {
        cinema.phases.interrupt(Film(film));
        cinema.run();
    }
    let tickets = cinema.take_tickets();
    let cleared = catch_unwind(AssertUnwindSafe(|| cinema.phases.clear(&mut cinema.scene)));
    assert!(cleared.is_err());
    cinema.undo();
    assert!(tickets.iter().all(|ticket| !ticket.is_live()), "{tickets:?}");
    assert_eq!(cinema.run(), RunStatus::Idle);
    cinema.redo();
    assert_eq!(cinema.run(), RunStatus::Waiting);
    assert_eq!(cinema.told(), "A brittle C brittle! C+ A!");
    assert_eq!(cinema.end("C"), Ok(()));
}

#[test]
fn forks_and_their_originals_have_tickets_of_their_own() {
    let mut cinema = Cinema::of(&["A"]);
    let (mut fork, mut its_scene) = (cinema.phases.fork().expect("it is `clone`"), Scene::default());
    assert!(matches!(fork.run(&mut its_scene), Ok(RunStatus::Waiting)));
    drop(fork);
    assert!(!its_scene.tickets[0].1.is_live(), "with the fork, its ticket is stale");
    assert_eq!(cinema.end("A"), Ok(()));
    assert_eq!(cinema.run(), RunStatus::Idle);
}
