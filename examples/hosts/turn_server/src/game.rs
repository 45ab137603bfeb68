//! One game: what is typed becomes an answer, and what happens is told.
//!
//! This is where the library meets the network. What a player types is `NUMBER ANSWER`, and goes to
//! [`answer_from`](PhaseManager::answer_from) with the seat of whoever typed it. Whether that question still stands,
//! whether the seat is asked, and whether this is an answer that the rules allow, is for the library to say.

use std::collections::BTreeMap;
use std::error::Error;
use std::fmt;
use std::mem;
use std::pin::pin;
use std::time::Duration;

use phase_core::prelude::*;
use serde::Serialize;
use serde::de::value::{Error as DataError, StrDeserializer};
use tokio::select;
use tokio::sync::{mpsc, watch};
use tokio::time::sleep;

use crate::duel::{Duel, Outcome, PLAYERS};
use crate::escape::escape;
use crate::phases::PickPhase;

/// What reaches a game.
#[derive(Debug)]
pub(crate) enum Event {
    /// Somebody takes a seat: a player, for the first time or again, or one who watches.
    Came(Seat, Link),
    /// Whoever sits there has typed a line.
    Typed(Seat, String),
    /// A connection is over. There may be a new one to the same seat already.
    Gone(Seat),
}

/// Word that the server stops.
#[derive(Clone)]
pub(crate) struct Stop(pub(crate) watch::Receiver<bool>);

impl Stop {
    /// Sleeps until the server stops.
    pub(crate) async fn comes(&self) {
        let _ = self.0.clone().wait_for(|stop| *stop).await;
    }
}

/// The game's end of a connection. Dropping it closes the connection, once everything has been said.
#[derive(Debug, Clone)]
pub(crate) struct Link(mpsc::UnboundedSender<String>);

impl Link {
    /// A link, and the end at which its lines come out.
    pub(crate) fn open() -> (Self, mpsc::UnboundedReceiver<String>) {
        let (sender, told) = mpsc::unbounded_channel();
        (Self(sender), told)
    }

    fn tell(&self, line: impl Into<String>) {
        // Whoever has gone is told nothing.
        let _ = self.0.send(line.into());
    }

    pub(crate) fn is_closed(&self) -> bool {
        self.0.is_closed()
    }
}

/// A game and those who are there.
pub(crate) struct Game {
    events: mpsc::UnboundedReceiver<Event>,
    stop: Stop,
    /// How long the players may take for an answer.
    time: Duration,
    /// What each player types to come back.
    ways_back: [String; 2],
    phases: PhaseManager<Duel>,
    duel: Duel,
    links: BTreeMap<Seat, Link>,
    has_begun: bool,
}

impl Game {
    pub(crate) fn new(
        events: mpsc::UnboundedReceiver<Event>,
        stop: Stop,
        time: Duration,
        ways_back: [String; 2],
    ) -> Self {
        let (phases, duel, links) = (PhaseManager::new(), Duel::default(), BTreeMap::new());
        Self { events, stop, time, ways_back, phases, duel, links, has_begun: false }
    }

    /// Plays to the end, asleep whenever it waits for somebody.
    pub(crate) async fn play(&mut self) -> Result<Outcome, BoxError> {
        let mut deadline = pin!(sleep(self.time));
        let mut asked = None;
        loop {
            self.phases.run(&mut self.duel)?;
            for line in mem::take(&mut self.duel.news) {
                self.tell_all(&line);
            }
            if let Some(winner) = self.duel.winner {
                return Ok(self.over(Outcome::Won(winner)));
            }
            let number = self.phases.question().map(|question| question.number());
            if number != asked {
                asked = number;
                deadline.set(sleep(self.time));
                for line in self.situation() {
                    self.tell_all(&line);
                }
            }
            select! {
                Some(event) = self.events.recv() => match event {
                    Event::Came(seat, link) => self.welcome(seat, link),
                    Event::Typed(seat, line) => self.take_answer(seat, &line)?,
                    Event::Gone(seat) => self.miss(seat),
                },
                () = &mut deadline => {
                    if !PLAYERS.iter().any(|seat| self.links.contains_key(seat)) {
                        return Ok(self.over(Outcome::Deserted));
                    }
                    for seat in self.phases.time_out(&mut self.duel)? {
                        self.tell_all(&format!("No answer has come in time from {seat}."));
                    }
                    deadline.set(sleep(self.time));
                }
                () = self.stop.comes() => return Ok(self.over(Outcome::Stopped)),
            }
        }
    }

