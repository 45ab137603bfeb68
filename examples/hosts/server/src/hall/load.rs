//! The games that a store has, back at their tables.

use std::collections::HashSet;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::thread;

use super::hall::Common;
use super::room::Room;
use crate::game::{Fault, Table, go_on};
use crate::moment::Moment;
use crate::store::{Change, End, GameId, Given, Header, Recording, Store, StoreError, Stored, Verdict};

/// What came of loading a game.
enum Loaded {
    /// It goes on.
    Room(Room),
    /// It has ended while it was loaded.
    Ended(Change),
    /// What is kept of it can't be read, and stays as it is.
    Unreadable(GameId),
}

/// What came of loading all games.
pub(super) struct AllLoaded {
    /// Those that go on.
    pub(super) rooms: Vec<Room>,
    /// Those that can't be read.
    pub(super) unreadable: HashSet<GameId>,
}

/// Loads all games that have not ended, on all processors. One that can't go on ends; one that can't be read stays in the
/// store as it is, for somebody to look at, and is not played.
pub(super) fn load(store: &Arc<dyn Store>, common: &Arc<Common>) -> Result<AllLoaded, StoreError> {
    let games = store.unfinished()?;
    let threads = thread::available_parallelism().map_or(1, NonZeroUsize::get);
    let share = games.len().div_ceil(threads).max(1);
    let loaded: Vec<Result<Vec<Loaded>, StoreError>> = thread::scope(|scope| {
        let load_share =
            |games: &[GameId]| games.iter().filter_map(|&game| load_one(store, common, game)).collect();
        let shares: Vec<_> =
            games.chunks(share).map(|games| scope.spawn(move || load_share(games))).collect();
        let lost = |_| StoreError::new("a thread that loads games has panicked");
        shares.into_iter().map(|share| share.join().map_err(lost)).collect()
    });
    let (mut rooms, mut ended, mut unreadable) = (Vec::new(), Vec::new(), HashSet::new());
    for loaded in loaded {
        for loaded in loaded? {
            match loaded {
                Loaded::Room(room) => rooms.push(room),
                Loaded::Ended(change) => ended.push(change),
                Loaded::Unreadable(game) => drop(unreadable.insert(game)),
            }
        }
    }
    if !ended.is_empty() {
        store.commit(&ended)?;
    }
    Ok(AllLoaded { rooms, unreadable })
}

fn load_one(store: &Arc<dyn Store>, common: &Arc<Common>, game: GameId) -> Option<Loaded> {
    let stored = match store.load(game) {
        Ok(stored) => stored?,
        Err(error) => {
            eprintln!("game {game} is not played, and stays in the store as it is: {}", Fault::by(&error));
            return Some(Loaded::Unreadable(game));
        }
    };
    let counts = (stored.after + count(&stored.answers), stored.after);
    let gone_on =
        go_on(&stored).map_or_else(|fault| from_the_beginning(store, game, fault), |on| Ok((on, counts)));
    let verdict = match gone_on {
        Ok(((table, None), counts)) => {
            let not_before = Moment::now().after(common.settings.grace);
            let room = Room::new(game, Arc::clone(common), stored.header, table, counts, not_before);
            return Some(Loaded::Room(room));
        }
        Ok(((_, Some(verdict)), _)) => verdict,
        Err(fault) => broken(game, &fault),
    };
    let end = Some(End { at: Moment::now(), verdict });
    Some(Loaded::Ended(Change::Header { game, header: Header { end, ..stored.header } }))
}

/// A game as it was left, with what came of it if it is over; how many answers there are, and how many of them are in a save.
type GoneOn = ((Table, Option<Verdict>), (u32, u32));

/// A game by all its answers, since what its last save has led to is a fault.
fn from_the_beginning(store: &Arc<dyn Store>, game: GameId, fault: Fault) -> Result<GoneOn, Fault> {
    // What is wrong with the save is what there is to know if there is nothing else to go by.
    let Ok(Some(Recording { header, first, answers, .. })) = store.recording(game) else { return Err(fault) };
    let counts = (count(&answers), 0);
    let on = go_on(&Stored { header, after: 0, save: first, answers })?;
    eprintln!("game {game} goes on by its answers; its last save is no use: {fault}");
    Ok((on, counts))
}

fn count(answers: &[Given]) -> u32 {
    u32::try_from(answers.len()).unwrap_or(u32::MAX)
}

fn broken(game: GameId, fault: &Fault) -> Verdict {
    eprintln!("game {game} could not go on: {fault}");
    Verdict::Broken(fault.to_string())
}
