//! A player of straw: a real socket, and messages as a page would send them.

use std::io;
use std::net::SocketAddr;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use serde::Deserialize;
use serde_json::value::RawValue;
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

use crate::store::{Against, GameId};
use crate::wire::Request;

/// How long anything may take before it counts as a hang.
const PATIENCE: Duration = Duration::from_secs(30);

/// Somebody at the other end of a connection.
#[derive(Debug)]
pub struct Player {
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    /// The text of the last message that was heard.
    pub last: String,
}

/// What the server has said.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Heard {
    /// There is a seat.
    Seated {
        /// The number of the game.
        game: GameId,
        /// The seat.
        seat: usize,
        /// What to come back by.
        key: Option<String>,
        /// What the other one needs.
        invitation: Option<String>,
    },
    /// How the game stands.
    Game {
        /// Whether both players have come.
        has_begun: bool,
        /// How many milliseconds are left for an answer.
        left: Option<u64>,
        /// What the seat may see.
        view: View,
    },
    /// An answer was taken.
    Taken {
        /// The number of its question.
        number: u32,
    },
    /// Something was refused.
    Refused {
        /// The number of the question.
        number: Option<u32>,
        /// Why.
        reason: String,
    },
    /// The game is over.
    Over {
        /// What came of it.
        result: String,
    },
}

/// What a player of straw reads of a view.
#[derive(Debug, Deserialize)]
pub struct View {
    /// The number of the turn.
    pub turn: u32,
    /// What is asked.
    pub question: Option<Asked>,
}

/// A question.
#[derive(Debug, Deserialize)]
pub struct Asked {
    /// Its number.
    pub number: u32,
    /// The question in words.
    pub title: String,
    /// What can be answered.
    pub options: Vec<Offered>,
}

/// Something that can be answered.
#[derive(Debug, Clone, Deserialize)]
pub struct Offered {
    /// The answer.
    pub answer: Box<RawValue>,
}

impl Player {
    /// Connects to a server.
    ///
    /// # Errors
    ///
    /// If the server is not there, or has no place.
    pub async fn connect(address: SocketAddr) -> io::Result<Self> {
        let connecting = connect_async(format!("ws://{address}/play"));
        let (socket, _) = timeout(PATIENCE, connecting).await?.map_err(io::Error::other)?;
        if let MaybeTlsStream::Plain(stream) = socket.get_ref() {
            stream.set_nodelay(true)?;
        }
        Ok(Self { socket, last: String::new() })
    }

    /// Sends any text.
    ///
    /// # Errors
    ///
    /// If the connection is gone.
    pub async fn send(&mut self, text: impl Into<String>) -> io::Result<()> {
        self.socket.send(Message::text(text.into())).await.map_err(io::Error::other)
    }

    /// Sends a binary message, which no server of this kind takes.
    ///
    /// # Errors
    ///
    /// If the connection is gone.
    pub async fn send_bytes(&mut self, bytes: Vec<u8>) -> io::Result<()> {
        self.socket.send(Message::binary(bytes)).await.map_err(io::Error::other)
    }

    /// Sends a request.
    ///
    /// # Errors
    ///
    /// If the connection is gone.
    pub async fn ask(&mut self, request: &Request<'_>) -> io::Result<()> {
        self.send(serde_json::to_string(request)?).await
    }

    /// The next message; none if the connection was closed in order.
    ///
    /// # Errors
    ///
    /// If the connection fails, nothing comes for long, or something comes that is no message.
    pub async fn hear(&mut self) -> io::Result<Option<Heard>> {
        loop {
            match timeout(PATIENCE, self.socket.next()).await? {
                Some(Ok(Message::Text(text))) => {
                    text.as_str().clone_into(&mut self.last);
                    return Ok(Some(serde_json::from_str(&self.last)?));
                }
                Some(Ok(Message::Close(frame))) => {
                    self.last = frame.map_or_else(String::new, |frame| frame.reason.as_str().to_owned());
                }
                Some(Ok(_)) => {}
                None | Some(Err(Error::ConnectionClosed)) => return Ok(None),
                Some(Err(error)) => return Err(io::Error::other(error)),
            }
        }
    }

    /// Opens a game, and gives its number, the key of the seat, and the invitation.
    ///
    /// # Errors
    ///
    /// If that is not what comes of it.
    pub async fn open(&mut self, against: Against) -> io::Result<(GameId, String, Option<String>)> {
        self.ask(&Request::Open { against }).await?;
        match self.hear().await? {
            Some(Heard::Seated { game, key: Some(key), invitation, .. }) => Ok((game, key, invitation)),
            other => Err(unexpected(other.as_ref())),
        }
    }

    /// Takes the second seat of a game, and gives its key.
    ///
    /// # Errors
    ///
    /// If that is not what comes of it.
    pub async fn join(&mut self, game: GameId, invitation: &str) -> io::Result<String> {
        self.ask(&Request::Join { game, invitation }).await?;
        match self.hear().await? {
            Some(Heard::Seated { key: Some(key), .. }) => Ok(key),
            other => Err(unexpected(other.as_ref())),
        }
    }

    /// Comes back to a seat. False if the game is over.
    ///
    /// # Errors
    ///
    /// If that is not what comes of it.
    pub async fn sit(&mut self, game: GameId, key: &str) -> io::Result<bool> {
        self.ask(&Request::Sit { game, key }).await?;
        match self.hear().await? {
            Some(Heard::Seated { .. }) => Ok(true),
            Some(Heard::Over { .. }) => Ok(false),
            other => Err(unexpected(other.as_ref())),
        }
    }

    /// Answers a question.
    ///
    /// # Errors
    ///
    /// If the connection is gone.
    pub async fn answer(&mut self, number: u32, answer: &RawValue) -> io::Result<()> {
        self.ask(&Request::Answer { number, answer }).await
    }
}

/// Two players of a new game, with its number and their keys.
///
/// # Errors
///
/// If the server does not let them in.
pub async fn pair(address: SocketAddr) -> io::Result<([Player; 2], GameId, [String; 2])> {
    let mut first = Player::connect(address).await?;
    let (game, key, invitation) = first.open(Against::Player).await?;
    let invitation = invitation.ok_or_else(|| io::Error::other("there is no invitation"))?;
    let mut second = Player::connect(address).await?;
    let other = second.join(game, &invitation).await?;
    Ok(([first, second], game, [key, other]))
}

fn unexpected(heard: Option<&Heard>) -> io::Error {
    io::Error::other(format!("the server said {heard:?}"))
}