    /// Hands on what somebody has typed, or tells whoever typed it why it is refused.
    fn take_answer(&mut self, seat: Seat, line: &str) -> Result<(), RunError> {
        let (number, answer) = line.trim().split_once(' ').unwrap_or((line.trim(), ""));
        let Ok(number) = number.parse() else {
            self.tell(seat, "(Type the number of the question, and your answer: `1 rock`.)");
            return Ok(());
        };
        // With answers that are more than a word, this would be a deserializer of JSON, over the same text.
        let data = StrDeserializer::<DataError>::new(answer.trim());
        match self.phases.answer_from(&mut self.duel, number, seat, data) {
            Ok(_) => self.tell_all(&format!("An answer has come from {seat}.")),
            Err(AnswerError::Run(error)) => return Err(error),
            Err(refused) => self.tell(seat, format!("(Refused: {}.)", chain(&refused))),
        }
        Ok(())
    }

    /// Shows somebody in. Whoever comes back, or comes to watch, sees the question that stands.
    fn welcome(&mut self, seat: Seat, link: Link) {
        let is_player = PLAYERS.contains(&seat);
        if let Some(old) = self.links.insert(seat, link) {
            old.tell("You have come in by another connection.");
        }
        if is_player && !self.has_begun {
            self.tell(seat, format!("You are {seat}."));
            if seat == PLAYERS[1] {
                self.begin();
            }
            return;
        }
        if is_player {
            self.tell_all(&format!("Back again: {seat}."));
        } else {
            self.tell(seat, format!("You watch, as {seat}."));
        }
        for line in self.situation() {
            self.tell(seat, line);
        }
    }

    fn begin(&mut self) {
        self.has_begun = true;
        self.phases.set_when_empty(|_: &mut Duel| PickPhase::default());
        for (seat, way_back) in PLAYERS.into_iter().zip(&self.ways_back) {
            self.tell(
                seat,
                format!("Answer like this: `1 rock`. You have {:?} for each question.", self.time),
            );
            self.tell(seat, format!("If the connection breaks, come back by `{way_back}`."));
        }
    }

    fn miss(&mut self, seat: Seat) {
        self.links.retain(|_, link| !link.is_closed());
        if PLAYERS.contains(&seat) && !self.links.contains_key(&seat) {
            self.tell_all(&format!("Gone for now: {seat}."));
        }
    }

    /// How the game stands, and what is asked: the same for everybody, since who has picked what is in none of it.
    fn situation(&self) -> Vec<String> {
        let Some(question) = self.phases.question() else { return Vec::new() };
        let mut asked = vec![format!("Question {}.", question.number())];
        for seat in question.seats(&self.duel) {
            let options = question.options(seat, &self.duel).unwrap_or_default();
            let options: Vec<_> = options.iter().map(|option| Typed(option).to_string()).collect();
            asked.push(format!("For {seat}: {}.", options.join(", ")));
        }
        vec![self.duel.to_string(), asked.join(" ")]
    }

    fn over(&self, outcome: Outcome) -> Outcome {
        self.tell_all(&outcome.to_string());
        outcome
    }

    fn tell(&self, seat: Seat, line: impl Into<String>) {
        if let Some(link) = self.links.get(&seat) {
            link.tell(line);
        }
    }

    pub(crate) fn tell_all(&self, line: &str) {
        for link in self.links.values() {
            link.tell(line);
        }
    }
}

/// An answer as it is typed: serde writes a variant without fields into a formatter as its name.
struct Typed<'a>(&'a AnyAnswer);

impl fmt::Display for Typed<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.serialize(f)
    }
}

/// An error with what is behind it, on one line.
pub(crate) fn chain(error: &dyn Error) -> String {
    let mut causes = vec![error.to_string()];
    let mut next = error.source();
    while let Some(error) = next {
        causes.push(error.to_string());
        next = error.source();
    }
    escape(&causes.join(": "))
}
