//! Opens games, and finds seats.

use std::collections::{HashMap, HashSet};
use std::error::Error;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};
use std::time::Duration;

use tokio::sync::Semaphore;

use super::alarms::Alarms;
use super::link::Link;
use super::load::{AllLoaded, load};
use super::room::{NotIn, Room, seat_of};
use super::seat::Place;
use super::state::{State, words};
use crate::game::{Fault, Opening, Table, guarded};
use crate::key::Key;
use crate::moment::Moment;
use crate::store::{Against, Change, GameId, Header, Ledger, Store, StoreError};
use crate::wire::Reply;

/// How a hall is run.
#[derive(Debug, Clone, Copy)]
pub struct Settings {
    /// How long a player has for an answer.
    pub time: Duration,
    /// How long a game waits for its second player.
    pub patience: Duration,
    /// How much time everybody has at least when the server has come back.
    pub grace: Duration,
    /// How many games may be played at once.
    pub most_games: usize,
    /// How many playouts the AI tries for each of its choices.
    pub playouts: u64,
    /// How many of its choices it may think about at once.
    pub thinkers: usize,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            time: Duration::from_mins(1),
            patience: Duration::from_mins(30),
            grace: Duration::from_secs(10),
            most_games: 50_000,
            playouts: 100,
            thinkers: 1,
        }
    }
}

/// What all rooms have in common.
#[derive(Debug)]
pub(super) struct Common {
    pub(super) settings: Settings,
    pub(super) ledger: Ledger,
    pub(super) alarms: Alarms,
    pub(super) thinkers: Semaphore,
}

impl Common {
    /// Sets the alarm of a room to the next moment at which it has something to do.
    pub(super) fn arm(&self, state: &mut State) {
        let now_if = |is_so: bool| is_so.then_some(Moment(0));
        let patience = state.header.opened.after(self.settings.patience).max(state.not_before);
        let next = [
            now_if(state.header.end.is_some()),
            now_if(state.asks_ai()),
            state.header.began.is_none().then_some(patience),
            state.deadline(0, self.settings.time),
            state.deadline(1, self.settings.time),
        ];
        let next = next.into_iter().flatten().min();
        self.alarms.set(state.game, state.alarm, next);
        state.alarm = next;
    }
}

/// All games of a server.
#[derive(Debug)]
pub struct Hall {
    common: Arc<Common>,
    store: Arc<dyn Store>,
    opening: Opening,
    rooms: RwLock<HashMap<GameId, Arc<Room>>>,
    unreadable: HashSet<GameId>,
    last: AtomicU64,
}

/// What is said to whoever comes to a game that can't be read.
const UNREADABLE: &str = "this game can't be read any more; what is kept of it stays as it is";

/// What somebody is told who gets no seat.
type Refused = Result<Place, String>;

impl Hall {
    /// A hall with all games that the store has, as they were left.
    ///
    /// A game that can't go on ends, and is kept; one that can't be read is not played, and stays in the store as it is. The
    /// others are not touched by it.
    ///
    /// # Errors
    ///
    /// If the store fails.
    pub fn new(
        store: Arc<dyn Store>,
        ledger: Ledger,
        opening: Opening,
        settings: Settings,
    ) -> Result<Self, StoreError> {
        let (alarms, thinkers) = (Alarms::default(), Semaphore::new(settings.thinkers));
        let common = Arc::new(Common { settings, ledger, alarms, thinkers });
        let AllLoaded { rooms, unreadable } = load(&store, &common)?;
        let rooms = rooms.into_iter().map(|room| (room.game(), Arc::new(room))).collect();
        let last = AtomicU64::new(store.last_game()?.0);
        Ok(Self { common, store, opening, rooms: RwLock::new(rooms), unreadable, last })
    }

    /// How many games are being played.
    pub fn games(&self) -> usize {
        self.rooms().len()
    }

    /// What writes the games down.
    pub fn ledger(&self) -> &Ledger {
        &self.common.ledger
    }

    /// Opens a game, and takes its first seat.
    ///
    /// # Errors
    ///
    /// What to tell whoever asked, if that can't be done.
    pub async fn open(&self, against: Against) -> Refused {
        if self.games() >= self.common.settings.most_games {
            return Err("the server has as many games as it can hold; try again later".into());
        }
        let (Ok(key), Ok(invitation), Ok(seed)) = (Key::random(), Key::random(), getrandom::u64()) else {
            return Err("the server has no random numbers".into());
        };
        let game = GameId(self.last.fetch_add(1, Ordering::Relaxed) + 1);
        let (now, is_ai) = (Moment::now(), against == Against::Ai);
        let header = Header {
            seed,
            opened: now,
            against,
            seats: [Some(key.lock()), None],
            invitation: (!is_ai).then(|| invitation.lock()),
            began: is_ai.then_some(now),
            end: None,
        };
        let made = guarded(|| {
            let mut table = Table::new(self.opening.game(header.seed));
            let first = table.save()?;
            if is_ai {
                table.begin(now)?;
            }
            Ok((table, first))
        });
        let (table, first) = made.map_err(|fault| mistake(&fault))?;
        let opened = Change::Open { game, header: header.clone(), first };
        self.common.ledger.commit(vec![opened]).await.map_err(|error| mistake(&error))?;
        let room = Arc::new(Room::new(game, Arc::clone(&self.common), header, table, (0, 0), Moment(0)));
        self.rooms_mut().insert(game, Arc::clone(&room));
        let (link, told) = Link::open();
        let invitation = (!is_ai).then(|| invitation.as_str());
        link.tell(&Reply::Seated { game, seat: 0, key: Some(key.as_str()), invitation });
        room.seat_first(link).await;
        Ok(Place { room, seat: 0, told })
    }

