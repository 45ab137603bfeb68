//! A room's end of a connection.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Arc, OnceLock};

use phase_examples::double_battle::text::Line;
use tokio::sync::mpsc;

use crate::game::View;
use crate::wire::Reply;

/// So many messages may wait for somebody who reads slowly. Each has some kilobytes at most.
const MOST_WAITING: usize = 16;

/// Where a room puts what a player is to hear. Dropping it closes the connection, once everything has been said.
#[derive(Debug)]
pub struct Link {
    told: mpsc::Sender<String>,
    why: Arc<OnceLock<&'static str>>,
    /// The view that was sent last, as a hash: one that shows nothing new is not sent, so that nobody can tell that the
    /// other one has answered something.
    shown: Option<u64>,
}

/// The connection's end: what to tell, and in the end why there is no more.
#[derive(Debug)]
pub struct Told {
    messages: mpsc::Receiver<String>,
    why: Arc<OnceLock<&'static str>>,
}

impl Link {
    /// A link with both of its ends.
    #[must_use]
    pub fn open() -> (Self, Told) {
        let (told, messages) = mpsc::channel(MOST_WAITING);
        let why = Arc::new(OnceLock::new());
        (Self { told, why: Arc::clone(&why), shown: None }, Told { messages, why })
    }

    /// Says something, and tells whether there is still somebody to say it to.
    pub(super) fn tell(&self, reply: &Reply<'_>) -> bool {
        match self.told.try_send(reply.to_text()) {
            Ok(()) => true,
            Err(mpsc::error::TrySendError::Full(_)) => {
                let _ = self.why.set("you read too slowly");
                false
            }
            Err(mpsc::error::TrySendError::Closed(_)) => false,
        }
    }

    /// Shows how the game stands, if that is news, and tells whether there is still somebody to see it.
    pub(super) fn show(&mut self, has_begun: bool, left: Option<u64>, view: &View, lines: &[Line]) -> bool {
        let mut hasher = DefaultHasher::new();
        // What can't be written is shown rather than kept back.
        serde_json::to_string(view).unwrap_or_default().hash(&mut hasher);
        has_begun.hash(&mut hasher);
        let hash = Some(hasher.finish());
        if hash == self.shown && lines.is_empty() {
            return true;
        }
        self.shown = hash;
        self.tell(&Reply::Game { has_begun, left, view, lines })
    }

    /// Closes the connection for a reason.
    pub(super) fn close(self, why: &'static str) {
        let _ = self.why.set(why);
    }

    /// Whether the connection has gone.
    pub(super) fn is_closed(&self) -> bool {
        self.told.is_closed()
    }
}

impl Told {
    /// The next message; nothing when the room has closed the connection.
    pub async fn next(&mut self) -> Option<String> {
        self.messages.recv().await
    }

    /// Why the room has closed the connection.
    #[must_use]
    pub fn why(&self) -> &'static str {
        self.why.get().copied().unwrap_or("the game is over")
    }
}
