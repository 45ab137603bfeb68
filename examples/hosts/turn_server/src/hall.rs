//! Who sits where: finds a seat for whoever comes.

use std::collections::BTreeMap;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use phase_core::prelude::*;
use tokio::sync::mpsc;

use crate::duel::{GUESTS, PLAYERS};
use crate::game::{Event, Game, Link, Stop};
use crate::news::News;

type GameSender = mpsc::UnboundedSender<Event>;

/// All games of a server.
pub(crate) struct Hall {
    time: Duration,
    news: mpsc::UnboundedSender<News>,
    pub(crate) stop: Stop,
    tables: Mutex<Tables>,
}

#[derive(Default)]
struct Tables {
    by_number: BTreeMap<u64, Table>,
    last: u64,
    /// A table with one player who waits for the other.
    open: Option<(u64, Link)>,
}

/// A game as the hall sees it.
struct Table {
    game: GameSender,
    /// What each player has to know to come back.
    keys: [String; 2],
    next_guest: u32,
}

/// A seat at a game. The game hears of it when this is dropped.
pub(crate) struct Place {
    seat: Seat,
    game: GameSender,
    /// What the game says; it ends when the game closes the connection.
    pub(crate) told: mpsc::UnboundedReceiver<String>,
}

impl Place {
    pub(crate) fn typed(&self, line: String) {
        let _ = self.game.send(Event::Typed(self.seat, line));
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        // First this: it is how the game tells an old connection from a new one.
        self.told.close();
        let _ = self.game.send(Event::Gone(self.seat));
    }
}

impl Hall {
    pub(crate) fn new(time: Duration, news: mpsc::UnboundedSender<News>, stop: Stop) -> Self {
        Self { time, news, stop, tables: Mutex::default() }
    }

    /// Seats somebody who has typed this, or says what to do.
    pub(crate) fn enter(self: &Arc<Self>, typed: &str) -> Result<Place, &'static str> {
        let (link, told) = Link::open();
        let mut tables = self.tables();
        let (seat, game) = match typed.split_whitespace().collect::<Vec<_>>()[..] {
            ["play"] => self.find_opponent(&mut tables, &link),
            ["watch", number] => tables.find(number)?.seat_of_guest(),
            ["back", number, key] => tables.find(number)?.seat_of_player(key)?,
            _ => return Err("Type `play`, or `watch 1` to watch game 1."),
        };
        // If the game has just come to its end, the link is dropped, and the connection closed.
        let _ = game.send(Event::Came(seat, link));
        Ok(Place { seat, game, told })
    }

    /// A seat at the table where somebody waits, or at a new one.
    fn find_opponent(self: &Arc<Self>, tables: &mut Tables, link: &Link) -> (Seat, GameSender) {
        let [first, second] = PLAYERS;
        if let Some((number, waiting)) = tables.open.take() {
            // Whoever could not wait has no part in it.
            if let Some(table) = tables.by_number.get(&number).filter(|_| !waiting.is_closed()) {
                return (second, table.game.clone());
            }
        }
        tables.last += 1;
        let table = self.open_table(tables.last);
        let game = table.game.clone();
        tables.by_number.insert(tables.last, table);
        tables.open = Some((tables.last, link.clone()));
        (first, game)
    }

    fn open_table(self: &Arc<Self>, number: u64) -> Table {
        let keys = [(); 2].map(|()| random_key());
        let ways_back = keys.each_ref().map(|key| format!("back {number} {key}"));
        let (sender, events) = mpsc::unbounded_channel();
        let mut game = Game::new(events, self.stop.clone(), self.time, ways_back);
        let hall = Arc::clone(self);
        tokio::spawn(async move {
            let outcome = game.play().await;
            if outcome.is_err() {
                game.tell_all("The game can't go on: the server has made a mistake.");
            }
            hall.close_table(number);
            // With nobody to report to, the players know all the same.
            let _ = hall.news.send(News::Over { game: number, outcome });
        });
        Table { game: sender, keys, next_guest: GUESTS }
    }

    fn close_table(&self, number: u64) {
        let mut tables = self.tables();
        tables.by_number.remove(&number);
        tables.open.take_if(|(open, _)| *open == number);
    }

    fn tables(&self) -> MutexGuard<'_, Tables> {
        self.tables.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Tables {
    fn find(&mut self, number: &str) -> Result<&mut Table, &'static str> {
        let table = number.parse().ok().and_then(|number: u64| self.by_number.get_mut(&number));
        table.ok_or("There is no such game, or it is over.")
    }
}

impl Table {
    fn seat_of_guest(&mut self) -> (Seat, GameSender) {
        let seat = Seat::Player(self.next_guest);
        self.next_guest += 1;
        (seat, self.game.clone())
    }

    fn seat_of_player(&self, key: &str) -> Result<(Seat, GameSender), &'static str> {
        let mut seats = PLAYERS.into_iter().zip(&self.keys);
        let (seat, _) =
            seats.find(|(_, right)| *right == key).ok_or("That is not the key to a seat of this game.")?;
        Ok((seat, self.game.clone()))
    }
}

/// Nobody can guess it: the standard library has random keys for its hash maps, which never leave the process.
fn random_key() -> String {
    format!("{:016x}", RandomState::new().build_hasher().finish())
}
