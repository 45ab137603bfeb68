//! Phases that are told when they are set aside, and when they come back.
//!
//! Beside the usual events `A(` has been parked, `A)` has come back, and `A<7` was answered with 7.

use std::panic::{AssertUnwindSafe, catch_unwind};

use phase_core::prelude::*;

#[derive(Default)]
struct Screen {
    log: Vec<String>,
    tickets: Vec<Ticket>,
    /// What makes `on_park` or `on_resume` panic, as it would be told.
    breaks: &'static str,
    /// There is nobody to ask any more.
    is_empty: bool,
}

impl Screen {
    fn note(&mut self, layer: &Layer, event: &str) {
        self.log.push(format!("{}{event}", layer.name));
        if self.log.last().is_some_and(|told| told == self.breaks) {
            std::panic::resume_unwind(Box::new("as it was told"));
        }
    }
}

/// How a layer waits.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Rest {
    Updates,
    Ticket,
    Question,
    Not,
}

/// A menu, an animation, or a dialogue.
#[phase(world = Screen, unshifts(Layer), defers(Layer), pushes(Layer))]
#[derive(Debug)]
struct Layer {
    name: &'static str,
    rest: Rest,
}

impl Phase for Layer {
    fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.world.note(self, "");
        if self.name == "parent" {
            guard.unshift(just("child"));
        }
        match self.rest {
            Rest::Updates => guard.wait(),
            Rest::Ticket => guard.suspend(|screen, ticket| screen.tickets.push(ticket)),
            Rest::Question => guard.ask(),
            Rest::Not => guard.end(),
        }
    }

    fn on_end(&mut self, screen: &mut Screen, _: &mut Queue<'_, Self>) {
        screen.note(self, ".");
    }

    fn on_cancel(&mut self, screen: &mut Screen) {
        screen.note(self, "!");
    }

    fn on_park(&mut self, screen: &mut Screen) {
        screen.note(self, "(");
    }

    fn on_resume(&mut self, screen: &mut Screen) {
        screen.note(self, ")");
    }
}

impl Waits for Layer {
    fn update(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.world.note(self, "~");
        guard.wait()
    }
}

impl Asks for Layer {
    type Answer = u8;

    fn seats(&self, screen: &Screen) -> Vec<Seat> {
        if screen.is_empty { vec![] } else { vec![Seat::Player(0)] }
    }

    fn unasked(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.world.note(self, "-");
        guard.end()
    }

    fn answer(&mut self, _: Seat, answer: u8, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.world.note(self, &format!("<{answer}"));
        guard.end()
    }
}

fn layer(name: &'static str, rest: Rest) -> Layer {
    Layer { name, rest }
}

fn just(name: &'static str) -> Layer {
    layer(name, Rest::Not)
}

/// A manager with its world.
#[derive(Default)]
struct Play {
    phases: PhaseManager<Screen>,
    screen: Screen,
}

impl Play {
    /// A layer that waits so, with another behind it.
    fn of(rest: Rest) -> Self {
        let mut play = Self::default();
        play.phases.push(layer("A", rest));
        play.phases.push(just("B"));
        play.run();
        play.screen.log.clear();
        play
    }

    /// Does this, and notes what it came to.
    fn call(&mut self, call: impl FnOnce(&mut PhaseManager<Screen>, &mut Screen) -> String) {
        let came = catch_unwind(AssertUnwindSafe(|| call(&mut self.phases, &mut self.screen)));
        self.screen.log.push(format!("[{}]", came.as_deref().unwrap_or("panic")));
    }

    fn run(&mut self) {
        self.call(|phases, screen| match phases.run(screen) {
            Ok(status) => format!("{status:?}").to_lowercase(),
            Err(RunError::Abandoned { .. }) => "abandoned".to_owned(),
            Err(error) => error.to_string(),
        });
    }

    fn told(&mut self) -> String {
        let told = self.screen.log.join(" ");
        self.screen.log.clear();
        told
    }
}

#[test]
fn however_it_waits() {
    for (rest, told) in [
        (Rest::Updates, "A( I I. A) A~ [waiting]"),
        (Rest::Ticket, "A( I I. A) A~ [waiting]"),
        (Rest::Question, "A( I I. A) [asking]"),
    ] {
        let mut play = Play::of(rest);
        play.phases.interrupt(just("I"));
        assert!(play.screen.log.is_empty(), "there is no world to tell it with");
        play.run();
        assert_eq!(play.told(), told);
    }
}

