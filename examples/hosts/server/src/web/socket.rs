//! A connection: what comes in is read with care, and what there is to hear is sent.

use std::ops::ControlFlow::{self, Break, Continue};
use std::pin::pin;

use axum::Error as SocketError;
use axum::body::Bytes;
use axum::extract::ws::{CloseFrame, Message, WebSocket, close_code};
use tokio::sync::watch;
use tokio::time::{Instant, interval, sleep, sleep_until, timeout};
use tokio_tungstenite::tungstenite::{self, error::ProtocolError};

use super::server::Limits;
use crate::game::LONGEST_ANSWER;
use crate::hall::{Gone, Hall, Place};
use crate::wire::{LONGEST_MESSAGE, Reply, Request};

/// A message of more bytes than this is not even read to its end, and closes the connection. Up to it a message that is
/// too long is refused with a reason.
pub(super) const HARDEST_LIMIT: usize = 16 << 10;

/// Why a connection is over, for whoever is at the other end.
type Farewell = (u16, &'static str);

/// Somebody at the other end of a socket.
pub(super) struct Connection {
    socket: WebSocket,
    limits: Limits,
    stop: watch::Receiver<bool>,
    place: Option<Place>,
    /// When something was heard last.
    heard: Instant,
}

/// What happened next.
enum Next {
    Came(Option<Result<Message, SocketError>>),
    Told(Option<String>),
    Ping,
    Silent,
    Stop,
}

impl Connection {
    pub(super) fn new(socket: WebSocket, limits: Limits, stop: watch::Receiver<bool>) -> Self {
        Self { socket, limits, stop, place: None, heard: Instant::now() }
    }

    /// Stays until the game is over, the other end has gone, or the server stops.
    pub(super) async fn serve(mut self, hall: &Hall) {
        let farewell = self.talk(hall).await;
        let Self { mut socket, place, limits, .. } = self;
        if let Some(place) = place {
            place.leave().await;
        }
        let Some((code, reason)) = farewell else { return };
        // Whoever is gone can't be told.
        let close = Message::Close(Some(CloseFrame { code, reason: reason.into() }));
        let _ = timeout(limits.write, async {
            if socket.send(close).await.is_ok() {
                // What is unread when a socket is closed may take back what was sent last. Nobody is owed more than a moment.
                let _ = timeout(std::time::Duration::from_millis(500), async {
                    while let Some(Ok(_)) = socket.recv().await {}
                })
                .await;
            }
        })
        .await;
    }

    /// Hears and tells; in the end, what to say for a farewell. None if the other end has gone.
    async fn talk(&mut self, hall: &Hall) -> Option<Farewell> {
        let mut ping = interval(self.limits.ping);
        let mut stop = self.stop.clone();
        let mut stopping = pin!(async move {
            let _ = stop.wait_for(|stop| *stop).await;
        });
        let hello = Instant::now() + self.limits.hello;
        loop {
            let silent = match self.place {
                Some(_) => self.heard + self.limits.idle,
                None => hello,
            };
            let told = async {
                match &mut self.place {
                    Some(place) => place.told.next().await,
                    None => std::future::pending().await,
                }
            };
            let next = tokio::select! {
                // What there is to hear comes first, so that nobody can ask faster than is answered.
                biased;
                () = &mut stopping => Next::Stop,
                told = told => Next::Told(told),
                came = self.socket.recv() => Next::Came(came),
                () = sleep_until(silent) => Next::Silent,
                _ = ping.tick() => Next::Ping,
            };
            let done = match next {
                Next::Came(Some(Ok(message))) => self.take(message, hall).await,
                Next::Came(Some(Err(error))) => Break(farewell_to(error)),
                Next::Came(None) => Break(None),
                Next::Told(Some(message)) => self.send(Message::Text(message.into())).await,
                Next::Told(None) => {
                    let why = self.place.as_ref().map_or("the game is over", |place| place.told.why());
                    Break(Some((
                        if why == "the game is over" { close_code::NORMAL } else { close_code::POLICY },
                        why,
                    )))
                }
                Next::Ping => self.send(Message::Ping(Bytes::new())).await,
                Next::Silent => Break(Some((close_code::POLICY, "nothing was heard of you"))),
                Next::Stop => Break(Some((close_code::AWAY, "the server stops"))),
            };
            if let Break(farewell) = done {
                return farewell;
            }
        }
    }

    /// Takes a message. Whatever it is, it does no more harm than that it is refused.
    async fn take(&mut self, message: Message, hall: &Hall) -> ControlFlow<Option<Farewell>> {
        self.heard = Instant::now();
        let text = match &message {
            Message::Text(text) => text.as_str(),
            Message::Binary(_) => return self.refuse(None, "send text, and no binary messages").await,
            Message::Ping(_) | Message::Pong(_) => return Continue(()),
            Message::Close(_) => return Break(None),
        };
        if text.len() > LONGEST_MESSAGE {
            let reason = format!("a message may have {LONGEST_MESSAGE} bytes, and this has {}", text.len());
            return self.refuse(None, &reason).await;
        }
        match serde_json::from_str(text) {
            Ok(request) => self.grant(request, hall).await,
            Err(error) => self.refuse(None, &format!("that is no message: {error}")).await,
        }
    }

    async fn grant(&mut self, request: Request<'_>, hall: &Hall) -> ControlFlow<Option<Farewell>> {
        let place = match (request, &self.place) {
            (Request::Answer { number, answer }, Some(place)) => {
                let length = answer.get().len();
                if length > LONGEST_ANSWER {
                    let reason = format!("an answer may have {LONGEST_ANSWER} bytes, and this has {length}");
                    return self.refuse(Some(number), &reason).await;
                }
                return match place.answer(number, answer).await {
                    Ok(()) => Continue(()),
                    Err(_) => Break(Some((close_code::ERROR, "the server can't keep answers any more"))),
                };
            }
            (Request::Answer { number, .. }, None) => {
                return self.refuse(Some(number), "you have no seat; open, join or sit first").await;
            }
            (_, Some(_)) => return self.refuse(None, "this connection has a seat already").await,
            (Request::Open { against }, None) => hall.open(against).await,
            (Request::Join { game, invitation }, None) => hall.join(game, invitation).await,
            (Request::Sit { game, key }, None) => match hall.sit(game, key).await {
                Ok(place) => Ok(place),
                Err(Gone::Refused(reason)) => Err(reason),
                Err(Gone::Over(message)) => {
                    self.send(Message::Text(message.into())).await?;
                    return Break(Some((close_code::NORMAL, "the game is over")));
                }
            },
        };
        match place {
            Ok(place) => {
                self.place = Some(place);
                Continue(())
            }
            Err(reason) => {
                // Whoever guesses keys guesses slowly.
                sleep(std::time::Duration::from_millis(100)).await;
                self.refuse(None, &reason).await
            }
        }
    }

    async fn refuse(&mut self, number: Option<u32>, reason: &str) -> ControlFlow<Option<Farewell>> {
        self.send(Message::Text(Reply::Refused { number, reason }.to_text().into())).await
    }

    async fn send(&mut self, message: Message) -> ControlFlow<Option<Farewell>> {
        match timeout(self.limits.write, self.socket.send(message)).await {
            Ok(Ok(())) => Continue(()),
            Ok(Err(_)) | Err(_) => Break(None),
        }
    }
}

/// What to say after an error: something only if the other end is still there to hear it.
fn farewell_to(error: SocketError) -> Option<Farewell> {
    match error.into_inner().downcast_ref::<tungstenite::Error>()? {
        tungstenite::Error::Capacity(_) => Some((close_code::SIZE, "that message is too long")),
        tungstenite::Error::Utf8(_) => Some((close_code::INVALID, "text has to be UTF-8")),
        // It has gone without a word.
        tungstenite::Error::Protocol(ProtocolError::ResetWithoutClosingHandshake) => None,
        tungstenite::Error::Protocol(_) => Some((close_code::PROTOCOL, "that is no WebSocket message")),
        _ => None,
    }
}
