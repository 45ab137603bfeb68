//! Loads a server, and measures.

use std::fs;
use std::io;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use phase_examples::double_battle::dice::Dice;
use serde_json::value::RawValue;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::task::JoinSet;

use super::player::{Heard, Player, pair};
use super::process::Process;
use crate::game::{SEATS, go_on};
use crate::moment::Moment;
use crate::store::{By, Change, GameId, Given, Redb, Store};

/// How to load.
#[derive(Debug)]
pub struct Load {
    /// The server's program.
    pub program: PathBuf,
    /// An empty folder.
    pub folder: PathBuf,
    /// How many games the server holds meanwhile.
    pub games: usize,
    /// How many of them are played at once, one measurement for each.
    pub playing: Vec<usize>,
    /// How long each measurement takes.
    pub time: Duration,
}

/// So many connections open games at once.
const OPENERS: usize = 200;
const OPTIONS: &[&str] = &["--time", "3600", "--grace", "3600"];

/// Loads a server with games, measures how it is played with, and how it stops and comes back, and tells each as a line.
///
/// # Errors
///
/// If anything goes wrong on the way.
#[expect(clippy::cast_precision_loss, reason = "there are fewer than 2^52 of anything")]
pub async fn load(how: &Load, mut tell: impl FnMut(String)) -> io::Result<()> {
    let server = Process::start(&how.program, &how.folder, OPTIONS)?;
    let empty = server.memory()?;
    let started = Instant::now();
    let seats = open_all(server.address, how.games).await?;
    let (took, held) = (started.elapsed(), server.memory()?);
    let each = held.saturating_sub(empty) / how.games.max(1) as u64;
    let per_second = how.games as f64 / took.as_secs_f64();
    tell(format!("games opened            {} in {took:.1?}, {per_second:.0} a second", how.games));
    tell(format!("memory                  {} MiB, {each} bytes a game", held >> 20));
    tell(format!("on disk                 {} MiB", on_disk(how)? >> 20));
    for &playing in &how.playing {
        let before = commits(server.address).await?;
        let mut times = play_all(server.address, &seats, playing, how.time).await?;
        let commits = commits(server.address).await? - before;
        times.sort_unstable();
        let at = |percent: usize| times.get((times.len() * percent / 100).min(times.len().saturating_sub(1)));
        let [p50, p99] = [50, 99].map(|percent| at(percent).copied().unwrap_or_default());
        let per_second = times.len() as f64 / how.time.as_secs_f64();
        let together = times.len() as f64 / commits.max(1) as f64;
        tell(format!(
            "{playing:5} games at once     {per_second:6.0} answers a second, p50 {p50:.1?}, p99 {p99:.1?}, \
             {:.0} syncs a second, {together:.1} answers each",
            commits as f64 / how.time.as_secs_f64(),
        ));
    }
    tell(format!("memory after that       {} MiB", server.memory()? >> 20));
    let (status, took, said) = server.stop()?;
    tell(format!("stopped by SIGTERM      in {took:.2?}, {status}: {}", said.trim().replace('\n', " ")));
    let server = Process::start(&how.program, &how.folder, OPTIONS)?;
    tell(format!("back after that         in {:.2?}, {} MiB", server.took, server.memory()? >> 20));
    // So that there are answers which are in no save.
    play_all(server.address, &seats, *how.playing.last().unwrap_or(&1), how.time / 4).await?;
    server.kill()?;
    let server = Process::start(&how.program, &how.folder, OPTIONS)?;
    tell(format!("back after SIGKILL      in {:.2?}", server.took));
    let (_, took, _) = server.stop()?;
    tell(format!("stopped again           in {took:.2?}, {} MiB on disk", on_disk(how)? >> 20));
    let lengthened = lengthen(how)?;
    let server = Process::start(&how.program, &how.folder, OPTIONS)?;
    tell(format!("back at its slowest     in {:.2?}, {lengthened} answers are in no save", server.took));
    let (_, took, said) = server.stop()?;
    tell(format!("stopped at its slowest  in {took:.2?}: {}", said.trim().replace('\n', " ")));
    Ok(())
}

