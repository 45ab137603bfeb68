//! One game: what comes in is written down first, and told afterwards.
//!
//! A room does one thing at a time. Whatever changes the game happens in memory, goes to the ledger, and is told when it is
//! on the disk; until then nobody sees anything of it, so that a crash takes nothing back that somebody knows of. Meanwhile
//! whoever comes to this room waits, and all other rooms go on.

use std::sync::Arc;

use serde_json::value::RawValue;
use tokio::sync::{Mutex, OwnedMutexGuard};
use tokio::task::spawn_blocking;

use super::hall::Common;
use super::link::Link;
use super::state::{News, State};
use crate::game::{Fault, Refusal, SEATS, Table, guarded};
use crate::key::{Key, Lock};
use crate::moment::Moment;
use crate::store::{By, Change, GameId, Header, StoreError, Verdict};
use crate::wire::Reply;

/// A game with those who are there.
#[derive(Debug)]
pub(super) struct Room {
    game: GameId,
    common: Arc<Common>,
    state: Arc<Mutex<State>>,
}

/// Why somebody is not let in.
#[derive(Debug)]
pub(super) enum NotIn {
    /// For this reason.
    Refused(&'static str),
    /// The game is over, and the room about to be closed.
    Over,
    /// The store has failed.
    Store(StoreError),
}

impl From<StoreError> for NotIn {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}

impl Room {
    /// A room for a game of which so many answers are known, and so many of them saved.
    pub(super) fn new(
        game: GameId,
        common: Arc<Common>,
        header: Header,
        table: Table,
        (answers, saved): (u32, u32),
        not_before: Moment,
    ) -> Self {
        let (links, alarm, table) = ([None, None], None, Some(table));
        let mut state = State { game, header, table, links, answers, saved, not_before, alarm };
        common.arm(&mut state);
        Self { game, common, state: Arc::new(Mutex::new(state)) }
    }

    pub(super) const fn game(&self) -> GameId {
        self.game
    }

    /// Takes the second seat: what the one who opened the game was given for the other opens it.
    ///
    /// Whoever took it and has not answered so far may not have heard of it, as when the server stopped at that
    /// moment; so until then the invitation is good for another key.
    pub(super) async fn join(&self, invitation: &str, key: &Key, link: Link) -> Result<(), NotIn> {
        let mut state = self.state.lock().await;
        if state.header.end.is_some() {
            return Err(NotIn::Over);
        }
        if !state.header.invitation.as_ref().is_some_and(|lock| lock.opens_by(invitation)) {
            return Err(NotIn::Refused("that is no invitation to this game"));
        }
        let has_answered = state.table.as_ref().is_some_and(|table| table.given(1) > 0);
        if state.header.seats[1].is_some() && has_answered {
            return Err(NotIn::Refused("the seat is taken; come back to it by its key"));
        }
        state.header.seats[1] = Some(key.lock());
        let news = if state.header.began.is_none() {
            state.begin(Moment::now())
        } else {
            let change = Change::Header { game: self.game, header: state.header.clone() };
            News { changes: vec![change], ..News::default() }
        };
        self.common.ledger.commit(news.changes.clone()).await?;
        link.tell(&Reply::Seated { game: self.game, seat: 1, key: Some(key.as_str()), invitation: None });
        self.place(&mut state, 1, link);
        state.publish(&news, self.common.settings.time);
        self.common.arm(&mut state);
        Ok(())
    }

    /// Comes back to a seat by its key, and tells which one it is.
    pub(super) async fn sit(&self, key: &str, link: Link) -> Result<usize, NotIn> {
        let mut state = self.state.lock().await;
        if state.header.end.is_some() {
            return Err(NotIn::Over);
        }
        let seat = seat_of(&state.header.seats, key).ok_or(NotIn::Refused("that is no key to this game"))?;
        link.tell(&Reply::Seated { game: self.game, seat, key: None, invitation: None });
        self.place(&mut state, seat, link);
        let recent: Vec<_> = state.table.iter().flat_map(Table::recent).cloned().collect();
        state.show(seat, &recent, self.common.settings.time);
        Ok(seat)
    }

    /// Seats the one who has opened the game.
    pub(super) async fn seat_first(&self, link: Link) {
        let mut state = self.state.lock().await;
        self.place(&mut state, 0, link);
        let recent: Vec<_> = state.table.iter().flat_map(Table::recent).cloned().collect();
        state.show(0, &recent, self.common.settings.time);
    }

    #[expect(clippy::unused_self, reason = "it is what happens in this room")]
    fn place(&self, state: &mut State, seat: usize, link: Link) {
        if let Some(old) = state.links[seat].replace(link) {
            old.close("you have come in by another connection");
        }
    }

    /// Forgets the connections that have gone.
    pub(super) async fn sweep(&self) {
        for link in &mut self.state.lock().await.links {
            link.take_if(|link| link.is_closed());
        }
    }

