//! Two players of straw, who play a whole game over real sockets.

use std::io::{self, Write};

use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, Lines};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc;

use crate::duel::Side;
use crate::server::{News, serve};

/// Who types what, and in which round. Blue is early for the first, and earlier still for the second.
const SCRIPT: [(Side, u32, &str); 11] = [
    (Side::Blue, 1, "rock"),
    (Side::Blue, 1, "scissors"),
    (Side::Red, 1, "stone"),
    (Side::Red, 1, "scissors"),
    (Side::Red, 2, "rock"),
    (Side::Red, 3, "paper"),
    (Side::Blue, 3, "paper"),
    (Side::Red, 4, "rock"),
    (Side::Blue, 4, "paper"),
    (Side::Red, 5, "s"),
    (Side::Blue, 5, "R"),
];

/// Starts a server on a free port, plays a game there, and shows what each player saw and typed.
///
/// # Errors
///
/// If a socket or `screen` fails.
pub async fn demonstrate(screen: &mut impl Write) -> io::Result<()> {
    let listener = TcpListener::bind(("127.0.0.1", 0)).await?;
    let address = listener.local_addr()?;
    let (reporter, mut news) = mpsc::unbounded_channel();
    let server = tokio::spawn(serve(listener, reporter));

    let mut red = Puppet::sit_down(Side::Red, TcpStream::connect(address).await?);
    red.watch_for("Welcome!", screen).await?;
    let mut blue = Puppet::sit_down(Side::Blue, TcpStream::connect(address).await?);
    for (side, round, line) in SCRIPT {
        red.watch_for_round(round, screen).await?;
        blue.watch_for_round(round, screen).await?;
        let puppet = if side == Side::Red { &mut red } else { &mut blue };
        puppet.type_line(line, screen).await?;
    }
    red.watch_to_the_end(screen).await?;
    blue.watch_to_the_end(screen).await?;

    match news.recv().await {
        Some(News::Over(played)) => {
            let outcome = played.map_err(io::Error::other)?;
            writeln!(screen, "The server has noted: {outcome}")?;
        }
        Some(News::NotLetIn(error)) => return Err(error),
        None => {}
    }
    server.abort();
    Ok(())
}

/// A player who does as the script says.
struct Puppet {
    side: Side,
    round: u32,
    lines: Lines<BufReader<OwnedReadHalf>>,
    output: OwnedWriteHalf,
}

impl Puppet {
    fn sit_down(side: Side, stream: TcpStream) -> Self {
        let (input, output) = stream.into_split();
        Self { side, round: 0, lines: BufReader::new(input).lines(), output }
    }

    /// Types a line, and waits for the reply.
    async fn type_line(&mut self, line: &str, screen: &mut impl Write) -> io::Result<()> {
        writeln!(screen, "{:>4} > {line}", self.side)?;
        self.output.write_all(format!("{line}\n").as_bytes()).await?;
        self.watch_for("(", screen).await
    }

    async fn watch_for_round(&mut self, round: u32, screen: &mut impl Write) -> io::Result<()> {
        if self.round < round {
            self.watch_for(&format!("Round {round}."), screen).await?;
            self.round = round;
        }
        Ok(())
    }

    /// Reads lines up to one that begins so.
    async fn watch_for(&mut self, beginning: &str, screen: &mut impl Write) -> io::Result<()> {
        while let Some(line) = self.watch(screen).await? {
            if line.starts_with(beginning) {
                return Ok(());
            }
        }
        Err(io::ErrorKind::UnexpectedEof.into())
    }

    async fn watch_to_the_end(&mut self, screen: &mut impl Write) -> io::Result<()> {
        while self.watch(screen).await?.is_some() {}
        Ok(())
    }

    async fn watch(&mut self, screen: &mut impl Write) -> io::Result<Option<String>> {
        let line = self.lines.next_line().await?;
        if let Some(line) = &line {
            writeln!(screen, "{:>4} | {line}", self.side)?;
        }
        Ok(line)
    }
}