#[test]
fn a_menu_over_a_question_over_a_menu() {
    let mut play = Play::default();
    play.phases.push(layer("inventory", Rest::Updates));
    play.run();
    play.phases.interrupt(layer("really?", Rest::Question));
    play.run();
    play.phases.interrupt(layer("pause", Rest::Ticket));
    play.run();
    play.run();
    assert_eq!(
        play.told(),
        "inventory [waiting] inventory( really? [asking] really?( pause [waiting] pause~ [waiting]"
    );

    play.screen.tickets[0].end().expect("the pause menu is open");
    play.run();
    play.call(|phases, screen| {
        format!("{:?}", phases.answer::<Layer>(screen, Seat::Player(0), 7).expect("it is asked"))
    });
    play.run();
    assert_eq!(
        play.told(),
        "pause. really?) [asking] really?<7 really?. [Ended(\"Layer\")] inventory) inventory~ [waiting]"
    );
}

/// The first call that is given the world tells it, whichever that is, before anything else.
#[test]
fn whatever_is_called_first() {
    type Call = fn(&mut PhaseManager<Screen>, &mut Screen) -> String;
    let calls: [(Call, &str); 9] = [
        (
            |phases, screen| format!("{:?}", phases.step(screen).expect("nothing fails")),
            "A( I I. [Ended(\"Layer\")]",
        ),
        (|phases, screen| phases.cancel(screen).to_string(), "A( [false]"),
        (|phases, screen| phases.cancel_tree(screen).to_string(), "A( [false]"),
        (
            |phases, screen| {
                phases.clear(screen);
                String::new()
            },
            "A( A! []",
        ),
        (
            |phases, screen| {
                phases.finish(screen);
                String::new()
            },
            "A( A! []",
        ),
        (|phases, screen| phases.answer::<Layer>(screen, Seat::Chance, 1).is_err().to_string(), "A( [true]"),
        (
            |phases, screen| {
                phases.answer_any(screen, Seat::Chance, AnyAnswer::new(1_u8)).is_err().to_string()
            },
            "A( [true]",
        ),
        (|phases, screen| format!("{:?}", phases.time_out(screen).expect("nothing asks")), "A( [[]]"),
        (
            |phases, screen| format!("{:?}", phases.play(screen, |_, _, _| None).expect("nothing fails")),
            "A( I I. A) A~ [Waiting]",
        ),
    ];
    for (call, told) in calls {
        let mut play = Play::of(Rest::Updates);
        play.phases.interrupt(just("I"));
        play.call(call);
        assert_eq!(play.told(), told);
    }
}

#[test]
fn of_two_interrupts_in_a_row_the_first_parks_it_and_it_is_told_once() {
    let mut play = Play::of(Rest::Updates);
    play.phases.interrupt(just("I"));
    play.phases.interrupt(just("J"));
    play.run();
    assert_eq!(play.told(), "A( J J. I I. A) A~ [waiting]");
}

#[test]
fn with_nothing_waiting_nothing_is_told() {
    let mut play = Play::default();
    play.phases.push(just("A"));
    play.phases.interrupt(just("I"));
    play.run();
    assert_eq!(play.told(), "I I. A A. [idle]");
}

#[test]
fn even_if_what_interrupted_it_is_gone_before() {
    let mut play = Play::of(Rest::Updates);
    play.phases.interrupt(just("I"));
    assert!(play.phases.remove(|layer: &Layer| layer.name == "I").is_some());
    play.run();
    assert_eq!(play.told(), "A( A) A~ [waiting]");
}

#[test]
fn each_time() {
    let mut play = Play::of(Rest::Question);
    for _ in 0..3 {
        play.phases.interrupt(just("I"));
        play.run();
        assert_eq!(play.told(), "A( I I. A) [asking]");
    }
}

#[test]
fn one_that_was_ended_while_parked_comes_back_to_end() {
    let mut play = Play::of(Rest::Ticket);
    play.phases.interrupt(just("I"));
    play.screen.tickets[0].end().expect("it is live");
    play.run();
    assert_eq!(play.told(), "A( I I. A) A. B B. [idle]");
}

