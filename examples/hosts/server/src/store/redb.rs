//! The store in a file, by `redb`: trees that are copied on write, and an fsync per commit.

use std::fmt;
use std::path::Path;

use ::redb::{Database, ReadableDatabase, ReadableTable, StorageBackend, TableDefinition, WriteTransaction};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::{Change, GameId, Given, Header, Recording, Store, StoreError, Stored, Verdict};
use crate::moment::Moment;

/// The games that are being played: what is known of each.
const OPEN: TableDefinition<'_, u64, &[u8]> = TableDefinition::new("open");
/// The games that have ended. A table of its own, so that a start does not read what was played last year.
const ENDED: TableDefinition<'_, u64, &[u8]> = TableDefinition::new("ended");
/// How each game began.
const FIRST: TableDefinition<'_, u64, &[u8]> = TableDefinition::new("first");
/// The last save of each game that is played, with the number of answers in it.
const SAVES: TableDefinition<'_, u64, (u32, &[u8])> = TableDefinition::new("saves");
/// The answers by game and place.
const ANSWERS: TableDefinition<'_, (u64, u32), &[u8]> = TableDefinition::new("answers");

/// A store in one file.
pub struct Redb(Database);

impl Redb {
    /// Opens a file, or makes it. After a crash this takes the time to walk through the file once.
    ///
    /// # Errors
    ///
    /// If the file can't be opened, is no such store, or another process has it.
    pub fn open(path: &Path) -> Result<Self, StoreError> {
        Self::with(Database::create(path), &format!("cannot open {}", path.display()))
    }

    /// A store on anything that `redb` can write to: a test brings a disk whose power can fail.
    ///
    /// # Errors
    ///
    /// As [`open`](Self::open).
    pub fn on(backend: impl StorageBackend) -> Result<Self, StoreError> {
        Self::with(Database::builder().create_with_backend(backend), "cannot open the store")
    }

    fn with(opened: Result<Database, ::redb::DatabaseError>, what: &str) -> Result<Self, StoreError> {
        let store = Self(opened.map_err(|error| StoreError::by(what, error))?);
        // So that reading finds each table.
        store.write(|writing| {
            writing.open_table(OPEN)?;
            writing.open_table(ENDED)?;
            writing.open_table(FIRST)?;
            writing.open_table(SAVES)?;
            writing.open_table(ANSWERS)?;
            Ok(())
        })?;
        Ok(store)
    }

    /// One transaction, which lasts when this returns: `redb` syncs by default.
    fn write<T>(&self, work: impl FnOnce(&WriteTransaction) -> Result<T, Problem>) -> Result<T, StoreError> {
        let run = || {
            let writing = self.0.begin_write()?;
            let done = work(&writing)?;
            writing.commit()?;
            Ok(done)
        };
        run().map_err(|problem: Problem| problem.while_("cannot write to the store"))
    }

    fn header(&self, game: GameId) -> Result<Option<Header>, Problem> {
        let reading = self.0.begin_read()?;
        let found = match reading.open_table(OPEN)?.get(game.0)? {
            Some(found) => Some(found),
            None => reading.open_table(ENDED)?.get(game.0)?,
        };
        found.map(|found| read(found.value())).transpose()
    }

    fn answers(&self, game: GameId, from: u32) -> Result<Vec<Given>, Problem> {
        let reading = self.0.begin_read()?;
        let answers = reading.open_table(ANSWERS)?;
        let range = answers.range((game.0, from)..=(game.0, u32::MAX))?;
        let mut given = Vec::new();
        for (index, entry) in (from..).zip(range) {
            let (place, value) = entry?;
            if place.value().1 != index {
                return Err(format!("answer {index} of game {game} is missing").into());
            }
            given.push(read(value.value())?);
        }
        Ok(given)
    }
}

impl Store for Redb {
    fn commit(&self, changes: &[Change]) -> Result<(), StoreError> {
        self.write(|writing| {
            let (mut open, mut ended) = (writing.open_table(OPEN)?, writing.open_table(ENDED)?);
            let (mut first, mut saves) = (writing.open_table(FIRST)?, writing.open_table(SAVES)?);
            let mut answers = writing.open_table(ANSWERS)?;
            for change in changes {
                match change {
                    Change::Open { game, header, first: state } => {
                        if open.insert(game.0, &*text(header)?)?.is_some() {
                            return Err(format!("there is a game {game} already").into());
                        }
                        first.insert(game.0, &**state)?;
                    }
                    Change::Header { game, header } if header.end.is_some() => {
                        open.remove(game.0)?;
                        saves.remove(game.0)?;
                        ended.insert(game.0, &*text(header)?)?;
                    }
                    Change::Header { game, header } => {
                        open.insert(game.0, &*text(header)?)?;
                    }
                    Change::Answer { game, index, given } => {
                        let follows =
                            *index == 0 || answers.get((game.0, index - 1)).is_ok_and(|one| one.is_some());
                        if answers.insert((game.0, *index), &*text(given)?)?.is_some() || !follows {
                            return Err(format!("answer {index} of game {game} is not the next one").into());
                        }
                    }
                    Change::Save { game, after, save } => {
                        saves.insert(game.0, (*after, &**save))?;
                    }
                }
            }
            Ok(())
        })
    }

