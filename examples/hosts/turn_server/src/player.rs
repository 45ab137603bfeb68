//! The task between a socket and a game.

use std::collections::VecDeque;
use std::io;
use std::time::Duration;

use phase_core::prelude::*;
use tokio::io::{AsyncRead, AsyncWriteExt, BufReader, copy, sink};
use tokio::net::TcpStream;
use tokio::net::tcp::OwnedWriteHalf;
use tokio::sync::{mpsc, oneshot};
use tokio::time::timeout;

use crate::hand::Hand;
use crate::lines::Lines;

/// So many hands may be typed ahead; what comes after them stays in the socket until there is room.
const AHEAD: usize = 8;

/// The game's end of a player. Dropping it says good-bye.
#[derive(Debug)]
pub struct Link(mpsc::UnboundedSender<Message>);

#[derive(Debug)]
enum Message {
    Tell(String),
    Ask(Question),
}

/// A phase that waits for a hand. Dropping it abandons the phase.
#[derive(Debug)]
struct Question {
    ticket: Ticket,
    answer: oneshot::Sender<Hand>,
}

impl Link {
    /// Starts the task of a player who has just come.
    #[must_use]
    pub fn open(stream: TcpStream) -> Self {
        let (sender, messages) = mpsc::unbounded_channel();
        tokio::spawn(async move {
            // A socket that fails is a player who has left, and the game hears of that by the ticket.
            let _ = attend(stream, messages).await;
        });
        Self(sender)
    }

    /// Whether the player has gone.
    #[must_use]
    pub fn is_closed(&self) -> bool {
        self.0.is_closed()
    }

    pub(super) fn tell(&self, line: String) {
        let _ = self.0.send(Message::Tell(line));
    }

    pub(super) fn ask(&self, ticket: Ticket) -> oneshot::Receiver<Hand> {
        let (answer, receiver) = oneshot::channel();
        // If nobody is there, the question comes back as an error, and is dropped with its ticket.
        let _ = self.0.send(Message::Ask(Question { ticket, answer }));
        receiver
    }
}

impl Question {
    fn settle(self, hand: Hand) {
        // First the answer, then the ticket: `on_end` has to find it. Both fail if the game is gone, which is fine.
        let _ = self.answer.send(hand);
        let _ = self.ticket.end();
    }
}

/// Reads lines and answers questions, until the game is over, or the player is gone and out of hands.
///
/// Returning is all it takes to leave: a question that is still open is dropped here, with its ticket.
async fn attend(stream: TcpStream, mut messages: mpsc::UnboundedReceiver<Message>) -> io::Result<()> {
    // Lines are short and awaited: each is sent at once.
    stream.set_nodelay(true)?;
    let (input, mut output) = stream.into_split();
    let mut lines = Lines::new(BufReader::new(input));
    let mut hands = VecDeque::new();
    let mut question = None;
    let mut is_open = true;
    loop {
        tokio::select! {
            message = messages.recv() => match message {
                Some(Message::Tell(line)) => write_line(&mut output, &line).await?,
                Some(Message::Ask(asked)) => question = Some(asked),
                None => return say_good_bye(output, lines.into_inner()).await,
            },
            line = lines.next(), if is_open && hands.len() < AHEAD => match line? {
                Some(Ok(line)) => match String::from_utf8_lossy(&line).parse::<Hand>() {
                    Ok(hand) => {
                        write_line(&mut output, &format!("({hand}: noted.)")).await?;
                        hands.push_back(hand);
                    }
                    Err(error) => write_line(&mut output, &format!("({error}.)")).await?,
                },
                Some(Err(error)) => write_line(&mut output, &format!("({error}.)")).await?,
                None if hands.is_empty() => return Ok(()),
                None => is_open = false,
            },
        }
        if let Some(asked) = question.take() {
            match hands.pop_front() {
                Some(hand) => asked.settle(hand),
                None if is_open => question = Some(asked),
                None => return Ok(()),
            }
        }
    }
}

async fn write_line(output: &mut OwnedWriteHalf, line: &str) -> io::Result<()> {
    output.write_all(format!("{line}\n").as_bytes()).await
}

/// Closes the connection, once everything has been said.
///
/// A socket that is closed with input unread may take back what was written last, so it is read.
async fn say_good_bye(mut output: OwnedWriteHalf, mut input: impl AsyncRead + Unpin) -> io::Result<()> {
    output.shutdown().await?;
    // Nobody is owed more than a moment.
    let _ = timeout(Duration::from_secs(1), copy(&mut input, &mut sink())).await;
    Ok(())
}
