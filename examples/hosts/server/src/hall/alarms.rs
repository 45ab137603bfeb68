//! Which room has something to do by itself, and when.

use std::collections::BTreeSet;
use std::sync::{Mutex, MutexGuard, PoisonError};

use tokio::sync::Notify;
use tokio::time::sleep;

use crate::moment::Moment;
use crate::store::GameId;

/// The next moment at which each room has something to do: one for each that has.
#[derive(Debug, Default)]
pub(super) struct Alarms {
    set: Mutex<BTreeSet<(Moment, GameId)>>,
    earlier: Notify,
}

impl Alarms {
    /// Sets the alarm of a game, in place of an old one.
    pub(super) fn set(&self, game: GameId, old: Option<Moment>, new: Option<Moment>) {
        let mut set = self.lock();
        if let Some(old) = old {
            set.remove(&(old, game));
        }
        if let Some(new) = new {
            let is_first = set.first().is_none_or(|(first, _)| new < *first);
            set.insert((new, game));
            if is_first {
                self.earlier.notify_one();
            }
        }
    }

    /// Waits for the next alarm, and gives all that have rung by then.
    pub(super) async fn rung(&self) -> Vec<GameId> {
        loop {
            let now = Moment::now();
            let next = {
                let mut set = self.lock();
                let later = set.split_off(&(Moment(now.0.saturating_add(1)), GameId(0)));
                let rung = std::mem::replace(&mut *set, later);
                if !rung.is_empty() {
                    return rung.into_iter().map(|(_, game)| game).collect();
                }
                set.first().map(|(next, _)| next.since(now))
            };
            match next {
                Some(time) => tokio::select! {
                    () = sleep(time) => {}
                    () = self.earlier.notified() => {}
                },
                None => self.earlier.notified().await,
            }
        }
    }

    fn lock(&self) -> MutexGuard<'_, BTreeSet<(Moment, GameId)>> {
        self.set.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