    fn unfinished(&self) -> Result<Vec<GameId>, StoreError> {
        let run = || {
            let reading = self.0.begin_read()?;
            let open = reading.open_table(OPEN)?;
            let mut games = Vec::new();
            for entry in open.iter()? {
                games.push(GameId(entry?.0.value()));
            }
            Ok(games)
        };
        run().map_err(|problem: Problem| problem.while_("cannot list the games"))
    }

    fn load(&self, game: GameId) -> Result<Option<Stored>, StoreError> {
        let run = || {
            let Some(header) = self.header(game)? else { return Ok(None) };
            if header.end.is_some() {
                return Ok(Some(Stored { header, after: 0, save: Vec::new(), answers: Vec::new() }));
            }
            let reading = self.0.begin_read()?;
            let last = reading.open_table(SAVES)?.get(game.0)?;
            let (after, save) = if let Some(last) = last {
                let (after, save) = last.value();
                (after, save.to_vec())
            } else {
                let first = reading.open_table(FIRST)?.get(game.0)?;
                (0, first.ok_or("its first state is missing")?.value().to_vec())
            };
            Ok(Some(Stored { header, after, save, answers: self.answers(game, after)? }))
        };
        run().map_err(|problem: Problem| problem.while_(&format!("cannot read game {game}")))
    }

    fn recording(&self, game: GameId) -> Result<Option<Recording>, StoreError> {
        let run = || {
            let Some(header) = self.header(game)? else { return Ok(None) };
            let first = self.0.begin_read()?.open_table(FIRST)?.get(game.0)?;
            let first = first.ok_or("its first state is missing")?.value().to_vec();
            Ok(Some(Recording { game, header, first, answers: self.answers(game, 0)? }))
        };
        run().map_err(|problem: Problem| problem.while_(&format!("cannot read game {game}")))
    }

    fn last_game(&self) -> Result<GameId, StoreError> {
        let run = || {
            let reading = self.0.begin_read()?;
            let mut last = 0;
            for table in [OPEN, ENDED] {
                let table = reading.open_table(table)?;
                last = last.max(table.last()?.map_or(0, |(game, _)| game.value()));
            }
            Ok(GameId(last))
        };
        run().map_err(|problem: Problem| problem.while_("cannot find the last game"))
    }

    fn forget(&self, before: Moment) -> Result<usize, StoreError> {
        self.write(|writing| {
            let mut ended = writing.open_table(ENDED)?;
            let (mut first, mut answers) = (writing.open_table(FIRST)?, writing.open_table(ANSWERS)?);
            let newest = ended.last()?.map(|(game, _)| game.value());
            let mut old = Vec::new();
            for entry in ended.iter()? {
                let (game, header) = entry?;
                // One that can't be read stays, for somebody to look at.
                let Ok::<Header, _>(header) = read(header.value()) else { continue };
                // The newest one stays, so that its number is not given again.
                let goes = header
                    .end
                    .is_some_and(|end| end.at < before && !matches!(end.verdict, Verdict::Broken(_)))
                    && newest != Some(game.value());
                old.extend(goes.then(|| game.value()));
            }
            for &game in &old {
                ended.remove(game)?;
                first.remove(game)?;
                answers.retain_in((game, 0)..=(game, u32::MAX), |_, _| false)?;
            }
            Ok(old.len())
        })
    }
}

impl fmt::Debug for Redb {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Redb")
    }
}

/// Whatever goes wrong in here.
struct Problem(Box<dyn std::error::Error + Send + Sync>);

impl Problem {
    fn while_(self, what: &str) -> StoreError {
        StoreError::by(what, self.0)
    }
}

impl<E: Into<Box<dyn std::error::Error + Send + Sync>>> From<E> for Problem {
    fn from(error: E) -> Self {
        Self(error.into())
    }
}

fn text(value: &impl Serialize) -> Result<Vec<u8>, serde_json::Error> {
    serde_json::to_vec(value)
}

fn read<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Problem> {
    Ok(serde_json::from_slice(bytes)?)
}