#[test]
fn one_that_is_only_to_be_given_up_does_not_come_back() {
    let mut play = Play::of(Rest::Ticket);
    play.phases.interrupt(just("I"));
    play.screen.tickets[0].cancel().expect("it is live");
    play.run();
    assert_eq!(play.told(), "A( I I. A! B B. [idle]");

    let mut play = Play::of(Rest::Ticket);
    play.phases.interrupt(just("I"));
    play.screen.tickets.clear();
    play.run();
    play.run();
    assert_eq!(play.told(), "A( I I. A! [abandoned] B B. [idle]");
}

#[test]
fn one_with_nobody_left_to_ask_comes_back_before_it_hears_so() {
    let mut play = Play::of(Rest::Question);
    play.phases.interrupt(just("I"));
    play.screen.is_empty = true;
    play.run();
    assert_eq!(play.told(), "A( I I. A) A- A. B B. [idle]");
}

#[test]
fn a_clear_while_it_is_parked_gives_it_up() {
    let mut play = Play::of(Rest::Updates);
    play.phases.interrupt(layer("I", Rest::Updates));
    play.run();
    play.call(|phases, screen| {
        phases.clear(screen);
        "clear".to_owned()
    });
    play.run();
    assert_eq!(play.told(), "A( I [waiting] A! [clear] I~ [waiting]");
}

#[test]
fn a_panic_when_it_is_parked_costs_it_alone() {
    for rest in [Rest::Updates, Rest::Ticket, Rest::Question] {
        let mut play = Play::of(rest);
        play.screen.breaks = "A(";
        play.phases.interrupt(just("I"));
        play.phases.interrupt(just("J"));
        play.run();
        assert!(play.screen.tickets.iter().all(|ticket| !ticket.is_live()));
        assert_eq!(play.phases.parked().count(), 0);
        assert!(play.phases.current().is_none());
        play.run();
        assert_eq!(play.told(), "A( [panic] A! J J. I I. B B. [idle]");
    }
}

#[test]
fn a_panic_when_it_comes_back_costs_it_alone() {
    for rest in [Rest::Updates, Rest::Ticket, Rest::Question] {
        let mut play = Play::of(rest);
        play.screen.breaks = "A)";
        play.phases.interrupt(just("I"));
        play.run();
        assert!(play.screen.tickets.iter().all(|ticket| !ticket.is_live()));
        assert_eq!(play.phases.parked().count(), 0);
        assert!(play.phases.current().is_none());
        play.run();
        assert_eq!(play.told(), "A( I I. A) [panic] A! B B. [idle]");
    }
}

#[test]
fn what_it_had_queued_outlives_a_panic() {
    for (breaks, told) in [
        ("parent(", "parent( [panic] parent! I I. child child. [idle]"),
        ("parent)", "parent( I I. parent) [panic] parent! child child. [idle]"),
    ] {
        let mut play = Play::default();
        play.phases.push(layer("parent", Rest::Updates));
        play.run();
        play.told();
        play.screen.breaks = breaks;
        play.phases.interrupt(just("I"));
        play.run();
        play.run();
        assert_eq!(play.told(), told);
    }
}

#[test]
fn a_panic_of_the_one_on_top_leaves_those_below_parked() {
    let mut play = Play::of(Rest::Updates);
    play.phases.interrupt(layer("I", Rest::Updates));
    play.run();
    play.screen.breaks = "I(";
    play.phases.interrupt(just("J"));
    play.run();
    assert_eq!(play.phases.parked().count(), 1);
    play.run();
    assert_eq!(play.told(), "A( I [waiting] I( [panic] I! J J. A) A~ [waiting]");
}

#[test]
fn what_it_had_queued_runs_before_those_below_come_back() {
    let mut play = Play::of(Rest::Updates);
    play.phases.interrupt(layer("parent", Rest::Updates));
    play.run();
    play.screen.breaks = "parent(";
    play.phases.interrupt(just("I"));
    play.run();
    play.run();
    assert_eq!(play.told(), "A( parent [waiting] parent( [panic] parent! I I. child child. A) A~ [waiting]");
}

#[test]
fn a_panic_before_leaves_it_to_be_told() {
    let mut play = Play::of(Rest::Updates);
    play.phases.interrupt(layer("I", Rest::Updates));
    play.run();
    play.screen.breaks = "A!";
    // Which panics when it gives up what is parked; what waits is set aside before the next call.
    play.call(|phases, screen| {
        phases.clear(screen);
        String::new()
    });
    play.phases.interrupt(just("J"));
    play.run();
    assert_eq!(play.told(), "A( I [waiting] A! [panic] I( J J. I) I~ [waiting]");
}