/// Plays each game in the store on, as far as it goes until the server would save it: then a start has most to do.
fn lengthen(how: &Load) -> io::Result<usize> {
    const MOST: usize = 15;
    let store = Redb::open(&how.folder.join("games.redb")).map_err(io::Error::other)?;
    let mut count = 0;
    for games in store.unfinished().map_err(io::Error::other)?.chunks(500) {
        let mut changes = Vec::new();
        for &game in games {
            let stored = store.load(game).map_err(io::Error::other)?;
            let Some(stored) = stored.filter(|stored| stored.header.began.is_some()) else { continue };
            let (mut table, _) = go_on(&stored).map_err(io::Error::other)?;
            for place in stored.answers.len()..MOST {
                let Some(seat) = SEATS.into_iter().find(|&seat| table.asked(seat).is_some()) else { break };
                let Some(text) = table.fallback(seat).map_err(io::Error::other)? else { break };
                let (at, index) = (Moment::now(), stored.after + u32::try_from(place).unwrap_or(u32::MAX));
                let taken = table.answer(seat, table.given(seat) + 1, &text, at).map_err(io::Error::other)?;
                if taken.verdict.is_some() {
                    break;
                }
                let given = Given { seat, by: By::Player, at, answer: RawValue::from_string(text)? };
                changes.push(Change::Answer { game, index, given });
            }
        }
        count += changes.len();
        store.commit(&changes).map_err(io::Error::other)?;
    }
    Ok(count)
}

fn on_disk(how: &Load) -> io::Result<u64> {
    Ok(fs::metadata(how.folder.join("games.redb"))?.len())
}

type Seats = (GameId, [String; 2]);

/// Opens games that wait for their first answer, and leaves them.
async fn open_all(address: SocketAddr, games: usize) -> io::Result<Vec<Seats>> {
    let mut opening = JoinSet::new();
    for opener in 0..OPENERS {
        let share = (games + opener) / OPENERS;
        opening.spawn(async move {
            let mut seats = Vec::new();
            for _ in 0..share {
                let (_, game, keys) = pair(address).await?;
                seats.push((game, keys));
            }
            io::Result::Ok(seats)
        });
    }
    let mut all = Vec::new();
    while let Some(opened) = opening.join_next().await {
        all.extend(opened.map_err(io::Error::other)??);
    }
    Ok(all)
}

/// Plays so many games at once, new ones when they are over, and tells how long each answer took to be confirmed.
async fn play_all(
    address: SocketAddr,
    seats: &[Seats],
    playing: usize,
    time: Duration,
) -> io::Result<Vec<Duration>> {
    let mut games = JoinSet::new();
    let mut players = Vec::new();
    for (game, keys) in seats.iter().take(playing) {
        for key in keys {
            let mut player = Player::connect(address).await?;
            // Of one that is over by now another is opened.
            let is_on = player.sit(*game, key).await?;
            players.push((player, is_on));
        }
    }
    let end = Instant::now() + time;
    let mut players = players.into_iter();
    let mut seed = 0;
    while let (Some((one, is_on)), Some((other, _))) = (players.next(), players.next()) {
        seed += 2;
        games.spawn(async move {
            let mut pair_of = if is_on { [one, other] } else { pair(address).await?.0 };
            let mut times = Vec::new();
            while Instant::now() < end {
                let [one, other] = &mut pair_of;
                let (one, other) = tokio::join!(play(one, seed, end), play(other, seed + 1, end));
                times.extend(one?);
                times.extend(other?);
                if Instant::now() < end {
                    pair_of = pair(address).await?.0;
                }
            }
            io::Result::Ok(times)
        });
    }
    let mut times = Vec::new();
    while let Some(played) = games.join_next().await {
        times.extend(played.map_err(io::Error::other)??);
    }
    Ok(times)
}

/// Plays by chance, as fast as is asked, until the game is over or the time is up.
async fn play(player: &mut Player, seed: u64, end: Instant) -> io::Result<Vec<Duration>> {
    let mut dice = Dice::new(seed);
    let (mut times, mut sent) = (Vec::new(), Instant::now());
    let mut is_pending = false;
    loop {
        let left = tokio::time::Instant::from_std(end);
        let Ok(heard) = tokio::time::timeout_at(left, player.hear()).await else { return Ok(times) };
        match heard? {
            Some(Heard::Game { view, .. }) => {
                let Some(question) = view.question.filter(|_| !is_pending) else { continue };
                let count = u32::try_from(question.options.len()).unwrap_or(u32::MAX);
                let offered = &question.options[dice.below(count) as usize];
                sent = Instant::now();
                player.answer(question.number, &offered.answer).await?;
                is_pending = true;
            }
            Some(Heard::Taken { .. }) => {
                is_pending = false;
                times.push(sent.elapsed());
            }
            Some(Heard::Over { .. }) => return Ok(times),
            Some(Heard::Seated { .. }) => {}
            other => return Err(io::Error::other(format!("the server said {other:?}"))),
        }
    }
}

/// How often the server has synced so far.
async fn commits(address: SocketAddr) -> io::Result<u64> {
    #[derive(serde::Deserialize)]
    struct Doing {
        commits: u64,
    }
    let mut stream = TcpStream::connect(address).await?;
    let request = format!("GET /state HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).await?;
    let mut reply = String::new();
    stream.read_to_string(&mut reply).await?;
    let body = reply.split("\r\n\r\n").nth(1).unwrap_or_default();
    Ok(serde_json::from_str::<Doing>(body)?.commits)
}