    /// Takes the second seat of a game.
    ///
    /// # Errors
    ///
    /// What to tell whoever asked, if that can't be done.
    pub async fn join(&self, game: GameId, invitation: &str) -> Refused {
        self.readable(game)?;
        let room = self.room(game).ok_or("there is no such game, or it is over")?;
        let key = Key::random().map_err(|error| mistake(&error))?;
        let (link, told) = Link::open();
        room.join(invitation, &key, link).await.map_err(|why| reason(&why))?;
        Ok(Place { room, seat: 1, told })
    }

    /// Comes back to a seat.
    ///
    /// # Errors
    ///
    /// What to tell whoever asked, if that can't be done: of a game that is over, what came of it.
    pub async fn sit(&self, game: GameId, key: &str) -> Result<Place, Gone> {
        self.readable(game).map_err(|why| Gone::Refused(why.into()))?;
        if let Some(room) = self.room(game) {
            let (link, told) = Link::open();
            match room.sit(key, link).await {
                Ok(seat) => return Ok(Place { room, seat, told }),
                // What came of it is in the store.
                Err(NotIn::Over) => {}
                Err(why) => return Err(Gone::Refused(reason(&why))),
            }
        }
        let stored = self.store.load(game).map_err(|error| Gone::Refused(mistake(&error)))?;
        let header = stored.map(|stored| stored.header);
        let known = header.and_then(|header| Some((seat_of(&header.seats, key)?, header.end?.verdict)));
        let (seat, verdict) = known.ok_or_else(|| Gone::Refused("that is no key to a seat here".into()))?;
        let (result, text) = words(&verdict, seat);
        Err(Gone::Over(Reply::Over { result, text }.to_text()))
    }

    /// Does what the rooms have to do by themselves, until it is dropped.
    pub async fn attend(self: Arc<Self>) {
        loop {
            for game in self.common.alarms.rung().await {
                let hall = Arc::clone(&self);
                let Some(room) = self.room(game) else { continue };
                tokio::spawn(async move {
                    // If the store has failed, the server stops by that.
                    if let Ok(false) = room.attend().await {
                        hall.rooms_mut().remove(&game);
                    }
                });
            }
        }
    }

    /// Writes a save of each game that has answers in none, so that the next start need not play them again. Nothing is
    /// lost without it.
    ///
    /// # Errors
    ///
    /// If the store has failed.
    pub async fn save_all(&self) -> Result<usize, StoreError> {
        const AT_ONCE: usize = 512;
        let rooms: Vec<_> = self.rooms().values().cloned().collect();
        let mut count = 0;
        for rooms in rooms.chunks(AT_ONCE) {
            let mut saves = Vec::new();
            for room in rooms {
                saves.extend(room.save().await);
            }
            count += saves.len();
            self.common.ledger.commit(saves).await?;
        }
        Ok(count)
    }

    fn readable(&self, game: GameId) -> Result<(), &'static str> {
        if self.unreadable.contains(&game) { Err(UNREADABLE) } else { Ok(()) }
    }

    fn room(&self, game: GameId) -> Option<Arc<Room>> {
        self.rooms().get(&game).cloned()
    }

    fn rooms(&self) -> RwLockReadGuard<'_, HashMap<GameId, Arc<Room>>> {
        self.rooms.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn rooms_mut(&self) -> RwLockWriteGuard<'_, HashMap<GameId, Arc<Room>>> {
        self.rooms.write().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Why nobody can come back to a seat.
#[derive(Debug)]
pub enum Gone {
    /// The game is over; this is the message that says so.
    Over(String),
    /// For this reason.
    Refused(String),
}

fn reason(why: &NotIn) -> String {
    match why {
        NotIn::Refused(why) => (*why).to_owned(),
        NotIn::Over => "the game is over".to_owned(),
        NotIn::Store(error) => mistake(error),
    }
}

/// What goes wrong inside is for the log, and not for whoever is outside.
fn mistake(error: &dyn Error) -> String {
    eprintln!("{}", Fault::by(error));
    "the server has made a mistake".into()
}
