//! Players of straw, who play a whole game over real sockets, and one who watches.

use std::future::pending;
use std::io::{self, Write};
use std::net::SocketAddr;
use std::time::Duration;

use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, Lines};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc;

use crate::game::chain;
use crate::news::News;
use crate::server::serve;

/// How the line begins with which a player has the way back.
const WAY_BACK: &str = "If the connection breaks, come back by `";

/// Starts a server on a free port, plays a game there, and shows what each visitor saw and typed.
///
/// # Errors
///
/// If a socket or `screen` fails.
pub async fn demonstrate(screen: &mut impl Write) -> io::Result<()> {
    let listener = TcpListener::bind(("127.0.0.1", 0)).await?;
    let address = listener.local_addr()?;
    let (reporter, mut news) = mpsc::unbounded_channel();
    let server = tokio::spawn(serve(listener, Duration::from_secs(30), reporter, pending()));

    let mut ann = Puppet::come("Ann", address, screen).await?;
    ann.types("play", "You are player 1.", screen).await?;
    let mut bob = Puppet::come("Bob", address, screen).await?;
    bob.types("play", "Question 1.", screen).await?;
    ann.hears("Question 1.", screen).await?;

    // Late, doubled, foreign, malformed: all of it is refused, and changes nothing.
    bob.types("1 rock", "An answer", screen).await?;
    ann.hears("An answer", screen).await?;
    bob.types("1 paper", "(", screen).await?;
    ann.types("1 stone", "(", screen).await?;
    ann.types("2 rock", "(", screen).await?;

    // Who watches or comes back sees the question that stands, and not what Bob has picked.
    let mut cat = Puppet::come("Cat", address, screen).await?;
    cat.types("watch 1", "Question 1.", screen).await?;
    cat.types("1 rock", "(", screen).await?;
    let way_back = ann.way_back.clone();
    drop(ann);
    for puppet in [&mut bob, &mut cat] {
        puppet.hears("Gone for now", screen).await?;
    }
    let mut ann = Puppet::come("Ann", address, screen).await?;
    ann.types(&way_back, "Question 1.", screen).await?;
    ann.types("1 scissors", "Question 2.", screen).await?;
    for puppet in [&mut bob, &mut cat] {
        puppet.hears("Question 2.", screen).await?;
    }

    bob.types("1 paper", "(", screen).await?;
    bob.types("2 rock", "(", screen).await?;
    bob.types("2 scissors", "An answer", screen).await?;
    ann.types("2 paper", "The winner", screen).await?;
    for puppet in [&mut bob, &mut cat] {
        puppet.hears("The winner", screen).await?;
    }

    match news.recv().await {
        Some(News::Over { outcome: Ok(outcome), .. }) => {
            writeln!(screen, "The server has noted: {outcome}")?;
        }
        Some(News::Over { outcome: Err(error), .. }) => return Err(io::Error::other(chain(&*error))),
        Some(News::NotLetIn(error)) => return Err(error),
        None => {}
    }
    server.abort();
    Ok(())
}

/// A visitor who does as the script says.
struct Puppet {
    name: &'static str,
    lines: Lines<BufReader<OwnedReadHalf>>,
    output: OwnedWriteHalf,
    way_back: String,
}

impl Puppet {
    async fn come(name: &'static str, address: SocketAddr, screen: &mut impl Write) -> io::Result<Self> {
        let (input, output) = TcpStream::connect(address).await?.into_split();
        let mut puppet = Self { name, lines: BufReader::new(input).lines(), output, way_back: String::new() };
        puppet.hears("Welcome!", screen).await?;
        Ok(puppet)
    }

    /// Types a line, and reads up to a line that begins so.
    async fn types(&mut self, line: &str, until: &str, screen: &mut impl Write) -> io::Result<()> {
        writeln!(screen, "{} > {}", self.name, without_key(line))?;
        self.output.write_all(format!("{line}\n").as_bytes()).await?;
        self.hears(until, screen).await
    }

    /// Reads lines up to one that begins so.
    async fn hears(&mut self, until: &str, screen: &mut impl Write) -> io::Result<()> {
        while let Some(line) = self.lines.next_line().await? {
            writeln!(screen, "{} | {}", self.name, without_key(&line))?;
            if let Some(way_back) = line.strip_prefix(WAY_BACK) {
                self.way_back = way_back.trim_end_matches("`.").into();
            }
            if line.starts_with(until) {
                return Ok(());
            }
        }
        Err(io::ErrorKind::UnexpectedEof.into())
    }
}

/// A key is another one each time, and nobody else's business.
fn without_key(line: &str) -> String {
    let (before, key) =
        line.split_at(line.find("back 1 ").map_or(line.len(), |found| found + "back 1 ".len()));
    let after = key.trim_start_matches(|char: char| char.is_ascii_hexdigit());
    format!("{before}{}{after}", if key.is_empty() { "" } else { "KEY" })
}
