//! A seat that a connection holds.

use std::sync::Arc;

use serde_json::value::RawValue;

use super::link::Told;
use super::room::Room;
use crate::store::StoreError;

/// A seat at a game.
#[derive(Debug)]
pub struct Place {
    pub(super) room: Arc<Room>,
    pub(super) seat: usize,
    /// What there is to hear.
    pub told: Told,
}

impl Place {
    /// Gives an answer. What came of it is told.
    ///
    /// # Errors
    ///
    /// If the store has failed: then the server stops.
    pub async fn answer(&self, number: u32, answer: &RawValue) -> Result<(), StoreError> {
        self.room.answer(self.seat, number, answer.to_owned()).await
    }

    /// Leaves. The seat stays that of whoever has its key.
    pub async fn leave(self) {
        let room = Arc::clone(&self.room);
        drop(self);
        room.sweep().await;
    }
}
