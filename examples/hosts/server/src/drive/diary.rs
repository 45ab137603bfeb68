//! What a player remembers of a game, to hold it against what the server has kept.

use std::io;
use std::net::SocketAddr;
use std::sync::{Mutex, MutexGuard, PoisonError};

use phase_examples::double_battle::dice::Dice;
use serde_json::value::RawValue;

use super::player::{Heard, Player};
use crate::store::{GameId, Given};

/// A seat, and everything that its player has sent and heard.
#[derive(Debug)]
pub(super) struct Diary {
    pub(super) game: GameId,
    pub(super) seat: usize,
    key: String,
    entries: Mutex<Entries>,
}

#[derive(Debug, Default)]
struct Entries {
    /// Everything that was sent for each question. More than one thing, where the server was killed before it confirmed
    /// one, and asked again.
    sent: Vec<Vec<String>>,
    /// What was confirmed for each question.
    confirmed: Vec<Option<String>>,
    is_over: bool,
}

impl Diary {
    pub(super) fn new(game: GameId, seat: usize, key: String) -> Self {
        Self { game, seat, key, entries: Mutex::default() }
    }

    pub(super) fn is_over(&self) -> bool {
        self.entries().is_over
    }

    pub(super) fn confirmed(&self) -> usize {
        self.entries().confirmed.iter().flatten().count()
    }

    /// Comes back to the seat and plays by chance until the game is over, or the connection fails.
    pub(super) async fn play(&self, address: SocketAddr, seed: u64) -> io::Result<()> {
        let mut player = Player::connect(address).await?;
        if !player.sit(self.game, &self.key).await? {
            self.entries().is_over = true;
            return Ok(());
        }
        self.play_on(&mut player, seed).await
    }

    /// Plays by chance until the game is over, or the connection fails.
    pub(super) async fn play_on(&self, player: &mut Player, seed: u64) -> io::Result<()> {
        let mut dice = Dice::new(seed);
        let mut pending = None;
        loop {
            match player.hear().await? {
                Some(Heard::Game { view, .. }) => {
                    let Some(question) = view.question else { continue };
                    if pending.as_ref().is_some_and(|(number, _)| *number == question.number) {
                        continue;
                    }
                    let count = u32::try_from(question.options.len()).unwrap_or(u32::MAX);
                    let offered = &question.options[dice.below(count) as usize];
                    self.entries().note_sent(question.number, offered.answer.get())?;
                    player.answer(question.number, &offered.answer).await?;
                    pending = Some((question.number, offered.answer.clone()));
                }
                Some(Heard::Taken { number }) => {
                    let answer = pending.take_if(|(pending, _)| *pending == number);
                    let answer =
                        answer.ok_or_else(|| self.wrong(&format!("answer {number} is confirmed twice")))?.1;
                    self.entries().note_confirmed(number, &answer);
                }
                Some(Heard::Over { result }) if result != "broken" => {
                    self.entries().is_over = true;
                    return Ok(());
                }
                Some(Heard::Seated { .. }) => {}
                None => return Err(io::ErrorKind::UnexpectedEof.into()),
                Some(other) => return Err(self.wrong(&format!("the server said {other:?}"))),
            }
        }
    }

    /// Holds what the server has kept of this seat against what was sent and confirmed.
    pub(super) fn compare(&self, kept: &[Given]) -> io::Result<()> {
        let kept: Vec<&str> =
            kept.iter().filter(|given| given.seat == self.seat).map(|given| given.answer.get()).collect();
        let entries = self.entries();
        if kept.len() > entries.sent.len() {
            return Err(self.wrong(&format!(
                "{} answers are kept, and {} sent",
                kept.len(),
                entries.sent.len()
            )));
        }
        for (place, sent) in entries.sent.iter().enumerate() {
            let number = place + 1;
            match (kept.get(place), &entries.confirmed[place]) {
                (None, Some(_)) => {
                    return Err(self.wrong(&format!("answer {number} was confirmed, and is lost")));
                }
                (Some(kept), Some(confirmed)) if kept != confirmed => {
                    return Err(
                        self.wrong(&format!("{confirmed} was confirmed for {number}, and {kept} is kept"))
                    );
                }
                (Some(kept), None) if !sent.iter().any(|sent| sent == kept) => {
                    return Err(self.wrong(&format!("nobody sent {kept} for {number}")));
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// What must never happen. It is told apart from a connection that has failed by its kind.
    fn wrong(&self, what: &str) -> io::Error {
        let text = format!("game {}, seat {}: {what}", self.game, self.seat);
        io::Error::new(io::ErrorKind::InvalidData, text)
    }

    fn entries(&self) -> MutexGuard<'_, Entries> {
        self.entries.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Entries {
    fn note_sent(&mut self, number: u32, answer: &str) -> io::Result<()> {
        let place = number as usize - 1;
        if place > self.sent.len() || self.confirmed.get(place).is_some_and(Option::is_some) {
            let what = format!("question {number} is asked, after {} were answered", self.sent.len());
            return Err(io::Error::new(io::ErrorKind::InvalidData, what));
        }
        if place == self.sent.len() {
            self.sent.push(Vec::new());
            self.confirmed.push(None);
        }
        self.sent[place].push(answer.to_owned());
        Ok(())
    }

    fn note_confirmed(&mut self, number: u32, answer: &RawValue) {
        self.confirmed[number as usize - 1] = Some(answer.get().to_owned());
    }
}
