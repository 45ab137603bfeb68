//! The task between a socket and a game.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use tokio::io::{AsyncWriteExt, BufReader, copy, sink};
use tokio::net::TcpStream;
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::select;
use tokio::time::timeout;

use crate::duel::Outcome;
use crate::hall::{Hall, Place};
use crate::lines::Lines;

/// Whoever takes no line for so long has gone.
const PATIENCE: Duration = Duration::from_secs(10);

/// Somebody at the other end of a socket.
pub(crate) struct Visitor {
    lines: Lines<BufReader<OwnedReadHalf>>,
    output: OwnedWriteHalf,
}

impl Visitor {
    pub(crate) fn new(stream: TcpStream) -> io::Result<Self> {
        // Lines are short and awaited: each is sent at once.
        stream.set_nodelay(true)?;
        let (input, output) = stream.into_split();
        Ok(Self { lines: Lines::new(BufReader::new(input)), output })
    }

    /// Stays until the game is over or the visitor is gone. A socket that fails is a visitor who is gone.
    pub(crate) async fn visit(mut self, hall: &Arc<Hall>) -> io::Result<()> {
        match self.find_place(hall).await? {
            Some(place) => self.sit(place).await,
            None => self.say_good_bye().await,
        }
    }

    async fn find_place(&mut self, hall: &Arc<Hall>) -> io::Result<Option<Place>> {
        self.write("Welcome! Type `play`, or `watch 1` to watch game 1.").await?;
        loop {
            let line = select! {
                line = self.lines.next() => line?,
                () = hall.stop.comes() => {
                    self.write(&Outcome::Stopped.to_string()).await?;
                    return Ok(None);
                }
            };
            match line {
                Some(Ok(line)) => match hall.enter(&String::from_utf8_lossy(&line)) {
                    Ok(place) => return Ok(Some(place)),
                    Err(reason) => self.write(&format!("({reason})")).await?,
                },
                Some(Err(error)) => self.write(&format!("({error}.)")).await?,
                None => return Ok(None),
            }
        }
    }

    async fn sit(mut self, mut place: Place) -> io::Result<()> {
        loop {
            select! {
                // What is told comes first, so that nobody can type faster than is replied.
                biased;
                told = place.told.recv() => match told {
                    Some(line) => self.write(&line).await?,
                    None => return self.say_good_bye().await,
                },
                line = self.lines.next() => match line? {
                    Some(Ok(line)) => place.typed(String::from_utf8_lossy(&line).into_owned()),
                    Some(Err(error)) => self.write(&format!("({error}.)")).await?,
                    None => return Ok(()),
                },
            }
        }
    }

    async fn write(&mut self, line: &str) -> io::Result<()> {
        timeout(PATIENCE, self.output.write_all(format!("{line}\n").as_bytes())).await?
    }

    /// Closes the connection, once everything has been said.
    ///
    /// A socket that is closed with input unread may take back what was written last, so it is read.
    async fn say_good_bye(mut self) -> io::Result<()> {
        self.output.shutdown().await?;
        // Nobody is owed more than a moment.
        let _ = timeout(Duration::from_secs(1), copy(&mut self.lines.into_inner(), &mut sink())).await;
        Ok(())
    }
}
