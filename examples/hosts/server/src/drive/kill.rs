//! Kills a server while it is played with, over and over, and looks whether anything is lost.

use std::fs;
use std::io;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use phase_examples::double_battle::dice::Dice;
use tokio::task::JoinSet;
use tokio::time::sleep;

use super::diary::Diary;
use super::player::pair;
use super::process::Process;
use crate::game::{go_on, play_again};
use crate::store::{Redb, Store, Verdict};

/// How to kill.
#[derive(Debug)]
pub struct Rounds {
    /// The server's program.
    pub program: PathBuf,
    /// An empty folder.
    pub folder: PathBuf,
    /// How often.
    pub rounds: u32,
    /// How many games are played meanwhile.
    pub games: usize,
    /// What decides what the players do, and when the server is killed.
    pub seed: u64,
}

/// What came of it.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Killed {
    /// How often the server was killed.
    pub kills: u32,
    /// How many answers it had confirmed.
    pub confirmed: usize,
    /// How many games were played to their end.
    pub games: usize,
}

/// Kills the server so often while it is played with. After each time, what it has kept is held against what it confirmed,
/// each game is played again from its beginning, and all go on. In the end all are played to their end.
///
/// # Errors
///
/// If an answer is lost, doubled or another one than was confirmed, or a game can't go on.
pub async fn kill(how: &Rounds) -> io::Result<Killed> {
    let mut dice = Dice::new(how.seed);
    let mut diaries: Vec<Arc<Diary>> = Vec::new();
    let mut killed = Killed::default();
    let file = how.folder.join("games.redb");
    for _ in 0..how.rounds {
        let server = Process::start(&how.program, &how.folder, &["--time", "3600"])?;
        let mut playing = JoinSet::new();
        for diary in &diaries {
            play(&mut playing, diary, server.address, u64::from(dice.number()));
        }
        while diaries.len() < 2 * how.games {
            let ([one, other], game, keys) = pair(server.address).await?;
            for (seat, (mut player, key)) in [one, other].into_iter().zip(keys).enumerate() {
                let diary = Arc::new(Diary::new(game, seat, key));
                diaries.push(Arc::clone(&diary));
                let seed = u64::from(dice.number());
                playing.spawn(async move { diary.play_on(&mut player, seed).await });
            }
        }
        sleep(Duration::from_millis(20 + u64::from(dice.below(200)))).await;
        server.kill()?;
        killed.kills += 1;
        only_gone(playing).await?;
        check(&file, &how.folder.join("copy.redb"), &diaries)?;
        retire(&mut diaries, &mut killed);
    }
    let server = Process::start(&how.program, &how.folder, &["--time", "3600"])?;
    let mut playing = JoinSet::new();
    for diary in &diaries {
        play(&mut playing, diary, server.address, u64::from(dice.number()));
    }
    while let Some(played) = playing.join_next().await {
        played.map_err(io::Error::other)??;
    }
    server.kill()?;
    check(&file, &how.folder.join("copy.redb"), &diaries)?;
    retire(&mut diaries, &mut killed);
    Ok(killed)
}

fn play(playing: &mut JoinSet<io::Result<()>>, diary: &Arc<Diary>, address: SocketAddr, seed: u64) {
    let diary = Arc::clone(diary);
    playing.spawn(async move { diary.play(address, seed).await });
}

/// Waits until all players have noticed that the server is gone. Nothing else may have happened to them.
async fn only_gone(mut playing: JoinSet<io::Result<()>>) -> io::Result<()> {
    while let Some(played) = playing.join_next().await {
        match played.map_err(io::Error::other)? {
            Err(error) if error.kind() == io::ErrorKind::InvalidData => return Err(error),
            Ok(()) | Err(_) => {}
        }
    }
    Ok(())
}

/// Looks into what the server has left, on a copy: the server itself is to find the file as the kill has left it.
fn check(file: &Path, copy: &Path, diaries: &[Arc<Diary>]) -> io::Result<()> {
    fs::copy(file, copy)?;
    let store = Redb::open(copy).map_err(io::Error::other)?;
    for diary in diaries {
        let recording = store.recording(diary.game).map_err(io::Error::other)?;
        let recording = recording.ok_or_else(|| wrong(diary, "it is lost"))?;
        diary.compare(&recording.answers)?;
        if let Some(Verdict::Broken(why)) = recording.header.end.as_ref().map(|end| &end.verdict) {
            return Err(wrong(diary, &format!("it has broken: {why}")));
        }
        if diary.seat != 0 {
            continue;
        }
        let mut save = Ok(Vec::new());
        let verdict = play_again(&recording, |table| save = table.save())
            .map_err(|fault| wrong(diary, &fault.to_string()))?;
        if verdict != recording.header.end.as_ref().map(|end| end.verdict.clone()) {
            return Err(wrong(diary, "played again it ends in another way"));
        }
        let stored = store.load(diary.game).map_err(io::Error::other)?;
        let Some(stored) = stored.filter(|_| verdict.is_none()) else { continue };
        let (table, _) = go_on(&stored).map_err(|fault| wrong(diary, &fault.to_string()))?;
        if table.save() != save {
            return Err(wrong(
                diary,
                "from its last save it comes out in another way than from its beginning",
            ));
        }
    }
    drop(store);
    fs::remove_file(copy)
}

/// Takes out the games that both players have seen the end of.
fn retire(diaries: &mut Vec<Arc<Diary>>, killed: &mut Killed) {
    let mut kept = Vec::new();
    for pair in diaries.chunks(2) {
        if pair.iter().all(|diary| diary.is_over()) {
            killed.games += 1;
            killed.confirmed += pair.iter().map(|diary| diary.confirmed()).sum::<usize>();
        } else {
            kept.extend(pair.iter().cloned());
        }
    }
    *diaries = kept;
}

fn wrong(diary: &Diary, what: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, format!("game {}: {what}", diary.game))
}
