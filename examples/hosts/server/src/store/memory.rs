//! A store that forgets everything when the process ends: for trying things out, and to see that nothing depends on `redb`.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::{Change, GameId, Given, Header, Recording, Store, StoreError, Stored, Verdict};
use crate::moment::Moment;

/// A store in memory.
#[derive(Debug, Default)]
pub struct Memory(Mutex<BTreeMap<GameId, Kept>>);

#[derive(Debug, Clone)]
struct Kept {
    header: Header,
    first: Vec<u8>,
    save: Option<(u32, Vec<u8>)>,
    answers: Vec<Given>,
}

impl Memory {
    fn games(&self) -> MutexGuard<'_, BTreeMap<GameId, Kept>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Store for Memory {
    fn commit(&self, changes: &[Change]) -> Result<(), StoreError> {
        let mut kept = self.games();
        // All or nothing: what fails half-way is thrown away.
        let mut games = kept.clone();
        for change in changes {
            let (Change::Open { game, .. }
            | Change::Header { game, .. }
            | Change::Answer { game, .. }
            | Change::Save { game, .. }) = change;
            match (change, games.get_mut(game)) {
                (Change::Open { header, first, .. }, None) => {
                    let (header, first) = (header.clone(), first.clone());
                    games.insert(*game, Kept { header, first, save: None, answers: Vec::new() });
                }
                (Change::Header { header, .. }, Some(kept)) => kept.header = header.clone(),
                (Change::Answer { index, given, .. }, Some(kept))
                    if usize::try_from(*index) == Ok(kept.answers.len()) =>
                {
                    kept.answers.push(given.clone());
                }
                (Change::Save { after, save, .. }, Some(kept)) => kept.save = Some((*after, save.clone())),
                _ => {
                    return Err(StoreError::new(format!("game {game} is not as this change takes it to be")));
                }
            }
        }
        *kept = games;
        Ok(())
    }

    fn unfinished(&self) -> Result<Vec<GameId>, StoreError> {
        let games = self.games();
        let unfinished = games.iter().filter(|(_, kept)| kept.header.end.is_none());
        Ok(unfinished.map(|(game, _)| *game).collect())
    }

    fn load(&self, game: GameId) -> Result<Option<Stored>, StoreError> {
        Ok(self.games().get(&game).map(|kept| {
            let header = kept.header.clone();
            if header.end.is_some() {
                return Stored { header, after: 0, save: Vec::new(), answers: Vec::new() };
            }
            let (after, save) = kept.save.clone().unwrap_or_else(|| (0, kept.first.clone()));
            let answers = kept.answers.iter().skip(after as usize).cloned().collect();
            Stored { header, after, save, answers }
        }))
    }

    fn recording(&self, game: GameId) -> Result<Option<Recording>, StoreError> {
        Ok(self.games().get(&game).cloned().map(|Kept { header, first, answers, .. }| Recording {
            game,
            header,
            first,
            answers,
        }))
    }

    fn last_game(&self) -> Result<GameId, StoreError> {
        Ok(self.games().last_key_value().map_or(GameId(0), |(game, _)| *game))
    }

    fn forget(&self, before: Moment) -> Result<usize, StoreError> {
        let mut games = self.games();
        let (newest, count) = (games.last_key_value().map(|(game, _)| *game), games.len());
        games.retain(|game, kept| {
            let end = kept.header.end.as_ref();
            let goes = end.is_some_and(|end| end.at < before && !matches!(end.verdict, Verdict::Broken(_)));
            !goes || newest == Some(*game)
        });
        Ok(count - games.len())
    }
}
