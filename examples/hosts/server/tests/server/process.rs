//! The server as a process of its own, which is stopped and killed.

use std::net::TcpListener;
use std::path::PathBuf;
use std::process::Command;

use game_server::drive::{Killed, Player, Process, Rounds, kill, pair};
use game_server::store::{Against, GameId, Redb, Store};
use tempfile::tempdir;

use crate::{question, take_first};

fn program() -> PathBuf {
    env!("CARGO_BIN_EXE_game-server").into()
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_that_was_confirmed_is_lost_when_the_server_is_killed() {
    let folder = tempdir().unwrap();
    let how = Rounds { program: program(), folder: folder.path().into(), rounds: 5, games: 8, seed: 2 };
    let Killed { kills, confirmed, games } = kill(&how).await.unwrap();
    assert_eq!(kills, 5);
    assert!(games >= 8 && confirmed > 20 * games, "{confirmed} answers in {games} games");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_is_asked_to_stop_saves_and_comes_back() {
    let folder = tempdir().unwrap();
    let server = Process::start(&program(), folder.path(), &[]).unwrap();
    let ([mut one, _other], game, keys) = pair(server.address).await.unwrap();
    let asked = question(&mut one).await;
    take_first(&mut one, &asked).await;
    let (status, _, said) = server.stop().unwrap();
    assert!(status.success() && said.contains("Saved 1 games"), "{status}: {said}");

    let store = Redb::open(&folder.path().join("games.redb")).unwrap();
    let stored = store.load(game).unwrap().unwrap();
    assert_eq!((stored.after, stored.answers.len()), (1, 0));
    assert_eq!(store.recording(game).unwrap().unwrap().answers.len(), 1);
    drop(store);

    let server = Process::start(&program(), folder.path(), &[]).unwrap();
    let mut one = Player::connect(server.address).await.unwrap();
    assert!(one.sit(game, &keys[0]).await.unwrap());
    assert_eq!(question(&mut one).await.number, 2);
    let (next, ..) = Player::connect(server.address).await.unwrap().open(Against::Ai).await.unwrap();
    assert_eq!(next, GameId(game.0 + 1));
}

#[test]
fn a_folder_is_one_server_s() {
    let folder = tempdir().unwrap();
    let _server = Process::start(&program(), folder.path(), &[]).unwrap();
    assert!(Process::start(&program(), folder.path(), &[]).is_err());
}

#[test]
fn a_start_that_fails_names_what_it_is_about() {
    let folder = tempdir().unwrap();
    let file = folder.path().join("file");
    std::fs::write(&file, "no folder").unwrap();
    let (data, below) = (folder.path().join("games"), file.join("games"));
    let busy = TcpListener::bind(("127.0.0.1", 0)).unwrap();
    let address = busy.local_addr().unwrap().to_string();
    for (data, named) in [(&below, below.display().to_string()), (&data, address.clone())] {
        let output = Command::new(program()).arg("--data").arg(data).args(["--listen", &address]).output();
        let output = output.unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(!output.status.success() && said.contains(&named), "{named}: {said}");
    }
}