    /// Takes what a player answers, or tells the player why not.
    pub(super) async fn answer(
        &self,
        seat: usize,
        number: u32,
        answer: Box<RawValue>,
    ) -> Result<(), StoreError> {
        let mut state = self.state.lock().await;
        match state.answer(seat, number, answer, By::Player, Moment::now()) {
            Ok(news) => self.settle(&mut state, news).await,
            Err(refusal) => {
                let reason = refusal.to_string();
                state.tell(seat, &Reply::Refused { number: Some(number), reason: &reason });
                Ok(())
            }
        }
    }

    /// Does what the alarm was set for, and tells whether the game goes on.
    pub(super) async fn attend(&self) -> Result<bool, StoreError> {
        if self.state.lock().await.asks_ai() {
            let Ok(_turn) = self.common.thinkers.acquire().await else { return Ok(true) };
            self.think().await?;
        }
        let mut state = self.state.lock().await;
        let now = Moment::now();
        if state.header.began.is_none() && state.header.end.is_none() {
            let late = state.header.opened.after(self.common.settings.patience).max(state.not_before);
            if late <= now {
                let change = state.end(Verdict::Deserted, now);
                self.settle(&mut state, News { changes: vec![change], ..News::default() }).await?;
            }
        }
        for seat in SEATS {
            if state.deadline(seat, self.common.settings.time).is_some_and(|deadline| deadline <= now) {
                self.time_out(&mut state, seat, now).await?;
            }
        }
        let goes_on = state.header.end.is_none();
        if goes_on {
            self.common.arm(&mut state);
        }
        Ok(goes_on)
    }

    /// Answers for a player who has not: what the question says for that.
    async fn time_out(&self, state: &mut State, seat: usize, now: Moment) -> Result<(), StoreError> {
        let Some(table) = &state.table else { return Ok(()) };
        let fallback = guarded(|| table.fallback(seat));
        if matches!(fallback, Ok(None)) {
            // The question has none: it stays, and is looked at again later.
            state.not_before = now.after(self.common.settings.time);
            return Ok(());
        }
        self.answer_for(state, seat, fallback, By::Clock).await
    }

    /// Lets the program choose, on a thread where it may take its time.
    async fn think(&self) -> Result<(), StoreError> {
        let playouts = self.common.settings.playouts;
        let state: OwnedMutexGuard<State> = Arc::clone(&self.state).lock_owned().await;
        let thought = spawn_blocking(move || {
            let chosen = state.table.as_ref().map_or(Ok(None), |table| guarded(|| table.choose(1, playouts)));
            (state, chosen)
        });
        // It can't panic, and nobody cancels it before the server stops.
        let Ok((state, chosen)) = thought.await else { return Ok(()) };
        let mut state = state;
        if matches!(chosen, Ok(None)) {
            return Ok(());
        }
        self.answer_for(&mut state, 1, chosen, By::Ai).await
    }

    /// Gives an answer that is no player's. If there is none to be had, or it is refused, the game is at fault.
    async fn answer_for(
        &self,
        state: &mut State,
        seat: usize,
        answer: Result<Option<String>, Fault>,
        by: By,
    ) -> Result<(), StoreError> {
        let now = Moment::now();
        let number = state.table.as_ref().map_or(0, |table| table.given(seat)) + 1;
        let answer = answer.and_then(|answer| {
            RawValue::from_string(answer.unwrap_or_default()).map_err(|error| Fault::by(&error))
        });
        let news = answer.and_then(|answer| {
            state.answer(seat, number, answer, by, now).map_err(|refusal: Refusal| Fault::by(&refusal))
        });
        let news = news.unwrap_or_else(|fault| {
            let change = state.end(Verdict::Broken(fault.to_string()), now);
            News { changes: vec![change], ..News::default() }
        });
        self.settle(state, news).await
    }

    /// The save of a game with answers that are in none.
    pub(super) async fn save(&self) -> Option<Change> {
        // One that can't be saved is played again from its last save.
        self.state.lock().await.save().ok().flatten()
    }

    /// Writes down what has happened, and then tells it.
    async fn settle(&self, state: &mut State, mut news: News) -> Result<(), StoreError> {
        self.common.ledger.commit(std::mem::take(&mut news.changes)).await?;
        if let Some(Verdict::Broken(why)) = state.header.end.as_ref().map(|end| &end.verdict) {
            eprintln!("game {} could not go on: {why}", self.game);
        }
        state.publish(&news, self.common.settings.time);
        self.common.arm(state);
        Ok(())
    }
}

/// The seat that a key opens.
pub(super) fn seat_of(seats: &[Option<Lock>; 2], key: &str) -> Option<usize> {
    SEATS.into_iter().find(|&seat| seats[seat].as_ref().is_some_and(|lock| lock.opens_by(key)))
}
